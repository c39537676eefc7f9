"""Synthetic graphs have the size, groups, hubs and triangles they promise, for any seed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.synthetic import block_model, random_graph, ring, star

seeds = st.integers(0, 2**32)


def crossing(graph):
    """Share of the links that run between groups."""
    ends = graph.labels[graph.links]
    return (ends[:, 0] != ends[:, 1]).mean()


def transitivity(graph):
    """Share of the two-paths that are closed."""
    adjacency = graph.adjacency
    degrees = graph.degrees
    return (adjacency @ adjacency).multiply(adjacency).sum() / (degrees * (degrees - 1)).sum()


@hypothesis_settings(max_examples=10)
@given(seeds)
def test_the_default_graph_is_as_it_says(seed):
    graph = block_model(seed=seed)
    assert graph.n_nodes == 2000
    assert graph.degrees.mean() == pytest.approx(10, rel=0.01)
    assert graph.degrees.min() >= 1
    assert graph.degrees.max() > 5 * graph.degrees.mean()
    assert np.bincount(graph.labels).tolist() == [400] * 5
    assert 0.1 < crossing(graph) < 0.25


@hypothesis_settings(max_examples=30)
@given(
    st.fixed_dictionaries(
        {
            "n_nodes": st.integers(12, 300),
            "n_groups": st.integers(1, 4),
            "mean_degree": st.floats(0.1, 2.9),
            "mixing": st.floats(0, 1),
            "exponent": st.floats(2.01, 6),
            "closure": st.floats(0, 0.9),
            "seed": seeds,
        }
    )
)
def test_no_node_is_ever_alone_and_every_node_has_a_group(parameters):
    graph = block_model(**parameters)
    assert graph.n_nodes == parameters["n_nodes"]
    assert graph.degrees.min() >= 1
    sizes = np.bincount(graph.labels, minlength=parameters["n_groups"])
    assert sizes.max() - sizes.min() <= 1
    wanted = round(parameters["n_nodes"] * parameters["mean_degree"] / 2)
    assert graph.n_links <= wanted + parameters["n_nodes"]  # at most one more for each lone node


def test_the_same_seed_gives_the_same_graph_and_another_another():
    first, again, other = block_model(seed=3), block_model(seed=3), block_model(seed=4)
    np.testing.assert_array_equal(first.links, again.links)
    np.testing.assert_array_equal(first.labels, again.labels)
    assert not np.array_equal(first.links, other.links)


@hypothesis_settings(max_examples=5)
@given(seeds)
def test_closing_two_paths_makes_triangles(seed):
    open_graph = block_model(closure=0.0, seed=seed)
    closed = block_model(closure=0.5, seed=seed)
    assert transitivity(closed) > 1.5 * transitivity(open_graph)
    assert closed.n_links == pytest.approx(open_graph.n_links, rel=0.01)


def test_mixing_of_none_keeps_groups_apart_and_of_one_links_only_across():
    assert crossing(block_model(mixing=0.0)) == 0
    assert crossing(block_model(mixing=1.0, mean_degree=20.0, closure=0.0)) > 0.99


def test_one_group_has_nothing_to_mix():
    graph = block_model(n_groups=1, mixing=1.0)
    assert not graph.labels.any()
    assert graph.degrees.mean() == pytest.approx(10, rel=0.01)


def test_a_graph_too_small_for_two_paths_has_none_closed():
    assert block_model(n_nodes=2, n_groups=1, mean_degree=1.9).links.tolist() == [[0, 1]]


@pytest.mark.parametrize(
    "wrong",
    [
        {"n_groups": 0},
        {"n_nodes": 9},
        {"mean_degree": 0},
        {"mean_degree": 400.0},
        {"mixing": 1.1},
        {"exponent": 2.0},
        {"closure": 1.0},
    ],
)
def test_a_parameter_out_of_range_is_named(wrong):
    (name,) = wrong
    with pytest.raises(InputError, match=f"^{name} must be"):
        block_model(**wrong)


def test_a_ring_links_each_node_with_two():
    assert ring(5).degrees.tolist() == [2] * 5
    assert ring(5).links.tolist() == [[0, 1], [0, 4], [1, 2], [2, 3], [3, 4]]


def test_a_star_links_the_first_node_with_all():
    assert star(4).links.tolist() == [[0, 1], [0, 2], [0, 3]]


def test_too_few_nodes_for_a_ring_or_a_star_are_refused():
    with pytest.raises(InputError, match="3 or more"):
        ring(2)
    with pytest.raises(InputError, match="2 or more"):
        star(1)


@pytest.mark.parametrize(("n_nodes", "mean_degree"), [(20, 10), (301, 4.0), (6, 5)])
def test_a_random_graph_has_the_links_that_its_mean_degree_asks_for(n_nodes, mean_degree):
    graph = random_graph(n_nodes, mean_degree=mean_degree, seed=3)
    assert graph.n_nodes == n_nodes
    assert graph.n_links == n_nodes * mean_degree / 2


def test_a_random_graph_of_more_links_than_pairs_is_refused():
    with pytest.raises(InputError, match="at most 5 links each"):
        random_graph(6, mean_degree=5.5)
