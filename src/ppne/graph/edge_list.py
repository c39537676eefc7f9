"""A text file with a link a line, as a `Graph`."""

from itertools import chain
from pathlib import Path

import numpy as np

from ppne.compute.arrays import Array, IntArray
from ppne.compute.integer_text import parse_integers
from ppne.compute.link_rows import number_values
from ppne.errors import InputError
from ppne.graph.dropped import Dropped, merge
from ppne.graph.rows import (
    LINKS,
    Rows,
    as_text,
    find_columns,
    find_separator,
    is_content,
    is_integer,
    is_number,
    read_bytes,
    read_rows,
    split,
)
from ppne.graph.simple import Graph

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_SAMPLE = 20_000
"""Bytes of lines that tell the separator."""


def read_edge_list(path: Path) -> tuple[Graph, Dropped]:
    """Graph of the file's links, and what was dropped; ten million lines of integers in seconds.

    Ids are integers, in order, if all of them are integers in their usual form, and otherwise
    strings, in the order in which they first appear. Where anything but integers stands below a
    header, a million lines take a second or two.

    Raises
    ------
    InputError
        If the file cannot be read, a line is malformed, or there is no link.
    """
    content = read_bytes(path)
    found = clean_integers(content)
    if found is not None:
        del content  # as large as the links, and no longer needed
        ids, ends = number_values(found[0])
        return graph_of_ends(path, ids, ends, weights=found[1])
    rows = read_rows(path, as_text(path, content), LINKS)
    weights = sum(is_number(third) and float(third) != 1 for third in rows.third if third)
    ids, ends = _number_names(rows)
    return graph_of_ends(path, ids, ends, weights=weights)


def graph_of_ends(
    path: Path, ids: Array, ends: IntArray, *, weights: int = 0
) -> tuple[Graph, Dropped]:
    """Graph of a file's links between the nodes ``ids``; raises if there is none."""
    graph, dropped = merge(ends, ids, weights=weights)
    if not graph.n_links:
        raise InputError(f"{path}: holds no link between two nodes; expected two node ids a line")
    return graph, dropped


def clean_integers(content: bytes) -> tuple[IntArray, int] | None:
    """The first two columns of a text of integers alone, and how many of the third are not 1.

    ``None`` where only a closer look can tell. There may be comments and a header before the first
    row, and nothing but integers in their usual form after it, as many in each row.
    """
    content = content.removeprefix(_BYTE_ORDER_MARK)
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    start = 0
    while start < len(content) and not is_content(_line(content, start)):
        start = _line_end(content, start)
    after = _line_end(content, start)
    separator = find_separator(_sample(content, start))
    first = split(_line(content, start), separator)
    if not all(is_number(name) for name in first[:2]):
        if find_columns(first, LINKS) not in (None, (0, 1)) or any(map(is_number, first[:2])):
            return None
        start = after
    while start < len(content) and not _line(content, start).strip():
        start = _line_end(content, start)
    n_columns = len(split(_line(content, start), separator))
    if n_columns < 2 or not _is_sound(content[:start]):
        return None
    return parse_integers(content, start, separator, n_columns)


def _sample(content: bytes, start: int) -> list[str]:
    """The first whole lines from ``start`` on that are not blank or comments."""
    lines = content[start : start + _SAMPLE].decode("utf-8", "replace").split("\n")
    if start + _SAMPLE < len(content) and len(lines) > 1:
        lines.pop()  # cut off
    return [line for line in lines if is_content(line)]


def _line(content: bytes, start: int) -> str:
    """The line at ``start``; bytes that are no text are told apart by `_is_sound`."""
    return content[start : _line_end(content, start)].decode("utf-8", "replace")


def _is_sound(head: bytes) -> bool:
    """Whether what stands before the rows is text."""
    try:
        return "\0" not in head.decode("utf-8")
    except UnicodeDecodeError:
        return False


def _line_end(content: bytes, start: int) -> int:
    """Where the line after the one at ``start`` begins."""
    return content.find(b"\n", start) + 1 or len(content)


def _number_names(rows: Rows) -> tuple[Array, IntArray]:
    """The distinct names, and the pairs as indices into them.

    Integers are in order, strings in the order of their first appearance.
    """
    names = list(dict.fromkeys(chain.from_iterable(zip(rows.left, rows.right, strict=True))))
    index = {name: position for position, name in enumerate(names)}
    ends = np.column_stack(
        [
            np.fromiter(map(index.__getitem__, column), dtype=np.int64, count=len(column))
            for column in (rows.left, rows.right)
        ]
    )
    if all(is_integer(name) and abs(int(name)) < 2**63 for name in names):
        ids, rank = np.unique(np.array(names, dtype=np.int64), return_inverse=True)
        return ids, rank[ends]
    return np.array(names), ends
