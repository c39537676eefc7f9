"""Non-links that are hard to tell from links: of the same degrees, or two steps apart."""

from collections.abc import Callable

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.graph.pairs import contains, first_of_each, keys_of, pairs_of
from ppne.graph.simple import Graph

_ROUNDS = 30
"""Times to draw before giving up on what is still wanted."""

_LIKE = 0.1
"""Degrees that differ by at most this share count as the same."""

_AT_LEAST = 5
"""Nodes of nearest degree to draw from, on either side, however few have the same degree."""


def draw_degree_matched(
    graph: Graph, links: IntArray, taken: IntArray, count: int, rng: np.random.Generator
) -> IntArray:
    """At most ``count`` distinct non-links whose ends have degrees like those of the links' ends.

    Each is made from one of the links, taken in turn: either end is replaced by a node of nearly
    the same degree, the links themselves not counted. There are fewer where the graph has no more.
    """
    if not len(links):
        return links
    hidden = links[graph.has_links(links)]
    degrees = graph.degrees - np.bincount(hidden.ravel(), minlength=graph.n_nodes)
    order = np.lexsort((rng.random(graph.n_nodes), degrees))
    rank = np.empty_like(order)
    rank[order] = np.arange(graph.n_nodes)
    ordered = degrees[order]
    low = np.searchsorted(ordered, (1 - _LIKE) * degrees, "left")
    high = np.searchsorted(ordered, (1 + _LIKE) * degrees, "right")
    low = np.maximum(np.minimum(low, rank - _AT_LEAST), 0)
    high = np.minimum(np.maximum(high, rank + _AT_LEAST + 1), graph.n_nodes)

    def draw(n_pairs: int) -> IntArray:
        ends = links[np.resize(rng.permutation(len(links)), n_pairs)]
        room = (high - low)[ends]
        drawn: IntArray = order[low[ends] + (rng.random(ends.shape) * room).astype(np.int64)]
        return drawn

    return _distinct(draw, graph, taken, count)


def draw_two_hop(
    graph: Graph, links: IntArray, taken: IntArray, count: int, rng: np.random.Generator
) -> IntArray:
    """At most ``count`` distinct non-links whose ends have a neighbour in common.

    Drawn by paths of two links, none of them one of ``links``; so a pair with many common
    neighbours is the likelier.
    """
    hidden = np.sort(keys_of(links, graph.n_nodes))
    degrees = graph.degrees
    paths = np.cumsum(degrees * (degrees - 1))
    if paths[-1] == 0:
        return np.empty((0, 2), dtype=np.int64)

    def draw(n_pairs: int) -> IntArray:
        centre = np.searchsorted(paths, rng.integers(paths[-1], size=n_pairs), "right")
        first = rng.integers(degrees[centre])
        second = rng.integers(degrees[centre] - 1)
        second += second >= first
        ends = graph.indices[graph.indptr[centre][:, None] + np.column_stack([first, second])]
        seen = np.ones(n_pairs, dtype=bool)
        for column in range(2):
            step = np.sort(np.column_stack([centre, ends[:, column]]), axis=1)
            seen &= ~contains(hidden, keys_of(step, graph.n_nodes))
        return ends[seen]

    return _distinct(draw, graph, taken, count)


def _distinct(
    draw: Callable[[int], IntArray], graph: Graph, taken: IntArray, count: int
) -> IntArray:
    """At most ``count`` different pairs out of ``draw``: no loop, not linked, not taken."""
    n_nodes = graph.n_nodes
    keys = np.sort(keys_of(taken, n_nodes))
    drawn = np.empty(0, dtype=np.int64)
    for _ in range(_ROUNDS):
        if len(drawn) >= count:
            break
        ends = np.sort(draw(2 * (count - len(drawn)) + 16), axis=1)
        ends = ends[ends[:, 0] < ends[:, 1]]
        new = keys_of(ends[~graph.has_links(ends)], n_nodes)
        drawn = first_of_each(np.concatenate([drawn, new[~contains(keys, new)]]))
    return pairs_of(drawn[:count], n_nodes)
