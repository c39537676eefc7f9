"""Betweenness of links from any sources equals its definition, on any number of threads."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.baseline.betweenness import edge_betweenness
from ppne.compute import cpu
from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model
from tests.reference import paths as plain
from tests.strategies import graphs


@settings(max_examples=40)
@given(graph=graphs(labelled=False), draw=st.data())
def test_it_equals_its_definition_from_any_sources(graph, draw):
    sources = draw.draw(st.lists(st.integers(0, graph.n_nodes - 1), unique=True))
    sources = np.array(sources, dtype=np.int64)
    expected = plain.link_betweenness(graph.adjacency.toarray(), graph.links, sources)
    found = edge_betweenness(graph, sources)
    assert_allclose(found, expected, rtol=1e-12, atol=0)  # sums of a few hundred shares


def test_the_scores_do_not_depend_on_the_names_of_the_nodes(rng):
    graph = block_model(n_nodes=60, seed=3)
    new = rng.permutation(graph.n_nodes)
    renamed = Graph.from_links(new[graph.links], n_nodes=graph.n_nodes)
    score = dict(zip(map(frozenset, renamed.links.tolist()), every(renamed), strict=True))
    expected = [score[frozenset(pair)] for pair in new[graph.links].tolist()]
    assert_allclose(every(graph), expected, rtol=1e-12, atol=0)


def test_the_number_of_threads_changes_no_bit():
    graph = block_model(n_nodes=200, seed=4)
    with cpu.steady(1):
        one = every(graph)
    try:
        with cpu.steady(2):
            assert_array_equal(every(graph), one)
    except InputError:
        pytest.skip("this machine has one core")


def every(graph):
    return edge_betweenness(graph, np.arange(graph.n_nodes))
