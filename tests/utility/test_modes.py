"""The modes of a graph are its eigenpairs of largest walk sum, negative ones included."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose

from ppne.compute import cpu
from ppne.factor.proximity import normal_adjacency
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model, star
from ppne.utility.modes import leading_modes, walk_sum
from tests.reference import utility as plain

TIGHT = 1e-9


@given(hnp.arrays(float, 5, elements=st.floats(-1, 1)), st.integers(1, 12))
def test_the_walk_sum_equals_its_definition(values, window):
    assert_allclose(walk_sum(values, window), plain.walk_sum(values, window), rtol=0, atol=1e-13)


@pytest.mark.parametrize("window", [1, 2, 3, 10])
@pytest.mark.parametrize("seed", [0, 1])
def test_modes_are_the_eigenpairs_of_largest_walk_sum(rng, window, seed):
    normal = normal_adjacency(block_model(n_nodes=90, n_groups=3, mean_degree=6, seed=seed))
    modes = leading_modes(normal, window, 9, rng=rng, compute=cpu, tolerance=TIGHT)
    sizes = np.sort(walk_sum(modes.values, window) ** 2)[::-1]
    values = np.linalg.eigvalsh(normal.toarray())
    expected = np.sort(plain.walk_sum(values, window) ** 2)[::-1][:9]
    assert_allclose(sizes, expected, rtol=1e-6)
    vectors = modes.leading_vectors
    assert vectors.shape == (90, 9)
    assert_allclose(vectors.T @ vectors, np.eye(9), rtol=0, atol=1e-9)
    # Residual over the gap between values of N that g maps close together.
    assert_allclose(normal @ vectors, vectors * modes.values, rtol=0, atol=1e-5)


def test_a_negative_mode_comes_before_a_smaller_positive_one(rng):
    links = np.concatenate([star(8).links, star(6).links + 8, [[0, 8]]])
    normal = normal_adjacency(Graph.from_links(links))  # bipartite: the spectrum is symmetric
    modes = leading_modes(normal, 1, 2, rng=rng, compute=cpu, tolerance=TIGHT)
    assert_allclose(np.sort(modes.values), [-1.0, 1.0], rtol=0, atol=1e-9)


def test_a_walk_of_even_length_passes_over_the_mode_of_minus_one(rng):
    normal = normal_adjacency(star(9))  # eigenvalues 1, -1 and zeros; g(-1) = 0
    modes = leading_modes(normal, 2, 1, rng=rng, compute=cpu, tolerance=TIGHT)
    assert_allclose(modes.values, [1.0], rtol=0, atol=1e-9)


def test_a_warm_start_gives_the_same_modes(rng):
    normal = normal_adjacency(block_model(n_nodes=90, n_groups=3, mean_degree=6, seed=4))
    cold = leading_modes(normal, 3, 6, rng=rng, compute=cpu, tolerance=TIGHT)
    warm = leading_modes(normal, 3, 6, rng=rng, compute=cpu, tolerance=TIGHT, start=cold.vectors)
    assert_allclose(warm.values, cold.values, rtol=0, atol=1e-8)
