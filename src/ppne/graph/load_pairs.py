"""Links in the user's node ids as index pairs of a graph; errors show no pair."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ppne.compute.arrays import Array, IntArray
from ppne.errors import InputError
from ppne.graph.array_files import read_array
from ppne.graph.node_names import index_of_names, unknown_node
from ppne.graph.pairs import as_pairs
from ppne.graph.parquet_file import read_parquet_ends
from ppne.graph.rows import LINKS, Rows, read_rows, read_text
from ppne.graph.simple import Graph


def read_pairs(path: str | os.PathLike[str], graph: Graph) -> IntArray:
    """The file's pairs as rows ``(u, v)``, ``u < v``, of node indices, sorted and without repeats.

    Whether the graph links them is not looked at. The file is text, as for
    :func:`ppne.graph.load.read_graph`, Parquet, or an ``.npy`` array of shape ``(n_pairs, 2)``.

    Raises
    ------
    InputError
        If the file cannot be read or is empty, or a pair has an unknown node or the same node
        twice; the text names the line, and at most one node of it.
    """
    place = Path(path)
    index = index_of_names(graph)
    if place.suffix.lower() == ".npy":
        word, rows = "row", _array_rows(place, read_array(place))
    elif place.suffix.lower() in (".parquet", ".pq"):
        word, rows = "row", _array_rows(place, read_parquet_ends(place))
    else:
        word, rows = "line", read_rows(place, read_text(place), LINKS, index)
    if not rows.lines:
        raise InputError(f"{place}: holds no pair; expected two node ids a line")
    ends = np.empty((len(rows.lines), 2), dtype=np.int64)
    for at, (left, right, line) in enumerate(zip(rows.left, rows.right, rows.lines, strict=True)):
        for column, name in enumerate((left, right)):
            if name not in index:
                raise unknown_node(f"{place}, {word} {line}", name)
            ends[at, column] = index[name]
        if left == right:
            raise InputError(
                f"{place}, {word} {line}: a pair of a node with itself; drop the {word}"
            )
    return as_pairs(ends, graph.n_nodes, str(place))


def links_of(graph: Graph, links: Any, name: str = "private_links") -> IntArray:
    """Index pairs of links given as pairs of node ids or as the path of a file of them.

    Raises
    ------
    InputError
        As :func:`read_pairs`; the text calls the links by ``name`` and names the row.
    """
    if isinstance(links, str | os.PathLike):
        return read_pairs(links, graph)
    if _are_integers(links, graph):
        return as_pairs(_look_up(graph.node_ids, links, name), graph.n_nodes, name)
    index = index_of_names(graph)
    rows = links.tolist() if isinstance(links, np.ndarray) else links
    if not isinstance(rows, Iterable):
        raise InputError(
            f"{name} must be pairs of node ids or the path of a file of them, "
            f"got a {type(links).__name__}"
        )
    ends = []
    for at, row in enumerate(rows):
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise InputError(f"{name}, row {at}: expected a pair of node ids")
        names = [str(word) for word in row]
        if len(names) != 2:
            raise InputError(f"{name}, row {at}: expected two node ids, got {len(names)}")
        for word in names:
            if word not in index:
                raise unknown_node(f"{name}, row {at}", word)
        ends.append([index[word] for word in names])
    return as_pairs(np.array(ends, dtype=np.int64), graph.n_nodes, name)


def _are_integers(links: Any, graph: Graph) -> bool:
    """Whether the pairs and the graph's ids are integers, which need no dictionary of names."""
    return (
        isinstance(links, np.ndarray)
        and links.dtype.kind == "i"
        and links.shape[1:] == (2,)
        and graph.node_ids.dtype.kind == "i"
        and graph.n_nodes > 0
    )


def _look_up(ids: Array, pairs: Array, name: str) -> IntArray:
    """Positions of the ids in the pairs."""
    order = np.argsort(ids, kind="stable")
    at = np.minimum(np.searchsorted(ids, pairs, sorter=order), len(ids) - 1)
    found = order[at]
    unknown = ids[found] != pairs
    if unknown.any():
        row, column = np.argwhere(unknown)[0]
        raise unknown_node(f"{name}, row {row}", str(pairs[row, column]))
    return found


def _array_rows(path: Path, array: Array) -> Rows:
    """As :func:`read_rows`, from an array; rows are counted from 0, as NumPy does."""
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iuU":
        raise InputError(
            f"{path}: expected node ids of shape (n_pairs, 2), got {array.dtype} of {array.shape}"
        )
    left, right = ([str(name) for name in array[:, column].tolist()] for column in (0, 1))
    return Rows(left=left, right=right, third=[""] * len(left), lines=list(range(len(left))))
