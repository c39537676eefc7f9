"""A file is a stream, packed or not, and its failures are input errors."""

import gzip

import pytest

from ppne.errors import InputError
from ppne.publish.stream import opened


def test_a_packed_file_reads_as_its_content(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"text")
    (tmp_path / "a.txt.GZ").write_bytes(gzip.compress(b"text"))
    for name in ("a.txt", "a.txt.GZ"):
        with opened(tmp_path / name) as stream:
            assert stream.read() == b"text"


@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(b"text" * 99)[:-9], b"\x1f\x8b\x08" + b"\0" * 30],
    ids=["not packed", "cut off", "garbage"],  # not the bytes, which tell the time
)
def test_a_broken_packed_file_is_refused_while_it_is_read(tmp_path, content):
    (tmp_path / "a.gz").write_bytes(content)
    with (
        pytest.raises(InputError, match=r"a\.gz: not a whole gzip file"),
        opened(tmp_path / "a.gz") as stream,
    ):
        stream.read()


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match=r"a\.txt: cannot be read"), opened(tmp_path / "a.txt"):
        pass
