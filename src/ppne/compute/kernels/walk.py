"""Numba: polynomials of a symmetric sparse matrix ``N``, a few rows or columns at a time.

Each turn works on `WIDTH` rows laid side by side, so that a step of the walk is a sparse product
whose inner loop is contiguous and vectorised. The scratch of a turn is allocated inside it: one for
every turn at once would be as large as the dense result.
"""

import numpy as np
from numba import njit, prange

WIDTH = 64
"""Rows (or columns) that one turn carries; below this LLVM unrolls and stops vectorising."""


@njit(cache=True)
def _step(indptr, indices, values, x, out):
    """Set ``out`` to ``N x`` for one block of `WIDTH` columns, two entries of a row at a time.

    One at a time would load and store the row of ``out`` twice as often, which is what it costs.
    """
    for i in range(x.shape[0]):
        target = out[i]
        start, stop = indptr[i], indptr[i + 1]
        if (stop - start) % 2:
            weight = values[start]
            source = x[indices[start]]
            for c in range(WIDTH):
                target[c] = weight * source[c]
        else:
            for c in range(WIDTH):
                target[c] = 0.0
        for e in range(start + (stop - start) % 2, stop, 2):
            weight, next_weight = values[e], values[e + 1]
            source, next_source = x[indices[e]], x[indices[e + 1]]
            for c in range(WIDTH):
                target[c] = target[c] + weight * source[c] + next_weight * next_source[c]


@njit(parallel=True, cache=True)
def polynomial_rows(indptr, indices, values, coefficients, first, out):
    """Set row ``r`` of ``out`` to row ``first + r`` of ``sum_t coefficients[t] N^t`` (Horner)."""
    n_rows, n = out.shape
    n_turns = (n_rows + WIDTH - 1) // WIDTH
    top = coefficients.size - 1
    for turn in prange(n_turns):
        low = turn * WIDTH
        width = min(WIDTH, n_rows - low)
        before = np.zeros((n, WIDTH), dtype=out.dtype)
        after = np.zeros((n, WIDTH), dtype=out.dtype)
        for c in range(width):
            before[first + low + c, c] = coefficients[top]
        for t in range(top - 1, -1, -1):
            _step(indptr, indices, values, before, after)
            before, after = after, before
            for c in range(width):
                before[first + low + c, c] += coefficients[t]
        for start in range(0, n, WIDTH):
            stop = min(start + WIDTH, n)
            for c in range(width):
                for i in range(start, stop):
                    out[low + c, i] = before[i, c]


@njit(cache=True)
def _set_mean(x, y, out):
    """Set ``out`` to the mean of two panels."""
    for i in range(out.shape[0]):
        for c in range(WIDTH):
            out[i, c] = 0.5 * (x[i, c] + y[i, c])


@njit(cache=True)
def _take_from(x, out):
    """Set ``out`` to ``x - out``, panels both."""
    for i in range(out.shape[0]):
        for c in range(WIDTH):
            out[i, c] = x[i, c] - out[i, c]


@njit(parallel=True, cache=True)
def sandwich_groups(indptr, indices, values, g_indptr, g_indices, g_values, n_terms, u, v, out):
    """Set ``out[g, p]`` to the share of group ``g`` in entry ``(u[p], v[p])`` of the sandwich.

    It is ``P + P^T``, ``P = sum_s (N^s G) C_s`` with ``s < n_terms / 2`` alone and
    ``C_s = N^s / 2 + N^(s+1) + … + N^(n_terms-1-s)``, which from the sums ``B_t = I + … + N^t`` is
    ``B_(n_terms-1-s) - (B_(s-1) + B_s) / 2``. The middle index of ``P`` runs over panels of `WIDTH`
    columns; panel ``q`` belongs to group ``q % n_groups``. The groups do not depend on the threads.
    """
    n = indptr.size - 1
    n_groups = out.shape[0]
    half = (n_terms + 1) // 2
    last = n_terms - 1
    for group in prange(n_groups):
        left = np.zeros((half, n, WIDTH), dtype=values.dtype)
        right = np.zeros((half, n, WIDTH), dtype=values.dtype)
        before = np.zeros((n, WIDTH), dtype=values.dtype)
        after = np.zeros((n, WIDTH), dtype=values.dtype)
        dot = np.zeros(WIDTH, dtype=values.dtype)
        for first in range(group * WIDTH, n, n_groups * WIDTH):
            width = min(WIDTH, n - first)
            left[0] = 0.0
            for c in range(width):  # the middle matrix is symmetric: its rows are its columns
                for e in range(g_indptr[first + c], g_indptr[first + c + 1]):
                    left[0, g_indices[e], c] = g_values[e]
            for s in range(1, half):
                _step(indptr, indices, values, left[s - 1], left[s])
            before[:] = 0.0
            after[:] = 0.0
            for t in range(n_terms):
                if t > 0:
                    _step(indptr, indices, values, before, after)
                for c in range(width):
                    after[first + c, c] += 1.0
                if t < half:
                    _set_mean(before, after, right[t])
                if last - t < half:
                    _take_from(after, right[last - t])
                before, after = after, before
            for p in range(u.size):
                dot[:] = 0.0
                for s in range(half):
                    left_u, left_v = left[s, u[p]], left[s, v[p]]
                    right_u, right_v = right[s, u[p]], right[s, v[p]]
                    for c in range(WIDTH):
                        dot[c] += left_u[c] * right_v[c] + left_v[c] * right_u[c]
                out[group, p] += dot.sum()


@njit(parallel=True, cache=True)
def count_above(dense, row_scale, column_scale, counts):
    """Set ``counts[r]`` to how many entries of row ``r``, scaled, are greater than one."""
    for r in prange(dense.shape[0]):
        count = 0
        for j in range(dense.shape[1]):
            if dense[r, j] * row_scale[r] * column_scale[j] > 1.0:
                count += 1
        counts[r] = count


@njit(parallel=True, cache=True)
def keep_above(dense, row_scale, column_scale, starts, indices, values):
    """Write the scaled entries greater than one, row ``r`` from position ``starts[r]`` on."""
    for r in prange(dense.shape[0]):
        at = starts[r]
        for j in range(dense.shape[1]):
            scaled = dense[r, j] * row_scale[r] * column_scale[j]
            if scaled > 1.0:
                indices[at] = j
                values[at] = scaled
                at += 1
