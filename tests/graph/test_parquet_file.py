"""A Parquet file of links becomes the graph that a text of them would."""

import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from ppne.errors import InputError, MissingExtraError
from ppne.graph.dropped import Dropped
from ppne.graph.load import read_graph
from ppne.graph.load_pairs import read_pairs
from ppne.graph.simple import Graph

LINKS = {"u": ["zoe", "bob", "ann"], "v": ["ann", "ann", "bob"]}


def read(path, table, **options):
    parquet.write_table(pa.table(table), path, **options)
    return read_graph(path)


@pytest.mark.parametrize("dtype", [np.int8, np.uint32, np.int64, np.uint64])
@pytest.mark.parametrize("name", ["a.parquet", "a.pq", "A.PARQUET"])
def test_integer_ids_are_sorted(tmp_path, dtype, name):
    columns = {"a": np.array([20, 3], dtype=dtype), "b": np.array([3, 5], dtype=dtype)}
    graph, dropped = read(tmp_path / name, columns)
    assert graph.node_ids.tolist() == [3, 5, 20]
    assert graph.links.tolist() == [[0, 1], [0, 2]]
    assert dropped == Dropped()


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), "str")])
def test_string_ids_stand_in_the_order_of_first_appearance(tmp_path, kind):
    columns = {name: pa.array(column).cast(kind) for name, column in LINKS.items()}
    graph, dropped = read(tmp_path / "a.parquet", columns, row_group_size=1)
    assert graph.node_ids.tolist() == ["zoe", "ann", "bob"]
    assert graph.links.tolist() == [[0, 1], [1, 2]]
    assert dropped == Dropped(directions=1)


ids = st.integers(-3, 3) | st.integers(-(2**63) + 1, 2**63 - 1)
names = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=9)


@settings(max_examples=40)
@given(
    st.one_of(*(st.lists(st.tuples(each, each), min_size=1) for each in (ids, names))),
    st.integers(1, 5),
)
def test_a_parquet_file_and_a_text_give_the_same_graph(tmp_path_factory, rows, height):
    """However the rows are grouped; the text says "#" of strings, so none passes for an integer."""
    folder = tmp_path_factory.getbasetemp()
    if isinstance(rows[0][0], str):
        rows = [("#" + u, v + "#") for u, v in rows]
    rows = [*rows, (rows[0][0], rows[0][0] * 2 if isinstance(rows[0][0], str) else 4)]
    if all(u == v for u, v in rows):
        return
    (folder / "same.csv").write_text("".join(f'"{u}","{v}"\n' for u, v in rows), encoding="utf-8")
    left, right = zip(*rows, strict=True)
    table = {"x": list(left), "y": list(right)}
    found, dropped = read(folder / "same.parquet", table, row_group_size=height)
    expected, also_dropped = read_graph(folder / "same.csv")
    assert dropped == also_dropped
    assert found.node_ids.dtype.kind == expected.node_ids.dtype.kind
    assert found.node_ids.tolist() == expected.node_ids.tolist()
    np.testing.assert_array_equal(found.links, expected.links)


def test_columns_are_found_by_name_and_the_index_of_pandas_is_none_of_them(tmp_path):
    table = pd.DataFrame(
        {"when": [1.5, 2.5], "target": [1, 2], "source": [0, 1], "Weight": [1.0, 0.5]}, index=[7, 9]
    )
    table.to_parquet(tmp_path / "a.parquet")
    graph, dropped = read_graph(tmp_path / "a.parquet")
    assert graph.links.tolist() == [[0, 1], [1, 2]]
    assert dropped == Dropped(weights=1)


def test_weights_that_are_missing_or_no_numbers_are_not_counted(tmp_path):
    for weights in ([None, 2.0, 1.0], ["a", "b", "c"]):
        _, dropped = read(tmp_path / "a.parquet", {**LINKS, "weight": weights})
        assert dropped.weights == (weights[1] == 2.0)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"a": [1]}, "expected two columns of node ids, got 1"),
        ({"a": [1.5], "b": [2.0]}, "column 'a' holds double, neither integers nor strings"),
        ({"a": ["x"], "b": [2]}, "column 'a' and column 'b' hold integers and strings"),
        ({"a": [1, 2], "b": [1, None]}, "row 1: column 'b' is empty"),
        ({"a": ["x", "y", None], "b": ["y", "x", "x"]}, "row 2: column 'a' is empty"),
        ({"a": ["x"], "b": [""]}, "row 0: the id in column 'b' is empty or has over 500 bytes"),
        ({"a": ["x", "y" * 501], "b": ["y", "x"]}, "row 1: the id in column 'a' is empty or has"),
        ({"a": [1], "b": pa.array([2**63], pa.uint64())}, "beyond 64 bits with sign"),
        ({"a": [1, 2], "b": [1, 2]}, "holds no link between two nodes"),
        ({"a": pa.array([], pa.int64()), "b": pa.array([], pa.int64())}, "holds no link"),
        ({"a": pa.array([], pa.string()), "b": pa.array([], pa.string())}, "holds no link"),
    ],
)
def test_what_is_no_list_of_links_is_refused(tmp_path, table, said):
    with pytest.raises(InputError, match=rf"a\.parquet.*{said}"):
        read(tmp_path / "a.parquet", table, row_group_size=1)


def test_two_columns_of_one_name_are_refused(tmp_path):
    table = pa.table([[1], [2]], names=["a", "a"])
    parquet.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(InputError, match="two columns have the same name"):
        read_graph(tmp_path / "a.parquet")


def test_garbage_is_refused(tmp_path, rng):
    (tmp_path / "a.parquet").write_bytes(rng.bytes(100))
    with pytest.raises(InputError, match=r"a\.parquet: not a Parquet file"):
        read_graph(tmp_path / "a.parquet")


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch):
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ppne\[parquet\]'"):
        read_graph(tmp_path / "a.parquet")


def test_private_links_are_read_in_the_ids_of_the_graph(tmp_path):
    graph = Graph.from_links(np.array([[0, 1]]), node_ids=["zoe", "ann", "bob"])
    parquet.write_table(pa.table(LINKS), tmp_path / "a.parquet")
    assert read_pairs(tmp_path / "a.parquet", graph).tolist() == [[0, 1], [1, 2]]
    numbered = Graph.from_links(np.array([[0, 1]]), node_ids=[7, 5, 6])
    parquet.write_table(pa.table({"u": [5, 5], "v": [6, 8]}), tmp_path / "b.pq")
    with pytest.raises(InputError, match=r"b\.pq, row 1: no node '8' in the graph"):
        read_pairs(tmp_path / "b.pq", numbered)
