"""Numba: sparse matrices entry by entry: scaled, transposed, added, inner products at each."""

import numpy as np
from numba import njit, prange

from ppne.compute.kernels.rows import both_ways


@njit(parallel=True, cache=True)
def ratio_of_dots(indptr, indices, values, left, held, right, scale, out, sums):
    """Set ``out[e]`` to ``scale_i scale_j (l_i r_j + r_i l_j) / values[e]``, ``(i, j)`` its place.

    And ``sums[i]`` to the sum of the brackets of row ``i``. Row ``i`` of the left factor is row
    ``held[i]`` of ``left``, zero where that is -1.
    """
    for i in prange(indptr.size - 1):
        total = 0.0
        for e in range(indptr[i], indptr[i + 1]):
            j = indices[e]
            both = both_ways(left, held, right, i, j)
            total += both
            out[e] = scale[i] * scale[j] * both / values[e]
        sums[i] = total


@njit(parallel=True, cache=True)
def rescale(indptr, indices, values, row_scale, column_scale, out, lengths):
    """Set ``out[e]`` to the entry times both scales, ``lengths[i]`` to the length of row ``i``."""
    for i in prange(indptr.size - 1):
        total = 0.0
        for e in range(indptr[i], indptr[i + 1]):
            out[e] = row_scale[i] * values[e] * column_scale[indices[e]]
            total += out[e] * out[e]
        lengths[i] = np.sqrt(total)


@njit(cache=True)
def transpose(indptr, indices, values, t_indptr, t_indices, t_values):
    """Set the last three to the transpose of the first three; its columns come out sorted."""
    n = indptr.size - 1
    for e in range(indices.size):
        t_indptr[indices[e] + 1] += 1
    for i in range(n):
        t_indptr[i + 1] += t_indptr[i]
    at = t_indptr[:-1].copy()
    for i in range(n):
        for e in range(indptr[i], indptr[i + 1]):
            to = at[indices[e]]
            t_indices[to] = i
            t_values[to] = values[e]
            at[indices[e]] = to + 1


@njit(parallel=True, cache=True)
def sum_above(a_indptr, a_indices, a_values, b_indptr, b_indices, b_values, starts, places, values):
    """Entries above one of the sum of two sparse matrices, columns sorted.

    With no ``places``, set ``starts[i + 1]`` to their number in row ``i``; else write row ``i``
    from ``starts[i]`` on.
    """
    for i in prange(a_indptr.size - 1):
        p = a_indptr[i]
        q = b_indptr[i]
        at = starts[i] if places.size else 0
        while p < a_indptr[i + 1] or q < b_indptr[i + 1]:
            j = a_indices[p] if p < a_indptr[i + 1] else np.iinfo(np.int32).max
            k = b_indices[q] if q < b_indptr[i + 1] else np.iinfo(np.int32).max
            total = np.float32(0.0)
            if j <= k:
                total += a_values[p]
                p += 1
            if k <= j:
                total += b_values[q]
                q += 1
            if total > 1.0:
                if places.size:
                    places[at] = min(j, k)
                    values[at] = total
                at += 1
        if not places.size:
            starts[i + 1] = at
