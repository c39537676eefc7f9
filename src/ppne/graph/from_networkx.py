"""A NetworkX graph, as a `Graph`; NetworkX itself is not imported."""

from typing import Any

import numpy as np

from ppne.errors import InputError
from ppne.graph.dropped import Dropped, merge
from ppne.graph.simple import Graph


def is_networkx(thing: object) -> bool:
    """Whether the thing has what :func:`from_networkx` asks of a graph."""
    return all(hasattr(thing, name) for name in ("nodes", "edges", "is_directed", "is_multigraph"))


def from_networkx(graph: Any) -> tuple[Graph, Dropped]:
    """Graph of the same links, nodes in the same order, and what was dropped.

    Ids are integers if all nodes are, else strings. Of the attributes only ``weight`` is looked
    at, to count those that differ from 1.

    Raises
    ------
    InputError
        If two nodes read the same as strings, such as ``1`` and ``"1"``.
    """
    nodes = list(graph.nodes)
    index = {node: position for position, node in enumerate(nodes)}
    if all(type(node) is int and abs(node) < 2**63 for node in nodes):
        ids = np.array(nodes, dtype=np.int64)
    else:
        names = [str(node) for node in nodes]
        if len(set(names)) < len(names):
            raise InputError(
                "two nodes of the NetworkX graph read the same as strings; "
                "rename them first (networkx.convert_node_labels_to_integers)"
            )
        ids = np.array(names)
    edges = list(graph.edges(data="weight", default=1))
    ends = np.array([[index[u], index[v]] for u, v, _ in edges], dtype=np.int64).reshape(-1, 2)
    n_weights = sum(weight != 1 for _, _, weight in edges)
    return merge(ends, ids, weights=n_weights, mirrored=graph.is_directed())
