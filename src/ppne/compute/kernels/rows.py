"""Numba: sparse rows times a dense block, and inner products of pairs of rows."""

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
