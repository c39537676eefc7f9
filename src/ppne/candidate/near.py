"""Pairs that were near each other in the unperturbed embedding: additions that cost little."""

import numpy as np

from ppne.compute.arrays import BoolArray, FloatArray, IntArray
from ppne.graph.flips import Flips
from ppne.graph.pairs import contains, keys_of, pairs_of
from ppne.graph.simple import Graph

_NEIGHBOURS = 20
"""Nearest nodes that each node remembers."""

_LEAST_COSINE = 0.5
"""Nodes less alike than this are not near, however few are nearer."""

_BLOCK_BYTES = 64 * 2**20
"""Cosines held at once."""


def nearest_nodes(units: FloatArray) -> IntArray:
    """(n, 20) nearest nodes of each by cosine, ``-1`` where there are fewer near ones; O(n^2 d)."""
    n = len(units)
    count = min(_NEIGHBOURS, n - 1)
    out = np.full((n, _NEIGHBOURS), -1, dtype=np.int64)
    height = max(1, _BLOCK_BYTES // (8 * n))
    for low in range(0, n, height):
        cosines = units[low : low + height] @ units.T
        rows = np.arange(len(cosines))
        cosines[rows, low + rows] = -np.inf
        nearest = np.argpartition(-cosines, count - 1, axis=1)[:, :count]
        near = np.take_along_axis(cosines, nearest, axis=1) >= _LEAST_COSINE
        out[low : low + height, :count] = np.sort(np.where(near, nearest, -1), axis=1)
    return out


def draw_near_additions(
    graph: Graph,
    nearest: IntArray,
    touched: BoolArray,
    forbidden: IntArray,
    count: int,
    rng: np.random.Generator,
) -> Flips:
    """Up to ``count`` non-links between a touched node and one that was near it.

    They put back, among nodes that belonged together, some of what flips take from ``touched``.
    """
    sources = np.flatnonzero(touched)
    pairs = np.column_stack([np.repeat(sources, nearest.shape[1]), nearest[sources].ravel()])
    pairs = np.sort(pairs[pairs[:, 1] >= 0], axis=1)
    keys = np.unique(keys_of(pairs, graph.n_nodes))
    taken = np.sort(keys_of(np.concatenate([graph.links, forbidden]), graph.n_nodes))
    keys = keys[~contains(taken, keys)]
    if len(keys) > count:
        keys = keys[np.sort(rng.choice(len(keys), count, replace=False))]
    return Flips.additions(pairs_of(keys, graph.n_nodes))
