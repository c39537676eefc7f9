"""Numba: sparse rows times a dense block, inner products of rows, look-ups in rows."""

from numba import njit, prange


@njit(parallel=True, cache=True)
def sparse_times_dense(indptr, indices, values, x, scale, out):
    """Set ``out`` to ``scale`` times the sparse matrix times ``x``, minus ``out`` as it was."""
    for i in prange(out.shape[0]):
        target = out[i]
        for d in range(target.size):
            target[d] = -target[d]
        for e in range(indptr[i], indptr[i + 1]):
            weight = scale * values[e]
            source = x[indices[e]]
            for d in range(target.size):
                target[d] += weight * source[d]


@njit(parallel=True, cache=True)
def pair_dot(a, b, u, v, out):
    """Set ``out[p]`` to the inner product of row ``u[p]`` of ``a`` and row ``v[p]`` of ``b``."""
    for p in prange(u.size):
        i = u[p]
        j = v[p]
        dot = 0.0
        for d in range(a.shape[1]):
            dot += a[i, d] * b[j, d]
        out[p] = dot


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
