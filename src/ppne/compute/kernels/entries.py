"""Numba: every stored entry of a sparse matrix worked out from its row and its column."""

import numpy as np
from numba import njit, prange

LANES = 64
"""Partial sums of an inner product; below this LLVM unrolls and stops vectorising."""


@njit(cache=True)
def _dot(a, b, lanes):
    """Inner product of two rows; ``lanes`` is scratch."""
    whole = a.size - a.size % LANES
    for c in range(LANES):
        lanes[c] = 0.0
    for start in range(0, whole, LANES):
        x = a[start : start + LANES]
        y = b[start : start + LANES]
        for c in range(LANES):
            lanes[c] += x[c] * y[c]
    total = 0.0
    for d in range(whole, a.size):
        total += a[d] * b[d]
    for c in range(LANES):
        total += lanes[c]
    return total


@njit(parallel=True, cache=True)
def ratio_of_dots(indptr, indices, values, left, right, scale, out, sums):
    """Set ``out[e]`` to ``scale_i scale_j (l_i r_j + r_i l_j) / values[e]``, ``(i, j)`` its place.

    And ``sums[i]`` to the sum of the brackets of row ``i``.
    """
    for i in prange(indptr.size - 1):
        lanes = np.empty(LANES, dtype=left.dtype)
        total = 0.0
        for e in range(indptr[i], indptr[i + 1]):
            j = indices[e]
            dot = _dot(left[i], right[j], lanes) + _dot(right[i], left[j], lanes)
            total += dot
            out[e] = scale[i] * scale[j] * dot / values[e]
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
