"""Node classification: logistic regression on unit rows, as in the paper."""

from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.preprocessing import normalize

from ppne.compute.arrays import Array, BoolArray, FloatArray
from ppne.errors import InputError


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskResult:
    """Mean scores over the repeats."""

    micro_f1: float
    macro_f1: float


def labelled(labels: Array) -> BoolArray:
    """Which nodes have a label; ``-1`` and ``""`` mean none."""
    known: BoolArray = labels != "" if labels.dtype.kind == "U" else labels != -1
    return known


def classify(embedding: FloatArray, labels: Array, *, seed: int, n_repeats: int = 10) -> TaskResult:
    """F1 of classifying 30 % of the nodes from the other 70 %, stratified, repeated.

    The splits depend on ``labels`` and ``seed`` alone, so that two embeddings meet the same ones.

    Raises
    ------
    InputError
        If fewer than two classes have at least two nodes each.
    """
    known = labelled(labels)
    classes, counts = np.unique(labels[known], return_counts=True)
    kept = known & np.isin(labels, classes[counts >= 2])
    if (counts >= 2).sum() < 2:
        raise InputError("classification needs two classes of at least two nodes each")
    rows, target = normalize(np.asarray(embedding, dtype=np.float64)[kept]), labels[kept]
    splits = StratifiedShuffleSplit(n_repeats, test_size=0.3, random_state=seed)
    scores = []
    for train, test in splits.split(rows, target):
        model = LogisticRegression(max_iter=1000).fit(rows[train], target[train])
        guess = model.predict(rows[test])
        scores.append([f1_score(target[test], guess, average=kind) for kind in ("micro", "macro")])
    micro, macro = np.mean(scores, axis=0)
    return TaskResult(micro_f1=float(micro), macro_f1=float(macro))
