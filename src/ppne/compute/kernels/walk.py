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
def blocks_of(indptr, indices, values, out):
    """Lay a symmetric sparse matrix out densely: ``out[b, i, c]`` is entry ``(i, WIDTH b + c)``."""
    for b in prange(out.shape[0]):
        for i in range(out.shape[1]):
            for c in range(WIDTH):
                out[b, i, c] = 0.0
        for j in range(WIDTH * b, min(WIDTH * (b + 1), out.shape[1])):
            for e in range(indptr[j], indptr[j + 1]):
                out[b, indices[e], j - WIDTH * b] = values[e]


@njit(parallel=True, cache=True)
def multiply_blocks(indptr, indices, values, blocks):
    """Replace the matrix laid out in ``blocks`` by ``N`` times itself."""
    for b in prange(blocks.shape[0]):
        after = np.empty_like(blocks[b])
        _step(indptr, indices, values, blocks[b], after)
        blocks[b] = after


@njit(parallel=True, cache=True)
def multiply_blocks_plus_transposed(indptr, indices, values, blocks, other):
    """Replace ``W`` in ``blocks`` by ``N W + V^T``, ``V`` in ``other``; tile by tile."""
    n = blocks.shape[1]
    for b in prange(blocks.shape[0]):
        after = np.empty_like(blocks[b])
        _step(indptr, indices, values, blocks[b], after)
        width = min(WIDTH, n - WIDTH * b)
        for a in range(other.shape[0]):
            low = WIDTH * a
            for r in range(min(WIDTH, n - low)):
                for c in range(width):
                    blocks[b, low + r, c] = after[low + r, c] + other[a, WIDTH * b + c, r]


@njit(parallel=True, cache=True)
def add_at(blocks, u, v, out):
    """Add entry ``(u[p], v[p])`` of the matrix laid out in ``blocks`` to ``out[p]``."""
    for p in prange(u.size):
        out[p] += blocks[v[p] // WIDTH, u[p], v[p] % WIDTH]


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
