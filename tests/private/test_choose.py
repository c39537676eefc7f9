"""Policies draw links of the graph, never the last one of a node."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model
from ppne.private.choose import among_share_of_nodes, between_groups, of_nodes, share_of_links
from tests.strategies import graphs


def ring(n_nodes, labels=None):
    links = np.column_stack([np.arange(n_nodes), (np.arange(n_nodes) + 1) % n_nodes])
    return Graph.from_links(links, labels=labels)


POLICIES = {
    "share of links": lambda graph, rng: share_of_links(graph, 0.9, rng),
    "among nodes": lambda graph, rng: among_share_of_nodes(graph, 0.9, rng),
    "of nodes": lambda graph, rng: of_nodes(graph, np.arange(graph.n_nodes), rng),
    "between": lambda graph, rng: between_groups(graph, 0, 0, rng),
}


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@given(graph=graphs(min_nodes=3, min_links=1, labelled=True), seed=st.integers(0, 9))
def test_no_policy_isolates_a_node(policy, graph, seed):
    try:
        chosen = policy(graph, np.random.default_rng(seed))
    except InputError:
        return
    assert graph.has_links(chosen).all()
    assert len(np.unique(chosen, axis=0)) == len(chosen) > 0
    np.testing.assert_array_equal(chosen, chosen[np.lexsort(chosen.T[::-1])])
    isolated_before = graph.degrees == 0
    np.testing.assert_array_equal(graph.without(chosen).degrees == 0, isolated_before)


def test_a_share_of_the_links_is_met(rng):
    graph = block_model(n_nodes=200, seed=3)
    assert len(share_of_links(graph, 0.1, rng)) == round(0.1 * graph.n_links)


def test_a_tiny_share_is_one_link(rng):
    assert len(share_of_links(ring(9), 1e-9, rng)) == 1


def test_the_links_of_a_share_are_drawn_uniformly(rng):
    graph, draws = ring(10), 4000
    counts = np.zeros(10)
    links = graph.links.tolist()
    for _ in range(draws):
        for pair in share_of_links(graph, 0.1, rng).tolist():
            counts[links.index(pair)] += 1
    # Binomial(4000, 1/10): six standard deviations.
    assert np.abs(counts - draws / 10).max() < 6 * np.sqrt(draws * 0.09)


def test_links_among_nodes_have_both_ends_in_the_share(rng):
    graph = block_model(n_nodes=100, seed=2)
    chosen = among_share_of_nodes(graph, 0.3, rng)
    assert len(np.unique(chosen)) <= 30


def test_links_of_nodes_are_all_of_theirs_but_the_last(rng):
    graph = Graph.from_links(np.array([[0, 1], [0, 2], [0, 3], [1, 2], [2, 3], [1, 3]]))
    chosen = of_nodes(graph, np.array([0]), rng)
    assert len(chosen) == 2
    assert (chosen == 0).any(axis=1).all()


def test_links_between_groups_have_an_end_in_each(rng):
    labels = np.array(["red", "blue", "blue"] * 4)
    graph = ring(12, labels=labels)
    chosen = between_groups(graph, "red", "blue", rng)
    assert {frozenset(labels[pair]) for pair in chosen} == {frozenset(["red", "blue"])}


def test_integer_labels_may_be_named_by_their_text(rng):
    graph = ring(12, labels=np.arange(12) % 2)
    assert len(between_groups(graph, "0", "1", rng))


@pytest.mark.parametrize("share", [0, 1, -0.5, 1.5, float("nan")])
def test_a_share_out_of_range_is_refused(share, rng):
    with pytest.raises(InputError, match="share of the links must lie between 0 and 1"):
        share_of_links(ring(9), share, rng)
    with pytest.raises(InputError, match="share of the nodes must lie between 0 and 1"):
        among_share_of_nodes(ring(9), share, rng)


def test_a_star_has_no_link_to_spare(rng):
    star = Graph.from_links(np.array([[0, 1], [0, 2], [0, 3]]))
    with pytest.raises(InputError, match="without isolating a node"):
        share_of_links(star, 0.9, rng)


def test_nodes_without_links_between_them_have_none_to_hide(rng):
    with pytest.raises(InputError, match="no link is between the chosen nodes"):
        among_share_of_nodes(ring(9), 0.01, rng)


def test_groups_need_labels_that_some_node_has(rng):
    with pytest.raises(InputError, match="labels"):
        between_groups(ring(9), 0, 1, rng)
    with pytest.raises(InputError, match="no node has the label '7'"):
        between_groups(ring(9, labels=np.arange(9) % 2), 0, 7, rng)


def test_groups_need_one_label_a_node(rng):
    graph = ring(9, labels=np.ones((9, 2), dtype=bool))
    with pytest.raises(InputError, match="one label a node, and some nodes have several"):
        between_groups(graph, 0, 1, rng)
