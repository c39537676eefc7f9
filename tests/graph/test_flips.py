"""Flips change the links they name and no others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.flips import Flips, apply, flips_between
from ppne.graph.simple import Graph
from tests import strategies

PATH = Graph.from_links(np.array([[0, 1], [1, 2]]), node_ids=["a", "b", "c"])


@given(st.data(), strategies.graphs())
def test_flips_change_just_the_links_they_name(data, graph):
    flips = data.draw(strategies.flips(graph))
    expected = graph.adjacency.toarray()
    for (u, v), sign in zip(flips.pairs, flips.signs, strict=True):
        expected[u, v] += sign
        expected[v, u] += sign
    np.testing.assert_array_equal(apply(graph, flips).adjacency.toarray(), expected)


@given(st.data(), strategies.graphs())
def test_flipping_back_gives_the_same_graph(data, graph):
    flips = data.draw(strategies.flips(graph))
    back = Flips(pairs=flips.pairs, signs=-flips.signs)
    np.testing.assert_array_equal(apply(apply(graph, flips), back).links, graph.links)


def test_additions_and_removals_have_their_signs():
    pairs = np.array([[0, 1], [1, 2]])
    assert Flips.additions(pairs).signs.tolist() == [1, 1]
    assert Flips.removals(pairs).signs.tolist() == [-1, -1]
    assert len(Flips.none()) == 0


def test_flips_add_up_and_are_taken_by_position():
    both = Flips.removals(np.array([[0, 1]])) + Flips.additions(np.array([[0, 2]]))
    turned = both.take(np.array([1, 0]))
    assert len(both) == 2
    assert turned.pairs.tolist() == [[0, 2], [0, 1]]
    assert turned.signs.tolist() == [1, -1]


def test_a_flip_keeps_ids_and_labels():
    graph = Graph.from_links(PATH.links, node_ids=PATH.node_ids, labels=np.array([2, 0, 1]))
    flipped = apply(graph, Flips.removals(np.array([[0, 1]])))
    assert flipped.node_ids.tolist() == ["a", "b", "c"]
    assert flipped.labels.tolist() == [2, 0, 1]


@pytest.mark.parametrize(
    ("flips", "text"),
    [
        (Flips.additions(np.array([[0, 1]])), "adds a link that is there"),
        (Flips.removals(np.array([[0, 2]])), "removes one that is not"),
        (Flips.additions(np.array([[0, 2], [0, 2]])), "flipped twice"),
    ],
)
def test_a_flip_that_does_not_fit_is_refused(flips, text):
    with pytest.raises(InputError, match=text):
        apply(PATH, flips)


def test_a_sign_too_few_is_refused():
    with pytest.raises(InputError, match="one sign a pair"):
        Flips(pairs=np.array([[0, 1], [1, 2]]), signs=np.array([1]))


def test_the_repr_shows_no_pair():
    assert repr(Flips.additions(np.array([[11, 13]]))) == "Flips()"


@given(st.data(), strategies.graphs())
def test_the_flips_between_two_graphs_are_those_that_were_made(data, graph):
    flips = data.draw(strategies.flips(graph))
    found = flips_between(graph, apply(graph, flips))
    made = {(*pair, sign) for pair, sign in zip(flips.pairs.tolist(), flips.signs, strict=True)}
    assert made == {
        (*pair, sign) for pair, sign in zip(found.pairs.tolist(), found.signs, strict=True)
    }
