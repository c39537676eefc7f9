"""Numba: entries of the walk at pairs that are not linked, by walks from both ends."""

import numpy as np
from numba import njit, prange

from ppne.compute.kernels.rows import place
from ppne.compute.kernels.spread import salt_of, uniform


@njit(parallel=True, cache=True)
def sandwich_by_pairs(indptr, indices, g_indptr, g_indices, g_values, u, v, n_terms, key, out):
    """Set ``out[w, p]`` to the sandwich at pair ``p`` as walk ``w`` from both ends finds it.

    The sum over ``s + t < n_terms`` of the inner matrix at the node where the walk from ``u`` is
    after ``s`` steps and the walk from ``v`` after ``t``.
    """
    for p in prange(u.size):
        ahead = np.empty(n_terms, dtype=np.int64)
        for w in range(out.shape[0]):
            x = v[p]
            for t in range(n_terms):
                ahead[t] = x
                x = _step(indptr, indices, x, key, u[p], 2 * w + 1, t)
            total = 0.0
            x = u[p]
            for s in range(n_terms):
                for t in range(n_terms - s):
                    e = place(g_indptr, g_indices, x, ahead[t])
                    if e >= 0:
                        total += g_values[e]
                x = _step(indptr, indices, x, key, v[p], 2 * w, s)
            out[w, p] = total


@njit(cache=True)
def _step(indptr, indices, node, key, other, walk, step):
    """A neighbour of the node at random; the node itself if it has none."""
    low = indptr[node]
    degree = indptr[node + 1] - low
    if degree == 0:
        return node
    at = int(uniform(salt_of(key + walk, other), step, node) * degree)
    return indices[low + min(at, degree - 1)]
