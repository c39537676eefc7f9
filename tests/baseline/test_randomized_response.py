"""Each pair lies with its chance, apart from the others; the rules are kept."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.baseline.randomized_response import flip_chance, response_flips
from ppne.errors import InputError
from ppne.graph.flips import apply
from ppne.graph.pairs import keys_of
from ppne.graph.simple import Graph
from ppne.private.non_links import count_non_links
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem
from tests.baseline.posed import NO_PAIRS, block_problem, keeps_the_rules, problems

PROBLEM = block_problem()


@settings(max_examples=40)
@given(problem=problems(), epsilon=st.sampled_from([0.01, 1.0, 5.0]), seed=st.integers(0, 99))
def test_no_node_is_isolated_and_no_forbidden_pair_is_touched(problem, epsilon, seed):
    keeps_the_rules(problem, response_flips(problem, epsilon=epsilon, seed=seed))


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_epsilon_is_recovered_from_the_flip_rates(epsilon):
    graph = PROBLEM.graph
    n_free = count_non_links(graph, PROBLEM.forbidden)
    n_runs, removed, added = 20, 0, 0
    for seed in range(n_runs):
        flips = response_flips(PROBLEM, epsilon=epsilon, seed=seed)
        removed += (flips.signs < 0).sum()
        added += (flips.signs > 0).sum()
    for count, total in ((removed, graph.n_links * n_runs), (added, n_free * n_runs)):
        rate = count / total
        # Delta method: six standard errors of log((1 - rate) / rate).
        assert_allclose(
            np.log((1 - rate) / rate), epsilon, rtol=0, atol=6 / np.sqrt(total * rate * (1 - rate))
        )


def test_every_pair_flips_alike_and_apart_from_its_neighbours():
    ring = Graph.from_links(np.column_stack([np.arange(8), (np.arange(8) + 1) % 8]))
    pairs = PrivatePairs(links=np.array([[0, 4]]), decoys=NO_PAIRS)
    problem = Problem(graph=ring, pairs=pairs, watched=NO_PAIRS)
    epsilon, n_runs = 1.0, 3000
    flipped = np.zeros((n_runs, 64), dtype=bool)
    for seed in range(n_runs):
        flips = response_flips(problem, epsilon=epsilon, seed=seed)
        flipped[seed, keys_of(flips.pairs, 8)] = True
    chance = flip_chance(epsilon)
    free = np.column_stack(np.triu_indices(8, 1))
    free = free[~ring.has_links(free) & (keys_of(free, 8) != 4)]
    seen = flipped[:, keys_of(free, 8)]
    error = np.sqrt(chance * (1 - chance) / n_runs)
    assert np.abs(seen.mean(axis=0) - chance).max() < 6 * error
    correlations = np.corrcoef(seen.T)[np.triu_indices(len(free), 1)]
    assert np.abs(correlations).max() < 6 / np.sqrt(n_runs)


def test_the_same_seed_gives_the_same_flips_and_none_gives_others():
    runs = [response_flips(PROBLEM, epsilon=2.0, seed=seed) for seed in (4, 4, 5, None)]
    assert_array_equal(runs[0].pairs, runs[1].pairs)
    assert_array_equal(runs[0].signs, runs[1].signs)
    assert len({run.pairs.tobytes() for run in runs}) == 3


@pytest.mark.parametrize("epsilon", [50.0, 5000.0])
def test_a_large_epsilon_flips_nothing(epsilon):
    assert len(response_flips(PROBLEM, epsilon=epsilon, seed=1)) == 0


def test_the_chance_is_that_of_the_definition():
    for epsilon in (0.01, 1.0, 7.0):
        assert_allclose(flip_chance(epsilon), 1 / (1 + np.exp(epsilon)), rtol=1e-14)
    assert flip_chance(5000.0) > 0


def test_an_epsilon_too_small_to_hold_is_refused_with_the_smallest_that_will_do():
    problem = block_problem(n_nodes=30_000)
    with pytest.raises(InputError, match=r"must be [0-9.]+ or more") as caught:
        response_flips(problem, epsilon=0.5, seed=0)
    named = float(str(caught.value).split("must be ")[1].split()[0])
    n_pairs = 30_000 * 29_999 / 2
    assert flip_chance(named) * n_pairs < 2e7 < flip_chance(named - 0.02) * n_pairs


def test_a_small_graph_may_have_any_epsilon():
    after = apply(PROBLEM.graph, response_flips(PROBLEM, epsilon=1e-6, seed=0))
    n_pairs = 400 * 399 / 2
    assert abs(after.n_links / n_pairs - 0.5) < 0.02
