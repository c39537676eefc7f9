"""What every baseline that flips links keeps to, whatever it chooses by."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from ppne.baseline.betweenness import betweenness_flips
from ppne.baseline.degree import degree_flips
from ppne.baseline.dice import dice_flips
from ppne.baseline.random_flips import random_flips
from ppne.errors import InputError
from ppne.graph.flips import apply
from tests.baseline.conftest import rows_of, settings_with
from tests.strategies import problems

BOTH_WAYS = [random_flips, degree_flips, dice_flips]
EVERY = [*BOTH_WAYS, betweenness_flips]


@pytest.mark.parametrize("flips_of", EVERY)
@settings(max_examples=40)
@given(
    problem=problems(),
    n_flips=st.integers(0, 70),
    additions=st.sampled_from([0.0, 0.3, 0.5, 1.0]),
    seed=st.integers(0, 99),
)
def test_the_rules_hold_on_any_graph_and_budget(flips_of, problem, n_flips, additions, seed):
    flips = flips_of(problem, settings_with(n_flips=n_flips, additions=additions, seed=seed))
    assert len(flips) <= n_flips
    assert not rows_of(flips.pairs) & rows_of(problem.forbidden)
    for count in range(len(flips) + 1):
        after = apply(problem.graph, flips.take(np.arange(count)))  # raises on a pair flipped twice
        assert (after.degrees[problem.graph.degrees > 0] > 0).all()


@settings(max_examples=60)
@given(
    problem=problems(),
    additions=st.sampled_from([0.0, 0.5, 1.0]),
    seed=st.integers(0, 99),
)
def test_fewer_flips_than_asked_for_means_that_none_is_left(problem, additions, seed):
    graph = problem.graph
    flips = random_flips(problem, settings_with(n_flips=99, additions=additions, seed=seed))
    added, removed = flips.pairs[flips.signs > 0], flips.pairs[flips.signs < 0]
    n_addable = graph.n_nodes * (graph.n_nodes - 1) // 2 - graph.n_links - len(problem.forbidden)
    assert len(added) == (n_addable if additions else 0)
    left = apply(graph, flips.take(np.flatnonzero(flips.signs < 0)))
    if additions < 1:
        assert (left.degrees[left.links].min(axis=1, initial=1) <= 1).all()
    else:
        assert not len(removed)


@pytest.mark.parametrize("flips_of", EVERY)
def test_the_count_is_exact_and_the_share_of_additions_even(problem, flips_of):
    flips = flips_of(problem, settings_with(n_flips=60, additions=0.3))
    assert len(flips) == 60
    if flips_of in BOTH_WAYS:
        made = np.cumsum(flips.signs > 0)
        assert_array_equal(made, np.floor(0.3 * np.arange(1, 61) + 1e-9))
    else:
        assert (flips.signs < 0).all()


@pytest.mark.parametrize("flips_of", EVERY)
def test_the_flips_of_a_small_budget_are_the_first_of_a_large_one(problem, flips_of):
    """Up to the largest budget there is, where one kind runs out and the other goes on."""
    largest = flips_of(problem, settings_with(n_flips=15_000))
    for n_flips in (1, 7, 50, 400):
        few = flips_of(problem, settings_with(n_flips=n_flips))
        assert_array_equal(few.pairs, largest.pairs[:n_flips])
        assert_array_equal(few.signs, largest.signs[:n_flips])


@pytest.mark.parametrize("flips_of", EVERY)
def test_a_seed_gives_the_same_flips_again(problem, flips_of):
    one, again = (flips_of(problem, settings_with(n_flips=40, seed=6)) for _ in range(2))
    assert_array_equal(one.pairs, again.pairs)
    assert_array_equal(one.signs, again.signs)


@pytest.mark.parametrize("flips_of", BOTH_WAYS)
def test_another_seed_gives_other_flips(problem, flips_of):
    one, other = (flips_of(problem, settings_with(n_flips=40, seed=seed)) for seed in (6, 7))
    for sign in (1, -1):
        assert rows_of(one.pairs[one.signs == sign]) != rows_of(other.pairs[other.signs == sign])


@pytest.mark.parametrize("flips_of", EVERY)
def test_a_budget_must_be_given(problem, flips_of):
    with pytest.raises(InputError, match="n_flips must be given"):
        flips_of(problem, settings_with(n_flips=None))
