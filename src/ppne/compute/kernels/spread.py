"""Numba: walkers that spread from a node, layer by layer, as few or as many as can be afforded.

``n_walkers`` units of mass start at a node. A node that holds at least a unit for each of its
neighbours gives all of them their share, exactly; one that holds less sends whole units to some,
evenly spaced from a random one on, so that each neighbour's share is right on average. Masses that
meet are added up. A layer so has at most ``n_walkers`` nodes, every estimate is unbiased, and it is
exact once there are enough walkers. The random number of a node in a layer depends only on the key,
the start, the layer and the node: not on threads, and not on links elsewhere.
"""

import numpy as np
from numba import njit, prange

_STRIDE = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_UNIT = 1.0 / 9007199254740992.0  # 2^-53

GROUPS = 8
"""Parts that the starts are dealt out to, whatever the number of threads."""


@njit(cache=True, inline="always")
def _mixed(x):
    """The finaliser of SplitMix64."""
    x = (x ^ (x >> np.uint64(30))) * _FIRST
    x = (x ^ (x >> np.uint64(27))) * _SECOND
    return x ^ (x >> np.uint64(31))


@njit(cache=True)
def salt_of(key, start):
    """What the random numbers of one start's walkers have in common."""
    return _mixed(np.uint64(key) + np.uint64(start) * _STRIDE)


@njit(cache=True)
def uniform(salt, layer, node):
    """A number in [0, 1) that depends on these three alone."""
    x = _mixed(salt + np.uint64(layer) * _STRIDE + np.uint64(node))
    return (x >> np.uint64(11)) * _UNIT


@njit(cache=True)
def _sending(held, degree, salt, layer, node):
    """How many neighbours a node sends its mass to, the first of them, and how far apart."""
    if held >= degree:
        return degree, 0.0, 1.0
    count = max(1, int(held))
    spacing = degree / count
    return count, uniform(salt, layer, node) * spacing, spacing


@njit(cache=True)
def _meet(indptr, indices, start, n_walkers, key, coefficients, board, here, there, met):
    """Fill ``met`` with the nodes that walkers from one start meet; returns how many.

    Their masses, weighed by ``coefficients[s]`` in layer ``s``, are column 2 of ``board``. Its
    first two columns are the masses of this layer and the next, the last says who is in ``met``:
    side by side, for each is a step into far memory. All of it is zero before; after, only columns
    2 and 3 of those met are not.
    """
    salt = salt_of(key, start)
    sent = np.empty(n_walkers, dtype=np.int64)
    share = np.empty(n_walkers, dtype=np.float32)
    here[0] = start
    n_here = 1
    board[start, 0] = n_walkers
    board[start, 2] = coefficients[0] * n_walkers
    board[start, 3] = 1.0
    met[0] = start
    n_met = 1
    n_steps = coefficients.size - 1 if indptr[start + 1] > indptr[start] else 0
    for s in range(n_steps):
        now = s % 2
        n_sent = 0
        for p in range(n_here):
            u = here[p]
            low = indptr[u]
            degree = indptr[u + 1] - low
            held = board[u, now]
            board[u, now] = 0.0
            count, first, spacing = _sending(held, degree, salt, s, u)
            for c in range(count):
                sent[n_sent] = low + min(int(first + c * spacing), degree - 1)
                share[n_sent] = held / count
                n_sent += 1
        for e in range(n_sent):  # apart, so that many of these far reads are under way at once
            sent[e] = indices[sent[e]]
        n_there = 0
        for e in range(n_sent):
            v = sent[e]
            if board[v, 1 - now] == 0.0:
                there[n_there] = v
                n_there += 1
            board[v, 1 - now] += share[e]
        for q in range(n_there):
            v = there[q]
            board[v, 2] += coefficients[s + 1] * board[v, 1 - now]
            if board[v, 3] == 0.0:
                board[v, 3] = 1.0
                met[n_met] = v
                n_met += 1
        here, there = there, here
        n_here = n_there
    for p in range(n_here):
        board[here[p], n_steps % 2] = 0.0
    return n_met


@njit(parallel=True, cache=True)
def walk_rows(indptr, indices, coefficients, scale, least, first, n_walkers, key, places, values):
    """Write the nodes that walkers from ``first + r`` meet into row ``r`` of ``places``.

    With each the mass met there, weighed by ``coefficients[s]`` in layer ``s``, as a share of the
    walkers, times ``scale`` over the two degrees' sum; only where that mass is ``least`` or more.
    The last column of ``places`` is how many there are.
    """
    n = indptr.size - 1
    n_rows = places.shape[0]
    n_groups = min(GROUPS, n_rows)
    for group in prange(n_groups):
        board = np.zeros((n, 4), dtype=np.float32)
        here = np.empty(n_walkers, dtype=np.int32)
        there = np.empty(n_walkers, dtype=np.int32)
        met = np.empty(places.shape[1], dtype=np.int32)
        for r in range(group, n_rows, n_groups):
            start = first + r
            degree = indptr[start + 1] - indptr[start]
            count = 0
            n_met = _meet(
                indptr, indices, start, n_walkers, key, coefficients, board, here, there, met
            )
            for i in range(n_met):
                v = met[i]
                mass = board[v, 2]
                board[v, 2] = 0.0
                board[v, 3] = 0.0
                if mass >= least and degree > 0:
                    both = degree + indptr[v + 1] - indptr[v]
                    places[r, count] = v
                    values[r, count] = mass * scale / (n_walkers * both)
                    count += 1
            places[r, -1] = count


@njit(parallel=True, cache=True)
def walk_entries(indptr, indices, coefficients, n_walkers, key, starts, bounds, v, out):
    """Set ``out[e]`` to the share of walkers from a start that are met at ``v[e]``.

    Weighed by ``coefficients[s]`` in layer ``s``. The entries of ``starts[r]`` are those from
    ``bounds[r]`` to ``bounds[r + 1]``.
    """
    n = indptr.size - 1
    n_groups = min(GROUPS, starts.size)
    for group in prange(n_groups):
        board = np.zeros((n, 4), dtype=np.float32)
        here = np.empty(n_walkers, dtype=np.int32)
        there = np.empty(n_walkers, dtype=np.int32)
        met = np.empty(min(n, n_walkers * (coefficients.size - 1) + 1), dtype=np.int32)
        for r in range(group, starts.size, n_groups):
            n_met = _meet(
                indptr, indices, starts[r], n_walkers, key, coefficients, board, here, there, met
            )
            for e in range(bounds[r], bounds[r + 1]):
                out[e] = board[v[e], 2] / n_walkers
            for i in range(n_met):
                board[met[i], 2] = 0.0
                board[met[i], 3] = 0.0


@njit(cache=True)
def _spread(indptr, indices, start, n_walkers, key, nodes, mass, ends, edges, slot):
    """As :func:`_meet`, keeping the layers and the links walked between them.

    ``nodes[s, p]`` and ``mass[s, p]`` for position ``p`` of layer ``s``; ``ends[s, p]`` is where
    its links end in ``edges[s]``, whose rows are (entry of the graph, position in the next layer).
    A link carries the mass of its node over the number of its links. ``slot`` is all -1 before
    and after. The length of layer ``s`` is ``ends[s, -1]``.
    """
    salt = salt_of(key, start)
    n_steps = edges.shape[0]
    last = nodes.shape[1]
    nodes[0, 0] = start
    mass[0, 0] = n_walkers
    ends[0, last] = 1
    sent = np.empty(n_walkers, dtype=np.int64)
    share = np.empty(n_walkers, dtype=np.float32)
    for s in range(n_steps):
        n_sent = 0
        for p in range(ends[s, last]):
            u = nodes[s, p]
            low = indptr[u]
            degree = indptr[u + 1] - low
            held = mass[s, p]
            count, first, spacing = _sending(held, degree, salt, s, u)
            for c in range(count):
                edges[s, n_sent, 0] = low + min(int(first + c * spacing), degree - 1)
                share[n_sent] = held / count
                n_sent += 1
            ends[s, p] = n_sent
        for e in range(n_sent):
            sent[e] = indices[edges[s, e, 0]]
        n_next = 0
        for e in range(n_sent):
            v = sent[e]
            q = slot[v]
            if q < 0:
                q = n_next
                slot[v] = q
                nodes[s + 1, q] = v
                mass[s + 1, q] = 0.0
                n_next += 1
            mass[s + 1, q] += share[e]
            edges[s, e, 1] = q
        ends[s + 1, last] = n_next
        for q in range(n_next):
            slot[nodes[s + 1, q]] = -1


@njit(parallel=True, cache=True)
def sandwich_at_links(indptr, indices, g_indptr, g_indices, g_values, n_steps, walkers, key, out):
    """Add to ``out[g, e]`` the share of group ``g`` in entry ``e`` of the graph's own pattern.

    The sum over starts ``a`` of the mass that walks over the link, times what the walk from there
    on meets: ``sum_{s+t<T} sum_a (P^s)_{au} P_uv (P^t g_a)_v``, ``g_a`` being row ``a`` of the
    inner matrix.
    """
    n = indptr.size - 1
    n_groups = out.shape[0]
    n_walkers = walkers.max()
    for group in prange(n_groups):
        slot = np.full(n, -1, dtype=np.int32)
        met = np.zeros(n, dtype=np.float32)
        nodes = np.empty((n_steps + 1, n_walkers), dtype=np.int32)
        mass = np.empty((n_steps + 1, n_walkers), dtype=np.float32)
        ends = np.empty((n_steps + 1, n_walkers + 1), dtype=np.int32)
        edges = np.empty((n_steps, n_walkers, 2), dtype=np.int32)
        ahead = np.empty(n_walkers, dtype=np.float32)
        here = np.empty(n_walkers, dtype=np.float32)
        total = out[group]
        for start in range(group, n, n_groups):
            if indptr[start] == indptr[start + 1] or g_indptr[start] == g_indptr[start + 1]:
                continue
            for e in range(g_indptr[start], g_indptr[start + 1]):
                met[g_indices[e]] = g_values[e]
            _spread(indptr, indices, start, walkers[start], key, nodes, mass, ends, edges, slot)
            for q in range(ends[n_steps, n_walkers]):
                ahead[q] = met[nodes[n_steps, q]]
            for s in range(n_steps - 1, -1, -1):
                share = np.float32(1.0) / walkers[start]
                _backward(nodes[s], mass[s], ends[s], edges[s], share, met, ahead, here, total)
                ahead, here = here, ahead
            for e in range(g_indptr[start], g_indptr[start + 1]):
                met[g_indices[e]] = 0.0


@njit(cache=True)
def _backward(nodes, mass, ends, edges, unit, met, ahead, here, total):
    """From what a walk meets from the next layer on, to the same from this layer on."""
    at = 0
    for p in range(ends[-1]):
        count = ends[p] - at
        share = unit * mass[p] / count
        seen = np.float32(0.0)
        while at < ends[p]:
            value = ahead[edges[at, 1]]
            seen += value
            total[edges[at, 0]] += share * value
            at += 1
        here[p] = met[nodes[p]] + seen / count
