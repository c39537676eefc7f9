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
    """Set ``out`` to ``N x`` for one block of `WIDTH` columns."""
    for i in range(x.shape[0]):
        target = out[i]
        for c in range(WIDTH):
            target[c] = 0.0
        for e in range(indptr[i], indptr[i + 1]):
            weight = values[e]
            source = x[indices[e]]
            for c in range(WIDTH):
                target[c] += weight * source[c]


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


@njit(parallel=True, cache=True)
def next_power(indptr, indices, values, block, source, target):
    """Set `WIDTH` columns of ``block`` from ``target`` on to ``N`` times those from ``source``."""
    for i in prange(block.shape[0]):
        out = block[i, target : target + WIDTH]
        for c in range(WIDTH):
            out[c] = 0.0
        for e in range(indptr[i], indptr[i + 1]):
            weight = values[e]
            x = block[indices[e], source : source + WIDTH]
            for c in range(WIDTH):
                out[c] += weight * x[c]


@njit(parallel=True, cache=True)
def add_pair_dot(a, b, u, v, out):
    """Add to ``out[p]`` the inner product of row ``u[p]`` of ``a`` and row ``v[p]`` of ``b``."""
    for p in prange(u.size):
        left = a[u[p]]
        right = b[v[p]]
        dot = np.zeros(WIDTH, dtype=a.dtype)
        for start in range(0, left.size, WIDTH):
            for c in range(WIDTH):
                dot[c] += left[start + c] * right[start + c]
        out[p] += dot.sum()


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
