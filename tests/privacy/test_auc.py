"""The area under the ROC curve is scikit-learn's, ties included."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import roc_auc_score

from ppne.privacy.auc import auc, auc_interval

scores = st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=20).map(np.array)


@given(scores, scores)
def test_it_is_that_of_scikit_learn_with_ties(links, non_links):
    truth = np.repeat([1, 0], [len(links), len(non_links)])
    expected = roc_auc_score(truth, np.concatenate([links, non_links]))
    assert_allclose(auc(links, non_links), expected, rtol=0, atol=1e-12)


@given(scores, scores)
def test_turning_the_ranking_round_mirrors_it_at_one_half(links, non_links):
    assert_allclose(auc(-links, -non_links), 1.0 - auc(links, non_links), rtol=0, atol=1e-12)


@given(scores, scores, st.floats(0.1, 10))
def test_only_the_order_matters(links, non_links, scale):
    assert auc(np.exp(scale * links), np.exp(scale * non_links)) == auc(links, non_links)


def test_the_interval_covers_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(0)
    truth = 0.7602499389065233  # chance that a normal of mean 1 exceeds one of mean 0
    hits = 0
    for _ in range(300):
        value, half = auc_interval(rng.normal(1, 1, 60), rng.normal(0, 1, 300))
        hits += abs(value - truth) <= half
    assert 0.9 <= hits / 300 <= 0.99


def test_a_single_link_has_the_widest_interval():
    value, half = auc_interval(np.array([0.5]), np.arange(10.0))
    assert value == auc(np.array([0.5]), np.arange(10.0))
    assert half >= 1.96 * 0.5
