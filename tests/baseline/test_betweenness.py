"""Links go by betweenness, highest first: the order is NetworkX's and NetworKit's."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.baseline import betweenness
from ppne.baseline.betweenness import betweenness_flips, by_betweenness, edge_betweenness
from ppne.graph.flips import apply
from ppne.graph.synthetic import block_model, ring
from tests.baseline.conftest import settings_with
from tests.strategies import graphs, problems


def by_networkx(graph):
    """Betweenness of each link under its pair."""
    other = nx.Graph(graph.links.tolist())
    return {
        tuple(sorted(pair)): score
        for pair, score in nx.edge_betweenness_centrality(other, normalized=False).items()
    }


def descends(scores, ordered):
    """Whether scores along an order never rise, but for the last digits."""
    along = np.array([scores[pair] for pair in map(tuple, ordered.tolist())])
    return (np.diff(along) <= 1e-8 * along.max(initial=1)).all()


@settings(max_examples=30)
@given(graph=graphs(min_nodes=4, min_links=1, labelled=False))
def test_the_order_is_that_of_networkx(graph):
    ordered = by_betweenness(graph, settings_with(), 0)
    assert len(np.unique(ordered, axis=0)) == graph.n_links
    assert descends(by_networkx(graph), ordered)


def test_the_scores_are_those_of_networkit():
    networkit = pytest.importorskip("networkit")
    graph = block_model(n_nodes=200, seed=2)
    ends = tuple(np.ascontiguousarray(graph.links.T))
    other = networkit.GraphFromCoo(ends, n=graph.n_nodes, edgesIndexed=True)
    run = networkit.centrality.Betweenness(other, computeEdgeCentrality=True).run()
    scores = edge_betweenness(graph, np.arange(graph.n_nodes))
    assert_allclose(scores, run.edgeScores(), rtol=1e-9, atol=0)


@settings(max_examples=30)
@given(problem=problems(), n_flips=st.integers(1, 20))
def test_the_highest_links_that_can_go_are_the_ones_that_go(problem, n_flips):
    flips = betweenness_flips(problem, settings_with(n_flips=n_flips))
    scores = by_networkx(problem.graph)
    assert descends(scores, flips.pairs)
    if len(flips):
        after = apply(problem.graph, flips)
        spare = after.links[(after.degrees[after.links] > 1).all(axis=1)]
        lowest = scores[tuple(flips.pairs[-1].tolist())]
        assert all(scores[pair] <= lowest * (1 + 1e-8) for pair in map(tuple, spare.tolist()))


def test_equal_links_go_by_the_smaller_pair():
    assert_array_equal(by_betweenness(ring(9), settings_with(), 0), ring(9).links)


def test_recomputed_each_batch_is_the_highest_of_the_graph_as_it_is_then(problem):
    flips = betweenness_flips(problem, settings_with(n_flips=12, recompute=True, batch_size=4))
    once = betweenness_flips(problem, settings_with(n_flips=12))
    assert_array_equal(flips.pairs[:4], once.pairs[:4])
    assert (flips.pairs != once.pairs).any()
    for made in (0, 4, 8):
        graph = apply(problem.graph, flips.take(np.arange(made)))
        assert descends(by_networkx(graph), flips.pairs[made : made + 4])


def test_recomputed_budgets_nest_at_the_same_batch(problem):
    few, many = (
        betweenness_flips(problem, settings_with(n_flips=n, recompute=True, batch_size=3))
        for n in (7, 12)
    )
    assert_array_equal(few.pairs, many.pairs[:7])
    by_default = betweenness_flips(problem, settings_with(n_flips=3, recompute=True))
    one_by_one = betweenness_flips(problem, settings_with(n_flips=3, recompute=True, batch_size=1))
    assert_array_equal(by_default.pairs, one_by_one.pairs)


def test_a_large_graph_is_sampled_from_as_many_nodes_as_told(problem, monkeypatch):
    graph, seen = problem.graph, []
    exact = by_betweenness(graph, settings_with(), 0)

    def spy(graph, sources):
        seen.append(sources)
        return edge_betweenness(graph, sources)

    monkeypatch.setattr(betweenness, "EXACT_UP_TO", graph.n_nodes - 1)
    monkeypatch.setattr(betweenness, "edge_betweenness", spy)
    whole = by_betweenness(graph, settings_with(n_samples=graph.n_nodes), 0)
    assert_array_equal(whole, exact)
    few = by_betweenness(graph, settings_with(n_samples=20), 0)
    other = by_betweenness(graph, settings_with(n_samples=20, seed=1), 0)
    assert [len(np.unique(sources)) for sources in seen] == [graph.n_nodes, 20, 20]
    assert (few != other).any()
    top, guess = (set(map(tuple, order[:100].tolist())) for order in (exact, few))
    assert len(top & guess) > 200 * 100 / graph.n_links  # twice what luck would give
