"""Numba: what the shortest paths from a node put on each link (Brandes 2001)."""

from numba import njit, prange


@njit(parallel=True, cache=True)
def link_dependencies(indptr, indices, link, sources, distance, paths, dependency, order, out):
    """Add to ``out[g]`` what each ``len(out)``-th source, from ``g`` on, depends on each link.

    ``link[e]`` is the link that arc ``e`` belongs to. ``distance`` holds ``-1`` and ``dependency``
    0 in the beginning, and again in the end; ``paths`` and ``order`` are room to work in. All four
    have a row a group.
    """
    for g in prange(out.shape[0]):
        far, ways, owed, queue, total = distance[g], paths[g], dependency[g], order[g], out[g]
        for at in range(g, sources.size, out.shape[0]):
            queue[0] = sources[at]
            far[sources[at]] = 0
            ways[sources[at]] = 1.0
            n_reached = 1
            head = 0
            while head < n_reached:
                u = queue[head]
                head += 1
                for e in range(indptr[u], indptr[u + 1]):
                    v = indices[e]
                    if far[v] < 0:
                        far[v] = far[u] + 1
                        ways[v] = 0.0
                        queue[n_reached] = v
                        n_reached += 1
                    if far[v] == far[u] + 1:
                        ways[v] += ways[u]
            for back in range(n_reached - 1, -1, -1):
                v = queue[back]
                share = (1.0 + owed[v]) / ways[v]
                for e in range(indptr[v], indptr[v + 1]):
                    u = indices[e]
                    if far[u] == far[v] - 1:
                        owed[u] += ways[u] * share
                        total[link[e]] += ways[u] * share
            for back in range(n_reached):
                far[queue[back]] = -1
                owed[queue[back]] = 0.0
