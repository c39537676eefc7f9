"""How much each candidate flip would change the leakage, degrees and volume included."""

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.factor.methods import Method, entry_walkers
from ppne.factor.proximity import Proximity, inverse_root_degrees
from ppne.graph.flips import Flips
from ppne.graph.pairs import keys_of
from ppne.graph.simple import Graph
from ppne.privacy.gradient import FactorGradient

_EVERY_LINK = 200_000
"""Links up to which all of them say what moving the volume does."""


def leakage_changes(
    graph: Graph,
    method: Method,
    matrices: Proximity,
    gradient: FactorGradient,
    flips: Flips,
    *,
    compute: Compute,
) -> FloatArray:
    """Estimated change of the leakage for each flip; the privacy gain is its negative.

    Exact in the change of ``Z`` for a window of one, first order in the link's weight beyond.
    """
    change = _window_one if method.window == 1 else _window_many
    return change(graph, method, matrices, gradient, flips, compute=compute)


def _window_one(
    graph: Graph,
    method: Method,
    matrices: Proximity,
    gradient: FactorGradient,
    flips: Flips,
    *,
    compute: Compute,
) -> FloatArray:
    r""":math:`\langle G, \Delta Z \rangle` with the exact :math:`\Delta Z`.

    With ``g = 2 G`` at links and :math:`r = (vol + 2\delta) / vol`, moving ``vol`` alone shifts the
    sum by ``total``, the same for all flips of a sign, and then moving the degree of node ``i``
    alone by ``shift[i]``, clipping at 1 included; a removed link is taken out of them again.
    O(n_components) a flip and a neighbour of its ends. Above `_EVERY_LINK` links ``total`` is
    estimated from so many of them.
    """
    degrees = graph.degrees.astype(float)
    volume = degrees.sum()
    u, v = flips.pairs.T
    weights = 2.0 * gradient.at(flips.pairs, compute=compute)
    out = np.empty(len(flips))

    def entry(a: FloatArray, b: FloatArray, vol: float) -> FloatArray:
        return np.log(np.maximum(vol / (method.negatives * a * b), 1.0))

    links, share = _some_links(graph)
    link_gradient = gradient.at(links, compute=compute)
    a, b = degrees[links].T
    for sign in (1, -1):
        chosen = np.flatnonzero(flips.signs == sign)
        if not len(chosen):
            continue
        i, j, g = u[chosen], v[chosen], weights[chosen]
        new_volume = volume + 2.0 * sign
        moved = np.maximum(degrees + sign, 1.0)
        step = entry(a, b, new_volume) - entry(a, b, volume)
        total = 2.0 / share * float(link_gradient @ step)
        nodes, place = np.unique(flips.pairs[chosen], return_inverse=True)
        shifts = compute.degree_shifts(
            graph.indptr,
            graph.indices,
            nodes,
            gradient.left,
            gradient.held,
            gradient.right,
            volume=new_volume,
            negatives=method.negatives,
        )[:, 0 if sign > 0 else 1]
        change = total + shifts[place.reshape(-1, 2)].sum(axis=1)
        if sign > 0:
            change += g * entry(moved[i], moved[j], new_volume)
        else:
            own = entry(degrees[i], degrees[j], new_volume)
            own_i = entry(moved[i], degrees[j], new_volume) - own
            own_j = entry(degrees[i], moved[j], new_volume) - own
            change -= g * (own + own_i + own_j)
        out[chosen] = change
    return out


def _some_links(graph: Graph) -> tuple[IntArray, float]:
    """Every link, or evenly spaced ones where they are very many; and the share that they are."""
    if graph.n_links <= _EVERY_LINK:
        return graph.links, 1.0
    at = np.arange(0, len(graph.indices), len(graph.indices) // _EVERY_LINK)
    rows = np.searchsorted(graph.indptr, at, "right") - 1
    return np.column_stack([rows, graph.indices[at]]), len(at) / graph.n_links


def _window_many(
    graph: Graph,
    method: Method,
    matrices: Proximity,
    gradient: FactorGradient,
    flips: Flips,
    *,
    compute: Compute,
) -> FloatArray:
    r"""First-order change through the walk.

    .. math::
        \frac{dPL}{da_{ij}} = \frac{2 H_{ij}}{\sqrt{d_i d_j}} - \frac{q_i + \eta_i}{d_i}
        - \frac{q_j + \eta_j}{d_j} + \frac{2 t}{vol}

    with :math:`G_M = G \circ [M > 1] / M`, :math:`G' = \frac{vol}{bT} D^{-1/2} G_M D^{-1/2}`,
    :math:`H = \sum_{s+t<T} N^s G' N^t`, :math:`q_i = \sum_j (G_M \circ M)_{ij}`,
    :math:`\eta_i = \sum_j N_{ij} H_{ij}`, :math:`t = \sum_i q_i`. ``H`` is read at links and
    candidates only, exactly or, on a large graph, from walkers.
    """
    n = graph.n_nodes
    scale = inverse_root_degrees(graph)
    volume = 2.0 * graph.n_links
    factor = volume / (method.negatives * method.window)
    inner, q = compute.ratio_of_dots(
        matrices.above, gradient.left, gradient.held, gradient.right, scale * np.sqrt(factor)
    )
    links = graph.links
    added = flips.signs > 0
    both = np.concatenate([links, flips.pairs[added]])  # a removal is a link
    n_walkers = entry_walkers(method, n)
    if n_walkers:
        walks = compute.walk_sandwich_at(matrices.normal, inner, method.window, both, n_walkers)
    else:
        walks = compute.sandwich_at(matrices.normal, inner, method.window, both)
    at_links = walks[: len(links)]
    at_flips = np.empty(len(flips))
    at_flips[added] = walks[len(links) :]
    removed = np.searchsorted(keys_of(links, n), keys_of(flips.pairs[~added], n))
    at_flips[~added] = at_links[removed]
    u, v = links.T
    on_links = scale[u] * scale[v] * at_links
    eta = np.bincount(u, on_links, n) + np.bincount(v, on_links, n)
    node = (q + eta) * scale**2
    i, j = flips.pairs.T
    slope = 2.0 * at_flips * scale[i] * scale[j] - node[i] - node[j] + 2.0 * q.sum() / volume
    change: FloatArray = flips.signs * slope
    return change
