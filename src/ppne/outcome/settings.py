"""`AttackSettings`: which attacks an audit runs and how thoroughly, checked when built."""

from dataclasses import dataclass

from ppne.attack.learned import LEARNERS, Learner
from ppne.errors import InputError

KINDS = ("similarity", "learned", "knowledgeable")
"""Attacks by what they take: nothing but the embedding, known pairs, or more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AttackSettings:
    """Which attacks are run, and how thoroughly.

    Parameters
    ----------
    kinds
        Names out of `KINDS`.
    known
        Share of the pairs that an attacker with knowledge learns from.
    n_repeats
        Times that it learns and is judged.
    n_replicates
        Of the bootstrap.
    learners
        The attackers who learn.
    control
        Whether to run some of them on pairs that were never linked: what guessing gives.
    seed
        Of everything drawn at random.
    """

    kinds: tuple[str, ...] = KINDS
    known: float = 0.7
    n_repeats: int = 5
    n_replicates: int = 400
    learners: tuple[Learner, ...] = LEARNERS
    control: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        unknown = sorted(set(self.kinds) - set(KINDS))
        if unknown or not self.kinds:
            got = ", ".join(unknown) if unknown else "none"
            raise InputError(f"attacks must be out of {', '.join(KINDS)}, got {got}")
        if not {"similarity", "learned"} & set(self.kinds):
            raise InputError("attacks must include similarity or learned: one is the headline")
        if not 0 < self.known < 1:
            raise InputError(f"known must be a share between 0 and 1, got {self.known}")
