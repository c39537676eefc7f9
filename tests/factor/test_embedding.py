"""From a graph to its embedding: the same for the same graph."""

import numpy as np
import pytest
from numba import config
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.embedding import check_dimension, embed, scaled_rows
from ppne.factor.methods import method_named
from ppne.factor.proximity import proximity
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model
from tests.reference import spectrum as plain

GRAPH = block_model(n_nodes=120, n_groups=3, mean_degree=7, seed=3)


@pytest.mark.parametrize("name", ["line", "deepwalk"])
def test_similarities_of_the_rows_are_those_of_the_definition(name):
    method = method_named(name, negatives=0.5)
    dense = proximity(GRAPH, method, compute=cpu).log_above.toarray()
    magnitudes = np.abs(plain.leading_eigenpairs(dense, 20).values)
    gaps = (magnitudes[3:15] - magnitudes[4:16]) / magnitudes[0]
    n_components = 4 + int(gaps.argmax())  # cut where the subspace is well defined
    rows = embed(GRAPH, method, n_components, compute=cpu)
    assert rows.shape == (120, n_components)
    # The residual of 1e-6 over the gap, times the size of the matrix.
    bound = 10 * 1e-6 / gaps.max() * magnitudes[0]
    assert_allclose(rows @ rows.T, plain.similarities(dense, n_components), rtol=0, atol=bound)


def test_rows_are_vectors_scaled_by_the_root_of_the_magnitude():
    spectrum = plain.leading_eigenpairs(np.diag([4.0, -9.0, 1.0]), 2)
    assert_allclose(
        np.abs(scaled_rows(spectrum, compute=cpu)), [[0, 2], [3, 0], [0, 0]], atol=1e-12
    )


@pytest.mark.parametrize("name", ["line", "deepwalk"])
def test_the_same_graph_gives_the_same_bits_on_one_thread_and_two(name):
    method = method_named(name, negatives=1.0)
    results = []
    for n_threads in (1, min(2, config.NUMBA_NUM_THREADS), 1):
        with cpu.steady(n_threads):
            results.append(embed(GRAPH, method, 10, compute=cpu))
    assert_array_equal(results[0], results[1])
    assert_array_equal(results[0], results[2])


def test_a_node_without_links_has_a_row_of_nothing():
    lone = Graph.from_links(GRAPH.links, n_nodes=121)
    rows = embed(lone, method_named("line"), 8, compute=cpu)
    assert np.abs(rows[120]).max() < 1e-5 * np.abs(rows).max()


@pytest.mark.parametrize("n_components", [0, -3])
def test_a_dimension_below_one_is_refused(n_components):
    with pytest.raises(InputError, match=f"at least 1, got {n_components}"):
        check_dimension(GRAPH, n_components)


@pytest.mark.parametrize("n_components", [120, 121])
def test_a_dimension_must_be_below_the_number_of_nodes(n_components):
    with pytest.raises(InputError, match=f"a dimension of {n_components} needs more than"):
        embed(GRAPH, method_named("line"), n_components, compute=cpu)


def test_a_dimension_of_one_less_than_the_nodes_is_taken():
    check_dimension(GRAPH, 119)
