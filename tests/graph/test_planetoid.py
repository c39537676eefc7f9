"""Planetoid folders are read with their labels, and hostile pickles run nothing."""

import os
import pickle
from collections import OrderedDict, defaultdict

import numpy as np
import pytest

from ppne.errors import InputError
from ppne.graph.dropped import Dropped
from ppne.graph.planetoid import is_planetoid, read_planetoid

LISTS = {0: [1, 1, 2], 1: [0, 0], 2: [0, 2], 3: [5], 4: [], 5: [3]}


@pytest.fixture
def folder(tmp_path):
    """Six nodes: 0 to 2 in ``ally``, 5 and 3 in ``ty``, 4 in neither."""
    write(tmp_path, "graph", LISTS)
    write(tmp_path, "ally", np.eye(3)[[2, 0, 1]])
    write(tmp_path, "ty", np.eye(3)[[1, 2]])
    (tmp_path / "ind.toy.test.index").write_text("5\n3\n")
    return tmp_path


def write(folder, part, content):
    (folder / f"ind.toy.{part}").write_bytes(pickle.dumps(content, protocol=4))


def test_links_and_labels_come_together(folder):
    graph, dropped = read_planetoid(folder)
    assert graph.links.tolist() == [[0, 1], [0, 2], [3, 5]]
    assert graph.labels.tolist() == [2, 0, 1, 2, -1, 1]
    assert dropped == Dropped(self_loops=1, duplicates=1)


def test_a_node_known_only_by_its_empty_list_is_there(folder):
    write(folder, "graph", defaultdict(list, LISTS | {9: []}))
    graph, _ = read_planetoid(folder)
    assert graph.n_nodes == 10
    assert graph.labels[9] == -1


def test_a_one_way_entry_is_counted(folder):
    write(folder, "graph", LISTS | {4: [0]})
    assert read_planetoid(folder)[1].directions == 1


def test_a_row_of_zeros_is_unlabelled(folder):
    write(folder, "ally", np.array([[0, 0], [0, 1]], dtype=np.int32))
    assert read_planetoid(folder)[0].labels[:2].tolist() == [-1, 1]


class Hostile:
    """Makes a folder when unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


@pytest.mark.parametrize("part", ["graph", "ally", "ty"])
def test_a_hostile_pickle_runs_nothing(folder, part):
    harm = folder / "harm"
    write(folder, part, Hostile(str(harm)))
    with pytest.raises(InputError, match=rf"ind\.toy\.{part}: not a Planetoid pickle.*mkdir"):
        read_planetoid(folder)
    assert not harm.exists()


@pytest.mark.parametrize(
    ("part", "content", "text"),
    [
        ("graph", [1, 2], "dict of lists"),
        ("graph", {0: 1}, "dict of lists"),
        ("graph", {"a": [0]}, "dict of lists"),
        ("graph", {0: ["x"]}, "dict of lists"),
        ("graph", {0: [2**70]}, "dict of lists"),
        ("graph", {0: [-1]}, "negative"),
        ("graph", {-1: []}, "negative"),
        ("graph", OrderedDict(), "asks for collections.OrderedDict"),
        ("ally", [1, 2], "two-dimensional"),
        ("ally", np.zeros(3), "two-dimensional"),
        ("ty", np.full((2, 2), "x"), "two-dimensional"),
        ("ty", np.eye(3), "test.index has 2 nodes, ind.toy.ty 3"),
    ],
)
def test_what_a_file_should_not_hold_is_refused(folder, part, content, text):
    write(folder, part, content)
    with pytest.raises(InputError, match=text):
        read_planetoid(folder)


@pytest.mark.parametrize("content", [b"", b"garbage", b"\x80\x04}", b"\x80\x02X\xff\xff\xff\x7f"])
def test_garbage_is_refused(folder, content):
    (folder / "ind.toy.graph").write_bytes(content)
    with pytest.raises(InputError, match=r"ind\.toy\.graph: not a Planetoid pickle"):
        read_planetoid(folder)


@pytest.mark.parametrize(
    ("text", "said"), [("5\nx\n", "a node index a line"), ("5\n-3\n", "negative"), ("", "empty")]
)
def test_a_bad_test_index_is_refused(folder, text, said):
    (folder / "ind.toy.test.index").write_text(text)
    with pytest.raises(InputError, match=rf"test\.index: .*{said}"):
        read_planetoid(folder)


def test_a_missing_part_is_named(folder):
    (folder / "ind.toy.ty").unlink()
    with pytest.raises(InputError, match=r"ind\.toy\.ty: cannot be read"):
        read_planetoid(folder)


def test_two_graphs_in_a_folder_are_refused(folder):
    (folder / "ind.other.graph").write_bytes(b"")
    with pytest.raises(InputError, match="holds 2 graphs"):
        read_planetoid(folder)


def test_a_folder_is_known_by_its_graph(folder, tmp_path_factory):
    assert is_planetoid(folder)
    assert not is_planetoid(tmp_path_factory.mktemp("none"))


@pytest.mark.real
@pytest.mark.parametrize("name", ["cora", "citeseer", "pubmed"])
def test_the_real_graphs_are_read_as_others_read_them(real_data, name):
    graph, dropped = read_planetoid(real_data / name / "raw")
    np.testing.assert_array_equal(graph.links, np.load(real_data / name / "edges.npy"))
    np.testing.assert_array_equal(graph.labels, np.load(real_data / name / "labels.npy"))
    assert dropped.directions == 0
