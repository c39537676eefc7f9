"""A file of node labels, as one label a node of a graph or as an indicator matrix."""

import os
from collections import defaultdict
from pathlib import Path

import numpy as np

from ppne.compute.arrays import Array
from ppne.errors import InputError
from ppne.graph.node_names import index_of_names, unknown_node
from ppne.graph.rows import LABELS, is_integer, read_rows, read_text
from ppne.graph.simple import Graph


def read_labels(path: str | os.PathLike[str], graph: Graph) -> Array:
    """The label of each node, integers if all of them are, else strings; or an indicator matrix.

    The file is text with the columns node and label, with a header or without. A node that is
    not in it gets -1 where labels are integers and "" where they are strings. If some node has
    several labels, a line each, the result is boolean, (n_nodes, n_classes), for all nodes: classes
    sorted, integers by value, -1 still meaning none.

    Raises
    ------
    InputError
        If the file cannot be read or is empty, or a node is not in the graph; the text names the
        line.
    """
    place = Path(path)
    index = index_of_names(graph)
    rows = read_rows(place, read_text(place), LABELS, index)
    if not rows.lines:
        raise InputError(f"{place}: holds no label; expected a node id and a label a line")
    labels_of: defaultdict[int, set[str]] = defaultdict(set)
    for name, label, line in zip(rows.left, rows.right, rows.lines, strict=True):
        if name not in index:
            raise unknown_node(f"{place}, line {line}", name)
        labels_of[index[name]].add(label)
    classes = set(rows.right)
    whole = all(is_integer(label) and abs(int(label)) < 2**63 for label in classes)
    if any(len(labels) > 1 for labels in labels_of.values()):
        ordered = sorted(classes - {"-1"}, key=int) if whole else sorted(classes)
        return _indicator(labels_of, ordered, graph.n_nodes)
    label_of = {node: label for node, (label,) in labels_of.items()}
    if whole:
        return np.array([int(label_of.get(node, -1)) for node in range(graph.n_nodes)])
    return np.array([label_of.get(node, "") for node in range(graph.n_nodes)])


def _indicator(labels_of: dict[int, set[str]], classes: list[str], n_nodes: int) -> Array:
    """Which of the classes each node has."""
    column = {label: at for at, label in enumerate(classes)}
    marked = np.zeros((n_nodes, len(classes)), dtype=bool)
    for node, labels in labels_of.items():
        marked[node, [column[label] for label in labels if label in column]] = True
    return marked
