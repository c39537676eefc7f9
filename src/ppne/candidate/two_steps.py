"""Draws non-links two steps apart: additions that tie nodes more closely to their own company."""

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.graph.flips import Flips
from ppne.graph.pairs import contains, keys_of, pairs_of
from ppne.graph.simple import Graph


def draw_two_steps(
    graph: Graph, forbidden: IntArray, count: int, rng: np.random.Generator
) -> Flips:
    """Up to ``count`` non-links whose ends have a neighbour in common, none of ``forbidden``.

    So many walks of two steps, each from a node drawn uniformly (a node of few links, which needs
    company most, comes up as often as a hub); what they do not find is left out. O(count).
    """
    starts = rng.choice(np.flatnonzero(graph.degrees), count)
    ends = _step(graph, _step(graph, starts, rng), rng)
    pairs = np.sort(np.column_stack([starts, ends]), axis=1)
    keys = np.unique(keys_of(pairs[pairs[:, 0] != pairs[:, 1]], graph.n_nodes))
    keys = keys[~contains(np.sort(keys_of(forbidden, graph.n_nodes)), keys)]
    pairs = pairs_of(keys, graph.n_nodes)
    return Flips.additions(pairs[~graph.has_links(pairs)])


def _step(graph: Graph, nodes: IntArray, rng: np.random.Generator) -> IntArray:
    """A neighbour of each node, drawn uniformly."""
    neighbours: IntArray = graph.indices[graph.indptr[nodes] + rng.integers(graph.degrees[nodes])]
    return neighbours.astype(np.int64)
