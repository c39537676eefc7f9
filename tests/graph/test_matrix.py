"""A matrix becomes a graph with a link wherever it is not zero."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from ppne.errors import InputError
from ppne.graph import matrix as module
from ppne.graph.dropped import Dropped
from ppne.graph.matrix import from_matrix, is_links
from tests import strategies


@given(strategies.graphs())
def test_a_graph_comes_back_from_its_own_matrix(graph):
    for matrix in (graph.adjacency, graph.adjacency.toarray(), graph.adjacency.tocoo()):
        again, dropped = from_matrix(matrix, graph.node_ids)
        np.testing.assert_array_equal(again.links, graph.links)
        np.testing.assert_array_equal(again.node_ids, graph.node_ids)
        assert dropped == Dropped()


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint64, np.float32, float])
@pytest.mark.parametrize("kind", [np.array, sparse.csr_matrix, sparse.coo_array, sparse.lil_array])
def test_any_kind_of_matrix_will_do(kind, dtype):
    graph, _ = from_matrix(kind(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=dtype)))
    assert graph.links.tolist() == [[0, 1], [1, 2]]


def test_what_is_dropped_is_counted_by_link():
    matrix = np.array([[5, 2, 0, 1], [2, 0, -1, 0], [0, 0, 0, 0], [1, 0, 0, 0]])
    graph, dropped = from_matrix(matrix)
    assert graph.links.tolist() == [[0, 1], [0, 3], [1, 2]]
    assert dropped == Dropped(self_loops=1, directions=1, weights=2)


def test_stored_zeros_are_no_links_and_repeated_entries_add_up():
    rows, columns = np.array([0, 1, 0, 2, 2]), np.array([1, 0, 2, 0, 0])
    graph, dropped = from_matrix(
        sparse.coo_array((np.array([1.0, 1, 0, 2, -2]), (rows, columns)), shape=(3, 3))
    )
    assert graph.links.tolist() == [[0, 1]]
    assert dropped == Dropped()


@pytest.mark.parametrize("n_nodes", [0, 1])
def test_no_node_and_one_node_are_graphs(n_nodes):
    graph, dropped = from_matrix(np.zeros((n_nodes, n_nodes)))
    assert (graph.n_nodes, graph.n_links) == (n_nodes, 0)
    assert dropped == Dropped()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("kind", [np.array, sparse.csc_array])
def test_an_entry_that_is_not_finite_is_named(kind, value):
    matrix = np.zeros((3, 3))
    matrix[2, 1] = value
    with pytest.raises(InputError, match=rf"got {value} at row 2, column 1"):
        from_matrix(kind(matrix))


@pytest.mark.parametrize(
    ("matrix", "text"),
    [
        (np.zeros((2, 3)), r"square.*\(2, 3\)"),
        (sparse.csr_array((3, 2)), r"square.*\(3, 2\)"),
        (np.zeros(4), r"square.*\(4,\)"),
        (np.zeros((2, 2), dtype=complex), "real numbers, got complex128"),
        (np.full((2, 2), "x"), "real numbers"),
        (np.full((2, 2), None), "real numbers, got object"),
    ],
)
def test_what_is_no_matrix_of_a_graph_is_refused(matrix, text):
    with pytest.raises(InputError, match=text):
        from_matrix(matrix)


def test_an_id_too_few_is_refused():
    with pytest.raises(InputError, match=r"one entry a row \(3\), got 2"):
        from_matrix(np.zeros((3, 3)), ["a", "b"])


def test_links_are_told_from_a_matrix_by_shape_and_type():
    assert is_links(np.array([[0, 1], [1, 2], [5, 7]]), "x")
    assert not is_links(np.zeros((3, 3), dtype=int), "x")
    assert not is_links(np.zeros((3, 2)), "x")
    assert not is_links(np.zeros(2, dtype=int), "x")
    assert not is_links(np.zeros((2, 2)), "x")


def test_an_array_that_may_be_either_is_refused():
    with pytest.raises(InputError, match=r"x of shape \(2, 2\) may be two links or a matrix"):
        is_links(np.array([[0, 1], [1, 2]]), "x")


def same_graph(one, other):
    for name in ("indptr", "indices", "node_ids"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        assert getattr(one, name).dtype == getattr(other, name).dtype


@given(strategies.graphs(), st.sampled_from([bool, np.int8, np.float32, float]))
def test_a_matrix_in_the_graphs_own_form_gives_the_same_graph_as_any_other(graph, dtype):
    rows = sparse.csr_array(graph.adjacency.astype(dtype))
    quick, quick_dropped = from_matrix(rows)
    slow, slow_dropped = from_matrix(rows.tocoo())
    assert (module._simple_rows(rows) is not None) == (graph.n_links > 0)
    same_graph(quick, slow)
    assert quick_dropped == slow_dropped


@given(st.integers(0, 10_000))
def test_a_matrix_in_rows_that_is_not_simple_is_cleaned_as_any_other(seed):
    """Not symmetric, weighted, with a diagonal, with stored zeros: in compressed rows or not."""
    rng = np.random.default_rng(seed)
    dense = rng.choice([0.0, 1.0], size=(5, 5), p=[0.6, 0.4])
    what = rng.integers(4)
    if what:  # else only not symmetric
        dense = np.triu(dense, 1) + np.triu(dense, 1).T
    if what == 1:
        dense[2, 2] = 1
    rows = sparse.csr_array(dense)
    if what >= 2 and rows.nnz:
        rows.data[rng.integers(rows.nnz)] = 0 if what == 2 else 7
    (quick, quick_dropped), (slow, slow_dropped) = from_matrix(rows), from_matrix(rows.tocoo())
    same_graph(quick, slow)
    assert quick_dropped == slow_dropped


@pytest.mark.parametrize(
    ("indices", "data"), [([2, 1, 0, 0], [1, 1, 1, 1]), ([1, 1, 0, 0], [1, 1, 1, 1])]
)
def test_columns_out_of_order_or_twice_are_put_right(indices, data):
    matrix = sparse.csr_array((data, indices, [0, 2, 3, 4]), shape=(3, 3))
    assert module._simple_rows(matrix) is None
    graph, _ = from_matrix(matrix)
    assert graph.links.tolist() == [[0, 1], [0, 2]]
    assert graph.indices.tolist() == [1, 2, 0, 0]


def test_the_graph_does_not_change_with_the_matrix():
    matrix = sparse.csr_array(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]))
    graph, _ = from_matrix(matrix)
    matrix.indices[:] = 2
    assert graph.links.tolist() == [[0, 1]]
