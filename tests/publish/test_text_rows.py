"""Text gives its ids and rows, whatever writes it, or the line that is wrong."""

import gzip

import numpy as np
import pandas as pd
import pytest
from gensim.models import KeyedVectors
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.publish.text_rows import read_text_rows

IDS = ["b", "a", "ü\u00a0c", "#tag"]
ROWS = np.array([[0.5, -1e-8, 3], [1, 2, 3], [1e30, 0, -0.125], [7, 8, 9]], dtype=np.float32)


def read(path, content):
    path.write_text(content, encoding="utf-8")
    ids, rows = read_text_rows(path)
    return ids.tolist(), rows.tolist()


@pytest.mark.parametrize("write_header", [True, False])
@pytest.mark.parametrize("name", ["a.txt", "a.vec", "a.emb", "a.txt.gz"])
def test_what_gensim_writes_is_read(tmp_path, name, write_header):
    vectors = KeyedVectors(vector_size=3)
    vectors.add_vectors(IDS, ROWS)
    vectors.save_word2vec_format(str(tmp_path / name), binary=False, write_header=write_header)
    ids, rows = read_text_rows(tmp_path / name)
    assert ids.tolist() == IDS
    assert rows.dtype == np.float32
    np.testing.assert_array_equal(rows, ROWS)


@pytest.mark.parametrize("separator", [",", "\t", ";"])
@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("columns", [[0, 1, 2], [1, 2, 3], ["x0", "x1", "x2"]])
def test_what_pandas_writes_is_read(tmp_path, separator, header, columns):
    ids = ["b, the first; of\ttwo", 'a "quoted" one', "ü c", "17"]
    table = pd.DataFrame(ROWS, index=ids, columns=columns)
    table.to_csv(tmp_path / "a.csv.gz", sep=separator, header=header)
    found, rows = read_text_rows(tmp_path / "a.csv.gz")
    assert found.tolist() == ids
    np.testing.assert_array_equal(rows, ROWS)


@pytest.mark.parametrize(
    "content",
    [
        "a 1 2\nb 3 4\n",
        "2 2\na 1 2 \nb 3 4 \n",
        "\ufeff2 2\r\na 1 2\r\nb 3 4\r\n",
        "a   1 2\n\n\nb 3 4",
        "a,1,2\nb,3,4\n",
        " a , 1 , 2 \nb,3,4\n",
        "node_id,0,1\na,1,2\nb,3,4\n",
        "id x_0 x_1\na 1 2\nb 3 4\n",
        ",0,1\na,1,2\nb,3,4\n",
        "\t0\t1\na\t1\t2\nb\t3\t4\n",
        "# node,1,2\na,1,2\nb,3,4\n",
        "whatever\tfirst\tsecond\na\t1\t2\nb\t3\t4\n",
    ],
)
def test_every_usual_form_reads_the_same(tmp_path, content):
    assert read(tmp_path / "a", content) == (["a", "b"], [[1, 2], [3, 4]])


def test_a_first_row_of_small_integers_is_no_header(tmp_path):
    assert read(tmp_path / "a.csv", "a,0,1\nb,2,3\n") == (["a", "b"], [[0, 1], [2, 3]])


def test_two_integers_are_a_row_where_the_others_are_as_short(tmp_path):
    assert read(tmp_path / "a", "4 7\n5 8\n") == (["4", "5"], [[7], [8]])
    assert read(tmp_path / "a", "2 1\n5 8\n6 9\n") == (["5", "6"], [[8], [9]])
    assert read(tmp_path / "a", "4 -7\n5 8\n") == (["4", "5"], [[-7], [8]])
    assert read(tmp_path / "a.csv", "4,7\n5,8\n") == (["4", "5"], [[7], [8]])


def test_rows_of_many_blocks_stay_in_order(tmp_path, rng):
    rows = rng.normal(size=(2500, 2)).astype(np.float32)
    pd.DataFrame(rows).to_csv(tmp_path / "a.csv")
    ids, found = read_text_rows(tmp_path / "a.csv")
    assert ids.tolist() == [str(node) for node in range(2500)]
    np.testing.assert_array_equal(found, rows)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("", "a.csv: the file is empty"),
        ("\n \n", "a.csv: the file is empty"),
        ("a\nb\n", "line 1: expected a node id and numbers, got one column"),
        ("a,1,2\nb,3\n", "line 2: expected a node id and 2 numbers, .* line 1, got 2 columns"),
        ("a,1,2\n\nb,3,4,5\n", "line 3: expected a node id and 2 numbers, .* got 4 columns"),
        ("a,1,2\nb,3,x\n", "line 2, column 3: 'x' is not a number"),
        ("a,1,2\nb,\x1f3,4\n", "line 2, column 2: '3' is not a number"),
        ("a,1,2\nb,٣,4\n", "line 2, column 2: '٣' is not a number"),
        ("a,1,2\nb,,4\n", "line 2, column 2: '' is not a number"),
        ('a,1,2\n"b,3,4\n', "line 2: the node id .* quote that is not closed"),
        ("a,1,2\n ,3,4\n", "line 2: the node id is empty"),
        ("id,x\na,1\nb,1.5.2\n", r"line 3, column 2: '1\.5\.2' is not a number"),
        ("3 2\na 1 2\nb 3 4\n", "line 1: tells of 3 rows, but there are 2"),
        ("1 2\na 1 2\nb 3 4\n", "line 1: tells of 1 rows, but there are 2"),
        ("17 3\n", "line 1: tells of 17 rows, but there are 0"),
        ("2 3\na 1 2\nb 3 4\n", "line 2: expected a node id and 3 numbers, .* line 1, got 3"),
        ("2 2\na 1 2\nb c 3 4\n", r"line 3: expected .* \(an id with spaces needs CSV\)"),
        ("a 1 2\nb\0 3 4\n", "line 2: not UTF-8 text"),
        (b"a 1 2\n\xff 3 4\n", r"line 2: not UTF-8 text.*\.bin"),
        (b"\xff\xfea\0,\x001\0", "line 1: not UTF-8 text"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(tmp_path, content, text):
    path = tmp_path / "a.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=text):
        read_text_rows(path)


def test_what_does_not_fit_in_memory_is_an_input_error(tmp_path):
    (tmp_path / "a.txt").write_text("1 999999999999999\na 1 2\n")
    with pytest.raises(InputError, match="too large for memory"):
        read_text_rows(tmp_path / "a.txt")


def test_a_header_that_tells_of_a_great_width_is_refused_by_the_line(tmp_path):
    (tmp_path / "a.txt").write_text("1 10000000\na 1 2\n")
    with pytest.raises(InputError, match="line 2: expected a node id and 10000000 numbers"):
        read_text_rows(tmp_path / "a.txt")


def test_a_packed_file_that_is_cut_short_is_refused(tmp_path):
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"a 1 2\n" * 999)[:-10])
    with pytest.raises(InputError, match="not a whole gzip file"):
        read_text_rows(tmp_path / "a.gz")


@given(content=st.text(alphabet='a1 2,\t\n".-e#\ufeff', max_size=60))
def test_any_text_is_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("text") / "a.txt"
    path.write_text(content, encoding="utf-8")
    try:
        ids, rows = read_text_rows(path)
    except InputError:
        return
    assert rows.shape[0] == len(ids)
