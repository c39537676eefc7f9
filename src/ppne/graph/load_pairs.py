"""A file of links in the user's node ids, as index pairs of a graph; errors show no pair."""

import os
from pathlib import Path

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.errors import InputError
from ppne.graph.array_files import read_array
from ppne.graph.node_names import index_of_names, unknown_node
from ppne.graph.pairs import as_pairs
from ppne.graph.rows import LINKS, Rows, read_rows, read_text
from ppne.graph.simple import Graph


def read_pairs(path: str | os.PathLike[str], graph: Graph) -> IntArray:
    """The file's pairs as rows ``(u, v)``, ``u < v``, of node indices, sorted and without repeats.

    Whether the graph links them is not looked at. The file is text, as for
    :func:`ppne.graph.load.read_graph`, or an ``.npy`` array of shape ``(n_pairs, 2)``.

    Raises
    ------
    InputError
        If the file cannot be read or is empty, or a pair has an unknown node or the same node
        twice; the text names the line, and at most one node of it.
    """
    place = Path(path)
    index = index_of_names(graph)
    if place.suffix.lower() == ".npy":
        word, rows = "row", _array_rows(place)
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


def _array_rows(path: Path) -> Rows:
    """As :func:`read_rows`, from an array; rows are counted from 0, as NumPy does."""
    array = read_array(path)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iuU":
        raise InputError(
            f"{path}: expected node ids of shape (n_pairs, 2), got {array.dtype} of {array.shape}"
        )
    left, right = ([str(name) for name in array[:, column].tolist()] for column in (0, 1))
    return Rows(left=left, right=right, third=[""] * len(left), lines=list(range(len(left))))
