"""Names are looked up as text, and an unknown one is quoted only if it is surely no pair."""

import numpy as np
import pytest

from ppne.graph.node_names import index_of_names, unknown_node
from ppne.graph.simple import Graph


def test_integers_and_strings_are_looked_up_as_text():
    links = np.array([[0, 1]])
    assert index_of_names(Graph.from_links(links, node_ids=[7, 3])) == {"7": 0, "3": 1}
    assert index_of_names(Graph.from_links(links, node_ids=["b", "a"])) == {"b": 0, "a": 1}


def test_an_unknown_node_is_named_with_its_place():
    text = str(unknown_node("private.csv, line 7", "bob"))
    assert text.startswith("private.csv, line 7: no node 'bob' in the graph; correct")


@pytest.mark.parametrize("name", ["ann|bob", "ann bob", "ann-bob", "ann,bob", "ann->bob", "x" * 51])
def test_what_may_be_a_whole_pair_is_not_quoted(name):
    text = str(unknown_node("private.csv, line 7", name))
    assert "ann" not in text
    assert "xx" not in text
