"""Whatever holds a graph is told by what it is and read."""

import gzip

import numpy as np
import pytest
from scipy import sparse
from scipy.io import mmwrite

from ppne.errors import InputError
from ppne.graph.dropped import Dropped
from ppne.graph.load import as_graph, read_graph
from ppne.graph.simple import Graph

MATRIX = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
PATH = [[0, 1], [1, 2]]


@pytest.mark.parametrize(
    "name", ["a.csv", "a.tsv", "a.txt", "a.edges", "a.edgelist", "a.dat", "a", "A.CSV"]
)
def test_text_of_any_name_is_read_packed_or_not(tmp_path, name):
    text = b"0,1\n1,2\n"
    (tmp_path / name).write_bytes(text)
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text))
    for path in (tmp_path / name, str(tmp_path / f"{name}.gz")):
        assert read_graph(path)[0].links.tolist() == PATH


def test_files_of_arrays_are_told_by_their_names(tmp_path):
    np.save(tmp_path / "a.npy", MATRIX)
    sparse.save_npz(tmp_path / "a.npz", sparse.csr_array(MATRIX))
    mmwrite(tmp_path / "a.mtx", MATRIX)
    (tmp_path / "b.MTX.gz").write_bytes(gzip.compress((tmp_path / "a.mtx").read_bytes()))
    for name in ("a.npy", "a.npz", "a.mtx", "b.MTX.gz"):
        assert read_graph(tmp_path / name)[0].links.tolist() == PATH


def test_a_folder_of_arrays_is_read(tmp_path):
    np.save(tmp_path / "edges.npy", np.array(PATH))
    assert read_graph(tmp_path)[0].links.tolist() == PATH


def test_labels_of_a_file_are_put_on_the_graph(tmp_path):
    np.save(tmp_path / "edges.npy", np.array(PATH))
    np.save(tmp_path / "labels.npy", np.array([0, 0, 0]))
    (tmp_path / "labels.csv").write_text("2,x\n0,y\n")
    graph, _ = read_graph(tmp_path, labels=tmp_path / "labels.csv")
    assert graph.labels.tolist() == ["y", "", "x"]
    assert graph.links.tolist() == PATH


def test_a_missing_path_is_named(tmp_path):
    with pytest.raises(InputError, match=r"gone\.csv: no such file or folder"):
        read_graph(tmp_path / "gone.csv")


def test_a_folder_of_no_known_kind_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"a folder without ind\.NAME\.graph .* or edges\.npy"):
        read_graph(tmp_path)


def test_binary_garbage_is_refused(tmp_path, rng):
    (tmp_path / "a.bin").write_bytes(b"\0" + rng.bytes(1000))
    with pytest.raises(InputError, match=r"a\.bin, line 1: not UTF-8 text"):
        read_graph(tmp_path / "a.bin")


@pytest.mark.real
def test_a_real_planetoid_folder_is_told_from_others(real_data):
    graph, _ = read_graph(real_data / "cora" / "raw")
    assert (graph.n_nodes, graph.n_links) == (2708, 5278)


def test_a_graph_is_handed_back_as_it_is():
    graph = Graph.from_links(np.array(PATH))
    assert as_graph(graph) == (graph, Dropped())


def test_a_path_is_read(tmp_path):
    (tmp_path / "a.csv").write_text("0,1\n1,2\n1,2\n")
    for path in (tmp_path / "a.csv", str(tmp_path / "a.csv")):
        graph, dropped = as_graph(path)
        assert graph.links.tolist() == PATH
        assert dropped == Dropped(duplicates=1)


@pytest.mark.parametrize("kind", [np.array, sparse.csr_array, sparse.csr_matrix])
def test_a_matrix_is_taken(kind):
    assert as_graph(kind(MATRIX))[0].links.tolist() == PATH


def test_an_array_of_links_is_taken_as_ids():
    graph, dropped = as_graph(np.array([[5, 7], [7, 9], [7, 5]]))
    assert graph.node_ids.tolist() == [5, 7, 9]
    assert graph.links.tolist() == PATH
    assert dropped == Dropped(directions=1)


def test_a_networkx_graph_is_taken():
    networkx = pytest.importorskip("networkx")
    assert as_graph(networkx.path_graph(3))[0].links.tolist() == PATH


@pytest.mark.parametrize("thing", [None, 7, [[0, 1]], {"nodes": []}])
def test_anything_else_is_refused(thing):
    with pytest.raises(InputError, match=f"cannot make a graph of a {type(thing).__name__}"):
        as_graph(thing)
