"""Labels that ends share, classes predicted, and paths between ends."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.attack import knowledge as module
from ppne.attack.knowledge import (
    can_tell_classes,
    class_chances,
    degree_product,
    path_scores,
    same_class_chance,
    shared_labels,
    with_labels,
)
from ppne.graph.simple import Graph
from tests import strategies

PAIRS = np.array([[0, 1], [0, 2], [3, 4], [3, 0]])


@pytest.mark.parametrize(
    "labels",
    [
        np.array([5, 5, 2, -1, -1]),
        np.array(["a", "a", "b", "", ""]),
        np.array([True, True, False, False, False])[:, None] & np.array([True, True, False]),
    ],
    ids=["numbers", "words", "several"],
)
def test_labels_are_shared_by_nodes_that_have_some(labels):
    found = shared_labels(labels, PAIRS)
    assert found.dtype == np.float64
    assert found.tolist() == [1 if labels.ndim == 1 else 2, 0, 0, 0]


@given(st.integers(0, 1000))
def test_several_labels_are_counted(seed):
    rng = np.random.default_rng(seed)
    labels, pairs = rng.random((9, 4)) < 0.4, rng.integers(9, size=(12, 2))
    sets = [set(np.flatnonzero(row).tolist()) for row in labels]
    expected = [len(sets[u] & sets[v]) for u, v in pairs.tolist()]
    assert shared_labels(labels, pairs).tolist() == expected


def test_busy_nodes_that_meet_by_chance_are_linked_as_often_as_their_degrees_multiply():
    degrees = np.array([3, 1, 2**40, 0, 2**30])
    pairs = np.array([[0, 1], [2, 4], [3, 4]])
    found = degree_product(degrees, pairs)
    assert found.tolist() == [3.0, 2.0**70, 0.0]  # no overflow


def test_labels_stand_beside_the_features():
    features = with_labels(lambda pairs: pairs.astype(np.float32), np.array([1, 1, 0, 0, 0]))
    found = features(PAIRS)
    assert found.dtype == np.float32
    assert_array_equal(found, np.column_stack([PAIRS, [1, 0, 1, 0]]))


@given(st.data(), strategies.graphs(min_links=1))
def test_paths_are_entries_of_powers_of_the_adjacency_matrix(data, graph):
    pairs = data.draw(strategies.pairs(graph.n_nodes, min_size=1, max_size=60))
    dense = graph.adjacency.toarray()
    whole = dense @ dense + 0.01 * dense @ dense @ dense
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_CHUNK", data.draw(st.sampled_from([2, 500])))
        found = path_scores(graph, pairs)
    assert_allclose(found, whole[pairs[:, 0], pairs[:, 1]], atol=1e-12)


def test_no_pairs_have_no_scores():
    graph = Graph.from_links(np.array([[0, 1], [1, 2]]))
    assert path_scores(graph, np.empty((0, 2), dtype=np.int64)).shape == (0,)


@pytest.mark.parametrize("labels", [np.repeat([0, 1, 2], 20), np.repeat(["x", "y", "z"], 20)])
def test_classes_are_predicted_from_the_other_nodes(rng, labels):
    code = np.unique(labels, return_inverse=True)[1]
    rows = 5 * np.eye(3)[code] + 0.1 * rng.standard_normal((60, 3))
    chances = class_chances(rows, labels, seed=1)
    assert_array_equal(chances.argmax(axis=1), code)
    assert_allclose(chances.sum(axis=1), 1, rtol=0, atol=1e-12)
    alike, apart = same_class_chance(chances, np.array([[0, 1], [0, 59]]))
    assert alike > 0.5 > apart


def test_a_label_does_not_speak_for_itself(rng):
    labels = rng.integers(2, size=400)
    chances = class_chances(rng.standard_normal((400, 4)), labels, seed=0)
    right = (chances.argmax(axis=1) == labels).mean()
    assert abs(right - 0.5) < 0.15  # six standard deviations


def test_small_classes_and_nodes_without_a_label_are_judged_and_not_learned(rng):
    labels = np.concatenate([np.repeat([0, 1], 20), [-1] * 5, [7] * 3])
    rows = rng.standard_normal((48, 3)) + 4 * np.eye(3)[np.maximum(labels, 0) % 3]
    chances = class_chances(rows, labels, seed=0)
    assert chances.shape == (48, 2)
    assert_allclose(chances.sum(axis=1), 1, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("labels", "can"),
    [
        (np.repeat([0, 1], 4), True),
        (np.repeat([0, 1], [4, 3]), False),
        (np.repeat([0, -1], 4), False),
        (np.repeat(["a", ""], 4), False),
        (np.ones((8, 2), dtype=bool), False),
    ],
)
def test_two_classes_of_four_nodes_can_be_told_apart(labels, can):
    assert can_tell_classes(labels) is can
