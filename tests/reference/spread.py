"""Twin of `ppne.compute.kernels.spread`, layer by layer in dictionaries, and by enumeration."""

import numpy as np

WRAP = 2**64 - 1


def mixed(x):
    """The finaliser of SplitMix64."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WRAP
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WRAP
    return x ^ (x >> 31)


def uniform(key, start, layer, node):
    """A number in [0, 1) for these four."""
    stride = 0x9E3779B97F4A7C15
    x = mixed((key + start * stride) & WRAP)
    x = mixed((x + layer * stride + node) & WRAP)
    return (x >> 11) / 2**53


def flows(graph, start, n_walkers, key, n_steps):
    """For each step, the mass that each link ``(u, v)`` carries."""
    held = {start: float(n_walkers)}
    steps = []
    for step in range(n_steps):
        carried, after = {}, {}
        for u, mass in held.items():
            near = graph.indices[graph.indptr[u] : graph.indptr[u + 1]]
            if mass >= len(near):
                chosen = range(len(near))
            else:
                count = max(1, int(mass))
                spacing = len(near) / count
                first = uniform(key, start, step, u) * spacing
                chosen = [int(first + c * spacing) for c in range(count)]
            for at in chosen:
                v = int(near[at])
                carried[u, v] = mass / len(chosen)
                after[v] = after.get(v, 0.0) + mass / len(chosen)
        steps.append(carried)
        held = after
    return steps


def masses(graph, start, n_walkers, key, n_steps):
    """Mass at each node, one row a layer, the start first."""
    out = np.zeros((n_steps + 1, graph.shape[0]))
    out[0, start] = n_walkers
    if graph.indptr[start] == graph.indptr[start + 1]:
        return out
    for step, carried in enumerate(flows(graph, start, n_walkers, key, n_steps), 1):
        for (_, v), mass in carried.items():
            out[step, v] += mass
    return out


def sandwich_at_links(graph, inner, n_steps, walkers, key):
    """Dense: what walks over each link meet beyond it, over the starts."""
    n = graph.shape[0]
    rewards = inner.toarray()
    out = np.zeros((n, n))
    for start in range(n):
        if graph.indptr[start] == graph.indptr[start + 1] or not rewards[start].any():
            continue
        ahead = rewards[start].copy()
        for carried in reversed(flows(graph, start, walkers[start], key, n_steps)):
            behind, left = rewards[start].copy(), {}
            for (u, v), mass in carried.items():
                out[u, v] += mass / walkers[start] * ahead[v]
                left.setdefault(u, []).append(ahead[v])
            for u, values in left.items():
                behind[u] += np.mean(values)
            ahead = behind
    return out


def ratio_of_dots(matrix, left, right, scale):
    """Dense entries and row sums, where the matrix has entries."""
    there = matrix.toarray() != 0
    dots = np.where(there, left @ right.T + right @ left.T, 0.0)
    divided = np.divide(dots, matrix.toarray(), out=np.zeros_like(dots), where=there)
    return scale[:, None] * divided * scale, dots.sum(axis=1)
