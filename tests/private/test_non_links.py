"""Non-links are distinct, free, uniform, and never more than there are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.pairs import keys_of
from ppne.graph.simple import Graph
from ppne.private.non_links import count_non_links, draw_non_links
from tests.strategies import pairs

NONE = np.empty((0, 2), dtype=np.int64)


def empty(n_nodes):
    """That many nodes, no link."""
    return Graph.from_links(NONE, n_nodes=n_nodes)


@given(n_nodes=st.integers(2, 12), share=st.floats(0, 1), seed=st.integers(0, 9), draw=st.data())
def test_what_is_drawn_is_distinct_ordered_and_not_taken(n_nodes, share, seed, draw):
    graph = Graph.from_links(draw.draw(pairs(n_nodes, max_size=40)), n_nodes=n_nodes)
    taken = draw.draw(pairs(n_nodes, max_size=40))
    barred = {tuple(pair) for pair in np.concatenate([graph.links, taken]).tolist()}
    room = count_non_links(graph, taken)
    assert room == n_nodes * (n_nodes - 1) // 2 - len(barred)
    count = int(share * room)
    drawn = draw_non_links(graph, taken, count, np.random.default_rng(seed))
    assert drawn.shape == (count, 2)
    assert (drawn[:, 0] < drawn[:, 1]).all()
    assert (drawn >= 0).all()
    assert (drawn < n_nodes).all()
    assert len(np.unique(drawn, axis=0)) == count
    assert not barred & {tuple(pair) for pair in drawn.tolist()}


def test_pairs_that_are_taken_twice_are_counted_once():
    assert count_non_links(empty(4), np.array([[0, 1], [0, 1], [2, 3]])) == 4


def test_a_taken_pair_that_is_linked_is_counted_once():
    graph = Graph.from_links(np.array([[0, 1], [1, 2]]), n_nodes=4)
    assert count_non_links(graph, np.array([[0, 1], [2, 3]])) == 3


@pytest.mark.parametrize("count", [3, 12], ids=["sparse", "crowded"])
def test_every_free_pair_is_as_likely(count, rng):
    """In the sparse way and in the crowded one; six standard deviations of a binomial."""
    graph = Graph.from_links(np.array([[0, 1]]), n_nodes=7)
    taken = np.array([[2, 5]])
    counts = np.zeros(49)
    draws = 3000
    for _ in range(draws):
        np.add.at(counts, keys_of(draw_non_links(graph, taken, count, rng), 7), 1)
    free = [7 * u + v for u in range(7) for v in range(u + 1, 7) if (u, v) not in {(0, 1), (2, 5)}]
    share = count / 19
    assert len(free) == 19
    assert counts.sum() == counts[free].sum() == draws * count
    assert np.abs(counts[free] - draws * share).max() < 6 * np.sqrt(draws * share * (1 - share))


def test_the_order_is_random_too(rng):
    """The first of the drawn pairs are as good a sample as all of them."""
    firsts = [tuple(draw_non_links(empty(6), NONE, 14, rng)[0]) for _ in range(200)]
    assert len(set(firsts)) == 15


def test_all_of_them_can_be_drawn(rng):
    assert len(draw_non_links(empty(5), NONE, 10, rng)) == 10


def test_more_than_there_are_is_an_error(rng):
    with pytest.raises(InputError, match="only 9 non-links to draw from, 10 were asked for"):
        draw_non_links(empty(5), np.array([[0, 1]]), 10, rng)


def test_none_can_be_asked_for(rng):
    assert draw_non_links(empty(5), NONE, 0, rng).shape == (0, 2)
