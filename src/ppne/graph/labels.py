"""A file of node labels, as one label a node of a graph."""

import os
from pathlib import Path

import numpy as np

from ppne.compute.arrays import Array
from ppne.errors import InputError
from ppne.graph.node_names import index_of_names, unknown_node
from ppne.graph.rows import LABELS, is_integer, read_rows, read_text
from ppne.graph.simple import Graph


def read_labels(path: str | os.PathLike[str], graph: Graph) -> Array:
    """The label of each node: integers if all of them are, else strings.

    The file is text with the columns node and label, with a header or without. A node that is
    not in it gets -1 where labels are integers and "" where they are strings.

    Raises
    ------
    InputError
        If the file cannot be read or is empty, a node is not in the graph, or a node has two
        labels; the text names the line.
    """
    place = Path(path)
    index = index_of_names(graph)
    rows = read_rows(place, read_text(place), LABELS, index)
    if not rows.lines:
        raise InputError(f"{place}: holds no label; expected a node id and a label a line")
    label_of: dict[int, str] = {}
    for name, label, line in zip(rows.left, rows.right, rows.lines, strict=True):
        if name not in index:
            raise unknown_node(f"{place}, line {line}", name)
        if label_of.setdefault(index[name], label) != label:
            raise InputError(f"{place}, line {line}: the node has another label above; keep one")
    if all(is_integer(label) and abs(int(label)) < 2**63 for label in label_of.values()):
        return np.array([int(label_of.get(node, -1)) for node in range(graph.n_nodes)])
    return np.array([label_of.get(node, "") for node in range(graph.n_nodes)])
