"""Draws the flips worth scoring: links to remove, non-links to add."""

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.graph.flips import Flips
from ppne.graph.pairs import contains, keys_of
from ppne.graph.simple import Graph
from ppne.private.non_links import draw_non_links


def draw_removals(graph: Graph, forbidden: IntArray, count: int, rng: np.random.Generator) -> Flips:
    """Up to ``count`` links, uniformly, whose removal isolates no node, none of ``forbidden``."""
    links = graph.links
    spare = (graph.degrees[links] > 1).all(axis=1)
    spare &= ~contains(np.sort(keys_of(forbidden, graph.n_nodes)), keys_of(links, graph.n_nodes))
    links = links[spare]
    if len(links) > count:
        links = links[np.sort(rng.choice(len(links), count, replace=False))]
    return Flips.removals(links)


def draw_additions(
    graph: Graph, forbidden: IntArray, count: int, rng: np.random.Generator
) -> Flips:
    """Up to ``count`` non-links, uniformly, none of ``forbidden``."""
    taken = np.concatenate([graph.links, forbidden])
    n_nodes = graph.n_nodes
    room = n_nodes * (n_nodes - 1) // 2 - len(np.unique(keys_of(taken, n_nodes)))
    return Flips.additions(draw_non_links(n_nodes, taken, min(count, room), rng))
