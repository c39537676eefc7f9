"""Degree adds in proportion to the sum of degrees, and removes in inverse proportion."""

import numpy as np
from scipy.stats import chisquare, spearmanr

from ppne.baseline.degree import degree_flips
from ppne.baseline.random_flips import random_flips
from ppne.graph.pairs import keys_of, pairs_of
from ppne.graph.simple import Graph
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem
from tests.baseline.conftest import rows_of, settings_with
from tests.baseline.test_random_flips import PROBLEM, first_flips


def degree_sums(problem, pairs):
    return problem.graph.degrees[pairs].sum(axis=1)


def test_the_first_addition_falls_in_proportion_to_the_sum_of_degrees():
    """The problem of the random flips, with links enough that the degrees differ."""
    graph = PROBLEM.graph.without(np.array([[1, 2], [2, 3], [5, 6]]))
    problem = Problem(graph=graph, pairs=PROBLEM.pairs, watched=PROBLEM.watched)
    keys = [
        keys_of(degree_flips(problem, settings_with(n_flips=1, additions=1.0, seed=seed)).pairs, 8)
        for seed in range(2000)
    ]
    found, counts = np.unique(np.concatenate(keys), return_counts=True)
    assert len(found) == 28 - graph.n_links - 2
    weights = degree_sums(problem, pairs_of(found, 8))
    assert chisquare(counts, 2000 * weights / weights.sum()).pvalue > 1e-5
    assert chisquare(counts).pvalue < 1e-5


def test_the_first_removal_falls_in_inverse_proportion_to_the_sum_of_degrees():
    keys, counts = first_flips(degree_flips, 0.0)
    weights = 1.0 / degree_sums(PROBLEM, pairs_of(keys, 8))
    assert len(keys) == 14
    assert chisquare(counts, 2000 * weights / weights.sum()).pvalue > 1e-5
    assert chisquare(counts).pvalue < 1e-5


def test_chosen_additions_have_larger_sums_than_random_ones_and_removals_smaller(problem):
    asked = {"n_flips": 300}
    by_degree = degree_flips(problem, settings_with(**asked))
    anyhow = random_flips(problem, settings_with(**asked))

    def mean_sum(flips, sign):
        return degree_sums(problem, flips.pairs[flips.signs == sign]).mean()

    assert mean_sum(by_degree, 1) > 1.1 * mean_sum(anyhow, 1)
    assert mean_sum(by_degree, -1) < 0.9 * mean_sum(anyhow, -1)


def test_the_earlier_a_link_goes_the_smaller_its_sum(problem):
    removed = degree_flips(problem, settings_with(n_flips=10_000, additions=0.0)).pairs
    assert spearmanr(np.arange(len(removed)), degree_sums(problem, removed)).statistic > 0.2


def test_two_nodes_without_links_are_never_joined():
    graph = Graph.from_links(np.array([[0, 1], [1, 2]]), n_nodes=6)
    pairs = PrivatePairs(links=np.array([[3, 4]]), decoys=np.array([[0, 3]]))
    problem = Problem(graph=graph, pairs=pairs, watched=np.array([[0, 4]]))
    added = rows_of(degree_flips(problem, settings_with(n_flips=99, additions=1.0)).pairs)
    assert added == {(0, 2), *((u, v) for u in range(3) for v in (3, 4, 5))} - {(0, 3)}
