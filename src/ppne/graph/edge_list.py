"""A text file with a link a line, as a `Graph`."""

import io
import re
from itertools import chain
from pathlib import Path

import numpy as np

from ppne.compute.arrays import Array, IntArray
from ppne.errors import InputError
from ppne.graph.dropped import Dropped, merge
from ppne.graph.rows import (
    LINKS,
    Rows,
    find_columns,
    find_separator,
    is_content,
    is_integer,
    is_number,
    read_rows,
    read_text,
    split,
)
from ppne.graph.simple import Graph

_IN_CLEAN_INTEGERS = b"0123456789-,;\t \n"
_UNUSUAL_INTEGER = re.compile(rb"(?:^|[\s,;])-?0[0-9]|-0")


def read_edge_list(path: Path) -> tuple[Graph, Dropped]:
    """Graph of the file's links, and what was dropped; a second or so for a million lines.

    Ids are integers, in order, if all of them are integers in their usual form, and otherwise
    strings, in the order in which they first appear.

    Raises
    ------
    InputError
        If the file cannot be read, a line is malformed, or there is no link.
    """
    text = read_text(path)
    table = clean_integers(text)
    if table is not None:
        weights = int((table[:, 2:3] != 1).sum())
        ids, ends = number_integers(table[:, :2])
    else:
        rows = read_rows(path, text, LINKS)
        weights = sum(is_number(third) and float(third) != 1 for third in rows.third if third)
        ids, ends = _number_names(rows)
    return graph_of_ends(path, ids, ends, weights=weights)


def graph_of_ends(
    path: Path, ids: Array, ends: IntArray, *, weights: int = 0
) -> tuple[Graph, Dropped]:
    """Graph of a file's links between the nodes ``ids``; raises if there is none."""
    links, dropped = merge(ends, len(ids), weights=weights)
    if not len(links):
        raise InputError(f"{path}: holds no link between two nodes; expected two node ids a line")
    return Graph.from_links(links, node_ids=ids), dropped


def number_integers(pairs: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct ids in order, and the pairs as indices into them."""
    ids, ends = np.unique(pairs, return_inverse=True)
    return ids, ends.reshape(pairs.shape)


def clean_integers(text: str) -> IntArray | None:
    """The rows of a text of integers alone, or ``None`` where only a closer look can tell.

    There may be comments and a header before the first row, and nothing but integers in their
    usual form after it.
    """
    start = 0
    while start < len(text) and not is_content(text[start : _line_end(text, start)]):
        start = _line_end(text, start)
    after = _line_end(text, start)
    separator = find_separator(text[after : after + 10_000].split("\n")[:-1] or [text[start:after]])
    first = split(text[start:after], separator)
    if not all(is_number(name) for name in first[:2]):
        if find_columns(first, LINKS) not in (None, (0, 1)) or any(map(is_number, first[:2])):
            return None
        start = after
    body = text[start:].encode()
    if not body.strip() or body.translate(None, _IN_CLEAN_INTEGERS):
        return None
    if _UNUSUAL_INTEGER.search(body):
        return None
    try:
        table = np.loadtxt(
            io.StringIO(text[start:]), dtype=np.int64, delimiter=separator, comments=None, ndmin=2
        )
    except ValueError:  # ragged, or too large
        return None
    return table if table.shape[1] > 1 else None


def _line_end(text: str, start: int) -> int:
    """Where the line after the one at ``start`` begins."""
    return text.find("\n", start) + 1 or len(text)


def _number_names(rows: Rows) -> tuple[Array, IntArray]:
    """As :func:`number_integers`, for names; strings keep the order of their first appearance."""
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
