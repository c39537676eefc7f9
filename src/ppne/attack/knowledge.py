"""What attackers who hold more than the embedding score pairs by: labels, or the public graph."""

import numpy as np

from ppne.attack.learned import Features
from ppne.compute.arrays import Array, FloatArray, IntArray
from ppne.graph.simple import Graph

_CHUNK = 500
"""Pairs whose paths are counted at once."""

_THREE_STEPS = 0.01
"""What a path of three links weighs against one of two (Lü's local path index)."""


def shared_labels(labels: Array, pairs: IntArray) -> FloatArray:
    """How many labels the two ends share: 0 or 1 where each node has one; unlabelled share none."""
    left, right = labels[pairs[:, 0]], labels[pairs[:, 1]]
    if labels.ndim == 2:
        return np.asarray((left & right).sum(axis=1), dtype=np.float64)
    known = left != ("" if labels.dtype.kind == "U" else -1)
    return np.asarray((left == right) & known, dtype=np.float64)


def with_labels(features: Features, labels: Array) -> Features:
    """The features, and how many labels the ends share."""

    def both(pairs: IntArray) -> FloatArray:
        return np.column_stack([features(pairs), shared_labels(labels, pairs).astype(np.float32)])

    return both


def path_scores(graph: Graph, pairs: IntArray) -> FloatArray:
    """Local path index: paths of two links between the ends, and a hundredth of those of three.

    The ceiling. Whoever holds the whole public graph predicts links from it alone, with an
    embedding or without, so no embedding can protect against that.
    """
    adjacency = graph.adjacency
    scores = np.empty(len(pairs))
    order = np.argsort(pairs[:, 0], kind="stable")  # pairs of one node share a row of paths
    for first in range(0, len(pairs), _CHUNK):
        at = order[first : first + _CHUNK]
        starts, row = np.unique(pairs[at, 0], return_inverse=True)
        two = adjacency[starts] @ adjacency
        ends = adjacency[pairs[at, 1]]
        paths = two[row]
        scores[at] = (
            np.asarray(paths[np.arange(len(at)), pairs[at, 1]]).ravel()
            + _THREE_STEPS * np.asarray(paths.multiply(ends).sum(axis=1)).ravel()
        )
    return scores
