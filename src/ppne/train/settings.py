"""`Training`: what the settings of every trained embedder have, and how ranges are checked."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.errors import InputError

Vectors = tuple[FloatArray, FloatArray]
"""Node vectors ``X`` and context vectors ``Y``, (n_nodes, n_components) each."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Training:
    """Settings that all trained embedders share.

    Parameters
    ----------
    n_components
        ``K``, columns of the embedding.
    negatives
        ``b``, noise nodes a positive one.
    rate
        Of the first steps; it falls linearly to next to nothing.
    seed
        The same seed gives the same vectors, on any number of threads.
    """

    name: ClassVar[str]
    n_components: int = 128
    negatives: int = 5
    rate: float = 0.025
    seed: int = 0

    def __post_init__(self) -> None:
        check_counts(self, "n_components", "negatives")
        check_positive(self, "rate")
        if self.seed < 0:
            raise InputError(f"seed must be at least 0, got {self.seed}")


def check_counts(settings: object, *names: str) -> None:
    """Raise unless these fields are whole numbers of at least 1."""
    for name in names:
        value = getattr(settings, name)
        if not (isinstance(value, int | np.integer) and value >= 1):
            raise InputError(f"{name} must be a whole number of at least 1, got {value}")


def check_positive(settings: object, *names: str) -> None:
    """Raise unless these fields are positive and finite."""
    for name in names:
        value = getattr(settings, name)
        if not 0 < value < float("inf"):
            raise InputError(f"{name} must be a positive number, got {value}")
