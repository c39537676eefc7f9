"""Twin of `ppne.compute.kernels.paths`, straight from the definition, dense."""

import numpy as np


def link_betweenness(adjacency, links, sources):
    """Sum over sources ``s`` and targets ``t`` of the share of their shortest paths on a link."""
    far, ways = _shortest(adjacency)
    out = np.zeros(len(links))
    for at, (u, v) in enumerate(links):
        for s in sources:
            for t in range(len(adjacency)):
                if t == s or not np.isfinite(far[s, t]):
                    continue
                for first, second in ((u, v), (v, u)):
                    if far[s, first] + 1 + far[second, t] == far[s, t]:
                        out[at] += ways[s, first] * ways[second, t] / ways[s, t]
    return out


def _shortest(adjacency):
    """Length and number of shortest paths between any two nodes, from powers of the matrix."""
    n = len(adjacency)
    far, ways = np.full((n, n), np.inf), np.zeros((n, n))
    power = np.eye(n)
    for length in range(n):
        new = (power > 0) & np.isinf(far)
        far[new], ways[new] = length, power[new]
        power = power @ adjacency
    return far, ways
