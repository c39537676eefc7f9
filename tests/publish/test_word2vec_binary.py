"""word2vec's binary form gives its ids and rows, or says where it breaks off."""

import gzip

import numpy as np
import pytest
from gensim.models import KeyedVectors

from ppne.errors import InputError
from ppne.publish.word2vec_binary import read_word2vec_binary

ROWS = np.array([[0.5, -1e-8, 3], [1, 2, 3], [1e30, 0, -0.125]], dtype=np.float32)
IDS = ["b", "17", "ü\u00a0c"]


def binary(ids=IDS, rows=ROWS, end=b""):
    """The bytes, each row closed by ``end``."""
    parts = [f"{len(rows)} {rows.shape[1]}\n".encode()]
    for name, row in zip(ids, rows, strict=True):
        parts.append(name.encode() + b" " + row.tobytes() + end)
    return b"".join(parts)


@pytest.mark.parametrize("name", ["a.bin", "a.bin.gz"])
def test_what_gensim_writes_is_read(tmp_path, name):
    vectors = KeyedVectors(vector_size=3)
    vectors.add_vectors(IDS, ROWS)
    vectors.save_word2vec_format(str(tmp_path / name), binary=True)
    ids, rows = read_word2vec_binary(tmp_path / name)
    assert ids.tolist() == IDS
    assert rows.dtype == np.float32
    np.testing.assert_array_equal(rows, ROWS)


def test_what_the_original_program_writes_is_read(tmp_path):
    (tmp_path / "a.bin").write_bytes(binary(end=b"\n"))
    ids, rows = read_word2vec_binary(tmp_path / "a.bin")
    assert ids.tolist() == IDS
    np.testing.assert_array_equal(rows, ROWS)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", "not word2vec's binary form"),
        (b"3 2", "not word2vec's binary form"),
        (b"a 0.5 0.25\n", "not word2vec's binary form"),
        (b"-3 2\n", "not word2vec's binary form"),
        (b"9" * 60 + b" 9\n", "too many for memory"),
        (binary()[:-1], r"ends within row 2 \(from 0\) of the 3"),
        (binary()[: -len("ü\u00a0c ".encode()) - 12], r"id of row 2 \(from 0\) does not end"),
        (b"1 1\n" + b"a" * 5000 + b" 1234", "does not end"),
        (b"1 1\n\xff 1234", "not UTF-8"),
        (binary() + b"more", "goes on after the 3 rows"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, content, text):
    (tmp_path / "a.bin").write_bytes(content)
    with pytest.raises(InputError, match=rf"a\.bin: .*{text}"):
        read_word2vec_binary(tmp_path / "a.bin")


def test_ids_with_spaces_are_found_out(tmp_path, rng):
    rows = rng.normal(size=(50, 4)).astype(np.float32)
    (tmp_path / "a.bin").write_bytes(binary([f"node {row}" for row in range(50)], rows))
    with pytest.raises(InputError, match=r"spaces in node ids|hold spaces|ends within"):
        read_word2vec_binary(tmp_path / "a.bin")


def test_a_packed_file_that_is_cut_short_is_refused(tmp_path):
    (tmp_path / "a.bin.gz").write_bytes(gzip.compress(binary())[:-10])
    with pytest.raises(InputError, match="not a whole gzip file"):
        read_word2vec_binary(tmp_path / "a.bin.gz")
