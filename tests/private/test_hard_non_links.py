"""Hard non-links are no links, of like degrees or two steps apart, and few where there are few."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model
from ppne.private.hard_non_links import _AT_LEAST, _LIKE, draw_degree_matched, draw_two_hop
from tests import strategies

NONE = np.empty((0, 2), dtype=np.int64)
DRAWS = [draw_degree_matched, draw_two_hop]


def as_set(pairs):
    return {tuple(pair) for pair in pairs.tolist()}


@pytest.mark.parametrize("draw", DRAWS)
@given(data=st.data())
def test_what_is_drawn_is_distinct_ordered_not_linked_and_not_taken(draw, data):
    graph = data.draw(strategies.graphs(min_nodes=3, min_links=1))
    links = graph.links[:: data.draw(st.integers(1, 3))]
    taken = data.draw(strategies.pairs(graph.n_nodes))
    count = data.draw(st.integers(0, 30))
    drawn = draw(graph, links, taken, count, np.random.default_rng(data.draw(st.integers(0, 9))))
    assert drawn.dtype == np.int64
    assert len(drawn) <= count
    assert (drawn[:, 0] < drawn[:, 1]).all()
    assert len(as_set(drawn)) == len(drawn)
    assert not as_set(drawn) & (as_set(graph.links) | as_set(taken))


@given(data=st.data())
def test_two_hop_pairs_have_a_common_neighbour_by_links_that_are_not_private(data):
    graph = data.draw(strategies.graphs(min_nodes=3, min_links=2))
    private = graph.links[:: data.draw(st.integers(1, 4))]
    public = graph.without(private).adjacency.toarray()
    drawn = draw_two_hop(graph, private, NONE, 20, np.random.default_rng(0))
    assert ((public @ public)[drawn[:, 0], drawn[:, 1]] > 0).all()


def test_all_two_hop_pairs_are_found_where_more_are_asked_for(rng):
    graph = block_model(n_nodes=30, mean_degree=4, seed=2)
    private = graph.links[::7]
    public = graph.without(private).adjacency.toarray()
    every = np.column_stack(np.triu_indices(30, 1))
    near = (public @ public)[every[:, 0], every[:, 1]] > 0
    near &= ~graph.has_links(every)
    drawn = draw_two_hop(graph, private, NONE, 1000, rng)
    assert as_set(drawn) == as_set(every[near])


def test_more_common_neighbours_are_likelier(rng):
    """Nodes 0 and 1 have nine in common, 11 and 12 one: drawn first nine times as often."""
    common = [[end, middle] for end in (0, 1) for middle in range(2, 11)]
    graph = Graph.from_links(np.array([*common, [11, 13], [12, 13]]))
    middles = [(u, v) for u in range(2, 11) for v in range(u + 1, 11)]
    firsts = [
        tuple(draw_two_hop(graph, NONE, np.array(middles), 1, rng)[0].tolist()) for _ in range(300)
    ]
    assert set(firsts) == {(0, 1), (11, 12)}
    # 0.9 of 300, seven standard errors.
    assert abs(firsts.count((0, 1)) - 270) < 37


@pytest.mark.parametrize("private", [NONE, np.array([[0, 1]])], ids=["public", "private"])
def test_no_path_of_two_links_gives_no_two_hop_pair(private, rng):
    apart = Graph.from_links(np.array([[0, 1], [2, 3]]), n_nodes=6)
    assert draw_two_hop(apart, private, NONE, 5, rng).shape == (0, 2)


def test_paths_that_are_all_private_give_no_two_hop_pair(rng):
    star = Graph.from_links(np.array([[0, 1], [0, 2], [0, 3]]))
    assert draw_two_hop(star, star.links[1:], NONE, 5, rng).shape == (0, 2)
    assert len(draw_two_hop(star, star.links[:1], NONE, 5, rng)) == 1


@pytest.mark.parametrize("draw", DRAWS)
def test_a_complete_graph_has_none(draw, rng):
    graph = Graph.from_links(np.column_stack(np.triu_indices(5, 1)))
    assert draw(graph, graph.links[:2], NONE, 5, rng).shape == (0, 2)


@pytest.mark.parametrize("draw", DRAWS)
def test_none_can_be_asked_for(draw, rng):
    graph = block_model(n_nodes=50, mean_degree=4, seed=1)
    assert draw(graph, graph.links[:3], NONE, 0, rng).shape == (0, 2)


def ladder(rng, n_nodes=400):
    """Degrees from few to many: node ``u`` is linked to random nodes, about ``u / 10`` of them."""
    ends = np.repeat(np.arange(n_nodes), 1 + np.arange(n_nodes) // 20)
    others = rng.integers(n_nodes, size=len(ends))
    kept = ends != others
    return Graph.from_links(np.column_stack([ends, others])[kept], n_nodes=n_nodes)


def alike(degrees, node, other):
    """Whether the rule lets ``other`` stand in for ``node``: a like degree, or of the nearest."""
    if abs(degrees[other] - degrees[node]) <= _LIKE * degrees[node] + 1e-9:
        return True
    between = sorted((degrees[node], degrees[other]))
    # Strictly between them lie fewer nodes than the nearest ones that are drawn from.
    return ((degrees > between[0]) & (degrees < between[1])).sum() < _AT_LEAST


@pytest.mark.parametrize("n_private", [1, 5])
def test_ends_have_degrees_like_those_of_a_link(n_private, rng):
    graph = ladder(rng)
    private = graph.links[rng.permutation(graph.n_links)[:n_private]]
    degrees = graph.without(private).degrees
    drawn = draw_degree_matched(graph, private, NONE, 60, rng)
    assert len(drawn) == 60
    for u, v in drawn.tolist():
        assert any(
            (alike(degrees, a, u) and alike(degrees, b, v))
            or (alike(degrees, a, v) and alike(degrees, b, u))
            for a, b in private.tolist()
        )


def test_degrees_tell_matched_non_links_from_links_no_longer(rng):
    """Private links sit at high degrees: uniform pairs would be told by that, matched ones not."""
    graph = ladder(rng)
    links = graph.links
    private = links[np.argsort(-graph.degrees[links].sum(axis=1))[:900:9]]
    degrees = graph.without(private).degrees
    drawn = draw_degree_matched(graph, private, NONE, 300, rng)
    assert len(drawn) == 300
    means = [np.log(degrees[pairs]).sum(axis=1).mean() for pairs in (private, drawn)]
    uniform = np.log(np.maximum(degrees, 1)).mean() * 2
    assert abs(means[1] - means[0]) < 0.3 * (means[0] - uniform)


def test_every_link_has_its_turn(rng):
    """As many are made from one link as from the other, give or take those that fall out."""
    graph = Graph.from_links(
        np.array([[0, leaf] for leaf in range(1, 40)] + [[40, leaf] for leaf in range(41, 80)])
    )
    private = np.array([[0, 1], [60, 80]])  # a hub and a leaf; two leaves, never linked
    graph = Graph.from_links(np.concatenate([graph.links, [[79, 80]]]), n_nodes=81)
    drawn = draw_degree_matched(graph, private, NONE, 40, rng)
    with_hub = np.isin(drawn, [0, 40]).any(axis=1).sum()
    assert 0 < with_hub < 40
    assert not graph.has_links(drawn).any()


def test_no_links_have_no_non_links_like_them(rng):
    graph = Graph.from_links(np.array([[0, 1], [1, 2]]))
    nothing = np.empty((0, 2), dtype=np.int64)
    assert draw_degree_matched(graph, nothing, nothing, 5, rng).shape == (0, 2)
