"""Classification finds what is there, nothing where nothing is, and leaves the unlabelled out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import ShuffleSplit

from ppne.errors import InputError
from ppne.task import classify as module
from ppne.task.classify import can_classify, classify, labelled, most_likely
from tests.reference import classify as plain


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


def test_the_repeats_make_up_the_mean(rng):
    result = classify(rng.normal(size=(40, 4)), np.repeat([0, 1], 20), seed=0, n_repeats=4)
    assert len(result.micro_repeats) == len(result.macro_repeats) == 4
    assert result.micro_f1 == pytest.approx(np.mean(result.micro_repeats), abs=1e-12)
    assert result.macro_f1 == pytest.approx(np.mean(result.macro_repeats), abs=1e-12)


@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 8))
def test_the_likeliest_classes_are_those_of_the_plain_rule(seed, n_classes, n_nodes):
    rng = np.random.default_rng(seed)
    odds = rng.integers(3, size=(n_nodes, n_classes)).astype(float)  # ties on purpose
    truth = rng.random((n_nodes, n_classes)) < 0.4
    guess = most_likely(odds, truth.sum(axis=1))
    assert [set(np.flatnonzero(row)) for row in guess] == plain.top_k(odds, truth)


def test_a_class_that_cannot_be_learned_is_not_given():
    odds = np.array([[-np.inf, 0.5, -np.inf, np.inf]])
    assert most_likely(odds, np.array([3])).tolist() == [[False, True, False, True]]


def several(rng, n_nodes, n_classes):
    """One to three labels a node, and rows that show them."""
    counts = rng.integers(1, 4, size=n_nodes)
    truth = np.argsort(rng.random((n_nodes, n_classes)), axis=1) < counts[:, None]
    return truth, truth + 0.01 * rng.normal(size=truth.shape)


def test_several_labels_that_can_be_seen_are_found(rng):
    truth, rows = several(rng, 120, 5)
    result = classify(rows, truth, seed=0, n_repeats=3)
    assert result.micro_f1 == result.macro_f1 == 1
    assert result.micro_repeats == (1, 1, 1)


def test_several_labels_at_random_score_as_chance(rng):
    truth = several(rng, 1000, 8)[0]
    result = classify(rng.normal(size=(1000, 4)), truth, seed=0, n_repeats=3)
    # k of 8 guessed right k / 8 of the time: sum of k^2 / 8 hits out of the sum of k.
    sizes = truth.sum(axis=1)
    chance = (sizes**2).sum() / 8 / sizes.sum()
    assert abs(result.micro_f1 - chance) < 5 * np.sqrt(chance / sizes.sum() / 0.3)


def test_several_labels_are_scored_by_the_plain_rule(rng):
    truth, rows = several(rng, 60, 4)
    truth = np.column_stack([truth, np.arange(60) == 7])  # now in training, now only in test
    rows = rows + rng.normal(size=rows.shape)
    result = classify(rows, truth, seed=3, n_repeats=4)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    splits = ShuffleSplit(4, test_size=0.3, random_state=3).split(rows)
    for (train, test), micro, macro in zip(
        splits, result.micro_repeats, result.macro_repeats, strict=True
    ):
        odds = np.full((len(test), 5), -np.inf)
        for at in range(5):
            if truth[train, at].any():
                model = LogisticRegression(max_iter=1000).fit(units[train], truth[train, at])
                odds[:, at] = model.decision_function(units[test])
        expected = plain.f1(plain.top_k(odds, truth[test]), truth[test])
        assert (micro, macro) == pytest.approx(expected, abs=1e-12)


def test_a_class_of_all_nodes_is_always_given(rng):
    truth, rows = several(rng, 60, 4)
    truth[:, 0] = True
    assert classify(rows, truth, seed=0, n_repeats=2).micro_f1 > 0.9


def test_nodes_without_any_class_are_left_out(rng):
    truth, rows = several(rng, 60, 4)
    more = np.concatenate([truth, np.zeros((30, 4), dtype=bool)])
    noise = rng.normal(size=(30, 4))
    assert labelled(more).sum() == 60
    alone = classify(rows, truth, seed=2, n_repeats=2)
    assert classify(np.concatenate([rows, noise]), more, seed=2, n_repeats=2) == alone


@pytest.mark.parametrize("labels", [np.ones((9, 1)), np.zeros((9, 3)), np.eye(9), np.ones((5, 3))])
def test_too_few_nodes_with_several_labels_are_refused(labels):
    assert not can_classify(labels.astype(bool))
    with pytest.raises(InputError, match="two classes of at least two nodes"):
        classify(np.ones((len(labels), 2)), labels.astype(bool), seed=0)


@pytest.fixture
def at_most_forty(monkeypatch):
    """As if forty nodes were many."""
    monkeypatch.setattr(module, "_MOST", 40)


def test_of_many_nodes_each_repeat_takes_some(rng, at_most_forty):
    labels = np.repeat([0, 1, 2, -1], [60, 30, 10, 5])
    rows = np.eye(4)[labels] + 0.01 * rng.normal(size=(105, 4))
    result = classify(rows, labels, seed=0)
    assert (result.n_nodes, result.n_labelled) == (40, 100)
    assert result.micro_repeats == result.macro_repeats == (1, 1)
    assert classify(rows[:40], labels[:40] % 2 + np.arange(40) % 2, seed=0).n_nodes == 40


def test_the_nodes_taken_are_stratified_other_ones_each_time_and_the_same_for_each_embedding(
    rng, at_most_forty, monkeypatch
):
    seen = []

    def spy(rows, labels, others, truth):
        seen.append((rows[:, 0], labels, others[:, 0], truth))
        return 0.0, 0.0

    monkeypatch.setattr(module, "_score", spy)
    monkeypatch.setattr(module, "spread", lambda task, items: [task(item) for item in items])
    labels = np.repeat([0, 1], [150, 50])
    angles = rng.permutation(200) / 200
    rows = np.column_stack([np.cos(angles), np.sin(angles)])
    for scale in (1.0, 2.0):
        classify(scale * rows, labels, seed=4)
    for first, again in zip(seen[:2], seen[2:], strict=True):
        for one, other in zip(first, again, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)
    for learned, of_class, others, truth in seen:
        assert learned.dtype == np.float32
        assert (len(learned), len(others)) == (28, 12)
        assert len(np.unique(np.concatenate([learned, others]))) == 40
        assert (of_class.sum(), truth.sum()) == (7, 3)
    assert set(seen[0][0].tolist()) != set(seen[1][0].tolist())


def test_a_class_too_rare_to_be_drawn_does_no_harm(rng, at_most_forty):
    labels = np.append(np.zeros(9998, dtype=np.int64), [1, 1])
    assert classify(rng.normal(size=(10_000, 2)), labels, seed=0).micro_f1 >= 0.9


def test_of_many_nodes_with_several_labels_some_are_taken(rng, at_most_forty):
    truth, rows = several(rng, 200, 5)
    result = classify(rows, truth, seed=0)
    assert (result.n_nodes, result.n_labelled) == (40, 200)
    assert len(result.micro_repeats) == 2


def test_there_are_always_nodes_enough_for_all_classes(rng, at_most_forty):
    labels = np.repeat(np.arange(30), 10)
    assert classify(rng.normal(size=(300, 2)), labels, seed=0).n_nodes == 120
