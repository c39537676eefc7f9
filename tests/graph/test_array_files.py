"""Files of arrays become the graphs they hold."""

import gzip
import json

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse
from scipy.io import mmwrite

from ppne.errors import InputError
from ppne.graph.array_files import read_array, read_array_folder, read_mtx, read_npy, read_npz
from ppne.graph.dropped import Dropped

LINKS = np.array([[10, 30], [20, 30], [30, 10]])
MATRIX = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])


def test_a_sparse_matrix_is_read(tmp_path):
    sparse.save_npz(tmp_path / "a.npz", sparse.csr_array(MATRIX))
    graph, dropped = read_npz(tmp_path / "a.npz")
    assert graph.links.tolist() == [[0, 1], [1, 2]]
    assert dropped == Dropped()


@pytest.mark.parametrize("matrix", [MATRIX, sparse.csr_array(MATRIX), MATRIX.astype(float)])
def test_a_matrix_market_file_is_read_packed_or_not(tmp_path, matrix):
    mmwrite(tmp_path / "a.mtx", matrix)
    packed = tmp_path / "b.mtx.gz"
    packed.write_bytes(gzip.compress((tmp_path / "a.mtx").read_bytes()))
    for path in (tmp_path / "a.mtx", packed):
        graph, dropped = read_mtx(path)
        assert graph.links.tolist() == [[0, 1], [1, 2]]
        assert dropped == Dropped()


def test_links_in_an_array_are_read_as_ids(tmp_path):
    np.save(tmp_path / "a.npy", LINKS.astype(np.uint16))
    graph, dropped = read_npy(tmp_path / "a.npy")
    assert graph.node_ids.tolist() == [10, 20, 30]
    assert graph.links.tolist() == [[0, 2], [1, 2]]
    assert dropped == Dropped(directions=1)


def test_a_square_array_is_read_as_a_matrix(tmp_path):
    np.save(tmp_path / "a.npy", MATRIX)
    assert read_npy(tmp_path / "a.npy")[0].links.tolist() == [[0, 1], [1, 2]]


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.zeros((3, 2)), "must be square"),
        (np.zeros((0, 2), dtype=int), "holds no link"),
        (np.array([[1, 2], [1, 3], [1, 2**64 - 1]], dtype=np.uint64), "beyond 64 bits"),
        (np.array([[1, 2], [3, 4]]), "two links or a matrix"),
        (np.array([[0, np.nan], [1, 0]]), "got nan at row 0, column 1"),
    ],
)
def test_an_array_that_is_no_graph_is_refused_by_name(tmp_path, array, text):
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(InputError, match=rf"a\.npy.*{text}"):
        read_npy(tmp_path / "a.npy")


def test_an_array_of_objects_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.array([[print, 1]], dtype=object), allow_pickle=True)
    with pytest.raises(InputError, match=r"a\.npy: not a NumPy array"):
        read_array(tmp_path / "a.npy")


@pytest.mark.parametrize("content", [b"", b"garbage", b"PK\x03\x04rubbish"])
@pytest.mark.parametrize(
    ("read", "name"), [(read_npz, "a.npz"), (read_npy, "a.npy"), (read_mtx, "a.mtx")]
)
def test_garbage_is_refused_by_name(tmp_path, read, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=rf"{name}: not a"):
        read(tmp_path / name)


def test_a_truncated_file_is_refused(tmp_path):
    sparse.save_npz(tmp_path / "a.npz", sparse.csr_array(MATRIX))
    np.save(tmp_path / "a.npy", LINKS)
    mmwrite(tmp_path / "a.mtx", sparse.csr_array(MATRIX))
    for name, read in (("a.npz", read_npz), ("a.npy", read_npy), ("a.mtx", read_mtx)):
        path = tmp_path / name
        path.write_bytes(path.read_bytes()[:-8])
        with pytest.raises(InputError, match=rf"{name}: not a"):
            read(path)


def test_an_npz_of_plain_arrays_is_refused(tmp_path):
    np.savez(tmp_path / "a.npz", x=MATRIX)
    with pytest.raises(InputError, match=r"save_npz"):
        read_npz(tmp_path / "a.npz")


@pytest.fixture
def folder(tmp_path):
    """Three links between four nodes, one of them a reverse."""
    np.save(tmp_path / "edges.npy", np.array([[0, 1], [1, 3], [3, 1]], dtype=np.int32))
    return tmp_path


def test_a_folder_of_links_has_as_many_nodes_as_the_largest_index_tells(folder):
    graph, dropped = read_array_folder(folder)
    assert graph.n_nodes == 4
    assert graph.links.tolist() == [[0, 1], [1, 3]]
    assert graph.labels is None
    assert dropped == Dropped(directions=1)


def test_labels_tell_of_nodes_without_links(folder):
    np.save(folder / "labels.npy", np.array([0, 1, 2, 0, 1]))
    graph, _ = read_array_folder(folder)
    assert graph.n_nodes == 5
    assert graph.labels.tolist() == [0, 1, 2, 0, 1]


def test_the_meta_file_tells_of_nodes_without_links(folder):
    (folder / "meta.json").write_text(json.dumps({"n": 6}))
    assert read_array_folder(folder)[0].n_nodes == 6
    (folder / "meta.json").write_text(json.dumps({"name": "toy"}))
    assert read_array_folder(folder)[0].n_nodes == 4


def test_a_folder_without_links_is_a_graph_of_lone_nodes(folder):
    np.save(folder / "edges.npy", np.empty((0, 2), dtype=int))
    (folder / "meta.json").write_text('{"n": 1}')
    assert read_array_folder(folder)[0].n_nodes == 1


@pytest.mark.parametrize(
    ("meta", "text"),
    [
        ('{"n": 3}', "holds node 3, but there are 3 nodes"),
        ('{"n": "4"}', '"n" must be'),
        ('{"n": true}', '"n" must be'),
        ('{"n": -1}', '"n" must be'),
        ("[4]", "not a JSON object"),
        ("{", "not a JSON object"),
        (b"\xff\x00\xff", "not a JSON object"),
    ],
)
def test_a_meta_file_that_makes_no_sense_is_refused(folder, meta, text):
    (folder / "meta.json").write_bytes(meta if isinstance(meta, bytes) else meta.encode())
    with pytest.raises(InputError, match=text):
        read_array_folder(folder)


@pytest.mark.parametrize(
    ("labels", "text"),
    [
        (np.array([0, 1]), "holds node 3, but there are 2 nodes"),
        (np.zeros((4, 2)), r"expected a label a node, got shape \(4, 2\); .*labels\.npz"),
    ],
)
def test_labels_that_do_not_fit_are_refused(folder, labels, text):
    np.save(folder / "labels.npy", labels)
    with pytest.raises(InputError, match=text):
        read_array_folder(folder)


def test_a_sparse_matrix_of_labels_is_an_indicator_matrix(folder):
    marked = np.array([[0, 1, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    sparse.save_npz(folder / "labels.npz", sparse.csr_array(marked.astype(float)))
    graph, _ = read_array_folder(folder)
    assert graph.n_nodes == 5
    assert graph.labels.dtype == bool
    assert_array_equal(graph.labels, marked)


def test_one_label_a_node_goes_before_several(folder):
    sparse.save_npz(folder / "labels.npz", sparse.csr_array(np.eye(4)))
    np.save(folder / "labels.npy", np.array([0, 1, 2, 0]))
    assert read_array_folder(folder)[0].labels.tolist() == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("marked", "n", "text"),
    [
        (sparse.csr_array(np.eye(5)), 6, "the labels must be of 6 nodes, got 5"),
        (sparse.coo_array(np.ones(5)), 5, r"labels\.npz: expected shape \(n_nodes, n_classes\)"),
    ],
)
def test_a_matrix_of_labels_that_does_not_fit_is_refused(folder, marked, n, text):
    sparse.save_npz(folder / "labels.npz", marked)
    (folder / "meta.json").write_text(json.dumps({"n": n}))
    with pytest.raises(InputError, match=text):
        read_array_folder(folder)


def test_a_garbled_matrix_of_labels_is_refused(folder):
    (folder / "labels.npz").write_bytes(b"garbage")
    with pytest.raises(InputError, match=r"labels\.npz: not a sparse matrix"):
        read_array_folder(folder)


@pytest.mark.parametrize(
    ("edges", "text"),
    [
        (np.zeros((3, 2)), "expected integers"),
        (np.zeros((3, 3), dtype=int), "expected integers"),
        (np.zeros(3, dtype=int), "expected integers"),
        (np.array([[0, -1]]), "negative"),
    ],
)
def test_links_of_a_folder_that_are_no_indices_are_refused(folder, edges, text):
    np.save(folder / "edges.npy", edges)
    with pytest.raises(InputError, match=rf"edges\.npy: .*{text}"):
        read_array_folder(folder)


@pytest.mark.real
def test_a_real_folder_keeps_its_lone_nodes(real_data):
    graph, dropped = read_array_folder(real_data / "citeseer")
    assert (graph.n_nodes, graph.n_links) == (3327, 4552)
    assert (graph.degrees == 0).sum() == 48
    assert dropped == Dropped()


@pytest.mark.real
def test_blogcatalog_comes_with_several_labels_a_node(real_data):
    graph, _ = read_array_folder(real_data / "blogcatalog")
    assert (graph.n_nodes, graph.n_links) == (10_312, 333_983)
    assert graph.labels.shape == (10_312, 39)
    assert graph.labels.any(axis=1).all()
    assert graph.labels.sum() == 14_476
