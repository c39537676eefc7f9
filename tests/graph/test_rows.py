"""Rows are found in text of many habits, and errors name the line."""

import gzip
import re

import pytest

from ppne.errors import InputError
from ppne.graph.rows import LABELS, LINKS, read_bytes, read_rows, read_text


def rows_of(tmp_path, text, layout=LINKS, known=()):
    path = tmp_path / "rows.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    rows = read_rows(path, read_text(path), layout, known)
    return list(zip(rows.left, rows.right, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "a,b\nc,d\n",
        "a\tb\nc\td",
        "a b\nc  d",
        "  a\t b \n c \t d",
        "a , b\nc,d",
        "a;b\nc;d",
        "a,b\r\nc,d\r\n",
        "a,b\rc,d\r",
        "\ufeffa,b\nc,d",
        "# x y z\n\n% n m\na,b\n   # in between\n\nc,d\n",
        '"a","b"\n"c","d"',
        '"a" "b"\nc "d"',
        "a b {'x': 1, 'y': \"O'Neill\"}\nc d {}",
        "a,b,1.5,more\nc,d",
        "a b # one, two\nc d",
        "source,target\na,b\nc,d",
        "FROM TO\na b\nc d",
        "u\tv\na\tb\nc\td",
        "Node_1,Node 2,weight\na,b,1\nc,d,2",
        ",source,target\n0,a,b\n1,c,d",
        "target,x,source\nb,0,a\nd,0,c",
        "Source,Target,Type,Id\na,b,Undirected,0\nc,d,Undirected,1",
    ],
)
def test_two_links_are_read_whatever_the_habit(tmp_path, text):
    assert rows_of(tmp_path, text) == [("a", "b"), ("c", "d")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"a,b",c\nd,"e ""x"" f"', [("a,b", "c"), ("d", 'e "x" f')]),
        ('"a b" c\nd e', [("a b", "c"), ("d", "e")]),
        ("Smith, J\tDoe, A\nRoe, B\tPoe, C", [("Smith, J", "Doe, A"), ("Roe, B", "Poe, C")]),
        ("Ann Lee,Bo Ray", [("Ann Lee", "Bo Ray")]),
        ('a,"b"  ', [("a", "b")]),
        ('a,b,"open', [("a", "b")]),
    ],
)
def test_a_name_may_hold_what_separates_elsewhere(tmp_path, text, expected):
    assert rows_of(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("person,friend\n1,2", [("1", "2")]),
        ("person,friend\n1,2\nx,3", [("person", "friend"), ("1", "2"), ("x", "3")]),
        ("x,2\n1,3", [("x", "2"), ("1", "3")]),
        ("007,008\n1,3", [("007", "008"), ("1", "3")]),
        ("1,2\n3,4", [("1", "2"), ("3", "4")]),
        ("ann,bob", [("ann", "bob")]),
        ("u,v\nv,w", [("u", "v"), ("v", "w")]),
        ("u,v", []),
        ("from,x,to\ny,a,from", [("from", "x"), ("y", "a")]),
        ("a,u,v\nb,c,d", [("a", "u"), ("b", "c")]),
        ("# none", []),
    ],
)
def test_a_first_row_is_a_header_if_it_looks_like_one(tmp_path, text, expected):
    assert rows_of(tmp_path, text) == expected


def test_a_first_row_of_known_nodes_is_no_header(tmp_path):
    assert rows_of(tmp_path, "u,v\na,b", known={"v"}) == [("u", "v"), ("a", "b")]
    assert rows_of(tmp_path, "x,y\n1,2", known={"x"}) == [("x", "y"), ("1", "2")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("node,label\na,x", [("a", "x")]),
        ("Class,Node ID\nx,a", [("a", "x")]),
        ("who,what\n1,x", [("1", "x")]),
        ("a,x\nb,label", [("a", "x"), ("b", "label")]),
        ("node,label\na,label", [("a", "label")]),
    ],
)
def test_a_header_of_labels_is_found(tmp_path, text, expected):
    assert rows_of(tmp_path, text, LABELS) == expected


def test_weights_are_the_column_of_that_name_or_else_the_third(tmp_path):
    path = tmp_path / "rows.csv"
    for text, expected in (
        ("a,b,2\nc,d", ["2", ""]),
        ("weight,source,target\n2,a,b", ["2"]),
        ("source,target,id,Weight\na,b,7,2", ["2"]),
        ("id,source,target\n7,a,b", [""]),
        ("weight,b,2\nc,d,3", ["2", "3"]),
    ):
        assert read_rows(path, text, LINKS).third == expected


def test_rows_know_their_lines(tmp_path):
    rows = read_rows(tmp_path / "x", "# comment\n\nsource,target\na,b\n\nc,d\n", LINKS)
    assert rows.lines == [4, 6]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,2\n3\n", "line 2: expected two node ids, got 1 column; "),
        ("# c\n\n1\t2\n5\n", "line 4: expected two node ids, got 1 column; "),
        ("x,source,target\n1,2,3\n4,5\n", "line 3: expected two node ids, got 2 columns; "),
        ("1,2\n,3", "line 2: column 1 is empty"),
        ("1,2\n3,\n", "line 2: column 2 is empty"),
        ('a,"b\n', "line 1: column 2 has a quote that is not closed"),
        ('"a" "b\n', "line 1: column 2 has a quote that is not closed"),
        ("a,b\nc," + "d" * 501, "line 2: column 2 has over 500 characters"),
        ("id,source,target\n7,,2\n", "line 2: column 2 is empty"),
        (b"a,b\n\xff,c", "line 2: not UTF-8 text"),
        (b"a,b\nc,d\nx\0,c", "line 3: not UTF-8 text"),
        ("a,b\n".encode("utf-16"), "line 1: not UTF-8 text"),
        (b"", "the file is empty"),
    ],
)
def test_an_error_names_the_file_and_the_line(tmp_path, text, said):
    with pytest.raises(InputError, match=r"rows\.csv(, |: )" + re.escape(said)):
        rows_of(tmp_path, text)


def test_a_malformed_label_is_told_from_a_malformed_link(tmp_path):
    with pytest.raises(InputError, match="expected a node id and a label, got 1 column"):
        rows_of(tmp_path, "a", LABELS)


def test_an_error_on_undecodable_text_does_not_carry_the_text(tmp_path):
    with pytest.raises(InputError) as caught:
        rows_of(tmp_path, b"alice,bob\n\xff")
    assert caught.value.__context__ is None


def test_gzip_is_unpacked(tmp_path):
    path = tmp_path / "rows.txt.gz"
    path.write_bytes(gzip.compress(b"a b\n"))
    assert read_text(path) == "a b\n"


@pytest.mark.parametrize("cut", [5, 15, -1])
def test_a_truncated_gzip_is_refused(tmp_path, cut):
    path = tmp_path / "rows.gz"
    path.write_bytes(gzip.compress(b"a b\n" * 100)[:cut])
    with pytest.raises(InputError, match=r"rows\.gz: not a whole gzip file"):
        read_bytes(path)


def test_what_is_no_gzip_is_refused(tmp_path):
    path = tmp_path / "rows.gz"
    path.write_bytes(b"a b\n")
    with pytest.raises(InputError, match="not a whole gzip file"):
        read_bytes(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"gone\.csv: cannot be read \(No such file"):
        read_bytes(tmp_path / "gone.csv")
