"""Parts of a graph: each function gives a new `Graph`."""

import numpy as np
from scipy.sparse.csgraph import connected_components

from ppne.graph.simple import Graph


def largest_component(graph: Graph) -> Graph:
    """The largest connected component (of equal ones, that of the first node), ids kept."""
    _, component = connected_components(graph.adjacency, directed=False)
    return graph.subgraph(component == np.bincount(component).argmax())
