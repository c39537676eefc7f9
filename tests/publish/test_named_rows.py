"""An embedding is checked as it comes in, and its rows find the nodes of a graph."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.publish.named_rows import NamedRows, match_rows
from tests.strategies import graphs


def graph_of(ids):
    """A path through the nodes of these ids."""
    ends = np.arange(len(ids))
    return Graph.from_links(np.column_stack([ends[:-1], ends[1:]]), node_ids=np.asarray(ids))


def rows_of(n_rows, n_columns=3):
    return np.arange(1.0, n_rows * n_columns + 1).reshape(n_rows, n_columns)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_single_and_double_precision_are_kept_and_not_copied(dtype):
    rows = rows_of(4).astype(dtype)
    named = NamedRows(node_ids=np.arange(4), rows=rows)
    assert named.rows.dtype == dtype
    assert np.shares_memory(named.rows, rows)
    assert not named.rows.flags.writeable
    assert rows.flags.writeable


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        (np.float16, np.float32),
        (np.int8, np.float32),
        (np.int64, np.float64),
        (bool, np.float32),
        (np.dtype(">f4"), np.float32),
        (np.longdouble, np.float64),
    ],
)
def test_other_numbers_are_cast_to_what_holds_them(dtype, expected):
    rows = np.array([[0, 1], [1, 0]]).astype(dtype)
    named = NamedRows(node_ids=None, rows=rows)
    assert named.rows.dtype == expected
    assert named.rows.dtype.isnative
    np.testing.assert_array_equal(named.rows, [[0, 1], [1, 0]])


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (np.array([3, 1], dtype=np.uint8), [3, 1]),
        (np.array([1, 2**64 - 1], dtype=np.uint64), ["1", str(2**64 - 1)]),
        (np.array(["b", "ü"]), ["b", "ü"]),
        (np.array(["b", "ü"]).astype(object), ["b", "ü"]),
        (np.array(["7", "-3"], dtype=object), [7, -3]),
        (np.array(["7", "03"], dtype=object), ["7", "03"]),
        (np.array(["7", str(2**63)], dtype=object), ["7", str(2**63)]),
        (np.array([b"b", "ü".encode()]), ["b", "ü"]),
    ],
)
def test_ids_are_integers_or_strings(ids, expected):
    named = NamedRows(node_ids=ids, rows=rows_of(2))
    assert named.node_ids.tolist() == expected
    assert named.node_ids.dtype == np.int64 or named.node_ids.dtype.kind == "U"


@pytest.mark.parametrize(
    ("ids", "rows", "text"),
    [
        (None, np.zeros(3), r"shape \(n_nodes, n_columns\), got float64 of shape \(3,\)"),
        (None, np.zeros((2, 2), dtype=complex), "got complex128"),
        (None, np.array([["a"]]), "got <U1"),
        (None, np.zeros((0, 3)), r"got shape \(0, 3\)"),
        (None, np.zeros((3, 0)), r"got shape \(3, 0\)"),
        (np.arange(3), np.zeros((2, 2)), r"ids of shape \(3,\) and 2 rows"),
        (np.zeros((2, 1), dtype=int), np.zeros((2, 2)), r"ids of shape \(2, 1\)"),
        (np.array([5, 8, 5]), np.zeros((3, 2)), "distinct, but 5 has"),
        (np.array(["b", "a", "b"]), np.zeros((3, 2)), "distinct, but b has"),
        (np.array([0.5, 1]), np.zeros((2, 2)), "integers or strings, got float64"),
        (np.array([b"\xff"]), np.zeros((1, 2)), "not UTF-8"),
        (np.array(["a", ""], dtype=object), np.zeros((2, 2)), "id of row 1"),
        (np.array(["a" * 501], dtype=object), np.zeros((1, 2)), "over 500 characters"),
        (np.array(["a\0"], dtype=object), np.zeros((1, 2)), "zero byte"),
    ],
)
def test_what_is_no_embedding_is_refused(ids, rows, text):
    with pytest.raises(InputError, match=text):
        NamedRows(node_ids=ids, rows=rows)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_is_counted_and_the_first_node_named(wrong):
    rows = rows_of(5)
    rows[[2, 4], 1] = wrong
    with pytest.raises(InputError, match=r"2 of 5 rows .* the first of them that of node c;"):
        NamedRows(node_ids=np.array(list("abcde")), rows=rows)
    with pytest.raises(InputError, match=r"2 of 5 rows .* the first of them row 2 "):
        NamedRows(node_ids=None, rows=rows)


def test_the_check_sees_every_block_of_rows():
    rows = np.zeros((3 * 2**18, 2), dtype=np.float32)  # half as many values more than a block
    rows[[2**18, -1], 1] = np.nan
    with pytest.raises(InputError, match=rf"2 of {len(rows)} rows .* row {2**18} "):
        NamedRows(node_ids=None, rows=rows)


def test_the_checks_take_little_memory_beside_the_rows():
    rows = np.ones((100_000, 64), dtype=np.float32)
    ids = np.arange(len(rows))
    tracemalloc.start()
    try:
        match_rows(NamedRows(node_ids=ids, rows=rows), graph_of(ids), "x")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 0.6 * rows.nbytes  # the graph's own links take most of that


def test_the_repr_shows_neither_ids_nor_rows():
    named = NamedRows(node_ids=np.array(["secret"]), rows=np.array([[0.125]]))
    assert repr(named) == "NamedRows()"
    matched = match_rows(named, graph_of(["secret", "b"]), "x")
    assert repr(matched) == "MatchedRows(n_missing=1, n_extra=0)"


@pytest.mark.parametrize("ids", [[4, 7, 9], ["4", "b", "ü"]])
def test_rows_in_the_graphs_order_are_the_very_same_array(ids):
    named = NamedRows(node_ids=np.array(ids), rows=rows_of(3))
    matched = match_rows(named, graph_of(ids), "x")
    assert matched.rows is named.rows
    assert matched.present.all()
    assert (matched.n_missing, matched.n_extra) == (0, 0)


@given(graph=graphs(), rest=st.data())
def test_a_permuted_embedding_gives_the_same_rows(graph, rest):
    rows = rows_of(graph.n_nodes)
    order = np.array(rest.draw(st.permutations(range(graph.n_nodes))))
    matched = match_rows(NamedRows(node_ids=graph.node_ids[order], rows=rows[order]), graph, "x")
    np.testing.assert_array_equal(matched.rows, rows)
    assert matched.present.all()
    assert (matched.n_missing, matched.n_extra) == (0, 0)


@given(
    graph=graphs(),
    rest=st.data(),
)
def test_nodes_without_rows_and_rows_without_nodes_are_counted(graph, rest):
    n_nodes = graph.n_nodes
    kept = np.array(
        rest.draw(st.lists(st.integers(0, n_nodes - 1), unique=True, min_size=1)), dtype=np.int64
    )
    n_extra = rest.draw(st.integers(0, 5))
    names = [str(node) for node in graph.node_ids[kept]]
    names += [f"stranger {number}" for number in range(n_extra)]
    order = np.array(rest.draw(st.permutations(range(len(names)))))
    rows = rows_of(len(names))
    matched = match_rows(NamedRows(node_ids=np.array(names)[order], rows=rows[order]), graph, "x")
    expected = np.zeros((n_nodes, rows.shape[1]))
    expected[kept] = rows[: len(kept)]
    np.testing.assert_array_equal(matched.rows, expected)
    np.testing.assert_array_equal(np.flatnonzero(matched.present), np.sort(kept))
    assert (matched.n_missing, matched.n_extra) == (n_nodes - len(kept), n_extra)


@pytest.mark.parametrize(
    ("of_file", "of_graph"), [(["17", "5"], [5, 17]), ([17, 5], ["5", "17"]), ([17, 5], [5, 17])]
)
def test_an_integer_and_its_text_are_one(of_file, of_graph):
    named = NamedRows(node_ids=np.array(of_file), rows=np.array([[17.0], [5.0]]))
    np.testing.assert_array_equal(match_rows(named, graph_of(of_graph), "x").rows, [[5.0], [17.0]])


def test_integers_are_told_apart_beyond_the_precision_of_floats():
    ids = np.array([2**60, 2**60 + 1], dtype=np.uint64)
    named = NamedRows(node_ids=np.array([2**60 + 1, 2**60]), rows=np.array([[1.0], [2.0]]))
    np.testing.assert_array_equal(match_rows(named, graph_of(ids), "x").rows, [[2.0], [1.0]])


def test_rows_without_ids_are_those_of_nodes_numbered_from_zero():
    named = NamedRows(node_ids=None, rows=rows_of(4))
    matched = match_rows(named, graph_of(range(4)), "x")
    assert matched.rows is named.rows
    assert matched.present.all()


@pytest.mark.parametrize(
    ("ids", "text"),
    [
        ([0, 1, 2], "4 rows for a graph of 3 nodes"),
        ([1, 2, 3, 4], "not numbered 0 … 3 in order"),
        ([1, 0, 2, 3], "not numbered 0 … 3 in order"),
        (["0", "1", "2", "3"], "not numbered 0 … 3 in order"),
    ],
)
def test_rows_without_ids_that_could_be_shifted_are_refused(ids, text):
    named = NamedRows(node_ids=None, rows=rows_of(4))
    with pytest.raises(InputError, match=rf"e\.npy: holds no node ids, and .*{text}.*node_ids"):
        match_rows(named, graph_of(ids), "e.npy")


@pytest.mark.parametrize("ids", [[8, 9], ["a", "b"]])
def test_an_embedding_of_other_nodes_is_refused(ids):
    named = NamedRows(node_ids=np.array(ids), rows=rows_of(2))
    with pytest.raises(InputError, match=r"e\.csv: none of its 2 node ids"):
        match_rows(named, graph_of([0, 1, 2]), "e.csv")
