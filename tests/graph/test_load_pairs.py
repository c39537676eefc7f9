"""Files of private links are read in the user's ids, and no error gives a pair away."""

import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.load_pairs import links_of, read_pairs
from ppne.graph.simple import Graph
from tests import strategies

NAMES = Graph.from_links(np.array([[0, 1]]), node_ids=["zoe", "ann", "bob", "u", "v"])
NUMBERS = Graph.from_links(np.array([[0, 1]]), node_ids=[30, 10, 20])


def read(tmp_path, text, graph):
    path = tmp_path / "private.csv"
    path.write_text(text)
    return read_pairs(path, graph).tolist()


@given(st.data(), strategies.graphs())
def test_pairs_written_in_ids_come_back_as_indices(tmp_path_factory, data, graph):
    pairs = data.draw(strategies.pairs(graph.n_nodes, min_size=1))
    path = tmp_path_factory.getbasetemp() / "pairs.csv"
    path.write_text("".join(f"{u},{v}\n" for u, v in graph.node_ids[pairs]))
    assert read_pairs(path, graph).tolist() == sorted(pairs.tolist())


def test_order_and_repeats_do_not_matter(tmp_path):
    assert read(tmp_path, "bob,zoe\nzoe,ann\nzoe,bob\n", NAMES) == [[0, 1], [0, 2]]


def test_a_header_is_passed_over(tmp_path):
    assert read(tmp_path, "source,target\nbob,zoe\n", NAMES) == [[0, 2]]
    assert read(tmp_path, "person,friend\n20,30\n", NUMBERS) == [[0, 2]]


def test_a_first_pair_that_reads_like_a_header_is_kept(tmp_path):
    assert read(tmp_path, "u,v\nann,bob\n", NAMES) == [[1, 2], [3, 4]]


def test_a_packed_file_is_read(tmp_path):
    (tmp_path / "private.txt.gz").write_bytes(gzip.compress(b"zoe bob\n"))
    assert read_pairs(str(tmp_path / "private.txt.gz"), NAMES).tolist() == [[0, 2]]


def test_an_array_of_ids_is_read(tmp_path):
    path = tmp_path / "private.npy"
    np.save(path, np.array([[20, 30], [10, 30]]))
    assert read_pairs(path, NUMBERS).tolist() == [[0, 1], [0, 2]]
    np.save(path, np.array([["bob", "ann"]]))
    assert read_pairs(path, NAMES).tolist() == [[1, 2]]


def test_integers_of_an_array_are_found_among_ids_that_are_strings(tmp_path):
    np.save(tmp_path / "private.npy", np.array([[2, 1]]))
    graph = Graph.from_links(np.array([[0, 1]]), node_ids=["1", "2", "x"])
    assert read_pairs(tmp_path / "private.npy", graph).tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("zoe,ann\n\nzoe,dan\n", r"line 3: no node 'dan' in the graph"),
        ("zoe,ann\ndan,zoe\n", r"line 2: no node 'dan' in the graph"),
        ("zoe,ann\nbob,bob\n", r"line 2: a pair of a node with itself"),
        ("zoe,ann\nbob\n", r"line 2: expected two node ids, got 1 column"),
        ("# zoe,ann\n", r"holds no pair"),
        ("", r"the file is empty"),
        ("source,target\n", r"holds no pair"),
    ],
)
def test_an_error_names_the_line_and_never_both_nodes(tmp_path, text, said):
    with pytest.raises(InputError, match=rf"private\.csv.*{said}") as caught:
        read(tmp_path, text, NAMES)
    assert not {"zoe", "ann", "bob"} & set(str(caught.value).replace("'", " ").split())


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (np.array([[30, 10], [30, 40]]), "row 1: no node '40'"),
        (np.array([[30, 30]]), "row 0: a pair of a node with itself; drop the row"),
        (np.zeros((0, 2), dtype=int), "holds no pair"),
        (np.zeros((2, 2)), "expected node ids of shape"),
        (np.zeros((2, 3), dtype=int), "expected node ids of shape"),
        (np.zeros(2, dtype=int), "expected node ids of shape"),
    ],
)
def test_an_array_of_other_things_is_refused(tmp_path, array, said):
    np.save(tmp_path / "private.npy", array)
    with pytest.raises(InputError, match=rf"private\.npy.*{said}"):
        read_pairs(tmp_path / "private.npy", NUMBERS)


@given(st.data(), strategies.graphs())
def test_links_in_ids_come_back_as_indices_however_they_are_given(data, graph):
    """Also where ids are integers in no order, which are looked up without their names."""
    pairs = data.draw(strategies.pairs(graph.n_nodes, min_size=1))
    ids = graph.node_ids[pairs][:, ::-1]
    repeated = np.concatenate([ids, ids[:1, ::-1]])
    for links in (repeated, repeated.tolist(), map(tuple, repeated.tolist()), repeated.astype(str)):
        assert links_of(graph, links).tolist() == sorted(pairs.tolist())


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint16])
def test_integers_of_any_width_are_ids(dtype):
    assert links_of(NUMBERS, np.array([[20, 30]], dtype=dtype)).tolist() == [[0, 2]]


def test_links_may_be_a_file_or_none(tmp_path):
    (tmp_path / "private.csv").write_text("zoe,bob\n")
    assert links_of(NAMES, tmp_path / "private.csv").tolist() == [[0, 2]]
    assert links_of(NAMES, str(tmp_path / "private.csv")).tolist() == [[0, 2]]
    for none in ([], np.empty((0, 2), dtype=np.int64), np.empty((0, 2), dtype=str)):
        assert links_of(NUMBERS, none).shape == (0, 2)


@pytest.mark.parametrize(
    ("links", "said"),
    [
        (np.array([[30, 10], [10, 40]]), "mine, row 1: no node '40'"),
        (np.array([[30, 10], [5, 10]]), "mine, row 1: no node '5'"),
        ([[30, 10], [10, 40]], "mine, row 1: no node '40'"),
        (np.array([[30, 30]]), "mine holds a pair of a node with itself"),
        ([[30, 30]], "mine holds a pair of a node with itself"),
        (np.array([[30, 10, 20]]), "mine, row 0: expected two node ids, got 3"),
        (np.array([30, 10]), "mine, row 0: expected a pair of node ids"),
        (["30"], "mine, row 0: expected a pair of node ids"),
        (np.array(30), "mine must be pairs of node ids or the path of a file of them, got a ndarr"),
        (30, "mine must be pairs of node ids or the path of a file of them, got a int"),
    ],
)
def test_links_that_are_none_are_refused_and_called_by_their_name(links, said):
    with pytest.raises(InputError, match=said) as caught:
        links_of(NUMBERS, links, "mine")
    assert not {"30", "10", "20"} & set(str(caught.value).replace("'", " ").split())


def test_a_graph_without_nodes_has_no_links_to_name():
    nothing = Graph.from_links(np.empty((0, 2), dtype=np.int64))
    with pytest.raises(InputError, match="private_links, row 0: no node '1'"):
        links_of(nothing, np.array([[1, 2]]))
