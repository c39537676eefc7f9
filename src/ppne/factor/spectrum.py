"""Leading eigenpairs of a symmetric matrix: found by filtered subspace iteration, then followed."""

from dataclasses import dataclass, field
from typing import Any, Protocol

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


_GROWTH = {8: (1e7, 1e7), 4: (1e3, 1e6)}
"""Most that a filter may raise the first eigenvector over the middle, by the bytes of a number:
Cholesky QR squares it. At first, and once the first vectors have settled and keep to themselves."""

_LARGEST = 1e12
"""Size of a filtered vector, at the most: its square must not overflow."""

_POWER_STEPS = 8
"""Products with one vector that tell the size of the matrix before anything has settled."""

_LONGEST_FILTER = 24
"""Products a step at the most."""

_UPRIGHT = 0.5
"""Share of its length that a column keeps beside those before it, to be nearly orthogonal."""

_WORK = 3e9
"""Multiplications that the products may come to, unless they are fewer than a dozen products."""

_ROWS = 4096
"""Rows whose residuals are held at once."""

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
    return min(n, n_kept + max(8, n_kept // 16))


def affordable_products(n_entries: int, width: int, dtype: type[np.floating[Any]]) -> int:
    """Products that finding the eigenpairs of a sparse matrix may take.

    As many as it needs in double precision, which is for small matrices. Beyond, by the work that
    they are: where there is no gap at the last eigenvalue the last vectors never settle, and need
    not.
    """
    if dtype == np.float64:
        return 2000
    return int(np.clip(_WORK / (max(n_entries, 1) * width), 12, 200))


def leading_eigenpairs(
    product: Product,
    n: int,
    n_kept: int,
    *,
    rng: np.random.Generator,
    compute: Compute,
    start: FloatArray | None = None,
    dtype: type[np.floating[Any]] = np.float64,
    tolerance: float = 1e-6,
    max_products: int = 2000,
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
    dtype
        Of the vectors; small matrices are in double precision whatever it is.
    tolerance
        Bound on the residual relative to the largest eigenvalue.
    max_products
        Products after which the result is what it is, with ``converged=False`` if so.
    """
    block: FloatArray
    if start is None:
        block = rng.standard_normal((n, block_width(n, n_kept)), dtype=dtype)
    else:
        block = _refreshed(start.astype(dtype, copy=False), n_kept, rng)
    size = _size(product, block[:, -1:], compute)
    values, vectors, image, gaps = _rayleigh_ritz(product, block, compute)
    whole = block.shape[1] == n
    left = max_products - 1
    growth, most_growth = _GROWTH[block.dtype.itemsize]
    met_matrix = start is None or whole  # the fresh columns of a warm start have not yet
    while left >= 2 and not (_residual(values, gaps, n_kept) <= tolerance and met_matrix):
        lengths = np.hypot(values, gaps)
        block, degree = _chebyshev(product, lengths, size, vectors, image, growth, left)
        growth = min(growth**2, most_growth)
        del vectors, image
        values, vectors, image, gaps = _rayleigh_ritz(product, block, compute)
        left -= degree
        met_matrix = True
    residual = _residual(values, gaps, n_kept)
    signs = np.where(-vectors.min(axis=0) > vectors.max(axis=0), -1.0, 1.0)
    return Spectrum(
        values=values,
        vectors=compute.scale_columns(vectors, signs, out=vectors),
        n_kept=n_kept,
        residual=residual,
        converged=residual <= tolerance,
    )


def follow_eigenpairs(
    product: Product, start: FloatArray, n_kept: int, *, compute: Compute
) -> Spectrum | None:
    r"""Eigenpairs of a matrix that has moved a little, by a single product; ``None`` if that fails.

    One power step from ``start``, the orthonormal columns :math:`V` of an earlier `Spectrum`, then
    Rayleigh–Ritz on an orthonormal basis :math:`Q = Z V M` of its image, with the product
    :math:`Z Q` that this would take replaced by what ``start`` spans of it:

    .. math:: Q^\top Z Q \approx (Q^\top Z V)(V^\top Q) = M^{-1} (V^\top Z V) M

    ``residual`` is that of the start, which tells how far the matrix has moved away from it.
    """
    image = product(start)
    inner = compute.gram(start, image)
    inner = (inner + inner.T) / 2
    square = compute.gram(image, image)
    lengths = np.sqrt(np.diag(square))
    if lengths.min() <= 100 * np.finfo(start.dtype).eps * lengths.max():  # nothing but rounding
        return None
    try:
        factor = np.linalg.cholesky(square / np.outer(lengths, lengths))
    except np.linalg.LinAlgError:
        return None
    factor *= lengths[:, None]
    basis = np.linalg.inv(factor).T
    small = factor.T @ inner @ basis
    values, turn = np.linalg.eigh((small + small.T) / 2)
    order = np.argsort(-np.abs(values), kind="stable")
    return Spectrum(
        values=values[order],
        vectors=compute.combine(image, basis @ turn[:, order], out=image),
        n_kept=n_kept,
        residual=_residual_of_start(inner[:n_kept, :n_kept], square[:n_kept, :n_kept]),
        converged=False,
    )


def _residual_of_start(inner: FloatArray, square: FloatArray) -> float:
    r"""Largest :math:`\lVert Z v - \lambda v \rVert / |\lambda_1|` over Ritz pairs of the start.

    :math:`\lVert Z v \rVert^2 - \lambda^2` for orthonormal columns, from small matrices alone.
    """
    values, turn = np.linalg.eigh(inner)
    squares = np.einsum("pk,pq,qk->k", turn, square, turn) - values**2
    return float(np.sqrt(max(squares.max(), 0.0)) / max(np.abs(values).max(), 1e-300))


def _refreshed(start: FloatArray, n_kept: int, rng: np.random.Generator) -> FloatArray:
    """A copy of the start with its last columns drawn anew, lest a newcomer be missed."""
    block = start.copy()
    n, width = block.shape
    fresh = min(_FRESH_COLUMNS, width - n_kept)
    block[:, width - fresh :] = rng.standard_normal((n, fresh), dtype=block.dtype)
    return block


def _size(product: Product, vector: FloatArray, compute: Compute) -> float:
    """About the largest magnitude of an eigenvalue, from below, by power steps on one vector."""
    size = 0.0
    for _ in range(_POWER_STEPS):
        length = float(np.sqrt(compute.gram(vector, vector)[0, 0]))
        if length == 0.0:
            return 0.0
        vector = product(vector, scale=1.0 / length)
        size = float(np.sqrt(compute.gram(vector, vector)[0, 0]))
    return size


def _chebyshev(
    product: Product,
    lengths: FloatArray,
    size: float,
    vectors: FloatArray,
    image: FloatArray,
    growth: float,
    most: int,
) -> tuple[FloatArray, int]:
    """``T_m(Z / a)`` times ``vectors``, whose product with ``Z`` is ``image``; and ``m``.

    ``lengths`` are those of the columns of ``image``: while the block is rough they tell what it
    holds where its Ritz values, of both signs and cancelling, do not; later both are the same. The
    filter and the product that judges the result take ``m`` products, at most ``most``; both
    blocks are overwritten.
    """
    ordered = np.sort(lengths)
    largest, middle = max(size, float(ordered[-1])), float(ordered[len(ordered) // 2])
    edge = float(ordered[min(_FRESH_COLUMNS, len(ordered) - 1)])
    if edge <= largest / growth:
        return image, 1
    rate = np.arccosh(max(largest / middle, 1.0 + 1e-6))
    steepest = np.arccosh(max(largest / edge, 1.0 + 1e-6))
    degree = int(min(np.log(2 * growth) / rate, np.log(_LARGEST) / steepest))
    degree = min(degree, _LONGEST_FILTER, most)
    if degree < 2:
        return image, 1
    before, now = vectors, np.multiply(image, image.dtype.type(1.0 / edge), out=image)
    for _ in range(1, degree):
        before, now = now, product(now, scale=2.0 / edge, minus=before)
    return now, degree


def _rayleigh_ritz(
    product: Product, block: FloatArray, compute: Compute
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    r"""Ritz values and vectors by magnitude, their images, and the gaps of :func:`_gaps`.

    The block is overwritten.
    """
    basis, upright = _nearly_orthonormal(block, compute)
    image = product(basis)
    small = upright.T @ compute.gram(basis, image) @ upright
    values, turn = np.linalg.eigh((small + small.T) / 2)
    order = np.argsort(-np.abs(values), kind="stable")
    values, turn = values[order], upright @ turn[:, order]
    vectors = compute.combine(basis, turn, out=basis)
    image = compute.combine(image, turn, out=image)
    return values, vectors, image, _gaps(values, vectors, image)


def _nearly_orthonormal(block: FloatArray, compute: Compute) -> tuple[FloatArray, FloatArray]:
    """A basis of the columns' span, and the small matrix that makes its columns orthonormal.

    By Cholesky QR, carried out only where the columns are far from orthogonal: else the small
    matrix is good enough. By Householder where Cholesky breaks.
    """
    basis = block
    for _ in range(3):
        square = compute.gram(basis, basis)
        lengths = np.sqrt(np.diag(square))
        lengths = np.where(lengths > 0, lengths, 1.0)
        try:
            factor = np.linalg.cholesky(square / np.outer(lengths, lengths))
        except np.linalg.LinAlgError:
            break
        upright = (np.linalg.inv(factor) / lengths).T
        if np.diag(factor).min() > _UPRIGHT:
            return basis, upright
        basis = compute.combine(basis, upright, out=basis)
    basis = np.linalg.qr(basis / lengths.astype(basis.dtype))[0]
    return basis, np.eye(basis.shape[1])


def _gaps(values: FloatArray, vectors: FloatArray, image: FloatArray) -> FloatArray:
    """Length of each column of ``image - vectors * values``."""
    squares = np.zeros(len(values))
    factors = values.astype(vectors.dtype)
    for low in range(0, len(vectors), _ROWS):
        gap = vectors[low : low + _ROWS] * factors
        gap -= image[low : low + _ROWS]
        squares += np.einsum("id,id->d", gap, gap)
    lengths: FloatArray = np.sqrt(squares)
    return lengths


def _residual(values: FloatArray, gaps: FloatArray, n_kept: int) -> float:
    """Largest gap of the kept pairs, relative to the first eigenvalue."""
    return float(gaps[:n_kept].max() / max(abs(float(values[0])), 1e-300))
