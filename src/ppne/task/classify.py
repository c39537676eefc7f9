"""Node classification: logistic regression on unit rows, as in the paper."""

import math
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import ShuffleSplit, StratifiedShuffleSplit
from sklearn.preprocessing import normalize

from ppne.compute.arrays import Array, BoolArray, FloatArray, IntArray
from ppne.compute.cpu import spread
from ppne.errors import InputError

_TEST_SHARE = 0.3

_MOST = 20_000
"""Nodes that a repeat takes at the most: their test set tells F1 to within 0.01."""

_FEW_REPEATS = 2
"""Repeats where there are more nodes than that, each of which takes other ones."""

Split = tuple[IntArray, IntArray]
Scores = tuple[float, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskResult:
    """Mean scores over the repeats, the score of each repeat, and how many nodes each took."""

    micro_f1: float
    macro_f1: float
    micro_repeats: tuple[float, ...]
    macro_repeats: tuple[float, ...]
    n_nodes: int
    n_labelled: int


def labelled(labels: Array) -> BoolArray:
    """Which nodes have a label; ``-1``, ``""`` and a row without a class mean none."""
    known: BoolArray
    if labels.ndim == 2:
        known = np.any(labels, axis=1)
        return known
    known = labels != "" if labels.dtype.kind == "U" else labels != -1
    return known


def can_classify(labels: Array) -> bool:
    """Whether two classes or more can be told apart: each in every training and every test set.

    Where nodes have several labels the sets are drawn at random, and this is true of most.
    """
    counts = _class_sizes(labels)[1]
    kept = counts[counts >= 2]
    n_nodes = int(labelled(labels).sum()) if labels.ndim == 2 else kept.sum()
    return len(kept) >= 2 and math.ceil(_TEST_SHARE * n_nodes) >= len(kept)


def _class_sizes(labels: Array) -> tuple[Array, IntArray]:
    if labels.ndim == 2:
        return np.arange(labels.shape[1]), labels.astype(bool).sum(axis=0)
    return np.unique(labels[labelled(labels)], return_counts=True)


def classify(embedding: FloatArray, labels: Array, *, seed: int, n_repeats: int = 10) -> TaskResult:
    """F1 of classifying 30 % of the nodes from the other 70 %, repeated.

    Splits are stratified where each node has one label. Where ``labels`` is an indicator matrix,
    they are not; one regression a class ranks the classes, and a node is given as many as it
    truly has, as DeepWalk's authors do (which makes F1 higher than if that were to be guessed).
    A class that no training node has is not given; macro F1 is the mean over the classes that are
    there or given. The splits depend on ``labels`` and ``seed`` alone, so that two embeddings meet
    the same ones.

    Of more than 20,000 nodes with a label (or four a class, if that is more) a repeat takes so
    many, drawn as the splits are, 30 % of them to classify; there are then two repeats at the most,
    and the rows are in single precision. The result says how many nodes a repeat took.

    Parameters
    ----------
    embedding
        (n_nodes, n_columns); only the directions of the rows count.
    labels
        One label a node, or an indicator matrix (n_nodes, n_classes).
    seed
        The same seed gives the same splits.
    n_repeats
        How many splits, shared out among the threads. On one core each takes one to three seconds
        for 10,000 nodes of 39 classes that go together (BlogCatalog) or 20,000 of 40 (ogbn-arxiv).

    Raises
    ------
    InputError
        If fewer than two classes have at least two nodes each, or the nodes are too few to have
        all classes among the 30 %.
    """
    if not can_classify(labels):
        raise InputError(
            "classification needs two classes of at least two nodes each, and about four nodes a "
            "class; label more nodes or use fewer classes"
        )
    kept = labelled(labels)
    if labels.ndim == 1:
        classes, counts = _class_sizes(labels)
        kept &= np.isin(labels, classes[counts >= 2])
    nodes = np.flatnonzero(kept)
    n_taken = min(len(nodes), max(_MOST, 4 * len(_class_sizes(labels)[0])))
    sampled = n_taken < len(nodes)
    truth = labels[nodes]

    def unit_rows(part: IntArray) -> FloatArray:
        rows = np.asarray(embedding)[nodes[part]]
        units: FloatArray = normalize(
            rows.astype(np.float32 if sampled else np.float64), copy=False
        )
        return units

    def score(split: Split) -> Scores:
        train, test = split
        score_of = _score_of_many if labels.ndim == 2 else _score
        return score_of(unit_rows(train), truth[train], unit_rows(test), truth[test])

    n_test = math.ceil(_TEST_SHARE * n_taken)
    splitter = ShuffleSplit if labels.ndim == 2 else StratifiedShuffleSplit
    splits = splitter(
        min(n_repeats, _FEW_REPEATS) if sampled else n_repeats,
        test_size=n_test,
        train_size=n_taken - n_test,
        random_state=seed % 2**32,
    )
    scores = spread(score, splits.split(nodes, truth))
    micro, macro = np.mean(scores, axis=0)
    return TaskResult(
        micro_f1=float(micro),
        macro_f1=float(macro),
        micro_repeats=tuple(score[0] for score in scores),
        macro_repeats=tuple(score[1] for score in scores),
        n_nodes=n_taken,
        n_labelled=len(nodes),
    )


def _score(rows: FloatArray, labels: Array, others: FloatArray, truth: Array) -> Scores:
    """Micro and macro F1 of ``others``, learned from ``rows``, one label a node."""
    if (labels == labels[0]).all():  # the others are so rare that none was drawn
        guess = np.full(len(truth), labels[0])
    else:
        guess = LogisticRegression(max_iter=1000).fit(rows, labels).predict(others)
    return (
        float(f1_score(truth, guess, average="micro")),
        float(f1_score(truth, guess, average="macro")),
    )


def _score_of_many(rows: FloatArray, labels: Array, others: FloatArray, truth: Array) -> Scores:
    """As :func:`_score`, several labels a node."""
    there = truth.astype(bool)
    guess = most_likely(_log_odds(rows, labels.astype(bool), others), there.sum(axis=1))
    classes = np.flatnonzero(there.any(axis=0) | guess.any(axis=0))
    return (
        float(f1_score(there, guess, average="micro")),
        float(f1_score(there, guess, average="macro", labels=classes)),
    )


def _log_odds(rows: FloatArray, truth: BoolArray, others: FloatArray) -> FloatArray:
    """Of each class for each of ``others``, learned from ``rows``; infinite where all or none."""
    shares = truth.mean(axis=0)
    odds = np.tile(np.where(shares == 1, np.inf, -np.inf), (len(others), 1))
    for column in np.flatnonzero((shares > 0) & (shares < 1)):
        model = LogisticRegression(max_iter=1000).fit(rows, truth[:, column])
        odds[:, column] = model.decision_function(others)
    return odds


def most_likely(odds: FloatArray, counts: IntArray) -> BoolArray:
    """Marks as many classes of each row as ``counts`` says, likeliest first, none at -inf.

    Of equally likely classes the first is taken.
    """
    order = np.argsort(-odds, axis=1, kind="stable")
    taken = np.arange(odds.shape[1]) < counts[:, None]
    guess = np.zeros(odds.shape, dtype=bool)
    np.put_along_axis(guess, order, taken, axis=1)
    return guess & (odds > -np.inf)
