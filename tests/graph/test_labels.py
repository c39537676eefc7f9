"""Labels are read for the nodes they name."""

import numpy as np
import pytest

from ppne.errors import InputError
from ppne.graph.labels import read_labels
from ppne.graph.simple import Graph

NAMES = Graph.from_links(np.array([[0, 1]]), node_ids=["zoe", "ann", "node"])
NUMBERS = Graph.from_links(np.array([[0, 1]]), node_ids=[30, 10, 20])


def read(tmp_path, text, graph=NUMBERS):
    path = tmp_path / "labels.csv"
    path.write_text(text)
    return read_labels(path, graph)


def test_integer_labels_are_integers_and_a_missing_one_is_minus_one(tmp_path):
    labels = read(tmp_path, "20,3\n30,0\n")
    assert labels.tolist() == [0, -1, 3]
    assert labels.dtype == np.int64


def test_string_labels_are_strings_and_a_missing_one_is_empty(tmp_path):
    assert read(tmp_path, "20,cat\n30,7\n").tolist() == ["7", "", "cat"]


def test_an_integer_too_large_is_a_string(tmp_path):
    assert read(tmp_path, f"20,{2**63}\n").tolist() == ["", "", str(2**63)]


@pytest.mark.parametrize("header", ["node,label", "Id,Class", "who,what"])
def test_a_header_is_passed_over(tmp_path, header):
    assert read(tmp_path, f"{header}\n20,cat\n").tolist() == ["", "", "cat"]


def test_a_node_that_reads_like_a_header_is_labelled(tmp_path):
    assert read(tmp_path, "node,label\nzoe,x\n", NAMES).tolist() == ["x", "", "label"]


def test_the_same_label_twice_is_taken_once(tmp_path):
    assert read(tmp_path, "20,1\n20,1\n").tolist() == [-1, -1, 1]


def test_a_node_with_several_labels_makes_them_an_indicator_matrix(tmp_path):
    labels = read(tmp_path, "20,10\n30,9\n20,9\n20,9\n")
    assert labels.dtype == bool
    assert labels.tolist() == [[True, False], [False, False], [True, True]]


def test_classes_that_are_not_all_integers_are_sorted_as_text(tmp_path):
    labels = read(tmp_path, "20,10\n20,9\n30,b\n")
    assert labels.tolist() == [[False, False, True], [False] * 3, [True, True, False]]


def test_minus_one_is_no_class_among_several(tmp_path):
    labels = read(tmp_path, "20,1\n20,2\n30,-1\n")
    assert labels.tolist() == [[False, False], [False, False], [True, True]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("20,1\n40,1\n", "line 2: no node '40'"),
        ("20\n", "line 1: expected a node id and a label"),
        ("# none\n", "holds no label"),
        ("", "the file is empty"),
    ],
)
def test_an_error_names_the_line(tmp_path, text, said):
    with pytest.raises(InputError, match=rf"labels\.csv.*{said}"):
        read(tmp_path, text)
