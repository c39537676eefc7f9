"""Weighted areas and rates equal their definitions, with ties, and scikit-learn agrees."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve

from ppne.compute.ranking import Ranking
from tests.reference import ranking as plain

LIMITS = np.array([0.01, 0.3, 0.6])
"""No quotient of two sums of the weights below comes near one of them without being it."""


@st.composite
def rankings(draw):
    """Scores full of ties; weights in 64ths, some zero, one link and one non-link not."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    sizes = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    n_scores = draw(st.integers(1, 12))
    links, non_links = (rng.integers(n_scores, size=size) - 3.0 for size in sizes)
    weights = [rng.integers(0, 65, size=(3, size)) / 64 for size in sizes]
    for part in weights:
        part[:, 0] += 1 / 64
    return links, non_links, *weights


@given(rankings())
def test_rates_equal_their_definition(drawn):
    links, non_links, link_weights, non_link_weights = drawn
    ranking = Ranking(links, non_links)
    weights = np.hstack([link_weights, non_link_weights])[:, ranking.order]
    rates = ranking.rates(weights, LIMITS)
    expected = [
        plain.weighted_rates(links, non_links, *some, LIMITS)
        for some in zip(link_weights, non_link_weights, strict=True)
    ]
    assert_allclose(rates, expected, rtol=0, atol=1e-12)


@given(rankings())
def test_scikit_learn_agrees(drawn):
    links, non_links, link_weights, non_link_weights = drawn
    ranking = Ranking(links, non_links)
    weights = np.hstack([link_weights, non_link_weights])
    rates = ranking.rates(weights[:, ranking.order], LIMITS)
    truth = np.repeat([1, 0], [len(links), len(non_links)])
    scores = np.concatenate([links, non_links])
    for row, of_links, of_non_links in zip(rates, link_weights, non_link_weights, strict=True):
        # Equal in all, since scikit-learn's precision depends on how common links are.
        balanced = np.concatenate([of_links / of_links.sum(), of_non_links / of_non_links.sum()])
        assert_allclose(row[0], roc_auc_score(truth, scores, sample_weight=balanced), atol=1e-12)
        assert_allclose(
            row[1], average_precision_score(truth, scores, sample_weight=balanced), atol=1e-12
        )
        fpr, tpr, _ = roc_curve(truth, scores, sample_weight=balanced, drop_intermediate=False)
        for found, limit in zip(row[2:], LIMITS, strict=True):
            assert_allclose(found, tpr[fpr <= limit + 1e-12].max(), atol=1e-12)


@given(rankings())
def test_only_weights_relative_to_those_of_the_same_kind_matter(drawn):
    links, non_links, link_weights, non_link_weights = drawn
    ranking = Ranking(links, non_links)
    first, second = (
        ranking.rates(np.hstack([scale * link_weights, non_link_weights])[:, ranking.order], LIMITS)
        for scale in (1, 1024)
    )
    assert_allclose(first, second, rtol=0, atol=1e-12)


@given(rankings())
def test_a_weight_of_two_is_as_two_pairs(drawn):
    links, non_links, *_ = drawn
    twice = Ranking(np.append(links, links[:1]), non_links)
    once = Ranking(links, non_links)
    weights = np.ones((1, len(links) + len(non_links)))
    weights[0, once.order == 0] = 2
    expected = twice.rates(np.ones((1, len(twice.order))), LIMITS)
    assert_allclose(once.rates(weights, LIMITS), expected, rtol=0, atol=1e-12)


def test_items_stand_from_the_highest_score_down_links_first():
    ranking = Ranking(np.array([1.0, 3.0]), np.array([3.0, 0.0]))
    assert ranking.scores.tolist() == [3, 3, 1, 0]
    assert ranking.order.tolist() == [1, 2, 0, 3]
    assert ranking.is_link.tolist() == [True, False, True, False]
    assert ranking.last_of_tie.tolist() == [False, True, True, True]


def test_a_tie_with_non_links_is_found_only_with_all_of_them():
    """A link that ties with one of two non-links is not found while no false alarm is allowed."""
    rates = Ranking(np.array([1.0, 0.0]), np.array([1.0, 0.0])).rates(
        np.ones((1, 4)), np.array([0.49, 0.5, 1.0])
    )
    assert rates[0].tolist() == [0.5, 0.5, 0, 0.5, 1]


@pytest.mark.parametrize(("n_non_links", "n_above"), [(100, 1), (700, 7), (5700, 57), (1000, 10)])
def test_a_limit_met_exactly_is_met(n_non_links, n_above):
    non_links = np.arange(n_non_links, dtype=np.float64)
    link = np.array([n_non_links - n_above - 0.5, n_non_links - n_above - 1.5])
    rates = Ranking(link, non_links).rates(np.ones((1, n_non_links + 2)), np.array([0.01, 0.001]))
    assert rates[0, 2] == 0.5
    assert rates[0, 3] == 0


def test_all_is_found_where_every_false_alarm_is_allowed(rng):
    """Whatever the weights: the sums of weights that are compared are rounded alike."""
    links = np.append(rng.normal(size=69), -100)  # the last, so found only at a rate of one
    ranking = Ranking(links, rng.normal(size=500))
    rates = ranking.rates(rng.exponential(size=(100, 570)), np.array([1.0]))
    assert_allclose(rates[:, 2], 1, rtol=1e-12)


def test_single_precision_weights_are_summed_in_double(rng):
    ranking = Ranking(rng.normal(size=200), rng.normal(size=2000))
    weights = rng.exponential(size=(5, 2200)).astype(np.float32)
    expected = ranking.rates(weights.astype(np.float64), LIMITS)
    assert_allclose(ranking.rates(weights, LIMITS), expected, rtol=0, atol=1e-12)


def test_no_limit_gives_the_two_areas_alone(rng):
    rates = Ranking(rng.normal(size=5), rng.normal(size=9)).rates(np.ones((3, 14)), np.empty(0))
    assert rates.shape == (3, 2)


def test_weights_may_be_a_view(rng):
    ranking = Ranking(rng.normal(size=5), rng.normal(size=9))
    weights = rng.exponential(size=(14, 6))
    whole = ranking.rates(np.ascontiguousarray(weights.T), LIMITS)
    assert_array_equal(ranking.rates(weights.T, LIMITS), whole)
