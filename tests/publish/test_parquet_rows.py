"""A Parquet file gives its ids and rows, from pandas or not."""

import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from ppne.errors import InputError, MissingExtraError
from ppne.publish.parquet_rows import read_parquet_rows

ROWS = np.array([[0.5, -1e-8], [1, 2], [3, 4]], dtype=np.float32)
COLUMNS = {"x0": ROWS[:, 0], "x1": ROWS[:, 1]}


def read(path, table):
    parquet.write_table(pa.table(table), path)
    return read_parquet_rows(path)


@pytest.mark.parametrize("name", ["node", "node_id", "id", "Name", "anything"])
@pytest.mark.parametrize("ids", [["b", "a", "ü c"], [9, 7, 8]])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_a_column_a_number_is_read(tmp_path, name, ids, dtype):
    columns = {key: column.astype(dtype) for key, column in COLUMNS.items()}
    found, rows = read(tmp_path / "a.parquet", {**columns, name: ids})
    assert found.tolist() == ids
    assert rows.dtype == (np.float64 if dtype is np.float64 else np.float32)
    np.testing.assert_array_equal(rows, ROWS.astype(dtype))


@pytest.mark.parametrize("index", [["b", "a", "ü c"], [9, 7, 8], pd.Categorical(["b", "a", "ü"])])
@pytest.mark.parametrize("name", [None, "author"])
def test_the_index_of_pandas_is_read_as_ids(tmp_path, index, name):
    table = pd.DataFrame(COLUMNS, index=pd.Index(index, name=name))
    table.to_parquet(tmp_path / "a.parquet")
    ids, rows = read_parquet_rows(tmp_path / "a.parquet")
    assert ids.tolist() == list(index)
    np.testing.assert_array_equal(rows, ROWS)


def test_numbers_alone_have_no_ids(tmp_path):
    pd.DataFrame(COLUMNS).to_parquet(tmp_path / "a.parquet")
    ids, rows = read_parquet_rows(tmp_path / "a.parquet")
    assert ids is None
    np.testing.assert_array_equal(rows, ROWS)


@pytest.mark.parametrize(
    "kind",
    [pa.list_(pa.float32()), pa.large_list(pa.float64()), pa.list_(pa.float32(), 2)],
)
def test_a_column_of_lists_is_read(tmp_path, kind):
    lists = pa.array(ROWS.tolist(), type=kind)
    ids, rows = read(tmp_path / "a.parquet", {"node": ["b", "a", "c"], "vector": lists})
    assert ids.tolist() == ["b", "a", "c"]
    np.testing.assert_array_equal(rows, ROWS)


def test_many_blocks_of_rows_stay_in_order(tmp_path, rng):
    values = rng.normal(size=(40_000, 2)).astype(np.float32)
    ids = rng.permutation(40_000)
    columns = {"node": ids, "x": values[:, 0], "y": values[:, 1]}
    lists = {"node": ids, "vector": pa.FixedSizeListArray.from_arrays(values.ravel(), 2)}
    for table in (columns, lists):
        parquet.write_table(pa.table(table), tmp_path / "a.parquet", row_group_size=9000)
        found, rows = read_parquet_rows(tmp_path / "a.parquet")
        np.testing.assert_array_equal(found, ids)
        np.testing.assert_array_equal(rows, values)


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ({"node": [1, 2, 3], "label": [0, 1, 0], **COLUMNS}, "column 'label' holds int64"),
        ({"first": [1, 2, 3], "second": [0, 1, 0], **COLUMNS}, "column 'first' holds int64"),
        ({"node": [1, 2, 3]}, "got 0 and 0"),
        ({"node": [1], "x": [0.5], "vector": [[0.5]]}, "got 1 and 1"),
        ({"node": [1], "v": [[0.5]], "w": [[0.5]]}, "got 0 and 2"),
        ({"node": [1, None], "x": [0.5, 0.5]}, "column 'node' has rows without an id"),
        ({"node": [1, 2], "v": [[0.5], [0.5, 1]]}, "column 'v' has lists of unlike lengths"),
        ({"node": [1, 2], "v": [[0.5], None]}, "column 'v' has lists of unlike lengths, or none"),
        (
            {"node": list(range(20_000)), "v": [[0.5]] * 16_384 + [[0.5, 1]] * 3_616},
            "column 'v' has lists of 1 and of 2 numbers",
        ),
    ],
)
def test_what_is_no_embedding_is_refused_by_its_column(tmp_path, table, text):
    with pytest.raises(InputError, match=rf"a\.parquet: .*{text}"):
        read(tmp_path / "a.parquet", table)


def test_columns_of_one_name_are_refused(tmp_path):
    table = pa.table([[0.5], [0.5]], names=["x", "x"])
    parquet.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(InputError, match="two columns have the same name"):
        read_parquet_rows(tmp_path / "a.parquet")


def test_a_number_that_is_not_there_is_nan(tmp_path):
    _, rows = read(tmp_path / "a.parquet", {"node": [1, 2], "x": [0.5, None]})
    np.testing.assert_array_equal(rows, [[0.5], [np.nan]])
    _, rows = read(tmp_path / "a.parquet", {"node": [1, 2], "v": [[0.5], [None]]})
    np.testing.assert_array_equal(rows, [[0.5], [np.nan]])


@pytest.mark.parametrize("content", [b"", b"garbage", b"PAR1rubbishPAR1"])
def test_garbage_is_refused(tmp_path, content):
    (tmp_path / "a.parquet").write_bytes(content)
    with pytest.raises(InputError, match=r"a\.parquet: not a Parquet file"):
        read_parquet_rows(tmp_path / "a.parquet")


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ppne\[parquet\]'"):
        read_parquet_rows(tmp_path / "a.parquet")
