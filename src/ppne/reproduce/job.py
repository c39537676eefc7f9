"""`Job`: a run of one protector on one graph, measured at one budget or at several."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from ppne.baseline.choose import PROTECTORS, reads, settings_for
from ppne.errors import InputError
from ppne.factor.methods import method_named

NONE = "none"
"""The protector that changes nothing: where every curve begins."""

DPNE = "dpne"
"""The protector whose noise is in the embedding itself; it makes no flips."""

NAMES = (NONE, *PROTECTORS, DPNE)
"""Every name that a plan may give."""

MEASURES = ("outcome", "trace", "time")
"""What is measured: attacks and tasks; these and the steps of the run; or only its first steps."""

Options = tuple[tuple[str, Any], ...]
"""Settings given to a protector, in order of their names."""


def takes(name: str) -> str | None:
    """What the budget of a protector is one of: ``"n_flips"``, ``"epsilon"`` or nothing."""
    if name in (NONE, DPNE):
        return "epsilon" if name == DPNE else None
    return next((budget for budget in ("n_flips", "epsilon") if budget in reads(name)), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """Everything that decides what is run and measured.

    Parameters
    ----------
    dataset
        Its name; see :mod:`ppne.reproduce.datasets`.
    private
        Share of the links that are private.
    label, protector, options
        What the figures call it, a name out of `NAMES`, and settings away from its own.
    method, dim
        The embedding.
    flips
        Budgets to measure at, of which the run makes the last; empty where it makes no flips.
    epsilon
        Budget of differential privacy, where that is one.
    seed
        Of everything drawn at random.
    measure
        A name out of `MEASURES`.
    attacks
        Those of :func:`ppne.outcome.audit.audit`.
    quick
        Whether it attacks as ``ppne audit --quick`` does.
    repeats
        Splits of classification, and half as many clusterings.
    """

    dataset: str
    private: float
    label: str
    protector: str
    options: Options = ()
    method: str
    dim: int
    flips: tuple[int, ...] = ()
    epsilon: float | None = None
    seed: int
    measure: str = "outcome"
    attacks: tuple[str, ...] = ("similarity", "learned")
    quick: bool = True
    repeats: int = 10

    @property
    def budgets(self) -> tuple[int | float | None, ...]:
        """One a cell: flips, or epsilon, or nothing."""
        return self.flips or (self.epsilon,)

    def settings(self) -> Any:
        """The settings of the run, checked; ``None`` for a protector that has none.

        Raises
        ------
        InputError
            If an option is out of its range or not read by the protector.
        """
        method = method_named(self.method)
        given: dict[str, Any] = dict(self.options)
        if self.protector in (NONE, DPNE):
            if given:
                raise InputError(f"{next(iter(given))} is not read by {self.protector!r}")
            return None
        given |= {"n_components": self.dim, "seed": self.seed}
        if takes(self.protector) == "n_flips":
            given["n_flips"] = self.flips[-1]
        elif self.epsilon is not None:
            given["epsilon"] = self.epsilon
        return settings_for(self.protector, method=method, **given)

    def cell(self, budget: float | None) -> dict[str, Any]:
        """What was asked for at one budget, all of it JSON's."""
        told = asdict(self)
        told["options"], told["attacks"] = dict(self.options), list(self.attacks)
        del told["flips"], told["epsilon"]
        return {**told, "path": self.flips[-1] if self.flips else None, "budget": budget}

    def resolved(self) -> dict[str, Any]:
        """The settings in full, those that the protector fills in itself included."""
        settings = self.settings()
        return {} if settings is None else asdict(settings)

    def key(self, budget: float | None) -> str:
        """A digest of all that decides the record: another default is another record."""
        told = {"cell": self.cell(budget), "settings": self.resolved()}
        return hashlib.sha256(canonical(told).encode()).hexdigest()[:24]


def canonical(content: object) -> str:
    """JSON text, the same for the same content."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"))
