"""Gain over cost, and the batch that it picks."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.graph.flips import Flips, apply
from ppne.protect.score import choose_batch, degree_cost, gain_over_cost, gain_within, restoring
from tests import strategies

SQUARE = Flips.additions(np.array([[0, 1], [0, 2], [1, 2], [2, 3]]))
PLENTY = np.full(4, 9)


def choose(flips, scores, degrees=PLENTY, *, size=10, n_additions=None, node_cap=None, **given):
    return choose_batch(
        flips,
        np.asarray(scores, dtype=float),
        np.asarray(degrees),
        size=size,
        n_additions=n_additions,
        node_cap=node_cap,
        **given,
    )


def test_gain_over_cost_is_the_ratio_and_a_loss_is_never_worth_it():
    gains, costs = np.array([2.0, 3.0, 0.0, -1.0]), np.array([1.0, 2.0, 1.0, 1.0])
    assert_allclose(gain_over_cost(gains, costs, 2.0), [2.0, 0.75, -np.inf, -np.inf])
    assert_allclose(gain_over_cost(gains, costs, 0.0), [2.0, 3.0, -np.inf, -np.inf])


def test_gain_within_a_loss_looks_at_the_gain_alone():
    gains, losses = np.array([2.0, 3.0, 1.0, -1.0]), np.array([1.0, 2.5, 2.0, 0.0])
    assert_allclose(gain_within(gains, losses, 2.0), [2.0, -np.inf, 1.0, -np.inf])


def test_the_cost_by_degree_is_the_share_of_links_changed():
    flips = Flips.additions(np.array([[0, 1], [1, 2]]))
    assert_allclose(degree_cost(np.array([2, 4, 0]), flips), [0.75, 1.25])


def test_the_best_come_first():
    assert_array_equal(choose(SQUARE, [1, 4, 2, 3]), [1, 3, 2, 0])


def test_no_more_are_chosen_than_asked_for():
    assert_array_equal(choose(SQUARE, [1, 4, 2, 3], size=2), [1, 3])
    assert choose(SQUARE, [1, 4, 2, 3], size=0).shape == (0,)


def test_ties_go_to_the_smaller_pair_whatever_the_order_of_the_candidates(rng):
    for _ in range(10):
        order = rng.permutation(len(SQUARE))
        shuffled = SQUARE.take(order)
        assert_array_equal(shuffled.pairs[choose(shuffled, np.ones(4))], SQUARE.pairs)


def test_a_score_of_minus_infinity_is_never_chosen():
    assert_array_equal(choose(SQUARE, [-np.inf, -5.0, -np.inf, -6.0]), [1, 3])


def test_a_node_takes_no_more_flips_than_its_cap():
    assert_array_equal(choose(SQUARE, [4, 3, 2, 1], node_cap=1), [0, 3])
    assert_array_equal(choose(SQUARE, [4, 3, 2, 1], node_cap=2), [0, 1, 2])


def test_the_quota_of_additions_is_met_and_not_passed():
    flips = Flips(pairs=SQUARE.pairs, signs=np.array([1, 1, -1, -1]))
    assert_array_equal(choose(flips, [4, 3, 2, 1], size=2, n_additions=1), [2, 0])
    assert_array_equal(choose(flips, [4, 3, 2, 1], size=2, n_additions=0), [2, 3])
    assert_array_equal(choose(flips, [1, 2, 3, 4], size=2, n_additions=2), [1, 0])
    assert_array_equal(choose(flips, [4, 3, 2, 1], size=4, n_additions=4), [0, 1])


def test_beyond_the_sure_ones_a_flip_must_come_near_the_best():
    assert_array_equal(choose(SQUARE, [8, 5, 3, 1], floor=0.5, n_sure=1), [0, 1])
    assert_array_equal(choose(SQUARE, [8, 5, 3, 1], floor=0.5, n_sure=3), [0, 1, 2])
    assert_array_equal(choose(SQUARE, [8, 5, 3, 1], floor=0.0, n_sure=1), [0, 1, 2, 3])


def test_additions_are_cut_as_the_removals_are():
    pairs = np.array([[0, 1], [2, 3], [4, 5], [6, 7], [0, 4], [1, 5], [2, 6], [3, 7]])
    flips = Flips(pairs=pairs, signs=np.repeat([-1, 1], 4))
    given = {"size": 8, "n_additions": 4, "n_sure": 1}
    scores = [8, 5, 1, 1, 4, 3, 2, 1]
    assert_array_equal(choose(flips, scores, np.full(8, 9), floor=0.5, **given), [0, 1, 4, 5])
    assert len(choose(flips, scores, np.full(8, 9), floor=0.0, **given)) == 8


def test_an_addition_restores_most_between_alike_nodes_of_few_links():
    flips = Flips.additions(np.array([[0, 1], [1, 2], [0, 2]]))
    scores = restoring(np.array([0.5, 0.5, 0.9]), np.array([1, 2, 4]), flips)
    assert_allclose(scores, [0.5 * 1.5, 0.5 * 0.75, 0.9 * 1.25])


def test_removals_that_would_isolate_a_node_together_are_not_chosen_together():
    flips = Flips.removals(np.array([[0, 1], [0, 2]]))
    assert_array_equal(choose(flips, [1, 2], [2, 5, 5]), [1])


def test_the_degrees_given_are_left_as_they_were():
    degrees = np.array([9, 9, 9, 9])
    choose(SQUARE, [1, 2, 3, 4], degrees)
    assert_array_equal(degrees, 9)


@settings(max_examples=60)
@given(
    st.data(),
    strategies.graphs(min_nodes=4, min_links=2),
    st.integers(0, 8),
    st.sampled_from([None, 1, 2]),
)
def test_any_batch_keeps_every_rule(data, graph, size, node_cap):
    flips = data.draw(strategies.flips(graph, max_size=12))
    scores = np.array(
        data.draw(
            st.lists(
                st.sampled_from([-np.inf, 0.5, 1.0, 2.0]),
                min_size=len(flips),
                max_size=len(flips),
            )
        )
    )
    n_additions = data.draw(st.sampled_from([None, *range(size + 1)]))
    chosen = choose(
        flips, scores, graph.degrees, size=size, n_additions=n_additions, node_cap=node_cap
    )
    made = flips.take(chosen)
    assert len(np.unique(chosen)) == len(chosen) <= size
    assert (scores[chosen] > -np.inf).all()
    for sign in (1, -1) if n_additions is not None else (0,):
        of_sign = chosen if sign == 0 else chosen[made.signs == sign]
        assert (np.diff(scores[of_sign]) <= 0).all()
    if n_additions is not None:
        assert (made.signs > 0).sum() <= n_additions
        assert (made.signs < 0).sum() <= size - n_additions
    if node_cap is not None:
        assert np.bincount(made.pairs.ravel(), minlength=1).max() <= node_cap
    after = apply(graph, made).degrees
    assert (after[graph.degrees > 0] > 0).all()


@pytest.mark.parametrize("node_cap", [None, 1])
def test_no_candidate_gives_no_flip(node_cap):
    assert choose(Flips.none(), [], node_cap=node_cap).shape == (0,)
