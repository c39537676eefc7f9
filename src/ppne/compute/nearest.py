"""Each row's nearest rows by cosine, exactly, from blocks of products with a running best."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import get_num_threads
from threadpoolctl import threadpool_limits

from ppne.compute.arrays import FloatArray, IntArray
from ppne.errors import InputError

_ZERO_ROW = 1e-4
"""Rows shorter than this share of the longest are zero: their direction means nothing."""

_ASKING = 512
"""Rows whose nearest are looked for at once."""

_OFFERED = 2048
"""Rows that are offered to them at once."""


def nearest(rows: FloatArray, of: IntArray, k: int) -> tuple[IntArray, FloatArray]:
    """The ``k`` rows nearest by cosine to each row ``of``, nearest first, and their cosines.

    A row is not among its own nearest. The cosine with a zero row is 0. Of equal cosines, the
    smaller index is nearer; those of equal rows may differ by rounding. Single precision stays
    single. O(len(of) n n_columns) time; beyond the result, 8 bytes a row and 10 MB a thread (20
    in double precision).

    Parameters
    ----------
    rows
        (n, n_columns).
    of
        Indices of rows.
    k
        How many, from 1 to n - 1.

    Returns
    -------
    indices, cosines
        (len(of), k) each.

    Raises
    ------
    InputError
        If there are too few rows for ``k``, or a value is not finite.
    """
    if not 1 <= k < len(rows):
        raise InputError(f"k must be from 1 to {len(rows) - 1} for {len(rows)} rows, got {k}")
    inverse = inverse_norms(rows)
    indices = np.empty((len(of), k), dtype=np.int64)
    cosines = np.empty((len(of), k), dtype=_precision(rows))

    def fill(part: slice) -> None:
        indices[part], cosines[part] = _nearest_of_block(rows, inverse, of[part], k)

    # One thread a product, whatever the machine: how BLAS shares a product decides its last digit.
    with (
        threadpool_limits(limits=1, user_api="blas"),
        ThreadPoolExecutor(get_num_threads()) as pool,
    ):
        for _ in pool.map(fill, _blocks(len(of), _ASKING)):
            pass
    return indices, cosines


def inverse_norms(rows: FloatArray) -> FloatArray:
    """One over the length of each row; 0 for a zero row (shorter than 1e-4 of the longest).

    Raises
    ------
    InputError
        If a value is not finite.
    """
    squares = np.empty(len(rows))
    for part in _blocks(len(rows), _OFFERED):
        block = rows[part].astype(np.float64)
        with np.errstate(over="ignore"):  # it is said below
            np.einsum("ij,ij->i", block, block, out=squares[part])
    if not np.isfinite(squares).all():
        at = int(np.argmin(np.isfinite(squares)))
        raise InputError(f"row {at} of the embedding holds a value that is not finite or too large")
    norms = np.sqrt(squares)
    kept = norms > _ZERO_ROW * norms.max(initial=0.0)
    return np.divide(1.0, norms, out=np.zeros(len(norms)), where=kept)


def _nearest_of_block(
    rows: FloatArray, inverse: FloatArray, of: IntArray, k: int
) -> tuple[IntArray, FloatArray]:
    """As :func:`nearest`, for few rows: what beats a row's k-th best so far is merged with it."""
    asking = _units(rows, inverse, of)
    best = np.empty((len(of), 0), dtype=np.int64)
    cosines = np.empty((len(of), 0), dtype=asking.dtype)
    for part in _blocks(len(rows), max(_OFFERED, k + 1)):
        offered = asking @ _units(rows, inverse, part).T
        own = np.flatnonzero((part.start <= of) & (of < part.stop))
        offered[own, of[own] - part.start] = -np.inf
        if best.size:
            bar = cosines[:, -1]
        else:  # a little below the k-th best of the block, so that all that equal it pass
            bar = np.nextafter(np.partition(offered, -k, axis=1)[:, -k], -np.inf)
        row, column = np.divmod(np.flatnonzero(offered > bar[:, None]), offered.shape[1])
        if len(row):
            found = np.concatenate([cosines.ravel(), offered[row, column]])
            index = np.concatenate([best.ravel(), column + part.start])
            row = np.concatenate([np.repeat(np.arange(len(of)), best.shape[1]), row])
            order = np.lexsort((index, -found, row))
            starts = np.searchsorted(row[order], np.arange(len(of)))
            kept = order[starts[:, None] + np.arange(k)]
            best, cosines = index[kept], found[kept]
    return best, cosines


def _units(rows: FloatArray, inverse: FloatArray, part: slice | IntArray) -> FloatArray:
    units: FloatArray = rows[part].astype(_precision(rows))
    units *= inverse[part][:, None]
    return units


def _precision(rows: FloatArray) -> np.dtype[np.floating]:
    return np.result_type(rows.dtype, np.float32)


def _blocks(n: int, height: int) -> Iterator[slice]:
    for low in range(0, n, height):
        yield slice(low, min(low + height, n))
