"""Classification finds what is there, nothing where nothing is, and leaves the unlabelled out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.task.classify import can_classify, classify, labelled


def test_classes_that_stand_apart_are_told_apart(rng):
    labels = np.repeat([0, 1, 2], 20)
    rows = np.eye(3)[labels] + 0.01 * rng.normal(size=(60, 3))
    result = classify(rows, labels, seed=0)
    assert result.micro_f1 == result.macro_f1 == 1


def test_labels_at_random_score_as_chance(rng):
    labels = rng.integers(4, size=400)
    result = classify(rng.normal(size=(400, 5)), labels, seed=0)
    # 1,200 guesses of 400 nodes: five standard deviations of the mean of 400.
    assert abs(result.micro_f1 - 0.25) < 5 * np.sqrt(0.25 * 0.75 / 400)


@pytest.mark.parametrize(
    ("labels", "none"), [(np.repeat([3, 8], 15), -1), (np.repeat(["a", "b"], 15), "")]
)
def test_the_unlabelled_are_left_out(rng, labels, none):
    rows = rng.normal(size=(30, 4))
    noise = rng.normal(size=(25, 4))
    more = np.concatenate([labels, np.full(25, none, dtype=labels.dtype)])
    alone = classify(rows, labels, seed=1)
    assert classify(np.concatenate([rows, noise]), more, seed=1) == alone
    assert labelled(more).sum() == 30


def test_a_class_of_one_node_is_left_out(rng):
    rows, labels = rng.normal(size=(31, 4)), np.append(np.repeat([0, 1], 15), 7)
    assert classify(rows, labels, seed=1) == classify(rows[:30], labels[:30], seed=1)


def test_only_the_direction_of_a_row_counts(rng):
    rows, labels = rng.normal(size=(30, 4)), np.repeat([0, 1], 15)
    scaled = rows * 2.0 ** rng.integers(-3, 4, size=(30, 1))
    assert classify(scaled, labels, seed=1) == classify(rows, labels, seed=1)


def test_zero_rows_are_taken():
    assert classify(np.zeros((20, 2)), np.repeat([0, 1], 10), seed=0).micro_f1 == 0.5


def test_any_seed_is_taken_and_the_same_one_gives_the_same(rng):
    rows, labels = rng.normal(size=(40, 4)), np.repeat([0, 1], 20)
    first, second = (classify(rows, labels, seed=2**80, n_repeats=2) for _ in range(2))
    assert first == second
    scores = {classify(rows, labels, seed=seed, n_repeats=1).micro_f1 for seed in range(9)}
    assert len(scores) > 1


@pytest.mark.parametrize(
    "labels",
    [[0] * 9, [0, 0, 1], [-1] * 5 + [1] * 5, [0, 0, 1, 1, 2, 2], list("aa") + [""] * 4],
    ids=["one class", "one node", "unlabelled", "too many classes", "text"],
)
def test_too_few_classes_or_nodes_are_refused(labels):
    labels = np.array(labels)
    assert not can_classify(labels)
    with pytest.raises(InputError, match="two classes of at least two nodes"):
        classify(np.ones((len(labels), 2)), labels, seed=0)


@settings(max_examples=30)
@given(sizes=st.lists(st.integers(1, 9), min_size=1, max_size=6), seed=st.integers(0, 99))
def test_what_can_be_classified_is(sizes, seed):
    """`can_classify` promises that scikit-learn will not refuse."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    if can_classify(labels):
        rows = np.random.default_rng(seed).normal(size=(len(labels), 3))
        assert 0 <= classify(rows, labels, seed=seed, n_repeats=1).micro_f1 <= 1
