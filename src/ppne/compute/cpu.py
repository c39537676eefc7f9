"""The operations on this machine's cores: checks and allocation here, loops in kernels/.

Every loop writes each output from one thread in a fixed order, and BLAS runs on one thread inside
`steady`, so no result depends on how many threads there are.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np
from numba import config, get_num_threads, set_num_threads
from scipy import sparse
from threadpoolctl import threadpool_limits

from ppne.compute.arrays import Array, FloatArray, IntArray
from ppne.compute.kept import empty, keeping
from ppne.compute.kernels import rows, walk
from ppne.compute.training import link_steps as link_steps
from ppne.compute.training import random_walks as random_walks
from ppne.compute.walks import ratio_of_dots as ratio_of_dots
from ppne.compute.walks import walk_above as walk_above
from ppne.compute.walks import walk_bytes as walk_bytes
from ppne.compute.walks import walk_polynomial_at as walk_polynomial_at
from ppne.compute.walks import walk_sandwich_at as walk_sandwich_at
from ppne.errors import InputError

T = TypeVar("T")
R = TypeVar("R")

_DENSE_ROWS_BYTES = 128 * 2**20
"""Dense rows held at once while a sparse matrix is built from them."""

_TALL_ROWS = 4096
"""Rows of a tall block that one product with a small matrix takes at once."""

_GROUPS = 16
"""Parts of a long sum that are added up apart, whatever the number of threads."""

_DOUBLE_UP_TO = 8192
"""Nodes up to which tall blocks and dense rows are in double precision."""

_DOUBLE_ENTRIES_UP_TO = 1024
"""Nodes up to which the rows and panels are that single entries are read from: these rank flips."""


@contextmanager
def steady(n_threads: int | None = None) -> Iterator[None]:
    """Run with BLAS on one thread and the loops on ``n_threads`` (default: all)."""
    limit = config.NUMBA_NUM_THREADS
    if n_threads is not None and not 1 <= n_threads <= limit:
        raise InputError(f"threads must be from 1 to {limit} here, got {n_threads}")
    before = get_num_threads()
    set_num_threads(n_threads or limit)
    try:
        with threadpool_limits(limits=1, user_api="blas"), keeping():
            yield
    finally:
        set_num_threads(before)


def spread(task: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """``task`` of each item, in order, on the threads of `steady`, its libraries on one each.

    For tasks of other libraries: they must not call the loops here, which use the same threads.
    """

    def alone(item: T) -> R:
        with threadpool_limits(limits=1, user_api="openmp"):  # binds only the thread it is set in
            return task(item)

    with ThreadPoolExecutor(get_num_threads()) as pool:
        return list(pool.map(alone, items))


def precision(n: int) -> type[np.floating[Any]]:
    """Double precision for work on ``n`` rows while that is cheap, single beyond."""
    return np.float64 if n <= _DOUBLE_UP_TO else np.float32


def _entry_precision(n: int) -> type[np.floating[Any]]:
    """As `precision`, of what single entries are read from."""
    return np.float64 if n <= _DOUBLE_ENTRIES_UP_TO else np.float32


def product(
    matrix: sparse.csr_array,
    x: FloatArray,
    *,
    scale: float = 1.0,
    minus: FloatArray | None = None,
) -> FloatArray:
    """``scale * matrix @ x - minus`` for a dense block, in its precision; O(nnz columns).

    ``minus`` is overwritten with the result and returned.
    """
    x = np.ascontiguousarray(x)
    values = matrix.data.astype(x.dtype, copy=False)
    fresh = minus is None
    out = empty((matrix.shape[0], x.shape[1]), x.dtype) if minus is None else minus
    weight = x.dtype.type(scale)
    rows.sparse_times_dense(matrix.indptr, matrix.indices, values, x, weight, fresh, out)
    return out


def gram(a: FloatArray, b: FloatArray) -> FloatArray:
    """``a.T @ b`` of two tall blocks in double precision, over row blocks of a fixed height."""
    total: FloatArray = np.zeros((a.shape[1], b.shape[1]))
    with ThreadPoolExecutor(get_num_threads()) as pool:
        for part in pool.map(lambda rows: a[rows].T @ b[rows], _tall_blocks(len(a))):
            total += part
    return total


def combine(a: FloatArray, small: FloatArray, *, out: FloatArray | None = None) -> FloatArray:
    """``a @ small`` of a tall block and a small matrix, in the precision of the block.

    ``out`` may be ``a`` itself: fresh memory costs more than the product.
    """
    result = empty((len(a), small.shape[1]), a.dtype) if out is None else out
    small = small.astype(a.dtype, copy=False)

    def block(rows: slice) -> None:
        result[rows] = a[rows] @ small

    with ThreadPoolExecutor(get_num_threads()) as pool:
        for _ in pool.map(block, _tall_blocks(len(a))):
            pass
    return result


def scale_columns(
    a: FloatArray, factors: FloatArray, *, out: FloatArray | None = None
) -> FloatArray:
    """Each of the first columns of a tall block times its factor; ``out`` may be ``a`` itself."""
    result = empty((len(a), len(factors)), a.dtype) if out is None else out
    rows.scale_columns(a, factors.astype(a.dtype, copy=False), result)
    return result


def row_norms(a: FloatArray) -> FloatArray:
    """Length of each row, in double precision."""
    out = np.empty(len(a))
    rows.row_norms(np.ascontiguousarray(a), out)
    return out


def _tall_blocks(n: int) -> list[slice]:
    """Row blocks whose bounds do not depend on the number of threads."""
    return [slice(low, low + _TALL_ROWS) for low in range(0, n, _TALL_ROWS)]


def pair_dot(a: FloatArray, b: FloatArray, pairs: IntArray) -> FloatArray:
    """Inner product of row ``u`` of ``a`` and row ``v`` of ``b`` for each pair ``(u, v)``.

    Over the columns that both have, so that the first columns of a block need no copy.
    """
    out = np.empty(len(pairs))
    u, v = np.ascontiguousarray(pairs.T)
    rows.pair_dot(np.ascontiguousarray(a), np.ascontiguousarray(b), u, v, out)
    return out


def positive_sums(
    indptr: IntArray, indices: IntArray, terms: FloatArray, dtype: type[np.floating[Any]]
) -> sparse.csr_array:
    """``terms[i] + terms[j]`` at the stored places where that is positive."""
    n = len(indptr) - 1
    starts = np.zeros(n + 1, dtype=np.int64)
    none = np.empty(0, dtype=np.int32)
    rows.positive_sums(indptr, indices, terms, starts[1:], none, none)
    np.cumsum(starts, out=starts)
    kept, values = empty((starts[-1],), np.int32), empty((starts[-1],), dtype)
    if len(kept):
        rows.positive_sums(indptr, indices, terms, starts, kept, values)
    if len(kept) <= np.iinfo(np.int32).max:  # SciPy would widen the places to the starts' type
        starts = starts.astype(np.int32)
    return sparse.csr_array((values, kept, starts), shape=(n, n))


def degree_shifts(
    indptr: IntArray,
    indices: IntArray,
    nodes: IntArray,
    left: FloatArray,
    held: IntArray,
    right: FloatArray,
    *,
    volume: float,
    negatives: float,
) -> FloatArray:
    r"""(n_nodes, 2) changes of :math:`\langle L R^\top + R L^\top, Z \rangle` as a degree moves.

    By one up and by one down, ``Z`` the log of ``volume / (negatives d_i d_j)`` at links where that
    is above one; the links stay as they are. ``L`` and ``R`` count as far as both have columns; row
    ``i`` of ``L`` is row ``held[i]`` of ``left``, zero where that is -1.
    """
    out = np.empty((len(nodes), 2))
    rows.degree_shifts(
        indptr,
        indices,
        nodes,
        np.ascontiguousarray(left),
        held,
        np.ascontiguousarray(right),
        volume,
        negatives,
        out,
    )
    return out


def polynomial_above(
    matrix: sparse.csr_array, coefficients: FloatArray, scale: FloatArray
) -> sparse.csr_array:
    """Entries above one of ``diag(scale) p(N) diag(scale)``, ``p(x) = sum_t coefficients[t] x^t``.

    Built from dense row blocks, so that the peak is a block and the result, never n x n.
    """
    n = matrix.shape[0]
    counts: list[IntArray] = []
    indices: list[IntArray] = []
    values: list[FloatArray] = []
    for first, dense in _row_blocks(matrix, coefficients, np.arange(n), precision(n)):
        count = np.empty(len(dense), dtype=np.int64)
        row_scale = scale[first : first + len(dense)]
        walk.count_above(dense, row_scale, scale, count)
        starts = np.cumsum(count) - count
        kept = np.empty(count.sum(), dtype=np.int32)
        data = np.empty(len(kept), dtype=dense.dtype)
        walk.keep_above(dense, row_scale, scale, starts, kept, data)
        counts.append(count)
        indices.append(kept)
        values.append(data)
    indptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.concatenate(counts), out=indptr[1:])
    return sparse.csr_array((np.concatenate(values), np.concatenate(indices), indptr), shape=(n, n))


def polynomial_at(
    matrix: sparse.csr_array, coefficients: FloatArray, pairs: IntArray
) -> FloatArray:
    """Entries at ``pairs`` of ``p(N)``; only rows that occur as ``u`` are worked out."""
    out = np.empty(len(pairs))
    order = np.argsort(pairs[:, 0], kind="stable")
    sources, dtype = pairs[order, 0], _entry_precision(matrix.shape[0])
    for first, dense in _row_blocks(matrix, coefficients, sources, dtype):
        low, high = np.searchsorted(sources, [first, first + len(dense)])
        chosen = order[low:high]
        out[chosen] = dense[pairs[chosen, 0] - first, pairs[chosen, 1]]
    return out


def sandwich_at(
    matrix: sparse.csr_array, inner: sparse.csr_array, n_terms: int, pairs: IntArray
) -> FloatArray:
    r"""Entries at ``pairs`` of :math:`\sum_{s+t<T} N^s G N^t`, ``T = n_terms``, both symmetric.

    The sum is :math:`P + P^T`, :math:`P = \sum_{s<T/2} (N^s G) C_s`,
    :math:`C_s = N^s / 2 + N^{s+1} + … + N^{T-1-s}`. A few columns ``r`` of both factors at a time
    give every wanted entry its share of the sum over ``r``, so that nothing n x n is held: O(n T)
    memory, O(n (m T + pairs T)) time.
    """
    n = matrix.shape[0]
    dtype = _entry_precision(n)
    u, v = np.ascontiguousarray(pairs.T)
    out = np.zeros((min(_GROUPS, -(-n // walk.WIDTH)), len(pairs)))
    walk.sandwich_groups(
        *_narrow(matrix),
        matrix.data.astype(dtype),
        *_narrow(inner),
        inner.data.astype(dtype),
        n_terms,
        u,
        v,
        out,
    )
    total: FloatArray = out.sum(axis=0)
    return total


def working_bytes(n: int, n_terms: int) -> int:
    """Peak of :func:`sandwich_at` for ``n`` rows on all threads, in bytes."""
    panels = 2 * ((n_terms + 1) // 2) + 2
    one_thread = panels * n * walk.WIDTH * np.dtype(_entry_precision(n)).itemsize
    return int(config.NUMBA_NUM_THREADS) * one_thread


def _narrow(matrix: sparse.csr_array) -> tuple[Array, Array]:
    """The rows of a matrix that is gone through many times, in half the bytes."""
    return matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32)


def _row_blocks(
    matrix: sparse.csr_array,
    coefficients: FloatArray,
    wanted: IntArray,
    dtype: type[np.floating[Any]],
) -> Iterator[tuple[int, FloatArray]]:
    """Dense rows of ``p(N)``, a block at a time, passing over blocks without a wanted row."""
    n = matrix.shape[0]
    indptr, indices = _narrow(matrix)
    data = matrix.data.astype(dtype)
    height = max(walk.WIDTH, _DENSE_ROWS_BYTES // (8 * n) // walk.WIDTH * walk.WIDTH)
    for first in range(0, n, height):
        low, high = np.searchsorted(wanted, [first, first + height])
        if low == high:
            continue
        dense = np.empty((min(height, n - first), n), dtype=dtype)
        walk.polynomial_rows(indptr, indices, data, coefficients, first, dense)
        yield first, dense
