"""Leading eigenpairs of a symmetric matrix: filtered subspace iteration with a warm start."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute


class Product(Protocol):
    """``scale * Z @ x - minus`` for a symmetric ``Z``; may overwrite ``minus``."""

    def __call__(
        self, x: FloatArray, *, scale: float = 1.0, minus: FloatArray | None = None
    ) -> FloatArray:
        """The product with a tall block."""
        ...


_GROWTH = 1e7
"""Most that a filter may raise the first eigenvector over the middle: Cholesky QR squares it."""

_LONGEST_FILTER = 24
"""Products a step at the most."""

_FRESH_COLUMNS = 4
"""Last columns of a warm start, replaced by random ones lest a newcomer be missed."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Spectrum:
    r"""Eigenpairs of largest :math:`|\lambda|`, in that order, each vector's sign fixed.

    ``vectors`` may hold more columns than ``n_kept``: the extra ones steady the next warm start
    (and are less converged). ``residual`` is :math:`\max_{p \le K} \lVert Z v_p - \lambda_p v_p
    \rVert / |\lambda_1|`.
    """

    values: FloatArray = field(repr=False)
    vectors: FloatArray = field(repr=False)
    n_kept: int
    residual: float
    converged: bool

    @property
    def kept_values(self) -> FloatArray:
        """The first ``n_kept`` eigenvalues."""
        return self.values[: self.n_kept]

    @property
    def kept_vectors(self) -> FloatArray:
        """The first ``n_kept`` eigenvectors, as columns."""
        return self.vectors[:, : self.n_kept]


def block_width(n: int, n_kept: int) -> int:
    """Columns to iterate for ``n_kept`` eigenpairs of an n x n matrix."""
    return min(n, n_kept + max(16, n_kept // 4))


def leading_eigenpairs(
    product: Product,
    n: int,
    n_kept: int,
    *,
    rng: np.random.Generator,
    compute: Compute,
    start: FloatArray | None = None,
    tolerance: float = 1e-6,
    max_steps: int = 100,
) -> Spectrum:
    r"""The ``n_kept`` eigenpairs of largest magnitude of a symmetric matrix.

    Each step applies the Chebyshev polynomial :math:`T_m(Z / a)` that stays within one on
    :math:`[-a, a]`, ``a`` about the smallest magnitude in the block, and grows alike on both
    sides of it, orthonormalises by Cholesky QR, and turns the block by Rayleigh–Ritz on a product
    already at hand, which gives the residual for nothing. The degree ``m`` is what Cholesky QR can
    bear: low while the block is rough, higher as it settles.

    Parameters
    ----------
    product
        Tall block to the symmetric matrix times it.
    n
        Rows of the matrix.
    n_kept
        How many pairs must meet ``tolerance``.
    rng
        Draws a cold start, and the few fresh columns of a warm one.
    start
        Vectors of an earlier `Spectrum` for a warm start. It is checked like any other step: far
        off, it takes as many steps as a cold one.
    tolerance
        Bound on the residual relative to the largest eigenvalue.
    max_steps
        Steps after which the result has ``converged=False``.
    """
    block: FloatArray
    if start is None:
        block = rng.standard_normal((n, block_width(n, n_kept)))
    else:
        block = start.copy()
        fresh = min(_FRESH_COLUMNS, block.shape[1] - n_kept)
        block[:, block.shape[1] - fresh :] = rng.standard_normal((n, fresh))
    values, vectors, image, residual = _rayleigh_ritz(product, block, n_kept, compute)
    whole = block.shape[1] == n
    for step in range(max_steps):
        # A warm start takes one step at least: its fresh columns have not met the matrix yet.
        if residual <= tolerance and (start is None or step > 0 or whole):
            break
        block = _chebyshev(product, values, vectors, image)
        values, vectors, image, residual = _rayleigh_ritz(product, block, n_kept, compute)
    signs = np.where(vectors[np.abs(vectors).argmax(axis=0), np.arange(len(values))] < 0, -1, 1)
    return Spectrum(
        values=values,
        vectors=vectors * signs,
        n_kept=n_kept,
        residual=residual,
        converged=residual <= tolerance,
    )


def _chebyshev(
    product: Product,
    values: FloatArray,
    vectors: FloatArray,
    image: FloatArray,
) -> FloatArray:
    """``T_m(Z / a)`` times ``vectors``, whose product with ``Z`` is ``image``."""
    largest, edge = abs(float(values[0])), abs(float(values[-1 - _FRESH_COLUMNS]))
    if edge <= largest / _GROWTH:
        return image
    middle = abs(float(values[len(values) // 2]))  # while the block is rough, the edge is far off
    rate = np.arccosh(max(largest / middle, 1.0 + 1e-6))
    degree = int(np.clip(np.log(2 * _GROWTH) / rate, 2, _LONGEST_FILTER))
    before, now = vectors, image / edge
    for _ in range(1, degree):
        before, now = now, product(now, scale=2.0 / edge, minus=before)
    return now


def _orthonormal(block: FloatArray, compute: Compute) -> FloatArray:
    """Orthonormal basis of the columns' span: Cholesky QR twice, Householder where that breaks."""
    norms = np.linalg.norm(block, axis=0)
    basis: FloatArray = block / np.where(norms > 0, norms, 1.0)
    for _ in range(2):
        try:
            factor = np.linalg.cholesky(compute.gram(basis, basis))
        except np.linalg.LinAlgError:
            return np.linalg.qr(basis)[0]
        basis = compute.combine(basis, np.linalg.inv(factor).T)
    return basis


def _rayleigh_ritz(
    product: Product, block: FloatArray, n_kept: int, compute: Compute
) -> tuple[FloatArray, FloatArray, FloatArray, float]:
    """Ritz values and vectors by magnitude, their images, and the residual of the kept ones."""
    basis = _orthonormal(block, compute)
    image = product(basis)
    small = compute.gram(basis, image)
    values, turn = np.linalg.eigh((small + small.T) / 2)
    order = np.argsort(-np.abs(values), kind="stable")
    values, turn = values[order], turn[:, order]
    vectors, image = compute.combine(basis, turn), compute.combine(image, turn)
    gap = image[:, :n_kept] - vectors[:, :n_kept] * values[:n_kept]
    scale = max(abs(float(values[0])), 1e-300)
    return values, vectors, image, float(np.linalg.norm(gap, axis=0).max() / scale)
