"""Node classification: logistic regression on unit rows, as in the paper."""

import math
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.preprocessing import normalize

from ppne.compute.arrays import Array, BoolArray, FloatArray, IntArray
from ppne.errors import InputError

_TEST_SHARE = 0.3


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskResult:
    """Mean scores over the repeats."""

    micro_f1: float
    macro_f1: float


def labelled(labels: Array) -> BoolArray:
    """Which nodes have a label; ``-1`` and ``""`` mean none."""
    known: BoolArray = labels != "" if labels.dtype.kind == "U" else labels != -1
    return known


def can_classify(labels: Array) -> bool:
    """Whether two classes or more can be told apart: each in every training and every test set."""
    counts = _class_sizes(labels)[1]
    kept = counts[counts >= 2]
    return len(kept) >= 2 and math.ceil(_TEST_SHARE * kept.sum()) >= len(kept)


def _class_sizes(labels: Array) -> tuple[Array, IntArray]:
    return np.unique(labels[labelled(labels)], return_counts=True)


def classify(embedding: FloatArray, labels: Array, *, seed: int, n_repeats: int = 10) -> TaskResult:
    """F1 of classifying 30 % of the nodes from the other 70 %, stratified, repeated.

    The splits depend on ``labels`` and ``seed`` alone, so that two embeddings meet the same ones.

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
    classes, counts = _class_sizes(labels)
    kept = labelled(labels) & np.isin(labels, classes[counts >= 2])
    rows, target = normalize(np.asarray(embedding, dtype=np.float64)[kept]), labels[kept]
    splits = StratifiedShuffleSplit(n_repeats, test_size=_TEST_SHARE, random_state=seed % 2**32)
    scores = []
    for train, test in splits.split(rows, target):
        model = LogisticRegression(max_iter=1000).fit(rows[train], target[train])
        guess = model.predict(rows[test])
        scores.append([f1_score(target[test], guess, average=kind) for kind in ("micro", "macro")])
    micro, macro = np.mean(scores, axis=0)
    return TaskResult(micro_f1=float(micro), macro_f1=float(macro))
