"""`ProtectionSettings`, checked when built, and the presets that fill it."""

import math
from dataclasses import dataclass
from typing import Any

from ppne.compute.kinds import is_number, is_whole
from ppne.errors import InputError
from ppne.factor.directions import suits_level
from ppne.factor.methods import Method, method_named
from ppne.train.settings import Training
from ppne.train.trained import Embedder

CRITERIA = ("degree", "ratio", "marginal", "constrained", "privacy", "utility")
"""How a flip's gain is weighed against its cost; see :mod:`ppne.protect.score`."""

OBJECTIVES = ("ranked", "difference")
"""What the gain is a gain of; see :mod:`ppne.privacy.objective`."""

GRADIENTS = ("kkt", "spectral")
"""How the leakage is differentiated; see :mod:`ppne.privacy.gradient`."""

POOLS = ("near", "uniform")
"""Where additions come from: two steps apart (:mod:`ppne.candidate.two_steps`), or anywhere."""

UNTIL = ("indistinguishable", "budget")
"""Where a run ends by itself; see :mod:`ppne.protect.stop`."""

_BATCHES, _TRAINED_BATCHES = 150, 60
"""Batches that a budget is spent in, unless the user says how many flips make one: fewer where
each of them takes a training."""

_CANDIDATES, _CANDIDATES_A_FLIP = 10_000, 100
"""Candidates of each kind for a batch: the paper's number, or so many a flip where that is more. A
batch that takes its flips from few takes poor ones."""


def default_batch(n_flips: int, *, trained: bool = False) -> int:
    """Flips of a batch where the user does not say."""
    return max(1, n_flips // (_TRAINED_BATCHES if trained else _BATCHES))


def default_candidates(batch_size: int) -> int:
    """Candidates of each kind where the user does not say: a large batch chooses among more."""
    return max(_CANDIDATES, _CANDIDATES_A_FLIP * batch_size)


def moves_through(window: int | None = None) -> Method:
    """The closed form whose matrices tell what a flip does to what is trained.

    DeepWalk, for LINE too: trained LINE sees far beyond its links, and flips chosen through the
    matrix of a single step hide less. One negative sample, however many it is trained with: it has
    no cut at one, below which a pair's entry would tell nothing.
    """
    return method_named("deepwalk", window=window, negatives=1.0)


_COUNTS = (
    "n_components",
    "trainings",
    "n_flips",
    "n_iterations",
    "n_candidates",
    "batch_size",
    "node_cap",
    "seed",
)
"""Settings that are whole numbers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProtectionSettings:
    """Everything that decides which flips are made.

    Parameters
    ----------
    method
        The embedding that will be published; with ``training``, that whose matrices tell what a
        flip does.
    n_components
        Its dimension.
    training
        The trained embedder that will be published, and is in the loop; ``None`` for the closed
        form. A function from a graph to its rows will do.
    trainings
        Trainings of a batch, each from its own seed, over which gradients are averaged.
    n_flips
        Most flips to make.
    n_iterations
        Most batches to choose, or ``None``.
    target_gain
        Stop when the leakage (a sum over the private links) has fallen by this much.
    target_auc
        Stop when the attack on non-links that the defender does not use is at or below this; takes
        the place of ``until``.
    until
        ``"indistinguishable"``: stop when the interval of that attack contains chance;
        ``"budget"``: not before all flips are made.
    k
        Power of the cost: 0 looks at privacy alone.
    n_candidates
        Most removals, and most additions, to score for a batch.
    batch_size
        Flips chosen at once.
    additions
        Share of the flips that add a link, or ``None`` to let the score decide. Near ones make up
        for removals: under the cost by degree their share grows, as the aim comes near, to this or
        to twice the share of links that no removal may take, whichever is less.
    addition_pool
        ``"near"``: non-links two steps apart; ``"uniform"``: any.
    criterion, objective, gradient
        Names out of `CRITERIA`, `OBJECTIVES` and `GRADIENTS`.
    learned
        Weight of the learned attacker beside the cosine, 0 to 1.
    node_cap
        Most flips of a batch at one node, or ``None``.
    floor
        Share of a batch's best score that its flips must reach, beyond 1/100 of the budget.
    n_decoys
        Decoys for each private link; 0 for all pairs in closed form.
    directions
        Publish directions (:func:`ppne.factor.directions.directions`) instead of the rows as the
        method gives them, and choose flips by what is published.
    seed
        Of everything drawn at random.
    """

    method: Method
    n_components: int = 128
    training: Training | Embedder | None = None
    trainings: int = 1
    n_flips: int
    n_iterations: int | None = None
    target_gain: float | None = None
    target_auc: float | None = None
    until: str = "indistinguishable"
    k: float = 1.0
    n_candidates: int = _CANDIDATES
    batch_size: int
    additions: float | None = 0.25
    addition_pool: str = "near"
    criterion: str = "degree"
    objective: str = "ranked"
    gradient: str = "kkt"
    learned: float = 0.0
    node_cap: int | None = 1
    floor: float = 0.5
    n_decoys: float = 10.0
    directions: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        shares = ("additions", "learned", "floor", "target_auc")
        for name in ("k", "n_decoys", "target_gain", *shares):
            value = getattr(self, name)
            if value is not None and not (is_number(value) and math.isfinite(value)):
                raise InputError(f"{name} must be a finite number, got {value!r}")
        for name in _COUNTS:
            value = getattr(self, name)
            if value is not None and not is_whole(value):
                raise InputError(f"{name} must be a whole number, got {value!r}")
        for name, least in (
            ("n_components", 1),
            ("trainings", 1),
            ("n_flips", 0),
            ("n_candidates", 1),
            ("batch_size", 1),
            ("k", 0),
            ("n_decoys", 0),
            ("seed", 0),
        ):
            if getattr(self, name) < least:
                raise InputError(f"{name} must be at least {least}, got {getattr(self, name)}")
        for name, least in (("n_iterations", 0), ("node_cap", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise InputError(f"{name} must be at least {least}, got {value}")
        for name in shares:
            value = getattr(self, name)
            if value is not None and not 0 <= value <= 1:
                raise InputError(f"{name} must lie between 0 and 1, got {value:g}")
        for name, known in (
            ("criterion", CRITERIA),
            ("objective", OBJECTIVES),
            ("gradient", GRADIENTS),
            ("addition_pool", POOLS),
            ("until", UNTIL),
        ):
            if getattr(self, name) not in known:
                raise InputError(
                    f"unknown {name} {getattr(self, name)!r}; choose one of {', '.join(known)}"
                )
        if self.n_decoys == 0 and (self.objective != "difference" or self.learned):
            raise InputError(
                "decoys over all pairs (0 of them) have a closed form only for the objective "
                "'difference' without a learned attacker; choose these, or draw decoys"
            )
        if self.training is not None and self.gradient == "spectral":
            raise InputError(
                "the spectral gradient is that of a closed form; use 'kkt' for what is trained"
            )
        if isinstance(self.training, Training):
            width = self.training.n_components
            if width != self.n_components:
                raise InputError(
                    f"n_components is {self.n_components}, but what is trained has {width} columns"
                )
        if self.gradient == "spectral" and self.learned:
            raise InputError(
                "the spectral gradient knows cosines alone; set learned to 0 or use 'kkt'"
            )

    @property
    def embedder(self) -> Method | Training | Embedder:
        """What is in the loop: the closed form, or what is trained."""
        return self.method if self.training is None else self.training

    @property
    def level(self) -> bool:
        """Whether the rows that are judged and descended are level, as they will be published."""
        return self.directions and suits_level(self.embedder)

    @classmethod
    def from_preset(
        cls, preset: str, *, method: Method, n_flips: int, **given: Any
    ) -> "ProtectionSettings":
        """Settings of a preset, with the fields given in place of its own.

        The batch is :func:`default_batch`, the candidates :func:`default_candidates`, unless given.

        Raises
        ------
        InputError
            If there is no such preset, or a field is out of its range.
        """
        if preset not in PRESETS:
            raise InputError(f"unknown preset {preset!r}; choose one of {', '.join(PRESETS)}")
        chosen: dict[str, Any] = {
            "batch_size": default_batch(n_flips, trained=given.get("training") is not None),
            **PRESETS[preset],
            **given,
        }
        if is_whole(chosen["batch_size"]):  # what is not is named when the settings are built
            chosen.setdefault("n_candidates", default_candidates(chosen["batch_size"]))
        return cls(method=method, n_flips=n_flips, **chosen)


_PAPER: dict[str, Any] = {
    "additions": 0.5,
    "addition_pool": "uniform",
    "criterion": "ratio",
    "objective": "difference",
    "gradient": "kkt",
    "learned": 0.0,
    "node_cap": None,
    "floor": 0.0,
    "n_candidates": _CANDIDATES,
    "n_decoys": 1.0,
    "directions": False,
    "until": "budget",
}

PRESETS: dict[str, dict[str, Any]] = {"default": {}, "paper": _PAPER}
"""Fields that a preset sets away from the defaults; ``paper`` is the paper's own algorithm."""
