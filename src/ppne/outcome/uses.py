"""What an embedding is still good for, task by task, and the original beside it."""

from collections.abc import Callable, Sequence

import numpy as np

from ppne.compute.arrays import Array, FloatArray
from ppne.errors import InputError
from ppne.outcome.result import UtilityRow
from ppne.outcome.target import Target
from ppne.task.classify import TaskResult, can_classify, classify, labelled
from ppne.task.cluster import ClusterResult, agreement
from ppne.task.neighbours import distortion, overlap
from ppne.task.predict_links import predict_links

_MANY_LABELS = 3
"""Splits where nodes have several labels, with a regression for each class."""


def measure_uses(
    target: Target,
    original: FloatArray | None,
    labels: Array | None,
    *,
    seed: int,
    n_repeats: int,
    measure_original: bool,
    say: Callable[[str], None],
) -> tuple[list[UtilityRow], list[str]]:
    """A row for each measure that can be taken, and a sentence for each that cannot.

    Parameters
    ----------
    n_repeats
        Splits of classification (three at the most where nodes have several labels), and half as
        many clusterings.
    measure_original
        Whether to use the original in the same ways; what has changed since is told either way.
    """
    rows: list[UtilityRow] = []
    notes: list[str] = []
    beside = original if measure_original else None
    if labels is None:
        notes.append("classification left out: no labels of the nodes")
    elif not can_classify(labels):
        notes.append("classification left out: too few nodes have a label")
    else:
        n_labelled = int(labelled(labels).sum())
        if n_labelled < len(labels):
            notes.append(
                f"labels: {n_labelled:,} of {len(labels):,} nodes have one; the others are left "
                "out of classification and of the clusters' agreement with labels"
            )
        say("classification")
        n_splits = min(n_repeats, _MANY_LABELS) if labels.ndim == 2 else n_repeats
        result = classify(target.rows, labels, seed=seed, n_repeats=n_splits)
        if result.n_nodes < result.n_labelled:
            notes.append(
                f"classification takes {result.n_nodes:,} of {result.n_labelled:,} nodes at a "
                f"time, {len(result.micro_repeats)} times"
            )
        unchanged = None
        if beside is not None:
            unchanged = classify(beside, labels, seed=seed, n_repeats=n_splits)
        rows += _classification(result, unchanged)
    say("clusters, links, neighbours")
    n_clusterings = -(-n_repeats // 2)
    clusters = agreement(target.rows, labels, original, seed=seed, n_repeats=n_clusterings)
    before = None
    if beside is not None and clusters.nmi_labels is not None:
        before = agreement(beside, labels, None, seed=seed, n_repeats=n_clusterings)
    rows += _clusters(clusters, before)
    try:
        rows.append(_links(target, beside, seed))
    except InputError as error:
        notes.append(f"prediction of public links left out: {error}")
    if original is None:
        notes.append("what changed is left out: no original embedding to compare with (against)")
    else:
        rows += _kept(target.rows, original, seed)
    return rows, notes


def _classification(result: TaskResult, before: TaskResult | None) -> list[UtilityRow]:
    return [
        UtilityRow(
            task="classification",
            measure=f"{kind} F1",
            value=getattr(result, f"{kind}_f1"),
            spread=_spread(getattr(result, f"{kind}_repeats")),
            original=None if before is None else getattr(before, f"{kind}_f1"),
        )
        for kind in ("micro", "macro")
    ]


def _clusters(result: ClusterResult, before: ClusterResult | None) -> list[UtilityRow]:
    rows = []
    for measure in ("nmi", "ami"):
        for against, named in (("labels", "labels"), ("original", "original's clusters")):
            value = getattr(result, f"{measure}_{against}")
            if value is not None:
                floor = getattr(result, f"{measure}_floor")
                rows.append(
                    UtilityRow(
                        task="clusters",
                        measure=f"{measure.upper()}, {named}",
                        value=value,
                        spread=_spread(getattr(result, f"{measure}_{against}_repeats")),
                        original=_of(before, f"{measure}_labels") if against == "labels" else None,
                        floor=floor if against == "original" else None,
                    )
                )
    return rows


def _of(result: ClusterResult | None, name: str) -> float | None:
    value: float | None = getattr(result, name, None)
    return value


def _links(target: Target, original: FloatArray | None, seed: int) -> UtilityRow:
    links = target.public.links

    def predict(embedding: FloatArray) -> tuple[float, tuple[float, ...]]:
        result = predict_links(embedding, links, target.spare, seed=seed)
        return result.auc, result.auc_repeats

    value, repeats = predict(target.rows)
    return UtilityRow(
        task="public links",
        measure="AUC, held out",
        value=value,
        spread=_spread(repeats),
        original=None if original is None else predict(original)[0],
    )


def _kept(embedding: FloatArray, original: FloatArray, seed: int) -> list[UtilityRow]:
    moved = distortion(embedding, original, seed=seed)
    n_sample = max(100, 200_000_000 // len(embedding))
    told = [
        (
            "neighbours",
            "10 nearest kept",
            overlap(embedding, original, seed=seed, n_sample=n_sample),
        ),
        ("distances", "rank correlation", moved.spearman),
        ("distances", "median change", moved.median_change),
    ]
    return [
        UtilityRow(task=task, measure=measure, value=value)
        for task, measure, value in told
        if value is not None
    ]


def _spread(repeats: Sequence[float]) -> float | None:
    return float(np.std(repeats, ddof=1)) if len(repeats) > 1 else None
