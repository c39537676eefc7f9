"""Numba: loops over the rows of a sparse matrix or of a tall block."""

import numpy as np
from numba import njit, prange

_SUMS_MAY_REORDER = {"reassoc", "contract"}
"""Lets a sum of products use vector registers; its order is fixed when it is compiled."""


@njit(parallel=True, cache=True)
def sparse_times_dense(indptr, indices, values, x, scale, fresh, out):
    """Set ``out`` to ``scale`` times the sparse matrix times ``x``, minus ``out`` as it was.

    ``values`` and ``scale`` are of the type of ``x``: one wider would widen every product. A
    ``fresh`` target may hold anything.
    """
    for i in prange(out.shape[0]):
        target = out[i]
        if fresh:
            target[:] = 0.0
        else:
            for d in range(target.size):
                target[d] = -target[d]
        for e in range(indptr[i], indptr[i + 1]):
            weight = scale * values[e]
            source = x[indices[e]]
            for d in range(target.size):
                target[d] += weight * source[d]


@njit(parallel=True, cache=True, fastmath=_SUMS_MAY_REORDER)
def row_norms(x, out):
    """Set ``out[i]`` to the length of row ``i``."""
    for i in prange(x.shape[0]):
        total = 0.0
        for d in range(x.shape[1]):
            total += np.float64(x[i, d]) * np.float64(x[i, d])
        out[i] = np.sqrt(total)


@njit(parallel=True, cache=True)
def scale_columns(x, factors, out):
    """Set column ``d`` of ``out`` to ``factors[d]`` times that of ``x``; may be ``x`` itself."""
    for i in prange(x.shape[0]):
        for d in range(factors.size):
            out[i, d] = x[i, d] * factors[d]


@njit(cache=True, fastmath=_SUMS_MAY_REORDER)
def dot(a, b):
    """Inner product of two rows in double precision, over the places that both have."""
    total = 0.0
    for d in range(min(a.size, b.size)):
        total += np.float64(a[d]) * np.float64(b[d])
    return total


@njit(cache=True)
def both_ways(left, held, right, i, j):
    """``l_i r_j + r_i l_j``, row ``i`` of the left factor being row ``held[i]``, zero if -1."""
    total = 0.0
    if held[i] >= 0:
        total += dot(left[held[i]], right[j])
    if held[j] >= 0:
        total += dot(left[held[j]], right[i])
    return total


@njit(parallel=True, cache=True)
def pair_dot(a, b, u, v, out):
    """Set ``out[p]`` to the inner product of row ``u[p]`` of ``a`` and row ``v[p]`` of ``b``.

    Over the columns that both have.
    """
    for p in prange(u.size):
        out[p] = dot(a[u[p]], b[v[p]])


@njit(parallel=True, cache=True)
def positive_sums(indptr, indices, terms, starts, kept, values):
    """Write, row by row, the stored places where ``terms[i] + terms[j]`` is positive, and that sum.

    ``starts`` is a row's first place, or is filled with the rows' counts where ``kept`` is empty.
    """
    counting = kept.size == 0
    for i in prange(indptr.size - 1):
        at = 0 if counting else starts[i]
        own = terms[i]
        for e in range(indptr[i], indptr[i + 1]):
            total = own + terms[indices[e]]
            if total > 0.0:
                if not counting:
                    kept[at] = indices[e]
                    values[at] = total
                at += 1
        if counting:
            starts[i] = at


@njit(parallel=True, cache=True)
def degree_shifts(indptr, indices, nodes, left, held, right, volume, negatives, out):
    """Set ``out[p]`` to what ``sum_ij G_ij Z_ij`` gains when the degree of ``nodes[p]`` moves.

    By one up in the first column and one down in the second; ``G = L R' + R L'``, ``Z`` the log of
    ``volume / (negatives d_i d_j)`` at links where that is above one. Neighbours move nothing.
    """
    for p in prange(nodes.size):
        i = nodes[p]
        degree = indptr[i + 1] - indptr[i]
        up = 0.0
        down = 0.0
        for e in range(indptr[i], indptr[i + 1]):
            j = indices[e]
            share = volume / (negatives * (indptr[j + 1] - indptr[j]))
            now = np.log(max(share / degree, 1.0))
            more = np.log(max(share / (degree + 1), 1.0)) - now
            less = np.log(max(share / max(degree - 1, 1), 1.0)) - now
            if more != 0.0 or less != 0.0:
                weight = 2.0 * both_ways(left, held, right, i, j)
                up += weight * more
                down += weight * less
        out[p, 0] = up
        out[p, 1] = down


@njit(parallel=True, cache=True)
def edit_rows(indptr, indices, edit_ptr, edits, new_indptr, out):
    """Write each row with its edits merged in: a column that is there goes, another comes."""
    for i in prange(indptr.size - 1):
        at = new_indptr[i]
        e = indptr[i]
        f = edit_ptr[i]
        while e < indptr[i + 1] or f < edit_ptr[i + 1]:
            if f == edit_ptr[i + 1] or (e < indptr[i + 1] and indices[e] < edits[f]):
                out[at] = indices[e]
                at += 1
                e += 1
            elif e == indptr[i + 1] or edits[f] < indices[e]:
                out[at] = edits[f]
                at += 1
                f += 1
            else:
                e += 1
                f += 1


@njit(cache=True)
def place(indptr, indices, row, column):
    """Where the column of the row is stored, or -1, by halving."""
    low = indptr[row]
    end = indptr[row + 1]
    high = end
    while low < high:
        middle = (low + high) // 2
        if indices[middle] < column:
            low = middle + 1
        else:
            high = middle
    return low if low < end and indices[low] == column else -1


@njit(cache=True)
def place_in_rows(indptr, indices, u, v, out):
    """Set ``out[p]`` to where column ``v[p]`` of row ``u[p]`` is stored, or -1; columns sorted."""
    for p in range(u.size):
        out[p] = place(indptr, indices, u[p], v[p])


@njit(parallel=True, cache=True)
def place_many_in_rows(indptr, indices, u, v, out):
    """As :func:`place_in_rows`, by all threads."""
    for p in prange(u.size):
        out[p] = place(indptr, indices, u[p], v[p])
