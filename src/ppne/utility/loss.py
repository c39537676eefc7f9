"""Training-free utility loss: what the embedding of a flipped graph fails to keep."""

import numpy as np
from numpy.polynomial import polynomial
from scipy import sparse

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.factor.methods import Method, entry_walkers
from ppne.factor.proximity import inverse_root_degrees, normal_adjacency
from ppne.graph.flips import Flips
from ppne.graph.simple import Graph
from ppne.utility.modes import Modes, walk_sum

_CHUNK = 4096
"""Flips whose moved modes are held at once."""

_PROBES = 32
"""Vectors of random signs for a trace."""


def tail_loss(
    graph: Graph, method: Method, modes: Modes, flips: Flips, *, compute: Compute
) -> FloatArray:
    r"""Embedding loss of the graph after each flip, Eq. (deepwalk_loss_est) and (line_loss_est).

    .. math::
        \hat L = \frac{vol + 2\delta}{T b} \Big[ \sum_{p>K} \tilde\sigma_p^2 \Big]^{1/2}, \quad
        \tilde\sigma_p = \frac{|g(\tilde\lambda_p)|}{d_{min}}, \quad
        g(\lambda) = \lambda + … + \lambda^T

    The tail is the total less the ``K`` modes: no other eigenvalue is needed. A flip moves the
    modes by :math:`\delta (2 u_i u_j - \lambda (u_i^2 + u_j^2))`, :math:`u = D^{-1/2} v`, and the
    total by :func:`total_change`.
    """
    total = spectral_total(graph, method, compute=compute, modes=modes)
    totals = total + total_change(graph, method, flips, compute=compute)
    scaled = modes.leading_vectors * inverse_root_degrees(graph)[:, None]
    tails = np.empty(len(flips))
    for low in range(0, len(flips), _CHUNK):
        part = slice(low, low + _CHUNK)
        i, j = flips.pairs[part].T
        a, b = scaled[i], scaled[j]
        slope = 2.0 * a * b - modes.values * (a**2 + b**2)
        moved = modes.values + flips.signs[part, None] * slope
        tails[part] = totals[part] - (walk_sum(moved, method.window) ** 2).sum(axis=1)
    volumes = 2.0 * graph.n_links + 2.0 * flips.signs
    floor = 1e-12 * total
    roots = np.sqrt(np.maximum(tails, floor)) / smallest_degree_after(graph, flips)
    loss: FloatArray = volumes / (method.window * method.negatives) * roots
    return loss


def spectral_total(
    graph: Graph, method: Method, *, compute: Compute, modes: Modes | None = None
) -> float:
    r""":math:`\sum_p g(\lambda_p)^2` over all n eigenvalues, from entries of ``N`` alone.

    For a window of one it is :math:`\sum_{links} 2 / (d_i d_j)`; beyond, the trace of the
    polynomial :math:`g^2`, read off the diagonal or, on a large graph, the mean of
    :math:`\lVert g(N) z \rVert^2` over vectors ``z`` of random signs: for what is beyond the
    modes, where there are any, since theirs is known and most of it.
    """
    normal = normal_adjacency(graph)
    if method.window == 1:
        return float((normal.data**2).sum())
    if entry_walkers(method, graph.n_nodes):
        return _probed_total(normal, method.window, modes, compute)
    everyone = np.arange(graph.n_nodes, dtype=np.int64)
    diagonal = np.column_stack([everyone, everyone])
    return float(compute.polynomial_at(normal, _squared_walk(method), diagonal).sum())


def _probed_total(
    normal: sparse.csr_array, window: int, modes: Modes | None, compute: Compute
) -> float:
    """The trace of ``g(N)^2`` from `_PROBES` random vectors and the modes (Hutch++)."""
    signs = stream(0, "probes").integers(0, 2, (normal.shape[0], _PROBES), dtype=np.int8)
    probes = (2 * signs - 1).astype(np.float32)
    known = 0.0
    if modes is not None:
        leading = modes.leading_vectors.astype(np.float32)
        probes -= compute.combine(leading, compute.gram(leading, probes))
        known = float((walk_sum(modes.values, window) ** 2).sum())
    image = compute.product(normal, probes)
    for _ in range(window - 1):
        image = compute.product(normal, image + probes)
    return known + float((image.astype(np.float64) ** 2).sum()) / _PROBES


def total_change(graph: Graph, method: Method, flips: Flips, *, compute: Compute) -> FloatArray:
    r"""Change of :func:`spectral_total` for each flip.

    Exact for a window of one. Beyond, first order with the degrees moving: with :math:`f = g^2`,
    :math:`2 f'(N)_{ij} / \sqrt{d_i d_j} - (N f'(N))_{ii} / d_i - (N f'(N))_{jj} / d_j`, times the
    sign. On a large graph the entries come from walkers.
    """
    degrees = graph.degrees.astype(float)
    links = graph.links
    u, v = links.T
    i, j = flips.pairs.T
    if method.window == 1:
        inverse = 1.0 / np.maximum(degrees, 1.0)
        near = np.bincount(u, inverse[v], graph.n_nodes) + np.bincount(v, inverse[u], graph.n_nodes)
        moved = 1.0 / np.maximum(degrees[flips.pairs] + flips.signs[:, None], 1.0)
        removed = (flips.signs < 0).astype(float)
        at_i = (moved[:, 0] - inverse[i]) * (near[i] - removed * inverse[j])
        at_j = (moved[:, 1] - inverse[j]) * (near[j] - removed * inverse[i])
        own = np.where(removed, -inverse[i] * inverse[j], moved[:, 0] * moved[:, 1])
        exact: FloatArray = 2.0 * (at_i + at_j + own)
        return exact
    scale = inverse_root_degrees(graph)
    slope = polynomial.polyder(_squared_walk(method))
    normal, both = normal_adjacency(graph), np.concatenate([links, flips.pairs])
    n_walkers = entry_walkers(method, graph.n_nodes)
    if n_walkers:
        entries = compute.walk_polynomial_at(normal, slope, both, n_walkers)
    else:
        entries = compute.polynomial_at(normal, slope, both)
    at_links, at_flips = entries[: len(links)], entries[len(links) :]
    on_links = scale[u] * scale[v] * at_links
    met = np.bincount(u, on_links, graph.n_nodes) + np.bincount(v, on_links, graph.n_nodes)
    node = met * scale**2
    change: FloatArray = flips.signs * (2.0 * at_flips * scale[i] * scale[j] - node[i] - node[j])
    return change


def smallest_degree_after(graph: Graph, flips: Flips) -> IntArray:
    """Least degree of the graph after each flip alone, over nodes that have links."""
    degrees = graph.degrees
    ends = np.sort(degrees[flips.pairs], axis=1)
    # Three smallest degrees, of which the flip's own ends are passed over.
    smallest = np.sort(np.append(degrees[degrees > 0], [graph.n_nodes] * 3))[:3]
    passed = np.zeros(len(flips), dtype=np.int64)
    for end in ends.T:
        passed += end == smallest[passed]
    moved = np.maximum(ends + flips.signs[:, None], 1)
    after: IntArray = np.minimum(smallest[passed], moved.min(axis=1))
    return after


def _squared_walk(method: Method) -> FloatArray:
    """Coefficients of ``g^2``, lowest power first."""
    walk = np.ones(method.window + 1)
    walk[0] = 0.0
    squared: FloatArray = polynomial.polymul(walk, walk)
    return squared
