"""`AttackSettings`: which attacks an audit runs and how thoroughly, checked when built."""

from dataclasses import dataclass

from ppne.attack.learned import LEARNERS, Learner
from ppne.errors import InputError

KINDS = ("similarity", "learned", "knowledgeable")
"""Attacks by what they take: nothing but the embedding, known pairs, or more."""

NON_LINKS = ("fresh", "own", "degree-matched", "two-hop")
"""Kinds of non-links that an audit tells private links from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AttackSettings:
    """Which attacks are run, and how thoroughly.

    Parameters
    ----------
    kinds
        Names out of `KINDS`.
    non_links
        Names out of `NON_LINKS`; fresh ones count as named.
    known
        Share of the pairs that an attacker with knowledge learns from.
    n_repeats
        Times that it learns and is judged.
    n_replicates
        Of the bootstrap.
    learners
        The attackers who learn.
    references
        Whether to run some of them on pairs that were never linked, which is what guessing gives,
        and to show what the public graph tells without an embedding.
    seed
        Of everything drawn at random.
    """

    kinds: tuple[str, ...] = KINDS
    non_links: tuple[str, ...] = NON_LINKS
    known: float = 0.7
    n_repeats: int = 5
    n_replicates: int = 400
    learners: tuple[Learner, ...] = LEARNERS
    references: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        for name, given, known in (
            ("attacks", self.kinds, KINDS),
            ("non_links", self.non_links, NON_LINKS),
        ):
            unknown = sorted(set(given) - set(known))
            if unknown or not given:
                got = ", ".join(unknown) if unknown else "none"
                raise InputError(f"{name} must be out of {', '.join(known)}, got {got}")
        if not {"similarity", "learned"} & set(self.kinds):
            raise InputError("attacks must include similarity or learned: one is the headline")
        if not 0 < self.known < 1:
            raise InputError(f"known must be a share between 0 and 1, got {self.known}")
