"""Draws the flips worth scoring: links to remove, non-links to add."""

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.graph.flips import Flips
from ppne.graph.pairs import contains, first_of_each, keys_of, pairs_of
from ppne.graph.simple import Graph
from ppne.private.non_links import count_non_links, draw_non_links

_MANY = 4
"""Links for each wanted one, above which they are drawn instead of listed."""

_ROUNDS = 10
"""Times to draw before listing after all."""


def spare_links(graph: Graph, forbidden: IntArray) -> IntArray:
    """The links whose removal isolates no node, none of ``forbidden``."""
    links = graph.links
    spare = (graph.degrees[links] > 1).all(axis=1)
    spare &= ~contains(np.sort(keys_of(forbidden, graph.n_nodes)), keys_of(links, graph.n_nodes))
    return links[spare]


def held_share(graph: Graph) -> float:
    """Share of the links that no removal may take, since an end has no other. O(n_nodes)."""
    degrees = graph.degrees
    leaves = np.flatnonzero(degrees == 1)
    others = graph.indices[graph.indptr[leaves]]
    n_twice = int((degrees[others] == 1).sum())  # both ends: such a link is there twice
    return (len(leaves) - n_twice / 2) / max(graph.n_links, 1)


def draw_removals(graph: Graph, forbidden: IntArray, count: int, rng: np.random.Generator) -> Flips:
    """Up to ``count`` links, uniformly, whose removal isolates no node, none of ``forbidden``.

    O(count) where links are many times as many; else they are listed.
    """
    if graph.n_links > _MANY * count:
        found = _drawn_links(graph, forbidden, count, rng)
        if len(found) == count:
            return Flips.removals(found)
    links = spare_links(graph, forbidden)
    if len(links) > count:
        links = links[np.sort(rng.choice(len(links), count, replace=False))]
    return Flips.removals(links)


def _drawn_links(
    graph: Graph, forbidden: IntArray, count: int, rng: np.random.Generator
) -> IntArray:
    """Spare links drawn one by one, sorted; fewer than ``count`` where few are spare."""
    degrees, n_nodes = graph.degrees, graph.n_nodes
    taken = np.sort(keys_of(forbidden, n_nodes))
    keys = np.empty(0, dtype=np.int64)
    for _ in range(_ROUNDS):
        at = rng.integers(len(graph.indices), size=2 * (count - len(keys)) + 16)
        rows = np.searchsorted(graph.indptr, at, "right") - 1
        ends = np.sort(np.column_stack([rows, graph.indices[at]]), axis=1)
        new = keys_of(ends[(degrees[ends] > 1).all(axis=1)], n_nodes)
        keys = first_of_each(np.concatenate([keys, new[~contains(taken, new)]]))
        if len(keys) >= count:
            break
    return pairs_of(np.sort(keys[:count]), n_nodes)


def draw_additions(
    graph: Graph, forbidden: IntArray, count: int, rng: np.random.Generator
) -> Flips:
    """Up to ``count`` non-links, uniformly, none of ``forbidden``."""
    count = min(count, count_non_links(graph, forbidden))
    return Flips.additions(draw_non_links(graph, forbidden, count, rng))
