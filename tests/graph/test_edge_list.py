"""An edge list becomes the graph it says, by the quick way and by the careful one."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph import edge_list
from ppne.graph.dropped import Dropped
from ppne.graph.edge_list import clean_integers, read_edge_list


def read(tmp_path, text):
    path = tmp_path / "edges.csv"
    path.write_text(text, encoding="utf-8")
    return read_edge_list(path)


def test_integer_ids_are_sorted(tmp_path):
    graph, dropped = read(tmp_path, "20,3\n3,-5\n")
    assert graph.node_ids.tolist() == [-5, 3, 20]
    assert graph.node_ids.dtype == np.int64
    assert graph.links.tolist() == [[0, 1], [1, 2]]
    assert dropped == Dropped()


def test_string_ids_stand_in_the_order_of_first_appearance(tmp_path):
    graph, _ = read(tmp_path, "zoe,ann\nbob,ann\n")
    assert graph.node_ids.tolist() == ["zoe", "ann", "bob"]
    assert graph.links.tolist() == [[0, 1], [1, 2]]


@pytest.mark.parametrize("unusual", ["007", "+7", "-0", "7.0", "9223372036854775808", "x"])
def test_one_unusual_id_makes_all_of_them_strings(tmp_path, unusual):
    graph, _ = read(tmp_path, f"3,2\n2,{unusual}\n")
    assert graph.node_ids.tolist() == ["3", "2", unusual]


def test_integers_with_comments_between_are_integers_still(tmp_path):
    graph, _ = read(tmp_path, "3 2\n# halfway\n2 1\n")
    assert graph.node_ids.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "1 2 5\n2 1 1\n1 2 1\n3 3 1\n2 3 1\n",
        "1 2 5.0\n2 1 1.0\n1 2 1\n3 3 1.00 x\n2 3 {}\n",
        "source,target,weight\n1,2,5\n2,1,1\n1,2,1\n3,3,1\n2,3,1\n",
    ],
)
def test_what_is_dropped_is_counted_the_quick_way_and_the_careful_way(tmp_path, text):
    graph, dropped = read(tmp_path, text)
    assert graph.links.tolist() == [[0, 1], [1, 2]]
    assert dropped == Dropped(self_loops=1, duplicates=1, directions=1, weights=1)


def test_a_node_that_has_only_a_loop_stays(tmp_path):
    graph, _ = read(tmp_path, "1,2\n5,5\n")
    assert graph.node_ids.tolist() == [1, 2, 5]


@pytest.mark.parametrize("text", ["# nothing\n", "\n\n", "source,target\n", "1,1\n", "a a\n"])
def test_a_list_without_a_link_is_refused(tmp_path, text):
    with pytest.raises(InputError, match=r"edges\.csv: holds no link"):
        read(tmp_path, text)


def test_a_malformed_line_is_named(tmp_path):
    with pytest.raises(
        InputError, match=r"edges\.csv, line 12: expected two node ids, got 1 column"
    ):
        read(tmp_path, "1,2\n" * 11 + "7\n" + "1,2\n")


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n3 4",
        "# c\n\nfrom,to\n1,2\n3,4\n",
        "person friend\n1 2\n3 4\n",
        "1;2\n3;4\n",
        "1\t2\n\n3\t4\n",
        "1, 2\n3, 4",
        "\ufeff1 2\r\n3 4\r\n",
        "1 2\r3 4\r",
        "  1 2  \n \t \n3 4",
        "a b c\n\n1 2 1\n3 4 1",
    ],
)
def test_clean_integers_are_read_the_quick_way(text):
    ends, weights = clean_integers(text.encode())
    assert ends.tolist() == [[1, 2], [3, 4]]
    assert weights == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment",
        "a,b\n",
        "a,2\n3,4\n",
        "id,source,target\n1,2,3\n",
        "1,2\n3,04\n",
        "1,2\n3,-0\n",
        "1,2\n3,4.0\n",
        "1,2\n3,4,5\n",
        "1,2\n3\n",
        "1\n2\n",
        "1 2\n3 9223372036854775808\n",
        "1 2\n3 -9223372036854775808\n",
        "1 2\n# c\n3 4\n",
        "a b\n# c\n3 4\n",
        "# \0\n1 2\n",
        "1,2\n3 4\n",
        "1,2\n3,4,\n",
        "1\t2\n3\t\t4\n",
        "1 2\n3 4-\n",
    ],
)
def test_anything_else_is_left_to_the_careful_way(text):
    assert clean_integers(text.encode()) is None


def test_a_head_that_is_no_text_is_left_to_the_careful_way():
    assert clean_integers(b"# caf\xe9\n1 2\n") is None


def test_a_long_text_is_told_by_its_first_whole_lines():
    ends, _ = clean_integers(b"a b\n" + b"10 200\n" * 5000)
    assert ends.tolist() == [[10, 200]] * 5000


numbers = st.integers(-(2**63) + 1, 2**63 - 1) | st.integers(0, 5)


@given(
    st.lists(st.tuples(numbers, numbers), min_size=1).filter(
        lambda rows: any(u != v for u, v in rows)
    ),
    st.sampled_from([",", "\t", " ", ";", ", "]),
    st.sampled_from(["", "source{0}target\n", "# links\n\n", "ab{0}cd\n"]),
)
def test_the_quick_way_and_the_careful_way_agree(tmp_path_factory, rows, separator, head):
    path = tmp_path_factory.getbasetemp() / "both_ways.txt"
    path.write_text(
        head.format(separator) + "".join(f"{u}{separator}{v}\n" for u, v in rows), encoding="utf-8"
    )
    quick, quickly_dropped = read_edge_list(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edge_list, "clean_integers", lambda content: None)
        careful, carefully_dropped = read_edge_list(path)
    assert quickly_dropped == carefully_dropped
    assert quick.node_ids.dtype == careful.node_ids.dtype == np.int64
    np.testing.assert_array_equal(quick.node_ids, careful.node_ids)
    np.testing.assert_array_equal(quick.links, careful.links)


words = st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1, max_size=8).filter(
    lambda word: word == word.strip() and not re.fullmatch(r"-?[0-9]+", word)
)


@given(st.lists(words, min_size=2, max_size=6, unique=True))
def test_quoted_names_of_any_letters_come_through(tmp_path_factory, names):
    path = tmp_path_factory.getbasetemp() / "names.csv"
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    # The first two names come again, so that not even "u" and "v" pass for a header.
    lines = [f"{quoted[0]},{other}\n" for other in quoted[1:]] + [f"{quoted[1]},{quoted[0]}\n"]
    path.write_text("".join(lines), encoding="utf-8")
    assert read_edge_list(path)[0].node_ids.tolist() == names
