"""The largest component, with its ids."""

import numpy as np

from ppne.graph.clean import largest_component
from ppne.graph.simple import Graph


def test_only_the_largest_component_stays_with_ids_and_labels():
    graph = Graph.from_links(
        np.array([[0, 1], [2, 3], [3, 4]]),
        node_ids=np.array(["a", "b", "c", "d", "e", "f"]),
        labels=np.arange(6),
    )
    part = largest_component(graph)
    assert part.node_ids.tolist() == ["c", "d", "e"]
    assert part.labels.tolist() == [2, 3, 4]
    assert part.links.tolist() == [[0, 1], [1, 2]]


def test_a_connected_graph_stays_whole():
    graph = Graph.from_links(np.array([[0, 1], [1, 2]]))
    assert largest_component(graph).links.tolist() == graph.links.tolist()
