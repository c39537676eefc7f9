"""The walk's matrices from walkers instead of dense rows: for graphs too large for n^2 work.

Each function is an estimate of one in `cpu` whose error falls with the number of walkers. A graph
comes as the pattern of its normalised adjacency matrix; the values follow from the degrees.
"""

import numpy as np
from scipy import sparse

from ppne.compute.arrays import Array, FloatArray, IntArray
from ppne.compute.kept import empty
from ppne.compute.kernels import entries, spread, two_walks
from ppne.compute.lookup import find_in_pattern

_KEY = 0x70706E65
"""Of every walk: a public constant, so that no seed of a user's goes into what is published."""

_BLOCK_BYTES = 256 * 2**20
"""Rows of met nodes held at once."""

_LEAST = 1.5
"""Walkers that must have met at a node for it to count: single ones are noise far from home."""

_KEPT = 0.2
"""Entries of a row for each step of a walker, at the most: others meet, or are alone."""

_ENTRY_BYTES = 32
"""Of an entry: twice while both directions are added, or in the four matrices of a run."""

_LENGTH_POWER = 0.75
"""Walkers of a row go by its length to this power: between the best mean and the best rank."""

_WALKS = 32
"""Walks from both ends of a pair that is not linked."""


def walk_above(
    graph: sparse.csr_array, coefficients: FloatArray, factor: float, n_walkers: int
) -> sparse.csr_array:
    r"""Entries above one of ``factor`` :math:`D^{-1/2} p(N) D^{-1/2}`, from walkers of each node.

    What walkers from both ends met, over both ends' degrees: the sum of two counts over the sum
    of what they are out of, which leans on the end whose walkers scatter less. Single precision.
    """
    n = graph.shape[0]
    back = _transpose(_one_way(graph, coefficients, factor, n_walkers))
    one_way = _transpose(back)  # for the second time, which has sorted its columns
    given = (*_parts(one_way), *_parts(back))
    starts = np.zeros(n + 1, dtype=np.int64)
    nothing = np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float32)
    entries.sum_above(*given, starts, *nothing)
    np.cumsum(starts, out=starts)
    places = empty((starts[-1],), np.int32)
    values = empty((starts[-1],), np.float32)
    if len(places):
        entries.sum_above(*given, starts, places, values)
    return sparse.csr_array((values, places, starts), shape=(n, n))


def walk_bytes(n: int, n_steps: int, n_walkers: int) -> int:
    """About what :func:`walk_above` and the matrices made from it take at the peak."""
    met = min(n, _KEPT * n_walkers * n_steps)
    block = min(_BLOCK_BYTES, 8 * n * n_walkers * n_steps)
    return int(n * met * _ENTRY_BYTES) + 2 * block


def _one_way(
    graph: sparse.csr_array, coefficients: FloatArray, factor: float, n_walkers: int
) -> sparse.csr_array:
    """The part of each row that its own walkers bring."""
    n = graph.shape[0]
    pattern = _narrow(graph)
    capacity = min(n, n_walkers * (len(coefficients) - 1) + 1)
    height = max(1, min(n, _BLOCK_BYTES // (8 * capacity)))
    places = empty((height, capacity + 1), np.int32)
    values = empty((height, capacity), np.float32)
    counts: list[IntArray] = []
    kept: list[IntArray] = []
    shares: list[FloatArray] = []
    for first in range(0, n, height):
        rows = slice(0, min(height, n - first))
        spread.walk_rows(
            *pattern,
            coefficients,
            factor,
            _LEAST,
            first,
            n_walkers,
            _KEY,
            places[rows],
            values[rows],
        )
        counts.append(places[rows, -1].copy())
        taken = np.arange(capacity) < counts[-1][:, None]
        kept.append(places[rows, :-1][taken])
        shares.append(values[rows][taken])
    indptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.concatenate(counts), out=indptr[1:])
    return sparse.csr_array((_joined(shares), _joined(kept), indptr), shape=(n, n))


def _joined(parts: list[Array]) -> Array:
    """The parts in one array; the list is emptied on the way, so that they are held once."""
    whole = empty((sum(map(len, parts)),), parts[0].dtype)
    parts.reverse()
    at = 0
    while parts:
        part = parts.pop()
        whole[at : at + len(part)] = part
        at += len(part)
    return whole


def _narrow(graph: sparse.csr_array) -> tuple[Array, Array]:
    """The graph's rows in few bytes: what walkers read from far memory."""
    return graph.indptr.astype(np.int64), graph.indices.astype(np.int32)


def _parts(matrix: sparse.csr_array) -> tuple[IntArray, IntArray, FloatArray]:
    return matrix.indptr, matrix.indices, matrix.data


def _transpose(matrix: sparse.csr_array) -> sparse.csr_array:
    """The transpose, columns sorted, by counting."""
    indptr = np.zeros(matrix.shape[0] + 1, dtype=matrix.indptr.dtype)
    indices = empty(matrix.indices.shape, matrix.indices.dtype)
    values = empty(matrix.data.shape, matrix.data.dtype)
    entries.transpose(*_parts(matrix), indptr, indices, values)
    return sparse.csr_array((values, indices, indptr), shape=matrix.shape)


def walk_polynomial_at(
    graph: sparse.csr_array, coefficients: FloatArray, pairs: IntArray, n_walkers: int
) -> FloatArray:
    """Entries at ``pairs`` of ``p(N)``, from walkers of each node that occurs as ``u``."""
    order = np.argsort(pairs[:, 0], kind="stable")
    u, v = np.ascontiguousarray(pairs[order].T)
    starts, first = np.unique(u, return_index=True)
    shares = np.empty(len(pairs))
    spread.walk_entries(
        *_narrow(graph),
        coefficients,
        n_walkers,
        _KEY,
        starts,
        np.append(first, len(u)),
        v,
        shares,
    )
    root = np.sqrt(np.maximum(np.diff(graph.indptr), 1))
    out = np.empty(len(pairs))
    out[order] = shares * root[u] / root[v]
    return out


def walk_sandwich_at(
    graph: sparse.csr_array,
    inner: sparse.csr_array,
    n_terms: int,
    pairs: IntArray,
    n_walkers: int,
) -> FloatArray:
    r"""Entries at ``pairs`` of :math:`\sum_{s+t<T} N^s G N^t`, ``T = n_terms``, from walkers.

    At links, from what walkers over that link meet beyond it: O(n T walkers) for all of them. The
    rows of ``G`` get walkers by the power 3/4 of their length. At other pairs, from walks of both
    ends: O(T^2 walks) each.
    """
    degrees = np.diff(graph.indptr)
    root = np.sqrt(np.maximum(degrees, 1)).astype(np.float32)
    places = find_in_pattern(graph.indptr, graph.indices, pairs)
    linked = places >= 0
    out = np.empty(len(pairs))
    u, v = np.ascontiguousarray(pairs.T)
    if linked.any():
        back = find_in_pattern(graph.indptr, graph.indices, pairs[linked][:, ::-1])
        at_links = _sandwich_at_links(graph, inner, root, n_terms, n_walkers)
        out[linked] = (at_links[places[linked]] + at_links[back]) / 2
    away = np.flatnonzero(~linked)
    met = np.empty((_WALKS, len(away)), dtype=np.float32)
    two_walks.sandwich_by_pairs(
        *_narrow(graph),
        inner.indptr,
        inner.indices,
        _rescaled(inner, 1.0 / root, 1.0 / root)[0],
        u[away],
        v[away],
        n_terms,
        _KEY,
        met,
    )
    out[away] = met.mean(axis=0, dtype=np.float64)
    out *= root[u] * root[v]
    return out


def _sandwich_at_links(
    graph: sparse.csr_array,
    inner: sparse.csr_array,
    root: FloatArray,
    n_terms: int,
    n_walkers: int,
) -> FloatArray:
    values, lengths = _rescaled(inner, root, 1.0 / root)
    out = empty((spread.GROUPS, len(graph.indices)), np.float32)
    out.fill(0.0)
    spread.sandwich_at_links(
        *_narrow(graph),
        inner.indptr,
        inner.indices,
        values,
        n_terms,
        _shared_out(lengths**_LENGTH_POWER, n_walkers),
        _KEY,
        out,
    )
    total: FloatArray = out.sum(axis=0, dtype=np.float64)
    return total


def _shared_out(weights: FloatArray, n_each: int) -> IntArray:
    """About ``n_each`` walkers a row, by weight, none without and none with too many."""
    given = weights > 0
    mean = weights.sum() / max(1, np.count_nonzero(given))
    shares = n_each * weights / (mean if mean > 0 else 1.0)
    walkers: IntArray = np.clip(shares, max(1, n_each // 16), 16 * n_each).astype(np.int32)
    return walkers


def _rescaled(
    matrix: sparse.csr_array, row_scale: FloatArray, column_scale: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Entries times both scales, in single precision, and the lengths of the rows."""
    values = empty((matrix.nnz,), np.float32)
    lengths = np.empty(matrix.shape[0])
    entries.rescale(*_parts(matrix), row_scale, column_scale, values, lengths)
    return values, lengths


def ratio_of_dots(
    matrix: sparse.csr_array,
    left: FloatArray,
    held: IntArray,
    right: FloatArray,
    scale: FloatArray,
) -> tuple[sparse.csr_array, FloatArray]:
    r"""``scale_i scale_j`` :math:`(L R^\top + R L^\top)_{ij} / M_{ij}` at every entry of ``M``.

    And the sums of the brackets over each row. Row ``i`` of ``L`` is row ``held[i]`` of ``left``,
    zero where that is -1. In the matrix's precision, O(nnz columns).
    """
    dtype = matrix.data.dtype
    values = empty((matrix.nnz,), dtype)
    sums = np.empty(matrix.shape[0])
    entries.ratio_of_dots(
        *_parts(matrix),
        np.ascontiguousarray(left, dtype=dtype),
        held,
        np.ascontiguousarray(right, dtype=dtype),
        scale,
        values,
        sums,
    )
    return sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape), sums
