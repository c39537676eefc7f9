"""Every form of an embedding reads as the same rows, and a broken one is an input error."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest
from gensim.models import KeyedVectors
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.factor.methods import method_named
from ppne.graph.simple import Graph
from ppne.publish.named_rows import match_rows
from ppne.publish.read_embedding import read_embedding
from ppne.publish.release import Release, save_embedding, write_release

LINE = method_named("line", negatives=1.0)
IDS = {
    "integers": np.array([40, -7, 12, 0, 9_000_000_000]),
    "strings": np.array(["b", "a", "Zoë", "節点", "17"]),
}
NAMES = ["a.npz", "a.txt", "a.vec.gz", "a.bin", "a.bin.gz", "a.csv", "a.tsv.gz", "a.parquet"]


def write(path, ids, rows):
    """The embedding in the form that the path's name tells."""
    name = path.name
    if name == "release":
        write_release(path, Release(node_ids=ids, embedding=rows, method=LINE), version="9")
    elif name.endswith(".npz"):
        save_embedding(path, Release(node_ids=ids, embedding=rows, method=LINE))
    elif name.endswith(".npy"):
        np.save(path, rows)
    elif ".csv" in name or ".tsv" in name:
        pd.DataFrame(rows, index=ids).to_csv(path, sep="," if ".csv" in name else "\t")
    elif name.endswith(".parquet"):
        pd.DataFrame(rows, index=ids).rename(columns=str).to_parquet(path)
    else:
        vectors = KeyedVectors(vector_size=rows.shape[1])
        vectors.add_vectors([str(node) for node in ids], rows)
        vectors.save_word2vec_format(str(path), binary=".bin" in name)
    return path


@pytest.mark.parametrize("ids", IDS.values(), ids=IDS.keys())
@pytest.mark.parametrize("name", [*NAMES, "release"])
def test_what_is_written_is_read_back(tmp_path, rng, name, ids):
    rows = rng.normal(size=(len(ids), 3)).astype(np.float32)
    named = read_embedding(write(tmp_path / name, ids, rows))
    np.testing.assert_array_equal(named.node_ids, ids)
    assert named.node_ids.dtype.kind == ids.dtype.kind
    np.testing.assert_array_equal(named.rows, rows)
    assert named.rows.dtype == np.float32


@pytest.mark.parametrize("ids", IDS.values(), ids=IDS.keys())
@pytest.mark.parametrize("name", [*NAMES, "release"])
def test_a_permuted_file_gives_the_same_rows_of_a_graph(tmp_path, rng, name, ids):
    rows = rng.normal(size=(len(ids), 3)).astype(np.float32)
    graph = Graph.from_links(np.array([[0, 1]]), node_ids=ids)
    order = rng.permutation(len(ids))
    path = write(tmp_path / name, ids[order], rows[order])
    matched = match_rows(read_embedding(str(path)), graph, str(path))
    np.testing.assert_array_equal(matched.rows, rows)
    assert (matched.n_missing, matched.n_extra) == (0, 0)


def test_an_array_alone_is_read_without_ids(tmp_path):
    named = read_embedding(write(tmp_path / "a.npy", None, np.eye(3)))
    assert named.node_ids is None
    np.testing.assert_array_equal(named.rows, np.eye(3))


@pytest.mark.parametrize("name", NAMES)
def test_a_row_that_is_not_finite_is_refused_by_file_and_node(tmp_path, name):
    rows = np.ones((3, 2), dtype=np.float32)
    rows[1, 0] = np.inf
    path = write(tmp_path / name, np.array(["b", "a", "c"]), rows)
    with pytest.raises(InputError, match=rf"{name}: 1 of 3 rows .* that of node a;"):
        read_embedding(path)


def test_a_node_named_twice_is_refused_by_file(tmp_path):
    (tmp_path / "a.csv").write_text("5,1\n6,2\n5,3\n")
    with pytest.raises(InputError, match=r"a\.csv: node ids must be distinct, but 5 "):
        read_embedding(tmp_path / "a.csv")


def test_a_number_beyond_single_precision_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("5,1e39\n")
    with pytest.raises(InputError, match=r"a\.csv: 1 of 1 rows .* not finite"):
        read_embedding(tmp_path / "a.csv")


def test_what_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"a\.npz: no such file or folder"):
        read_embedding(tmp_path / "a.npz")
    with pytest.raises(InputError, match="not a release folder"):
        read_embedding(tmp_path)


def test_reading_holds_no_more_than_the_rows(tmp_path):
    rows = np.ones((100_000, 64), dtype=np.float32)
    for name in ("a.npz", "release"):
        path = write(tmp_path / name, np.arange(len(rows)), rows)
        tracemalloc.start()
        try:
            named = read_embedding(path)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert named.rows.nbytes == rows.nbytes
        assert peak < 1.3 * rows.nbytes


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a sound file of each form."""
    folder = tmp_path_factory.mktemp("whole")
    rows = np.linspace(-1, 1, 30, dtype=np.float32).reshape(10, 3)
    ids = np.array([f"n{node}" for node in range(10)])
    return {name: write(folder / name, ids, rows).read_bytes() for name in [*NAMES, "a.npy"]}


@pytest.mark.parametrize("name", [*NAMES, "a.npy"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(rest=st.data())
def test_broken_bytes_are_read_or_refused(tmp_path, whole, name, rest):
    content = bytearray(whole[name])
    at = st.integers(0, len(content) - 1)
    for place, byte in rest.draw(st.lists(st.tuples(at, st.integers(0, 255)), max_size=4)):
        content[place] = byte
    (tmp_path / name).write_bytes(content[: rest.draw(st.just(len(content)) | at)])
    said = ""
    try:
        rows = read_embedding(tmp_path / name).rows
    except InputError as error:
        rows, said = np.zeros(1), str(error)
    assert np.isfinite(rows).all()
    assert not said or said.startswith(str(tmp_path / name))


@pytest.mark.parametrize("name", ["a.npz", "a.npy", "a.parquet", "a.bin", "a.bin.gz", "a.vec.gz"])
def test_a_file_cut_anywhere_is_refused(tmp_path, whole, name):
    content = whole[name]
    for end in range(0, len(content), max(1, len(content) // 40)):
        (tmp_path / name).write_bytes(content[:end])
        with pytest.raises(InputError):
            read_embedding(tmp_path / name)
