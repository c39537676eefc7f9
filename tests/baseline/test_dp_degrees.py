"""Noise that follows its law, an epsilon that is accounted, and graphs that keep the rules."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from ppne.baseline.dp_degrees import GENERATORS, dp_flips, noisy_degrees, spent_epsilon
from ppne.errors import InputError, MissingExtraError
from tests.baseline.posed import block_problem, keeps_the_rules, problems

PROBLEM = block_problem()
N_DRAWS = 5_000
# A Kolmogorov–Smirnov distance beyond this has a chance below 1e-9, whatever the law (Massart).
KS_BOUND = np.sqrt(np.log(2e9) / (2 * N_DRAWS))


def ks_distance(noise, scale):
    """Largest distance between the noise's distribution and that of discrete Laplace."""
    values = np.arange(noise.min() - 1, noise.max() + 1)
    ratio = np.exp(-1.0 / scale)
    below = ratio ** (-values) / (1 + ratio)
    law = np.where(values < 0, below, 1 - ratio ** (values + 1.0) / (1 + ratio))
    seen = np.searchsorted(np.sort(noise), values, "right") / len(noise)
    return np.abs(seen - law).max()


@pytest.mark.parametrize("seed", [None, 7])
@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_the_noise_passes_a_kolmogorov_smirnov_test_against_its_law(seed, epsilon):
    degrees = np.arange(N_DRAWS) % 50
    noise = noisy_degrees(degrees, epsilon=epsilon, seed=seed) - degrees
    assert ks_distance(noise, 2 / epsilon) < KS_BOUND
    assert ks_distance(noise, 1 / epsilon) > KS_BOUND  # sensitivity 1 is another law


@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 1.0, 3.0, 10.0, 100.0])
def test_the_accountant_says_that_epsilon_is_spent_and_no_more(epsilon):
    assert 0.999 * epsilon <= spent_epsilon(epsilon) <= epsilon


def test_one_link_moves_the_degrees_by_the_sensitivity():
    graph = PROBLEM.graph
    less = graph.without(graph.links[5:6])
    assert np.abs(graph.degrees - less.degrees).sum() == 2


def test_a_seed_repeats_the_noise_and_another_does_not():
    degrees = np.full(200, 9)
    once, again, other = (noisy_degrees(degrees, epsilon=0.5, seed=seed) for seed in (1, 1, 2))
    assert_array_equal(once, again)
    assert (once != other).any()


def test_without_a_seed_no_run_repeats():
    degrees = np.full(200, 9)
    once, again = (noisy_degrees(degrees, epsilon=0.1, seed=None) for _ in range(2))
    assert (once != again).any()
    runs = [dp_flips(PROBLEM, epsilon=0.5, seed=None) for _ in range(2)]
    assert runs[0].pairs.tolist() != runs[1].pairs.tolist()


@settings(max_examples=25)
@given(
    problem=problems(),
    epsilon=st.sampled_from([0.1, 1.0, 10.0]),
    generator=st.sampled_from(sorted(GENERATORS)),
    seed=st.integers(0, 9),
)
def test_no_node_is_isolated_and_no_forbidden_pair_is_touched(problem, epsilon, generator, seed):
    flips = dp_flips(problem, epsilon=epsilon, generator=generator, seed=seed)
    keeps_the_rules(problem, flips)


@pytest.mark.parametrize("generator", GENERATORS)
def test_the_same_seed_gives_the_same_flips(generator):
    runs = [dp_flips(PROBLEM, epsilon=1.0, generator=generator, seed=seed) for seed in (4, 4, 5)]
    assert_array_equal(runs[0].pairs, runs[1].pairs)
    assert_array_equal(runs[0].signs, runs[1].signs)
    assert runs[0].pairs.tolist() != runs[2].pairs.tolist()


@pytest.mark.parametrize("generator", GENERATORS)
def test_the_graph_has_the_noisy_degrees_but_for_a_few(generator):
    graph = PROBLEM.graph
    noisy = noisy_degrees(graph.degrees, epsilon=1.0, seed=8)
    wanted = np.clip(noisy, graph.degrees > 0, graph.n_nodes - 1)
    flips = dp_flips(PROBLEM, epsilon=1.0, generator=generator, seed=8)
    after = keeps_the_rules(PROBLEM, flips)
    assert np.abs(after.degrees - wanted).sum() <= 0.03 * wanted.sum()


def test_a_large_epsilon_edits_nothing_and_draws_another_graph_of_the_same_degrees():
    assert len(dp_flips(PROBLEM, epsilon=200.0, generator="edit", seed=0)) == 0
    flips = dp_flips(PROBLEM, epsilon=200.0, generator="random", seed=0)
    assert len(flips) > PROBLEM.graph.n_links


def test_an_epsilon_too_small_to_hold_is_refused_and_the_one_named_is_not_by_much():
    problem = block_problem(n_nodes=8000)
    with pytest.raises(InputError, match=r"epsilon must be 0\.01 or more"):
        dp_flips(problem, epsilon=1e-4, seed=0)


def test_an_unknown_generator_is_refused():
    with pytest.raises(InputError, match="unknown generator 'swap'; choose one of edit, random"):
        dp_flips(PROBLEM, epsilon=1.0, generator="swap", seed=0)


def test_a_missing_library_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "opendp.prelude", None)
    with pytest.raises(MissingExtraError, match=r"ppne\[baselines\]"):
        noisy_degrees(PROBLEM.graph.degrees, epsilon=1.0, seed=0)
