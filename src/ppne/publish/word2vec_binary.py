"""Ids and rows of an embedding in word2vec's binary form."""

from pathlib import Path
from typing import IO

import numpy as np

from ppne.compute.arrays import Array, FloatArray
from ppne.errors import InputError
from ppne.graph.rows import LONGEST_ID
from ppne.publish.stream import opened

_LONGEST_NAME = 4 * LONGEST_ID
"""Bytes that a name may have."""


def read_word2vec_binary(path: Path) -> tuple[Array, FloatArray]:
    """The ids and the rows in single precision, as gensim and the original program write them.

    Raises
    ------
    InputError
        If the file is not in that form, or is not as long as its header tells.
    """
    with opened(path) as file:
        n_rows, n_columns = _header(path, file.readline(64))
        try:
            rows = np.empty((n_rows, n_columns), dtype="<f4")
        except (MemoryError, ValueError) as error:
            raise InputError(
                f"{path}: its header tells of {n_rows} rows of {n_columns} numbers, too many for "
                "memory; check that it is word2vec's binary form"
            ) from error
        names = []
        for row in range(n_rows):
            names.append(_name(path, file, row))
            target = rows[row].view(np.uint8)
            if file.readinto(target) != target.size:  # type: ignore[attr-defined]
                raise _cut_short(path, row, n_rows)
        if file.read(_LONGEST_NAME).strip():
            raise InputError(
                f"{path}: goes on after the {n_rows} rows that its header tells of; write it "
                "again, without spaces in node ids"
            )
    return np.array(names, dtype=object), rows


def _header(path: Path, line: bytes) -> tuple[int, int]:
    """The counts of rows and columns in the first line."""
    fields = line.split()
    if not line.endswith(b"\n") or len(fields) != 2 or not all(map(bytes.isdigit, fields)):
        raise InputError(
            f"{path}: not word2vec's binary form, whose first line is two counts; a file of text "
            "must be named .txt or .vec"
        )
    return int(fields[0]), int(fields[1])


def _name(path: Path, file: IO[bytes], row: int) -> str:
    """The text up to the next space, without the line end that may close the row before."""
    name = bytearray()
    while (byte := file.read(1)) != b" ":
        if not byte or len(name) > _LONGEST_NAME:
            raise InputError(
                f"{path}: the id of row {row} (from 0) does not end; the file is cut short, or "
                "node ids hold spaces: write it again"
            )
        name += byte
    try:
        return name.lstrip(b"\n").decode()
    except UnicodeDecodeError:
        raise InputError(
            f"{path}: the id of row {row} (from 0) is not UTF-8 text; write it again, without "
            "spaces in node ids"
        ) from None


def _cut_short(path: Path, row: int, n_rows: int) -> InputError:
    return InputError(
        f"{path}: ends within row {row} (from 0) of the {n_rows} that its header tells of; "
        "fetch or write it again"
    )
