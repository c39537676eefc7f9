"""The leading modes of a graph: generalised eigenpairs of adjacency and degree."""

from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.factor.spectrum import leading_eigenpairs


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Modes:
    r"""Eigenpairs of ``N`` with the largest :math:`|g(\lambda)|`, see :func:`walk_sum`.

    ``vectors`` keeps the whole block for the next warm start; the modes are its first columns.
    """

    values: FloatArray = field(repr=False)
    vectors: FloatArray = field(repr=False)

    @property
    def leading_vectors(self) -> FloatArray:
        """One column a mode."""
        return self.vectors[:, : len(self.values)]


def walk_sum(values: FloatArray, window: int) -> FloatArray:
    r""":math:`g(\lambda) = \lambda + … + \lambda^T`, by Horner."""
    total = np.zeros_like(values)
    for _ in range(window):
        total = values * (1.0 + total)
    return total


def leading_modes(
    normal: sparse.csr_array,
    window: int,
    n_modes: int,
    *,
    rng: np.random.Generator,
    compute: Compute,
    start: FloatArray | None = None,
    tolerance: float = 1e-3,
    max_products: int = 2000,
) -> Modes:
    """`Modes` by subspace iteration on ``g(N)``, which puts them in front whatever their sign.

    ``max_products`` of ``g(N)`` at the most: where there is no gap at the last mode, the last ones
    never settle.
    """

    def product(
        x: FloatArray, *, scale: float = 1.0, minus: FloatArray | None = None
    ) -> FloatArray:
        power = x
        for _ in range(window - 1):
            power = x + compute.product(normal, power)
        return compute.product(normal, power, scale=scale, minus=minus)

    spectrum = leading_eigenpairs(
        product,
        normal.shape[0],
        n_modes,
        rng=rng,
        compute=compute,
        start=start,
        tolerance=tolerance,
        max_products=max_products,
    )
    kept = spectrum.kept_vectors
    values, turn = np.linalg.eigh(compute.gram(kept, compute.product(normal, kept)))
    vectors = spectrum.vectors.copy()
    vectors[:, :n_modes] = compute.combine(kept, turn)
    return Modes(values=values, vectors=vectors)
