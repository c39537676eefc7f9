"""Any file that holds an embedding, as `NamedRows`."""

import os
from collections.abc import Callable
from pathlib import Path

from ppne.compute.arrays import Array
from ppne.errors import InputError
from ppne.publish.array_rows import read_npy_rows, read_npz_rows
from ppne.publish.named_rows import NamedRows
from ppne.publish.parquet_rows import read_parquet_rows
from ppne.publish.release import MANIFEST_FILE, read_release
from ppne.publish.text_rows import read_text_rows
from ppne.publish.word2vec_binary import read_word2vec_binary

_READERS: dict[str, Callable[[Path], tuple[Array | None, Array]]] = {
    ".npz": read_npz_rows,
    ".npy": read_npy_rows,
    ".bin": read_word2vec_binary,
    ".parquet": read_parquet_rows,
    ".pq": read_parquet_rows,
}


def read_embedding(path: str | os.PathLike[str]) -> NamedRows:
    """The embedding in a file or a release folder, under the ids that it gives its rows.

    ============================== ====================================================
    path                           holds
    ============================== ====================================================
    folder                         a release, checked against its checksum
    ``.npz``                       ``node_ids`` and ``embedding``, or one array alone
    ``.npy``                       one array; no ids
    ``.bin``, ``.bin.gz``          word2vec, binary
    ``.parquet``                   a column of ids, and one a number or one of lists
    anything else, ``.gz`` or not  text, an id and numbers a line: word2vec (with its
                                   header) or GloVe (without), CSV, tab-separated
    ============================== ====================================================

    Raises
    ------
    InputError
        If there is no such file, it is not what its name says, or it holds no embedding of finite
        numbers with distinct ids; the text names the line or the node.
    MissingExtraError
        If the file is Parquet and pyarrow is not installed.
    """
    place = Path(path)
    ids, rows = _read(place)
    try:
        return NamedRows(node_ids=ids, rows=rows)
    except InputError as error:
        raise InputError(f"{place}: {error}") from error


def _read(path: Path) -> tuple[Array | None, Array]:
    """The ids, if there are any, and the rows, as they stand there."""
    if path.is_dir():
        if not (path / MANIFEST_FILE).exists() and (path / "release" / MANIFEST_FILE).exists():
            raise InputError(f"{path}: what a run left; the release is {path / 'release'}")
        release = read_release(path)
        return release.node_ids, release.embedding
    if not path.exists():
        raise InputError(f"{path}: no such file or folder; check the path")
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    return _READERS.get(suffixes[-1] if suffixes else "", read_text_rows)(path)
