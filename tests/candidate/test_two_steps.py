"""Pairs two steps apart: with a neighbour in common, neither links nor forbidden."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ppne.candidate.two_steps import draw_two_steps
from ppne.graph.simple import Graph
from tests.strategies import graphs, pairs

NONE = np.empty((0, 2), dtype=np.int64)


@given(
    graph=graphs(min_nodes=3, min_links=1),
    count=st.integers(1, 60),
    seed=st.integers(0, 99),
    draw=st.data(),
)
def test_additions_two_steps_apart_keep_every_rule(graph, count, seed, draw):
    forbidden = draw.draw(pairs(graph.n_nodes))
    flips = draw_two_steps(graph, forbidden, count, np.random.default_rng(seed))
    two_steps = (graph.adjacency @ graph.adjacency).toarray() > 0
    linked = graph.adjacency.toarray() > 0
    drawn = {tuple(pair) for pair in flips.pairs.tolist()}
    assert (flips.signs == 1).all()
    assert len(drawn) == len(flips) <= count
    assert all(u < v and two_steps[u, v] and not linked[u, v] for u, v in drawn)
    assert not drawn & {tuple(pair) for pair in forbidden.tolist()}


def test_enough_walks_find_every_pair():
    path = Graph.from_links(np.array([[0, 1], [1, 2], [2, 3]]))
    flips = draw_two_steps(path, NONE, 200, np.random.default_rng(0))
    assert flips.pairs.tolist() == [[0, 2], [1, 3]]


def test_a_node_without_links_is_passed_over():
    graph = Graph.from_links(np.array([[0, 1], [1, 2]]), n_nodes=9)
    flips = draw_two_steps(graph, NONE, 50, np.random.default_rng(0))
    assert flips.pairs.tolist() == [[0, 2]]


def test_a_leaf_comes_up_as_often_as_a_hub():
    # A star of forty and a far path: walks from uniform nodes find the path's one pair often.
    star = np.column_stack([np.zeros(40, dtype=np.int64), np.arange(1, 41)])
    graph = Graph.from_links(np.concatenate([star, [[41, 42], [42, 43]]]))
    rng = np.random.default_rng(0)
    found = [[41, 43] in draw_two_steps(graph, NONE, 44, rng).pairs.tolist() for _ in range(50)]
    assert np.mean(found) > 0.5
