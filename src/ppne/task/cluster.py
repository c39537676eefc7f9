"""Clustering: whether k-means finds the labels, and the clusters of the original embedding."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.cluster import KMeans, MiniBatchKMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_mutual_info_score, normalized_mutual_info_score
from sklearn.preprocessing import normalize
from threadpoolctl import threadpool_limits

from ppne.compute.arrays import Array, FloatArray, IntArray
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.task.classify import labelled

_WHOLE_UP_TO = 100_000
"""Nodes up to which every step of k-means looks at all of them; beyond, at a batch."""

_CLUSTERS = 10
"""Clusters where no labels tell how many, of ten nodes or more on average."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClusterResult:
    """Agreement of clusterings: means over the repeats, and each repeat; 1 is the same, 0 chance.

    NMI is normalised by the arithmetic mean; it is above 0 by chance where clusters are many,
    which AMI corrects. ``None``, and no repeats, where it cannot be measured.

    Parameters
    ----------
    n_clusters
        How many clusters were looked for.
    nmi_labels, ami_labels
        The embedding's clusters against the labels, over labelled nodes.
    nmi_original, ami_original
        The embedding's clusters against those of the original.
    nmi_floor, ami_floor
        The original's clusters against those under another seed: what k-means gives where nothing
        changed, and so all that the two above can be asked for.
    """

    n_clusters: int
    nmi_labels: float | None
    ami_labels: float | None
    nmi_original: float | None
    ami_original: float | None
    nmi_floor: float | None
    ami_floor: float | None
    nmi_labels_repeats: tuple[float, ...]
    ami_labels_repeats: tuple[float, ...]
    nmi_original_repeats: tuple[float, ...]
    ami_original_repeats: tuple[float, ...]
    nmi_floor_repeats: tuple[float, ...]
    ami_floor_repeats: tuple[float, ...]


def cluster(embedding: FloatArray, n_clusters: int, *, seed: int) -> IntArray:
    """The cluster of each node, by k-means on unit rows, the best of three starts.

    Above 100,000 nodes the centres are learned from batches of 4,096 (mini-batch k-means). One
    thread, since how threads share the sums decides their last digit. About a second for 20,000
    nodes, 128 columns and 10 clusters.

    Raises
    ------
    InputError
        If there are fewer nodes than clusters.
    """
    if not 1 <= n_clusters <= len(embedding):
        raise InputError(
            f"n_clusters must be from 1 to the number of nodes ({len(embedding)}), got {n_clusters}"
        )
    units = normalize(
        np.asarray(embedding).astype(np.result_type(embedding, np.float32)), copy=False
    )
    if len(units) <= _WHOLE_UP_TO:
        model = KMeans(n_clusters, n_init=3, random_state=seed % 2**32)
    else:
        model = MiniBatchKMeans(n_clusters, n_init=3, batch_size=4096, random_state=seed % 2**32)
    with threadpool_limits(limits=1), warnings.catch_warnings():
        # Fewer distinct rows than clusters: the clusters found are what there is to find.
        warnings.simplefilter("ignore", ConvergenceWarning)
        found: IntArray = model.fit_predict(units).astype(np.int64)
    return found


def agreement(
    embedding: FloatArray,
    labels: Array | None,
    original: FloatArray | None,
    *,
    seed: int,
    n_repeats: int = 5,
) -> ClusterResult:
    """How far the clusters of an embedding agree with the labels and with the original's clusters.

    There are as many clusters as classes where each node has one label, else 10, or one for every
    ten nodes if that is fewer (but two). In each repeat the original is clustered under a seed of
    its own and, for the floor, once more under that of the embedding: an unchanged embedding is at
    its floor exactly. Three clusterings a repeat, see :func:`cluster`.

    Parameters
    ----------
    embedding, original
        (n_nodes, n_columns) each; the numbers of columns may differ.
    labels
        One label a node; ``None``, several labels a node or a single class leave the labels out.

    Raises
    ------
    InputError
        If the embeddings differ in the number of nodes, or there are fewer than two.
    """
    n_nodes = len(embedding)
    if original is not None and len(original) != n_nodes:
        raise InputError(
            f"the embeddings must be of the same nodes, got {n_nodes} and {len(original)} rows"
        )
    known, classes = _classes(labels)
    n_clusters = int(classes.max(initial=0)) + 1 if len(classes) else 0
    compare_labels = n_clusters > 1
    if not compare_labels:
        n_clusters = max(2, min(_CLUSTERS, n_nodes // 10))
    scores: dict[str, list[tuple[float, float]]] = {"labels": [], "original": [], "floor": []}
    for repeat in range(n_repeats):
        first, second = stream(seed, "agreement", repeat).integers(2**32, size=2).tolist()
        found = cluster(embedding, n_clusters, seed=first)
        if compare_labels:
            scores["labels"].append(_agreement(classes, found[known]))
        if original is not None:
            other = cluster(original, n_clusters, seed=second)
            scores["original"].append(_agreement(other, found))
            again = cluster(original, n_clusters, seed=first)
            scores["floor"].append(_agreement(other, again))
    return ClusterResult(n_clusters=n_clusters, **_means_and_repeats(scores))


def _classes(labels: Array | None) -> tuple[IntArray, IntArray]:
    """The nodes with a label and their classes as integers from 0; none where not one a node."""
    if labels is None or labels.ndim == 2:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    known = np.flatnonzero(labelled(labels))
    return known, np.unique(labels[known], return_inverse=True)[1]


def _agreement(first: IntArray, second: IntArray) -> tuple[float, float]:
    """NMI and AMI."""
    return (
        float(normalized_mutual_info_score(first, second)),
        float(adjusted_mutual_info_score(first, second)),
    )


def _means_and_repeats(scores: dict[str, list[tuple[float, float]]]) -> dict[str, Any]:
    """The fields of the result."""
    fields: dict[str, Any] = {}
    for against, pairs in scores.items():
        for at, measure in enumerate(("nmi", "ami")):
            repeats = tuple(pair[at] for pair in pairs)
            fields[f"{measure}_{against}"] = float(np.mean(repeats)) if repeats else None
            fields[f"{measure}_{against}_repeats"] = repeats
    return fields
