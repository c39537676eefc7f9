"""A NetworkX graph becomes the same graph, its nodes in the same order."""

import numpy as np
import pytest
from hypothesis import given

from ppne.errors import InputError
from ppne.graph.dropped import Dropped
from ppne.graph.from_networkx import from_networkx, is_networkx
from tests import strategies

networkx = pytest.importorskip("networkx")


@given(strategies.graphs())
def test_links_ids_and_order_are_kept(graph):
    there = networkx.Graph()
    there.add_nodes_from(graph.node_ids.tolist())
    there.add_edges_from(graph.node_ids[graph.links].tolist())
    again, dropped = from_networkx(there)
    np.testing.assert_array_equal(again.links, graph.links)
    np.testing.assert_array_equal(again.node_ids, graph.node_ids)
    assert dropped == Dropped()


def test_loops_and_weights_are_counted():
    there = networkx.Graph([(1, 2, {"weight": 2.5}), (2, 3, {"weight": 1.0}), (3, 3)])
    assert from_networkx(there)[1] == Dropped(self_loops=1, weights=1)


def test_a_multigraph_counts_its_parallel_links():
    there = networkx.MultiGraph([(1, 2), (2, 1), (2, 3)])
    assert from_networkx(there)[1] == Dropped(duplicates=1)


def test_a_directed_graph_counts_links_that_run_one_way():
    there = networkx.DiGraph([(1, 2), (2, 1), (2, 3)])
    graph, dropped = from_networkx(there)
    assert graph.links.tolist() == [[0, 1], [1, 2]]
    assert dropped == Dropped(directions=1)


@pytest.mark.parametrize("odd", ["a", 1.5, (0, 1), 2**63, True])
def test_one_node_that_is_no_integer_makes_all_ids_strings(odd):
    graph, _ = from_networkx(networkx.Graph([(7, odd)]))
    assert graph.node_ids.tolist() == ["7", str(odd)]


def test_nodes_that_read_the_same_are_refused():
    with pytest.raises(InputError, match="read the same as strings"):
        from_networkx(networkx.Graph([(1, "1")]))


def test_a_graph_without_nodes_is_a_graph():
    assert from_networkx(networkx.Graph())[0].n_nodes == 0


def test_a_networkx_graph_is_known_without_importing_networkx():
    assert is_networkx(networkx.MultiDiGraph())
    assert not is_networkx({"nodes": []})
