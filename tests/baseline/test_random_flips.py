"""Random flips fall on every link and every non-link alike."""

import numpy as np
from scipy.stats import chisquare

from ppne.baseline.random_flips import random_flips
from ppne.graph.pairs import contains, keys_of
from ppne.graph.simple import Graph
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem
from tests.baseline.conftest import settings_with

WHEEL = np.array([[0, v] for v in range(1, 8)] + [[v, v % 7 + 1] for v in range(1, 8)])
PROBLEM = Problem(
    graph=Graph.from_links(WHEEL),
    pairs=PrivatePairs(links=np.array([[1, 3]]), decoys=np.array([[2, 4]])),
    watched=np.array([[1, 4]]),
)


def first_flips(flips_of, sign):
    """How often each pair is the first to be flipped, over 2,000 seeds."""
    keys = [
        keys_of(flips_of(PROBLEM, settings_with(n_flips=1, additions=sign, seed=seed)).pairs, 8)[0]
        for seed in range(2000)
    ]
    return np.unique(keys, return_counts=True)


def test_the_first_addition_is_uniform_among_the_pairs_that_can_be_added():
    keys, counts = first_flips(random_flips, 1.0)
    assert len(keys) == 28 - 14 - 2
    assert chisquare(counts).pvalue > 1e-5


def test_the_first_removal_is_uniform_among_the_links():
    keys, counts = first_flips(random_flips, 0.0)
    assert contains(keys_of(PROBLEM.graph.links, 8), keys).all()
    assert len(keys) == 14
    assert chisquare(counts).pvalue > 1e-5
