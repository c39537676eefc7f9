"""The estimated change of the leakage for a flip, degrees and volume moving."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from ppne.compute import cpu
from ppne.factor import methods
from ppne.factor.methods import Method, method_named
from ppne.factor.proximity import proximity
from ppne.graph.flips import Flips, apply
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model, star
from ppne.privacy.flip_change import leakage_changes
from ppne.privacy.gradient import FactorGradient
from tests import strategies
from tests.reference import proximity as plain


def random_gradient(rng, n):
    left, right = rng.standard_normal((2, n, 3))
    return FactorGradient(left=left, right=right, held=np.arange(n))


def dense(gradient):
    return gradient.left @ gradient.right.T + gradient.right @ gradient.left.T


def every_pair_flipped(graph):
    pairs = np.column_stack(np.triu_indices(graph.n_nodes, 1)).astype(np.int64)
    return Flips(pairs=pairs, signs=np.where(graph.has_links(pairs), -1, 1))


def changes(graph, method, gradient, flips):
    matrices = proximity(graph, method, compute=cpu)
    return leakage_changes(graph, method, matrices, gradient, flips, compute=cpu)


def exact_line_changes(graph, method, gradient, flips):
    """``<G, Z' - Z>`` with ``Z'`` built anew for each flip."""
    weights = dense(gradient)

    def value(of):
        return (weights * plain.log_proximity(of.adjacency.toarray(), 1, method.negatives)).sum()

    after = [value(apply(graph, flips.take(np.array([at])))) for at in range(len(flips))]
    return np.array(after) - value(graph)


def assert_line_is_exact(graph, negatives, rng):
    method = method_named("line", negatives=negatives)
    gradient = random_gradient(rng, graph.n_nodes)
    flips = every_pair_flipped(graph)
    expected = exact_line_changes(graph, method, gradient, flips)
    assert_allclose(changes(graph, method, gradient, flips), expected, rtol=1e-10, atol=1e-10)


@settings(max_examples=30)
@given(strategies.graphs(min_nodes=3, max_nodes=10, min_links=1), st.floats(0.05, 5), st.data())
def test_line_is_exact_for_every_flip_of_any_graph(graph, negatives, data):
    assert_line_is_exact(graph, negatives, np.random.default_rng(data.draw(st.integers(0, 2**32))))


@pytest.mark.parametrize("negatives", [0.2, 1.0, 2.0, 5.0])
def test_line_is_exact_with_hubs_where_clipping_sets_in(rng, negatives):
    hubs = star(20).links
    others = block_model(n_nodes=20, n_groups=2, mean_degree=4, seed=3).links
    graph = Graph.from_links(np.concatenate([hubs, others]), n_nodes=21)  # and one lone node
    assert_line_is_exact(graph, negatives, rng)


def test_the_hub_graph_has_flips_that_cross_the_clipping():
    hubs = star(20).links
    others = block_model(n_nodes=20, n_groups=2, mean_degree=4, seed=3).links
    graph = Graph.from_links(np.concatenate([hubs, others]), n_nodes=21)
    flips = every_pair_flipped(graph)
    before = plain.walk_proximity(graph.adjacency.toarray(), 1, 1.0) > 1
    crossed = 0
    for at in range(len(flips)):
        one = flips.take(np.array([at]))
        after = plain.walk_proximity(apply(graph, one).adjacency.toarray(), 1, 1.0) > 1
        moved = before != after
        moved[tuple(one.pairs[0])] = moved[tuple(one.pairs[0, ::-1])] = False
        crossed += moved.any()
    assert crossed > 0


def weighted_values(graph, method, gradient, pairs, step):
    """``<G, Z(A)>`` with the weight of each pair moved by ``step``, one at a time."""
    adjacency = graph.adjacency.toarray()
    weights = dense(gradient)
    values = []
    for u, v in pairs:
        moved = adjacency.copy()
        moved[u, v] += step
        moved[v, u] += step
        values.append((weights * plain.log_proximity(moved, method.window, method.negatives)).sum())
    return np.array(values)


def away_from_clipping(graph, window):
    """A method whose ``M`` has no entry near one: ``b`` puts it in the widest gap of the middle."""
    raw = plain.walk_proximity(graph.adjacency.toarray(), window, 1.0)
    entries = np.unique(np.round(np.log(raw[raw > 1e-9]), 9))
    middle = entries[len(entries) // 10 : -len(entries) // 10]
    widest = np.diff(middle).argmax()
    return Method(
        name="deepwalk",
        window=window,
        negatives=float(np.exp((middle[widest] + middle[widest + 1]) / 2)),
    )


@pytest.mark.parametrize("window", [2, 3, 10])
@pytest.mark.parametrize("seed", [0, 1])
def test_deepwalk_equals_central_differences_with_degrees_and_volume_moving(rng, window, seed):
    graph = block_model(n_nodes=24, n_groups=2, mean_degree=4, seed=seed)
    method = away_from_clipping(graph, window)
    gradient = random_gradient(rng, graph.n_nodes)
    flips = every_pair_flipped(graph)
    flips = flips.take(rng.permutation(len(flips))[:60])
    ahead, back = (
        weighted_values(graph, method, gradient, flips.pairs, step) for step in (1e-5, -1e-5)
    )
    expected = flips.signs * (ahead - back) / 2e-5
    result = changes(graph, method, gradient, flips)
    assert_allclose(result, expected, rtol=0, atol=1e-6 * np.abs(expected).max())


@settings(max_examples=8)
@given(st.integers(0, 1000))
def test_halving_the_change_quarters_the_error_of_deepwalk(seed):
    rng = np.random.default_rng(seed)
    graph = block_model(n_nodes=16, n_groups=2, mean_degree=4, seed=seed)
    method = away_from_clipping(graph, 3)
    gradient = random_gradient(rng, graph.n_nodes)
    flips = every_pair_flipped(graph)
    flips = flips.take(rng.permutation(len(flips))[:20])
    slope = flips.signs * changes(graph, method, gradient, flips)
    before = weighted_values(graph, method, gradient, flips.pairs[:1], 0.0)

    def error(step):
        after = weighted_values(graph, method, gradient, flips.pairs, step)
        return np.linalg.norm(after - before - step * slope)

    assert 3.5 < error(1e-3) / error(5e-4) < 4.5


@pytest.mark.parametrize("name", ["line", "deepwalk"])
def test_relabelling_the_nodes_does_not_matter(rng, name):
    graph = block_model(n_nodes=30, n_groups=2, mean_degree=4, seed=2)
    method = method_named(name, negatives=0.6123)
    gradient = random_gradient(rng, 30)
    flips = every_pair_flipped(graph)
    label = rng.permutation(30)
    back = np.argsort(label)
    relabelled = changes(
        Graph.from_links(label[graph.links], n_nodes=30),
        method,
        FactorGradient(left=gradient.left, right=gradient.right[back], held=back),
        Flips(pairs=np.sort(label[flips.pairs], axis=1), signs=flips.signs),
    )
    expected = changes(graph, method, gradient, flips)
    assert_allclose(relabelled, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


@pytest.mark.parametrize("name", ["line", "deepwalk"])
def test_the_order_of_the_flips_does_not_matter_and_none_is_fine(rng, name):
    graph = block_model(n_nodes=30, n_groups=2, mean_degree=4, seed=2)
    method = method_named(name, negatives=0.6)
    gradient = random_gradient(rng, 30)
    flips = every_pair_flipped(graph)
    order = rng.permutation(len(flips))
    whole = changes(graph, method, gradient, flips)
    assert_allclose(changes(graph, method, gradient, flips.take(order)), whole[order], rtol=1e-12)
    assert changes(graph, method, gradient, Flips.none()).shape == (0,)


def test_changes_from_walkers_near_the_exact_ones(rng, monkeypatch):
    graph = block_model(n_nodes=120, n_groups=3, mean_degree=6, seed=2)
    gradient = random_gradient(rng, graph.n_nodes)
    flips = every_pair_flipped(graph)
    flips = flips.take(np.concatenate([np.flatnonzero(flips.signs < 0), [0, 5, 9, 70]]))
    exact = changes(graph, method_named("deepwalk"), gradient, flips)
    monkeypatch.setattr(methods, "EXACT_ENTRIES", 0)  # the proximity stays exact

    def error(walkers):
        monkeypatch.setattr(methods, "_MOST_WALKERS", walkers)
        found = changes(graph, method_named("deepwalk"), gradient, flips)
        return np.linalg.norm((found - exact)[:-4]) / np.linalg.norm(exact[:-4])

    assert error(1600) < 0.25 * error(30)
    assert error(1600) < 0.1
