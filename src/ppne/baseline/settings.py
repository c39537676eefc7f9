"""`BaselineSettings`, checked when built."""

import math
from dataclasses import dataclass

from ppne.errors import InputError
from ppne.factor.epsilon import check_epsilon
from ppne.factor.methods import Method

GENERATORS = ("edit", "random")
"""How a graph is made of private degrees."""

N_DECOYS = 10.0
"""Decoys for each private link: as many as PPNE's, so that all are posed the same problem."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BaselineSettings:
    """Everything that decides what a baseline does; each reads what it needs.

    Parameters
    ----------
    method
        The embedding that will be published.
    n_components
        Its dimension.
    n_flips
        Flips to make, or ``None`` where the budget is not one of flips.
    additions
        Share of the flips that add a link.
    epsilon
        Budget of differential privacy, or ``None`` where the budget is not one.
    generator
        A name out of `GENERATORS`.
    recompute
        Work the betweenness out anew after each batch.
    batch_size
        Flips of a batch, ``None`` for one hundredth of the budget.
    n_samples
        Nodes that betweenness is sampled from where the graph is too large for all.
    n_decoys
        Decoys for each private link.
    seed
        Of everything drawn at random.
    """

    method: Method
    n_components: int = 128
    n_flips: int | None = None
    additions: float = 0.5
    epsilon: float | None = None
    generator: str = "edit"
    recompute: bool = False
    batch_size: int | None = None
    n_samples: int = 256
    n_decoys: float = N_DECOYS
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least in (
            ("n_components", 1),
            ("n_flips", 0),
            ("batch_size", 1),
            ("n_samples", 1),
            ("n_decoys", 0),
            ("seed", 0),
        ):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= least):
                raise InputError(f"{name} must be at least {least} and finite, got {value}")
        if self.additions is None or not 0 <= self.additions <= 1:
            raise InputError(f"additions must lie between 0 and 1, got {self.additions}")
        if self.epsilon is not None:
            check_epsilon(self.epsilon)
        if self.generator not in GENERATORS:
            raise InputError(
                f"unknown generator {self.generator!r}; choose one of {', '.join(GENERATORS)}"
            )
        if self.batch_size is not None and not self.recompute:
            raise InputError("batch_size has a meaning only with recompute; leave it out")

    @property
    def directions(self) -> bool:
        """Never: a baseline publishes the rows that its method gives."""
        return False
