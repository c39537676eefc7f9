"""Attackers that learn: what they look at, what they are shown, and what they find."""

import math
import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from ppne.attack import learned as module
from ppne.attack.axes import principal_axes, rows_on
from ppne.attack.learned import (
    LEARNERS,
    LOGISTIC,
    XGBOOST,
    Learner,
    held_out_trials,
    judge,
    operator_features,
    transfer_trials,
)
from ppne.attack.similarity import pair_scores
from ppne.compute import cpu
from ppne.errors import MissingExtraError
from ppne.privacy.auc import auc

QUICK = Learner(name="quick", operator="hadamard", model=lambda seed: Recorder())


class Recorder:
    """A classifier that learns nothing, and keeps what it was shown."""

    def fit(self, features, target):
        self.shown = features[:, 0]
        self.target = target
        return self

    def predict_proba(self, features):
        return np.column_stack([1 - features[:, 0], features[:, 0]])


@pytest.fixture(autouse=True)
def one_thread():
    """Threads that wait for each other on a busy machine take minutes over so little."""
    with threadpool_limits(1):
        yield


def own_number(pairs):
    """The first node as the only feature, so that pairs can be told in what a model is shown."""
    return pairs[:, :1] / 1000


def numbered(count, start=0):
    """Pairs known by their first node."""
    first = np.arange(start, start + count)
    return np.column_stack([first, first + 1])


def run(n_links, n_fresh, *, share, n_repeats, seed=0, others=None, learner=QUICK):
    return held_out_trials(
        learner,
        own_number,
        numbered(n_links),
        numbered(n_fresh, 500),
        others or {},
        share=share,
        n_repeats=n_repeats,
        seed=seed,
        compute=cpu,
    )


def spread_rows(rng, n=40):
    """Rows that are not of length one, one of them zero, on axes that are not theirs."""
    rows = rng.normal(size=(n, 4)) * np.array([1.0, 2, 4, 8])
    rows = rows @ np.linalg.qr(rng.normal(size=(4, 4)))[0]
    rows[3] = 0
    return rows


def test_each_operator_is_that_of_the_table(rng):
    rows, pairs = spread_rows(rng), rng.integers(40, size=(30, 2))
    axes = principal_axes(rows)
    a, b = (rows_on(rows, axes, pairs[:, column]) for column in range(2))
    given_a, given_b = (rows_on(rows, np.eye(4), pairs[:, column]) for column in range(2))
    norms = np.sort(np.linalg.norm(rows[pairs], axis=2), axis=1)
    expected = {
        "concat": np.hstack([given_a, given_b]),
        "hadamard": a * b,
        "l1": np.abs(a - b),
        "l2": (a - b) ** 2,
        "average": (a + b) / 2,
        "all": np.hstack([a * b, np.abs(a - b), norms]),
    }
    for operator, values in expected.items():
        assert_allclose(operator_features(rows, operator, axes)(pairs), values, atol=1e-5)
    assert {learner.operator for learner in LEARNERS} == set(expected)


@pytest.mark.parametrize("operator", ["hadamard", "l1", "l2", "all"])
def test_no_rotation_hides_anything_on_the_principal_axes(rng, operator):
    rows, pairs = spread_rows(rng), rng.integers(40, size=(30, 2))
    turned = rows @ np.linalg.qr(rng.normal(size=(4, 4)))[0]
    before, after = (
        operator_features(some, operator, principal_axes(some))(pairs) for some in (rows, turned)
    )
    assert_allclose(after, before, atol=1e-4)


@given(
    seed=st.integers(0, 10_000),
    weight=st.floats(0.1, 100),
    offset=st.floats(-5, 5),
    turned=st.booleans(),
)
def test_theorem_1_cosine_is_a_hadamard_logistic_regression_of_equal_weights(
    seed, weight, offset, turned
):
    """Equal positive weights: the probability is the sigmoid of the cosine, scaled and moved.

    So it ranks every pair as the cosine does, on any axes: the sum of the products is the inner
    product on all of them.
    """
    rng = np.random.default_rng(seed)
    rows, pairs = spread_rows(rng), rng.integers(40, size=(60, 2))
    axes = principal_axes(rows) if turned else np.eye(4)
    features = operator_features(rows, "hadamard", axes)(pairs)
    model = LogisticRegression()
    model.classes_ = np.array([0, 1])
    model.coef_, model.intercept_ = np.full((1, 4), weight), np.array([offset])
    cosine = pair_scores(rows, compute=cpu)["cosine"](pairs)
    log_odds = model.decision_function(features)
    assert_allclose((log_odds - offset) / weight, cosine, atol=1e-4)
    above = cosine[:, None] > cosine + 3e-4  # features are in single precision
    chance = judge(model, features)
    assert (log_odds[:, None] > log_odds)[above].all()
    assert (chance[:, None] >= chance)[above].all()  # far out the sigmoid is flat


@given(
    n_links=st.integers(2, 40),
    n_fresh=st.integers(2, 60),
    share=st.floats(0.05, 0.95),
    seed=st.integers(0, 99),
)
@example(n_links=14, n_fresh=44, share=0.9, seed=0)
@example(n_links=10, n_fresh=30, share=0.7, seed=0)
def test_every_pair_is_judged_in_time_and_none_that_was_known(n_links, n_fresh, share, seed):
    n_repeats = math.ceil(1 / (1 - share))
    models = []
    learner = Learner(
        name="kept", operator="", model=lambda seed: models.append(Recorder()) or models[-1]
    )
    with cpu.steady(1):  # so that the models come in the order of the trials
        done = run(n_links, n_fresh, share=share, n_repeats=n_repeats, seed=seed, learner=learner)
    trials = done["fresh"]
    assert len(trials) == len(models) == n_repeats
    for name, size in (("links", n_links), ("non_links", n_fresh)):
        times = Counter(at for trial in trials for at in getattr(trial, name).tolist())
        assert set(times) == set(range(size))
    for trial, model in zip(trials, models, strict=True):
        known = (1000 * model.shown).round().astype(int).tolist()
        tested = [*trial.links.tolist(), *(500 + trial.non_links).tolist()]
        assert sorted(known + tested) == [*range(n_links), *range(500, 500 + n_fresh)]
        assert model.target.tolist() == [int(number < 500) for number in known]
        assert_allclose(trial.link_scores, trial.links / 1000)
        assert_allclose(trial.non_link_scores, (500 + trial.non_links) / 1000)
        assert trial.threshold == pytest.approx(model.target.mean())


def splits(trials):
    return [(trial.links.tolist(), trial.non_links.tolist()) for trial in trials["fresh"]]


def test_splits_depend_on_the_seed_and_the_sizes_alone():
    given_ = {"share": 0.5, "n_repeats": 2}
    first = splits(run(20, 60, **given_))
    moved = held_out_trials(
        LOGISTIC,
        lambda pairs: (pairs % 7).astype(np.float64),
        numbered(20, 90),
        numbered(60, 200),
        {"more": numbered(4)},
        seed=0,
        **given_,
        compute=cpu,
    )
    assert splits(moved) == first
    assert splits(run(20, 60, seed=1, **given_)) != first


def test_other_sets_are_judged_whole_in_each_repeat():
    others = {"hard": numbered(7, 800)}
    trials = run(10, 30, share=0.8, n_repeats=3, others=others)
    assert list(trials) == ["fresh", "hard"]
    for fresh, hard in zip(trials["fresh"], trials["hard"], strict=True):
        assert hard.non_links.tolist() == list(range(7))
        assert_allclose(hard.non_link_scores, np.arange(800, 807) / 1000)
        assert_array_equal(hard.links, fresh.links)
        assert_array_equal(hard.link_scores, fresh.link_scores)


def test_no_more_pairs_are_looked_at_than_a_learner_can_bear(monkeypatch):
    monkeypatch.setattr(module, "MOST_LINKS", 4)
    trials = run(10, 90, share=0.5, n_repeats=2, others={"hard": numbered(60)})
    assert len({at for trial in trials["fresh"] for at in trial.links.tolist()}) == 4
    assert len({at for trial in trials["fresh"] for at in trial.non_links.tolist()}) == 40
    assert len(trials["hard"][0].non_links) == 40


def planted(rng, n=120, width=6):
    """Six tight groups; links within them, non-links between them."""
    groups = np.arange(n) % width
    rows = np.eye(width)[groups] + 0.02 * rng.normal(size=(n, width))
    every = rng.permutation(np.column_stack(np.triu_indices(n, 1)))
    inside = groups[every[:, 0]] == groups[every[:, 1]]
    return rows, every[inside][:200], every[~inside][:600]


def attacked(learner, rows, links, fresh, seed=0):
    """Mean AUC over the repeats."""
    features = operator_features(rows, learner.operator, principal_axes(rows))
    trials = held_out_trials(
        learner,
        features,
        links,
        fresh,
        {},
        share=0.6,
        n_repeats=3,
        seed=seed,
        compute=cpu,
    )["fresh"]
    return np.mean([auc(trial.link_scores, trial.non_link_scores) for trial in trials])


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_links_that_are_planted_are_found_and_noise_is_not_learned(learner, rng):
    """The mean of two rows does not tell whether they are alike: the average finds little."""
    rows, links, fresh = planted(rng)
    found = attacked(learner, rows, links, fresh)
    if learner.operator == "average":
        assert found < 0.9
    elif learner.operator == "concat":
        assert found > 0.7  # it must learn products of entries from entries
    else:
        assert found > 0.99
    # Six standard errors of an AUC of 80 links, three times, each node in five pairs or so.
    assert abs(attacked(learner, rng.normal(size=rows.shape), links, fresh) - 0.5) < 0.2


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_a_seed_of_any_size_repeats_the_scores(learner, rng):
    rows, links, fresh = planted(rng)
    features = operator_features(rows, learner.operator, np.eye(6))
    first, second = (
        transfer_trials(learner, features, links[:60], fresh[:90], links, {"a": fresh}, seed=2**40)
        for _ in range(2)
    )
    assert_array_equal(first["a"][0].link_scores, second["a"][0].link_scores)
    assert_array_equal(first["a"][0].non_link_scores, second["a"][0].non_link_scores)


def test_what_was_learned_elsewhere_judges_every_pair(rng):
    rows, links, fresh = planted(rng)
    features = operator_features(rows, "hadamard", np.eye(6))
    sets = {"fresh": fresh[300:], "hard": fresh[300:310]}
    trials = transfer_trials(
        LOGISTIC, features, links[:100], fresh[:300], links[100:], sets, seed=0
    )
    assert list(trials) == ["fresh", "hard"]
    for name, (trial,) in trials.items():
        assert trial.links.tolist() == list(range(100))
        assert trial.non_links.tolist() == list(range(len(sets[name])))
        assert auc(trial.link_scores, trial.non_link_scores) > 0.99
        assert trial.threshold == 0.25


def test_without_xgboost_the_way_out_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "xgboost", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ppne\[audit\]'"):
        XGBOOST.model(0)
