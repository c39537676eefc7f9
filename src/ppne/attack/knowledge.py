"""What attackers who hold more than the embedding score by: labels, degrees, the public graph."""

import numpy as np

from ppne.attack.learned import Features
from ppne.compute.arrays import Array, BoolArray, FloatArray, IntArray
from ppne.graph.simple import Graph

_FOLDS = 4

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


def degree_product(degrees: IntArray, pairs: IntArray) -> FloatArray:
    """Product of the two ends' degrees: how likely a link is where busy nodes meet by chance."""
    left, right = degrees[pairs[:, 0]], degrees[pairs[:, 1]]
    return left.astype(np.float64) * right


def can_tell_classes(labels: Array) -> bool:
    """Whether each node has one label, and two classes or more are large enough to be learned."""
    return labels.ndim == 1 and int(_large_classes(labels)[1].sum()) >= 2


def _large_classes(labels: Array) -> tuple[IntArray, BoolArray]:
    """Each node's class by number, and which classes have a node in every fold."""
    classes, code, counts = np.unique(labels, return_inverse=True, return_counts=True)
    large = counts >= _FOLDS
    large[classes == ("" if labels.dtype.kind == "U" else -1)] = False
    return code, large


def class_chances(embedding: FloatArray, labels: Array, *, seed: int) -> FloatArray:
    """Chances of each class at each node, learned from the other nodes' labels.

    The classifier is the one that measures utility, four-fold, so that no node's label speaks for
    itself. Classes of fewer than four nodes are left out; a node without a label is judged by the
    first fold's classifier.
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold
    from sklearn.preprocessing import normalize

    rows = normalize(np.asarray(embedding, dtype=np.float64))
    code, known = _large_classes(labels)
    usable = np.flatnonzero(known[code])
    chances = np.zeros((len(labels), int(known.sum())))
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=seed % 2**32)
    for fold, (train, test) in enumerate(folds.split(rows[usable], code[usable])):
        model = LogisticRegression(max_iter=1000).fit(rows[usable[train]], code[usable[train]])
        judged = usable[test]
        if fold == 0:
            judged = np.concatenate([judged, np.flatnonzero(~known[code])])
        chances[judged] = model.predict_proba(rows[judged])
    return chances


def same_class_chance(chances: FloatArray, pairs: IntArray) -> FloatArray:
    """Chance that the two ends are of one class."""
    chance: FloatArray = np.einsum("ij,ij->i", chances[pairs[:, 0]], chances[pairs[:, 1]])
    return chance


def with_labels(features: Features, labels: Array) -> Features:
    """The features, and how many labels the ends share."""

    def both(pairs: IntArray) -> FloatArray:
        return np.column_stack([features(pairs), shared_labels(labels, pairs).astype(np.float32)])

    return both


def path_scores(graph: Graph, pairs: IntArray) -> FloatArray:
    """Local path index: paths of two links between the ends, and a hundredth of those of three.

    Whoever holds the whole public graph predicts links from it alone, with an
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
