"""`Graph` is simple, undirected and frozen, and keeps ids and labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.simple import Graph
from tests import strategies


@given(strategies.graphs())
def test_adjacency_is_symmetric_and_zero_on_the_diagonal(graph):
    dense = graph.adjacency.toarray()
    np.testing.assert_array_equal(dense, dense.T)
    assert not dense.diagonal().any()
    np.testing.assert_array_equal(dense.sum(axis=0), graph.degrees)
    assert dense.sum() == 2 * graph.n_links


@given(strategies.graphs(), st.randoms())
def test_order_direction_and_repeats_of_links_do_not_matter(graph, random):
    shuffled = [pair[:: random.choice([1, -1])] for pair in graph.links.tolist() * 2]
    random.shuffle(shuffled)
    again = graph.with_links(np.array(shuffled, dtype=np.int64))
    np.testing.assert_array_equal(again.links, graph.links)
    np.testing.assert_array_equal(again.indptr, graph.indptr)
    np.testing.assert_array_equal(again.indices, graph.indices)


@given(strategies.graphs())
def test_has_links_tells_links_from_other_pairs(graph):
    every = np.column_stack(np.triu_indices(graph.n_nodes, 1))
    expected = graph.adjacency.toarray()[every[:, 0], every[:, 1]] > 0
    np.testing.assert_array_equal(graph.has_links(every), expected)


@given(st.data(), strategies.graphs())
def test_without_takes_out_links_and_passes_over_the_rest(data, graph):
    taken = data.draw(strategies.pairs(graph.n_nodes))
    left = graph.without(taken)
    gone = {tuple(pair) for pair in taken.tolist()}
    assert left.links.tolist() == [p for p in graph.links.tolist() if tuple(p) not in gone]
    assert left.node_ids.tolist() == graph.node_ids.tolist()


@st.composite
def loose_pairs(draw, n_nodes):
    """Pairs in either direction, with repeats, in any order."""
    ends = st.tuples(st.integers(0, n_nodes - 1), st.integers(0, n_nodes - 1))
    return draw(st.lists(ends.filter(lambda pair: pair[0] != pair[1]), max_size=40))


@given(st.data(), st.integers(2, 12))
def test_a_graph_is_the_set_of_its_links(data, n_nodes):
    """`from_links`, `has_links` and `without` against sets of unordered pairs."""
    given_, gone = (data.draw(loose_pairs(n_nodes)) for _ in range(2))
    graph = Graph.from_links(np.array(given_, dtype=np.int64).reshape(-1, 2), n_nodes=n_nodes)
    links = {frozenset(pair) for pair in given_}
    assert graph.links.tolist() == sorted(sorted(pair) for pair in links)
    for node in range(n_nodes):
        neighbours = graph.indices[graph.indptr[node] : graph.indptr[node + 1]].tolist()
        assert neighbours == sorted(v for pair in links if node in pair for v in pair - {node})
    pairs = np.sort(np.array(gone, dtype=np.int64).reshape(-1, 2), axis=1)
    assert graph.has_links(pairs).tolist() == [frozenset(pair) in links for pair in gone]
    left = graph.without(pairs)
    expected = links - {frozenset(pair) for pair in gone}
    assert left.links.tolist() == sorted(sorted(pair) for pair in expected)
    again = graph.with_links(left.links)
    np.testing.assert_array_equal(left.indptr, again.indptr)
    np.testing.assert_array_equal(left.indices, again.indices)
    assert left.indptr.dtype == again.indptr.dtype
    assert graph.n_links == len(links)


def test_taking_out_no_link_gives_the_graph_itself():
    graph = Graph.from_links(np.array([[0, 1]]), n_nodes=3, labels=np.arange(3))
    assert graph.without(np.array([[0, 2]])) is graph
    assert graph.without(np.array([[0, 1]])).labels.tolist() == [0, 1, 2]


@given(st.data(), strategies.graphs(labelled=True))
def test_a_subgraph_keeps_links_ids_and_labels(data, graph):
    marks = st.lists(st.booleans(), min_size=graph.n_nodes, max_size=graph.n_nodes)
    keep = np.array(data.draw(marks))
    part = graph.subgraph(keep)
    np.testing.assert_array_equal(
        part.adjacency.toarray(), graph.adjacency.toarray()[keep][:, keep]
    )
    np.testing.assert_array_equal(part.node_ids, graph.node_ids[keep])
    np.testing.assert_array_equal(part.labels, graph.labels[keep])


def test_a_subgraph_without_labels_has_none():
    graph = Graph.from_links(np.array([[0, 1], [1, 2]]))
    assert graph.subgraph(np.array([True, True, False])).labels is None


def test_the_largest_index_tells_how_many_nodes_there_are():
    assert Graph.from_links(np.array([[0, 4]])).n_nodes == 5
    assert Graph.from_links(np.empty((0, 2), dtype=int)).n_nodes == 0


def test_arrays_cannot_be_written_to():
    graph = Graph.from_links(np.array([[0, 1]]), labels=np.array([0, 1]))
    for array in (graph.indptr, graph.indices, graph.node_ids, graph.labels):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_ids_that_are_neither_integers_nor_strings_become_strings():
    graph = Graph.from_links(np.array([[0, 1]]), node_ids=[1.5, None])
    assert graph.node_ids.tolist() == ["1.5", "None"]


def test_repeated_ids_are_refused():
    with pytest.raises(InputError, match="distinct"):
        Graph.from_links(np.array([[0, 1]]), node_ids=["a", "a"])


def test_a_label_too_few_is_refused():
    with pytest.raises(InputError, match=r"one entry a node \(2\), got 1"):
        Graph.from_links(np.array([[0, 1]]), labels=np.array([0]))


def test_rows_that_do_not_fit_the_ids_are_refused():
    with pytest.raises(InputError, match="one entry more"):
        Graph(indptr=np.array([0, 0]), indices=np.array([], dtype=int), node_ids=np.arange(2))


def test_the_repr_shows_no_link():
    assert repr(Graph.from_links(np.array([[11, 13]]))) == "Graph()"


def test_several_labels_a_node_stay_with_their_node():
    marked = np.eye(4, 3, dtype=bool)
    graph = Graph.from_links(np.array([[0, 1], [1, 3]]), n_nodes=4, labels=marked)
    kept = graph.subgraph(np.array([True, True, False, True]))
    assert kept.labels.tolist() == marked[[0, 1, 3]].tolist()
    assert graph.with_links(np.array([[0, 2]])).labels.tolist() == marked.tolist()
    with pytest.raises(InputError, match="one entry a node"):
        Graph.from_links(np.array([[0, 1]]), n_nodes=3, labels=marked)
