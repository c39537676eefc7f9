"""The proximity matrices equal their dense definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.factor.methods import Method, method_named
from ppne.factor.proximity import inverse_root_degrees, normal_adjacency, proximity
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model, star
from tests import strategies
from tests.reference import proximity as plain

EXACT = 1e-11  # entries up to vol / b, some hundred, each a sum of a few products


def log_above(graph, method):
    return proximity(graph, method, compute=cpu).log_above.toarray()


@settings(max_examples=40)
@given(strategies.graphs(min_links=1), st.integers(1, 10), st.floats(0.1, 5))
def test_proximity_equals_its_definition_isolated_nodes_included(graph, window, negatives):
    method = Method(name="deepwalk", window=window, negatives=negatives)
    matrices = proximity(graph, method, compute=cpu)
    adjacency = graph.adjacency.toarray()
    dense = plain.walk_proximity(adjacency, window, negatives)
    assert_allclose(matrices.normal.toarray(), plain.normal_adjacency(adjacency), rtol=1e-14)
    # An entry of one to rounding may be kept or not; its logarithm is zero either way.
    above, clear = matrices.above.toarray(), np.abs(dense - 1.0) > EXACT
    assert_allclose(above[clear], np.where(dense > 1.0, dense, 0.0)[clear], rtol=EXACT)
    expected = plain.log_proximity(adjacency, window, negatives)
    assert_allclose(matrices.log_above.toarray(), expected, rtol=0, atol=EXACT)


@pytest.mark.parametrize("window", [1, 2, 5, 10])
@pytest.mark.parametrize("negatives", [0.5, 1.0, 5.0])
def test_proximity_equals_its_definition_on_a_graph_of_several_turns(window, negatives):
    graph = block_model(n_nodes=150, n_groups=3, mean_degree=6, seed=4)
    method = Method(name="deepwalk", window=window, negatives=negatives)
    expected = plain.log_proximity(graph.adjacency.toarray(), window, negatives)
    assert_allclose(log_above(graph, method), expected, rtol=0, atol=EXACT)


@settings(max_examples=30)
@given(strategies.graphs(min_links=1))
def test_line_is_the_general_formula_with_a_window_of_one(graph):
    line = proximity(graph, method_named("line", negatives=0.7), compute=cpu).above
    scale = inverse_root_degrees(graph) * np.sqrt(2.0 * graph.n_links / 0.7)
    general = cpu.polynomial_above(normal_adjacency(graph), np.array([0.0, 1.0]), scale)
    assert_allclose(line.toarray(), general.toarray(), rtol=1e-14)


@pytest.mark.parametrize("name", ["line", "deepwalk"])
def test_a_node_without_links_has_an_empty_row_and_changes_no_other(name):
    method = method_named(name, negatives=0.5)
    graph = star(6)
    larger = Graph.from_links(graph.links, n_nodes=8)
    dense = log_above(larger, method)
    assert_array_equal(dense[6:], 0.0)
    assert_array_equal(dense[:, 6:], 0.0)
    assert_array_equal(dense[:6, :6], log_above(graph, method))
    assert_array_equal(inverse_root_degrees(larger)[6:], 0.0)


@pytest.mark.parametrize("name", ["line", "deepwalk"])
def test_relabelling_the_nodes_relabels_the_matrix(name, rng):
    method = method_named(name, negatives=1.0)
    graph = block_model(n_nodes=80, n_groups=2, mean_degree=5, seed=1)
    turn = rng.permutation(graph.n_nodes)
    turned = Graph.from_links(turn[graph.links], n_nodes=graph.n_nodes)
    dense = log_above(turned, method)[np.ix_(turn, turn)]
    assert_allclose(dense, log_above(graph, method), rtol=0, atol=EXACT)


def test_only_entries_above_one_are_kept():
    graph = block_model(n_nodes=150, n_groups=3, mean_degree=6, seed=2)
    matrices = proximity(graph, method_named("deepwalk"), compute=cpu)
    assert (matrices.above.data > 1.0).all()
    assert (matrices.log_above.data > 0.0).all()
    assert matrices.above.nnz < graph.n_nodes**2 / 4


def test_a_sampled_proximity_nears_the_exact_one_as_walks_are_added():
    graph = block_model(n_nodes=150, n_groups=3, mean_degree=6, seed=4)
    exact = log_above(graph, method_named("deepwalk", negatives=1.0))

    def error(walks):
        sampled = log_above(graph, method_named("deepwalk", negatives=1.0, walks=walks))
        return np.abs(sampled - exact).sum() / exact.sum()

    assert error(3200) < 0.5 * error(200) < 0.25 * error(10)


def test_a_sampled_proximity_is_the_same_each_time():
    graph = block_model(n_nodes=150, n_groups=3, mean_degree=6, seed=4)
    method = method_named("deepwalk", walks=20)
    assert_array_equal(log_above(graph, method), log_above(graph, method))
