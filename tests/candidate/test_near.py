"""Near pairs: alike enough, at a touched node, neither links nor forbidden."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ppne.candidate import near
from ppne.candidate.near import draw_near_additions, nearest_nodes
from ppne.graph.simple import Graph
from ppne.privacy.leakage import unit_rows
from tests.strategies import graphs, pairs

NONE = np.empty((0, 2), dtype=np.int64)


def test_nearest_nodes_are_those_of_highest_cosine(rng):
    units, _ = unit_rows(rng.normal(size=(60, 3)))
    nearest = nearest_nodes(units)
    cosines = units @ units.T
    np.fill_diagonal(cosines, -2)
    for node, row in enumerate(nearest):
        found = row[row >= 0]
        assert node not in found
        assert len(np.unique(found)) == len(found)
        expected = np.argsort(-cosines[node])[: nearest.shape[1]]
        expected = expected[cosines[node, expected] >= near._LEAST_COSINE]
        assert sorted(found) == sorted(expected)


def test_nodes_that_point_apart_are_not_near():
    assert (nearest_nodes(np.eye(5)) == -1).all()


def test_blocks_of_rows_give_the_same_as_one(rng, monkeypatch):
    units, _ = unit_rows(rng.normal(size=(50, 4)))
    whole = nearest_nodes(units)
    monkeypatch.setattr("ppne.candidate.near._BLOCK_BYTES", 8 * 50 * 7)
    np.testing.assert_array_equal(nearest_nodes(units), whole)


@given(graph=graphs(min_nodes=3), count=st.integers(1, 30), seed=st.integers(0, 99), draw=st.data())
def test_near_additions_keep_every_rule(graph, count, seed, draw):
    rng = np.random.default_rng(seed)
    nearest = nearest_nodes(unit_rows(rng.normal(size=(graph.n_nodes, 2)))[0])
    touched = rng.random(graph.n_nodes) < 0.5
    forbidden = draw.draw(pairs(graph.n_nodes))
    flips = draw_near_additions(graph, nearest, touched, forbidden, count, rng)
    expected = {
        (min(node, other), max(node, other))
        for node in np.flatnonzero(touched).tolist()
        for other in nearest[node].tolist()
        if other >= 0
    }
    expected -= {tuple(pair) for pair in [*graph.links.tolist(), *forbidden.tolist()]}
    drawn = {tuple(pair) for pair in flips.pairs.tolist()}
    assert (flips.signs == 1).all()
    assert len(drawn) == len(flips) == min(count, len(expected))
    assert drawn <= expected


def test_where_nothing_was_touched_nothing_is_drawn(rng):
    graph = Graph.from_links(np.array([[0, 1], [1, 2]]))
    nearest = nearest_nodes(np.ones((3, 1)))
    flips = draw_near_additions(graph, nearest, np.zeros(3, dtype=bool), NONE, 9, rng)
    assert len(flips) == 0
