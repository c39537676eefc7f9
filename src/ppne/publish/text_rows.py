"""Ids and rows of an embedding in text: word2vec, GloVe, CSV, tab-separated."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import IO

import numpy as np

from ppne.compute.arrays import Array, FloatArray
from ppne.errors import InputError
from ppne.graph.rows import find_separator, is_integer, is_number, split
from ppne.publish.stream import opened

_BLOCK = 2**17
"""Values parsed at once."""

_SAMPLE = 20
_ID_COLUMNS = {"", "id", "index", "key", "name", "node", "nodeid", "user", "userid", "vertex"}

Line = tuple[int, bytes]
"""Its number, from 1, and what stands there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Shape:
    """What every row must look like, and the line that says so.

    ``n_rows`` is ``None`` unless a word2vec header tells it.
    """

    path: Path
    separator: str | None
    n_columns: int
    told_on: int
    n_rows: int | None

    def fields(self, line: bytes) -> list[bytes]:
        """The line's fields. White space is that of ASCII only, for an id may hold another."""
        if self.separator is not None and b'"' in line:
            return [field.encode() for field in split(line.decode(), self.separator)]
        return line.split(None if self.separator is None else self.separator.encode())


def read_text_rows(path: Path) -> tuple[Array, FloatArray]:
    """The ids and the rows in single precision, a row a line, the id first.

    A first line "n d" (word2vec) or one that names the columns is told from a row. The file is
    read line by line, so that no more than the rows is held.

    Raises
    ------
    InputError
        If the file is not such text, a row has another width than the rest, a cell is no number,
        or a word2vec header tells otherwise; the text names the line.
    """
    with opened(path) as file:
        lines = _content(path, file)
        try:
            first = list(islice(lines, _SAMPLE))
            if not first:
                raise InputError(f"{path}: the file is empty; expected an id and numbers a line")
            shape, first = _find_shape(path, first)
            names, rows = _read_blocks(shape, chain(first, lines))
        except MemoryError as error:
            raise InputError(f"{path}: a line or the table is too large for memory") from error
    if shape.n_rows is not None and shape.n_rows != len(names):
        raise InputError(
            f"{path}, line {shape.told_on}: tells of {shape.n_rows} rows, but there are "
            f"{len(names)}; the file may be cut short: write it again"
        )
    return np.array(names, dtype=object), rows


def _content(path: Path, file: IO[bytes]) -> Iterator[Line]:
    """The lines that are not blank, without a byte-order mark; raises unless they are text."""
    for number, line in enumerate(file, start=1):
        text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        try:
            known = b"\0" not in text and bool(text.decode())
        except UnicodeDecodeError:
            known = False
        if text and not known:
            raise InputError(
                f"{path}, line {number}: not UTF-8 text; save the file as UTF-8 text, or name "
                "word2vec's binary form .bin"
            )
        if text and not text.isspace():
            yield number, text


def _find_shape(path: Path, first: list[Line]) -> tuple[_Shape, list[Line]]:
    """The shape told by the first lines, and those of them that are rows."""
    number, line = first[0]
    header = _word2vec_header(first)
    if header is not None:
        n_rows, n_columns = header
        shape = _Shape(
            path=path, separator=None, n_columns=n_columns + 1, told_on=number, n_rows=n_rows
        )
        return shape, first[1:]
    separator = find_separator([text.decode() for _, text in first])
    shape = _Shape(path=path, separator=separator, n_columns=0, told_on=number, n_rows=None)
    fields = [field.strip().decode() for field in shape.fields(line)]
    if len(fields) < 2:
        raise InputError(
            f"{path}, line {number}: expected a node id and numbers, got one column; "
            "put commas, tabs or spaces between them"
        )
    shape = _Shape(
        path=path, separator=separator, n_columns=len(fields), told_on=number, n_rows=None
    )
    return shape, first[1:] if _names_columns(fields) else first


def _word2vec_header(first: Sequence[Line]) -> tuple[int, int] | None:
    """The counts of rows and columns, or ``None`` if the first line is a row.

    Two integers alone may be the row of an embedding of one column; then the second line is of
    the same width, although the first would tell of another.
    """
    line = first[0][1]
    fields = [field.decode() for field in line.split()]
    if line[:1].isspace():  # names of columns, that of the ids left out
        return None
    if len(fields) != 2 or not all(is_integer(field) and len(field) < 16 for field in fields):
        return None
    n_rows, n_columns = map(int, fields)
    if min(n_rows, n_columns) < 0:
        return None
    if n_columns != 1 and len(first) > 1 and len(first[1][1].split()) == 2:
        return None
    return n_rows, n_columns


def _names_columns(fields: Sequence[str]) -> bool:
    """Whether the fields name columns: no number after the first, or 0, 1, … after "node"."""
    cells = list(fields[1:])
    if not any(is_number(cell) for cell in cells):
        return True
    plain = re.sub(r"[\W_]+", "", fields[0]).lower()
    return plain in _ID_COLUMNS and cells in (
        [str(column) for column in range(len(cells))],
        [str(column) for column in range(1, len(cells) + 1)],
    )


def _read_blocks(shape: _Shape, lines: Iterator[Line]) -> tuple[list[str], FloatArray]:
    """The names and the rows, in one array that grows in place."""
    names: list[str] = []
    n_columns = shape.n_columns - 1
    rows = np.empty((0, n_columns), dtype=np.float32)
    while block := list(islice(lines, max(1, _BLOCK // shape.n_columns))):
        start = len(names)
        part = _read_block(shape, block, names)
        if len(names) > len(rows):
            rows.resize((len(names) + len(names) // 8, n_columns), refcheck=False)
        rows[start : len(names)] = part
    rows.resize((len(names), n_columns), refcheck=False)
    return names, rows


def _read_block(shape: _Shape, block: Sequence[Line], names: list[str]) -> FloatArray:
    """The lines' rows; their names are added to ``names``."""
    table = np.empty((len(block), shape.n_columns - 1))
    for row, (number, line) in enumerate(block):
        fields = shape.fields(line)
        if len(fields) != shape.n_columns:
            raise InputError(
                f"{shape.path}, line {number}: expected a node id and {shape.n_columns - 1} "
                f"numbers, as told by line {shape.told_on}, got {len(fields)} columns; complete "
                "the line (an id with spaces needs CSV)"
            )
        numbers: list[float] = []
        try:
            numbers.extend(map(float, fields[1:]))
        except ValueError:  # those before it are there, so their count tells where it is
            raise _no_number(shape.path, number, fields, len(numbers) + 1) from None
        table[row] = numbers
        name = fields[0].decode().strip(" \t")
        if name in ("", "\0"):  # a zero byte stands for a quote that is left open
            raise InputError(
                f"{shape.path}, line {number}: the node id is empty or has a quote that is not "
                "closed; mend the line or drop it"
            )
        names.append(name)
    with np.errstate(over="ignore"):  # an overflow is infinite, and told of as such
        return table.astype(np.float32)


def _no_number(path: Path, number: int, fields: Sequence[bytes], column: int) -> InputError:
    cell = fields[column].decode().strip()
    return InputError(
        f"{path}, line {number}, column {column + 1}: {cell!r:.60} is not a number; "
        "correct the cell or drop the line"
    )
