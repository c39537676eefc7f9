"""Clusters that are there are found; none are found in noise; no change is at its floor."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from ppne.errors import InputError
from ppne.task import cluster as module
from ppne.task.cluster import agreement, cluster


def planted(rng, n_nodes=90, n_groups=3):
    """Groups at right angles, and rows near them."""
    labels = rng.permutation(np.arange(n_nodes) % n_groups)
    return labels, np.eye(n_groups)[labels] + 0.01 * rng.normal(size=(n_nodes, n_groups))


def same_parts(first, second):
    """Whether two clusterings differ in the names of the clusters alone."""
    n_pairs = len(set(zip(first.tolist(), second.tolist(), strict=True)))
    return n_pairs == len(set(first.tolist())) == len(set(second.tolist()))


def test_groups_that_stand_apart_are_the_clusters(rng):
    labels, rows = planted(rng)
    found = cluster(rows * rng.uniform(0.5, 2, size=(90, 1)), 3, seed=0)
    assert found.dtype == np.int64
    assert same_parts(found, labels)


def test_many_nodes_are_clustered_in_batches(rng, monkeypatch):
    monkeypatch.setattr(module, "_WHOLE_UP_TO", 50)
    labels, rows = planted(rng)
    assert same_parts(cluster(rows.astype(np.float32), 3, seed=0), labels)


def test_any_seed_is_taken_and_the_same_one_gives_the_same(rng):
    rows = rng.normal(size=(60, 4))
    first, second = (cluster(rows, 5, seed=2**80 + 3) for _ in range(2))
    assert_array_equal(first, second)
    assert len({cluster(rows, 5, seed=seed).tobytes() for seed in range(9)}) > 1


@pytest.mark.parametrize("many", [0, 100])
def test_fewer_distinct_rows_than_clusters_are_taken(monkeypatch, many):
    monkeypatch.setattr(module, "_WHOLE_UP_TO", many)
    assert len(set(cluster(np.zeros((9, 2)), 3, seed=0).tolist())) == 1


@pytest.mark.parametrize("n_clusters", [0, 10])
def test_more_clusters_than_nodes_are_refused(n_clusters):
    with pytest.raises(InputError, match=r"from 1 to the number of nodes \(9\)"):
        cluster(np.ones((9, 2)), n_clusters, seed=0)


def test_planted_groups_agree_with_everything(rng):
    labels, rows = planted(rng)
    result = agreement(rows, labels, rows + 0.01 * rng.normal(size=rows.shape), seed=0)
    for measure in ("nmi", "ami"):
        for against in ("labels", "original", "floor"):
            assert getattr(result, f"{measure}_{against}") == pytest.approx(1, abs=1e-12)
            assert len(getattr(result, f"{measure}_{against}_repeats")) == 5
    assert result.n_clusters == 3


def test_noise_agrees_with_nothing(rng):
    labels, rows = planted(rng, 300)
    result = agreement(rng.normal(size=(300, 8)), labels, rows, seed=0)
    # The adjusted scores are 0 on average; (3 - 1)^2 / (2 * 300 log 3) is NMI's by chance.
    assert abs(result.ami_labels) < 0.05
    assert abs(result.ami_original) < 0.05
    assert 0 < result.nmi_labels < 0.06


def test_an_unchanged_embedding_is_at_its_floor(rng):
    rows = rng.normal(size=(80, 4))
    result = agreement(rows, None, rows, seed=0)
    assert result.nmi_original_repeats == result.nmi_floor_repeats
    assert result.ami_original == result.ami_floor < 1
    assert result.n_clusters == 8


def test_a_turned_and_stretched_embedding_is_at_its_floor(rng):
    labels, rows = planted(rng)
    turned = 4 * rows @ np.linalg.qr(rng.normal(size=(3, 3)))[0]
    assert agreement(turned, labels, rows, seed=0).nmi_original == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    "labels", [None, np.eye(40, 3, dtype=bool), np.full(40, -1), np.ones(40, dtype=int)]
)
def test_without_one_of_several_labels_a_node_labels_are_left_out(rng, labels):
    result = agreement(rng.normal(size=(40, 3)), labels, None, seed=0, n_repeats=2)
    assert result.nmi_labels is result.ami_labels is result.nmi_original is result.nmi_floor is None
    assert result.nmi_labels_repeats == ()
    assert result.n_clusters == 4


def test_the_unlabelled_are_clustered_but_not_compared(rng):
    labels, rows = planted(rng)
    names = np.array(["red", "green", "blue"])[labels]
    names[:20] = ""
    assert agreement(rows, names, None, seed=0).nmi_labels == pytest.approx(1, abs=1e-12)


def test_there_are_two_to_ten_clusters_where_labels_do_not_tell(rng):
    for n_nodes, n_clusters in ((2, 2), (29, 2), (500, 10)):
        result = agreement(rng.normal(size=(n_nodes, 2)), None, None, seed=0, n_repeats=1)
        assert result.n_clusters == n_clusters


def test_embeddings_of_different_nodes_are_refused():
    with pytest.raises(InputError, match="same nodes, got 5 and 6 rows"):
        agreement(np.ones((5, 2)), None, np.ones((6, 2)), seed=0)
