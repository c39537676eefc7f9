"""NumPy's files give their rows, and their ids where they have any."""

import tracemalloc
import zipfile

import numpy as np
import pytest

from ppne.errors import InputError
from ppne.publish.array_rows import read_npy_rows, read_npz_rows

ROWS = np.arange(6.0).reshape(3, 2)
IDS = np.array(["b", "a", "ü c"])


@pytest.mark.parametrize("of_rows", ["embedding", "embeddings", "vectors", "X", "anything"])
@pytest.mark.parametrize("of_ids", ["node_ids", "ids", "nodes"])
@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_ids_and_rows_are_found_by_name(tmp_path, of_ids, of_rows, save):
    save(tmp_path / "a.npz", **{of_rows: ROWS, of_ids: IDS})
    ids, rows = read_npz_rows(tmp_path / "a.npz")
    np.testing.assert_array_equal(ids, IDS)
    np.testing.assert_array_equal(rows, ROWS)


def test_an_array_alone_has_no_ids(tmp_path):
    np.savez(tmp_path / "a.npz", ROWS)
    np.save(tmp_path / "a.npy", ROWS)
    for read, name in ((read_npz_rows, "a.npz"), (read_npy_rows, "a.npy")):
        ids, rows = read(tmp_path / name)
        assert ids is None
        np.testing.assert_array_equal(rows, ROWS)


def test_other_arrays_beside_the_embedding_are_passed_over(tmp_path):
    np.savez(tmp_path / "a.npz", embedding=ROWS, labels=IDS)
    ids, rows = read_npz_rows(tmp_path / "a.npz")
    assert ids is None
    np.testing.assert_array_equal(rows, ROWS)


@pytest.mark.parametrize(
    ("arrays", "text"),
    [
        ({"first": ROWS, "second": ROWS}, "'first', 'second'"),
        ({"node_ids": IDS}, "'node_ids'"),
        ({}, "nothing"),
    ],
)
def test_a_file_without_a_clear_embedding_is_refused_by_what_it_holds(tmp_path, arrays, text):
    np.savez(tmp_path / "a.npz", **arrays)
    with pytest.raises(InputError, match=rf"a\.npz: holds no array named embedding, but {text}"):
        read_npz_rows(tmp_path / "a.npz")


def test_objects_are_refused(tmp_path):
    objects = np.array([[print, 1]], dtype=object)
    np.save(tmp_path / "a.npy", objects, allow_pickle=True)
    np.savez(tmp_path / "a.npz", embedding=objects, allow_pickle=True)
    np.savez(tmp_path / "b.npz", embedding=ROWS, node_ids=objects, allow_pickle=True)
    with pytest.raises(InputError, match="Object arrays"):
        read_npy_rows(tmp_path / "a.npy")
    for name in ("a.npz", "b.npz"):
        with pytest.raises(InputError, match="Object arrays"):
            read_npz_rows(tmp_path / name)


@pytest.mark.parametrize("content", [b"", b"garbage", b"PK\x03\x04rubbish", b"\x93NUMPY\x01\0"])
def test_garbage_is_refused(tmp_path, content):
    for read, name in ((read_npz_rows, "a.npz"), (read_npy_rows, "a.npy")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match=rf"{name}: not a"):
            read(tmp_path / name)


@pytest.mark.parametrize(
    "header",
    [
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000, 1000000000)}",
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 2)}",
        b"{'descr': '<f4', 'fortran_order': False, 'shape': (5L, 2L)}",
        b"('" + b"(" * 300,
        b"{'descr': 'nonsense', 'fortran_order': False, 'shape': (1, 1)}",
    ],
)
def test_a_hostile_header_is_refused(tmp_path, header):
    array = b"\x93NUMPY\x01\0" + len(header).to_bytes(2, "little") + header
    (tmp_path / "a.npy").write_bytes(array)
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("embedding.npy", array)
    with pytest.raises(InputError):
        read_npy_rows(tmp_path / "a.npy")
    with pytest.raises(InputError):
        read_npz_rows(tmp_path / "a.npz")


@pytest.mark.parametrize("name", ["a.npz", "a.npy"])
def test_reading_holds_no_more_than_the_array(tmp_path, name):
    embedding = np.ones((100_000, 64), dtype=np.float32)
    np.savez(tmp_path / "a.npz", node_ids=np.arange(len(embedding)), embedding=embedding)
    np.save(tmp_path / "a.npy", embedding)
    read = read_npz_rows if name == "a.npz" else read_npy_rows
    tracemalloc.start()
    try:
        _, rows = read(tmp_path / name)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert rows.nbytes == embedding.nbytes
    assert peak < 1.3 * embedding.nbytes
