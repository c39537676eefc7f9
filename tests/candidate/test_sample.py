"""Candidates are links that can go and non-links that may come."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.candidate import sample
from ppne.candidate.sample import draw_additions, draw_removals, held_share, spare_links
from ppne.graph.flips import apply
from ppne.graph.pairs import contains, keys_of
from ppne.graph.simple import Graph
from tests.strategies import graphs, pairs


@given(graph=graphs(min_nodes=3))
def test_links_are_held_or_spare(graph):
    none = np.empty((0, 2), dtype=np.int64)
    n_held = held_share(graph) * max(graph.n_links, 1)
    assert round(n_held, 6) == graph.n_links - len(spare_links(graph, none))


def overlap(first, second, n_nodes):
    return contains(np.sort(keys_of(first, n_nodes)), keys_of(second, n_nodes)).any()


@given(
    graph=graphs(min_nodes=3),
    count=st.integers(1, 50),
    seed=st.integers(0, 9),
    many=st.sampled_from([0, 4]),
    draw=st.data(),
)
def test_removals_are_links_none_forbidden_none_the_last_of_a_node(graph, count, seed, many, draw):
    forbidden = draw.draw(pairs(graph.n_nodes))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sample, "_MANY", many)
        flips = draw_removals(graph, forbidden, count, np.random.default_rng(seed))
    assert (flips.signs == -1).all()
    assert len(flips) <= count
    assert graph.has_links(flips.pairs).all()
    assert not overlap(forbidden, flips.pairs, graph.n_nodes)
    for at in range(len(flips)):
        after = apply(graph, flips.take(np.array([at])))
        assert ((after.degrees == 0) == (graph.degrees == 0)).all()


@given(graph=graphs(min_nodes=3), count=st.integers(1, 50), seed=st.integers(0, 9), draw=st.data())
def test_additions_are_non_links_none_forbidden(graph, count, seed, draw):
    forbidden = draw.draw(pairs(graph.n_nodes))
    flips = draw_additions(graph, forbidden, count, np.random.default_rng(seed))
    assert (flips.signs == 1).all()
    assert len(np.unique(flips.pairs, axis=0)) == len(flips)
    assert not graph.has_links(flips.pairs).any()
    assert not overlap(forbidden, flips.pairs, graph.n_nodes)
    free = graph.n_nodes * (graph.n_nodes - 1) // 2
    free -= len(np.unique(np.concatenate([graph.links, forbidden]), axis=0))
    assert len(flips) == min(count, free)


def test_all_links_that_can_go_are_drawn_when_there_is_room(rng):
    graph = Graph.from_links(np.array([[0, 1], [1, 2], [0, 2], [2, 3]]))
    flips = draw_removals(graph, np.array([[0, 1]]), 99, rng)
    assert flips.pairs.tolist() == [[0, 2], [1, 2]]


@pytest.mark.parametrize("many", [0, 99], ids=["drawn", "listed"])
def test_removals_are_drawn_uniformly(rng, monkeypatch, many):
    monkeypatch.setattr(sample, "_MANY", many)
    ring = Graph.from_links(np.column_stack([np.arange(8), (np.arange(8) + 1) % 8]))
    counts, draws = np.zeros(64), 2000
    for _ in range(draws):
        drawn = draw_removals(ring, np.empty((0, 2), dtype=np.int64), 2, rng)
        np.add.at(counts, keys_of(drawn.pairs, 8), 1)
    counts = counts[keys_of(ring.links, 8)]
    assert counts.sum() == 2 * draws
    assert np.abs(counts - draws / 4).max() < 6 * np.sqrt(draws * 3 / 16)
