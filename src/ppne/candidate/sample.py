"""Draws the flips worth scoring: links to remove, non-links to add."""

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.graph.flips import Flips
from ppne.graph.pairs import contains, keys_of
from ppne.graph.simple import Graph
from ppne.private.non_links import count_non_links, draw_non_links


def spare_links(graph: Graph, forbidden: IntArray) -> IntArray:
    """The links whose removal isolates no node, none of ``forbidden``."""
    links = graph.links
    spare = (graph.degrees[links] > 1).all(axis=1)
    spare &= ~contains(np.sort(keys_of(forbidden, graph.n_nodes)), keys_of(links, graph.n_nodes))
    return links[spare]


def draw_removals(graph: Graph, forbidden: IntArray, count: int, rng: np.random.Generator) -> Flips:
    """Up to ``count`` links, uniformly, whose removal isolates no node, none of ``forbidden``."""
    links = spare_links(graph, forbidden)
    if len(links) > count:
        links = links[np.sort(rng.choice(len(links), count, replace=False))]
    return Flips.removals(links)


def draw_additions(
    graph: Graph, forbidden: IntArray, count: int, rng: np.random.Generator
) -> Flips:
    """Up to ``count`` non-links, uniformly, none of ``forbidden``."""
    count = min(count, count_non_links(graph, forbidden))
    return Flips.additions(draw_non_links(graph, forbidden, count, rng))
