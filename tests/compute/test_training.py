"""Walks and steps on sampled links equal their twins, have their laws, and ignore threads."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import config
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.compute.kernels import sampled_links
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model, ring
from ppne.privacy.auc import auc
from tests import strategies
from tests.reference import random_walk as plain_walk
from tests.reference import sampled_links as plain_links

# Without JIT the wrap-around of the hash warns.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")

few = settings(max_examples=15)
threads = pytest.mark.skipif(config.NUMBA_NUM_THREADS < 2, reason="one core: no second thread")


def linked(graph):
    """The graph without its lone nodes."""
    return graph.subgraph(graph.degrees > 0)


def walks_of(graph, numbers, length, **given):
    return cpu.random_walks(graph.indptr, graph.indices, np.asarray(numbers), length, **given)


@few
@given(
    strategies.graphs(min_links=1),
    st.integers(1, 9),
    st.sampled_from([(1.0, 1.0), (0.25, 4.0), (8.0, 1.0), (1.0, 0.125), (1e-3, 1e-3)]),
    st.integers(0, 2**63 - 1),
)
def test_walks_are_those_of_the_twin(graph, length, weights, key):
    graph = linked(graph)
    numbers = np.arange(2 * graph.n_nodes)
    p, q = weights
    found = walks_of(graph, numbers, length, key=key, p=p, q=q)
    adjacency = graph.adjacency.toarray()
    expected = [plain_walk.walk(adjacency, w, length, key, 1 / p, 1 / q) for w in numbers.tolist()]
    assert_array_equal(found, expected)


@few
@given(strategies.graphs(min_links=1), st.floats(0.1, 10), st.floats(0.1, 10))
def test_every_step_is_along_a_link(graph, p, q):
    graph = linked(graph)
    walks = walks_of(graph, np.arange(graph.n_nodes), 8, key=3, p=p, q=q).astype(np.int64)
    assert_array_equal(walks[:, 0], np.arange(graph.n_nodes))
    steps = np.column_stack([walks[:, :-1].ravel(), walks[:, 1:].ravel()])
    assert graph.has_links(np.sort(steps, axis=1)).all()


# Node 0 has neighbours 1 (linked to 2) and 2, and far ones 3, 4 that lead nowhere else.
KITE = Graph.from_links(np.array([[0, 1], [0, 2], [1, 2], [0, 3], [0, 4]]))


@pytest.mark.parametrize(("p", "q"), [(1.0, 1.0), (0.25, 1.0), (4.0, 0.5), (1e-6, 1.0), (1, 1e-6)])
def test_the_third_node_of_a_walk_has_node2vec_s_law(p, q):
    walks = walks_of(KITE, 1 + 5 * np.arange(8_000), 3, key=11, p=p, q=q)
    over = walks[walks[:, 1] == 0, 2]  # from 1 by way of 0
    found = np.bincount(over, minlength=5) / len(over)
    expected = np.array([0.0, 1 / p, 1.0, 1 / q, 1 / q])
    expected /= expected.sum()
    assert_allclose(found, expected, rtol=0, atol=6 * 0.5 / np.sqrt(len(over)))


def test_a_walk_depends_on_its_number_and_on_links_it_comes_by_alone():
    graph = ring(400)
    gone = graph.without(np.array([[7, 8]]))
    numbers = np.arange(800)
    before, after = (walks_of(of, numbers, 4, key=5) for of in (graph, gone))
    moved = np.flatnonzero((before != after).any(axis=1))
    assert 0 < len(moved) <= 16
    assert_array_equal(walks_of(graph, numbers[::-1], 4, key=5), before[::-1])
    assert (walks_of(graph, numbers, 4, key=6) != before).any()


@few
@given(st.lists(st.floats(1e-6, 1e6), min_size=1, max_size=40))
def test_an_alias_table_stands_for_its_weights(weights):
    weights = np.array(weights)
    chances, others = np.empty(len(weights)), np.empty(len(weights), dtype=np.int64)
    sampled_links.alias_table(weights, chances, others)
    assert ((chances >= 0) & (chances <= 1)).all()
    expected = weights / weights.sum()
    assert_allclose(plain_links.probabilities(chances, others), expected, rtol=0, atol=1e-12)


def train_links(graph, x, y, **given):
    given = {"key": 3, "n_samples": 40, "n_negatives": 3, "rate": 0.3, "decay": 0.0} | given
    cpu.link_steps(graph.indptr, graph.indices, x, y, **given)


@few
@given(strategies.graphs(min_links=1), st.integers(0, 5), st.booleans(), st.integers(0, 2**32))
def test_steps_on_links_are_those_of_the_twin(graph, n_negatives, first_order, seed):
    graph = linked(graph)
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((2, graph.n_nodes, 3))
    y = x if first_order else y
    twin_x = x.copy()
    twin_y = twin_x if first_order else y.copy()
    chances, others = np.empty(graph.n_nodes), np.empty(graph.n_nodes, dtype=np.int64)
    sampled_links.alias_table(graph.degrees**0.75, chances, others)
    heads = np.repeat(np.arange(graph.n_nodes), graph.degrees)
    links = np.column_stack([heads, graph.indices])
    decays, table = 0.1 / np.sqrt(graph.degrees), (chances, others)
    plain_links.link_steps(links, table, decays, 3, 40, n_negatives, 0.3, twin_x, twin_y)
    train_links(graph, x, y, n_negatives=n_negatives, decay=0.1)
    assert_allclose(x, twin_x, rtol=0, atol=1e-12)
    assert_allclose(y, twin_y, rtol=0, atol=1e-12)


@pytest.mark.parametrize("first_order", [True, False])
def test_links_are_told_from_other_pairs_after_enough_steps(rng, first_order):
    graph = block_model(n_nodes=60, n_groups=3, mean_degree=5, seed=1)
    x = rng.random((60, 8), dtype=np.float32) - 0.5
    y = x if first_order else np.zeros_like(x)
    train_links(graph, x, y, n_samples=8_000, n_negatives=5, rate=0.2)
    fit = x @ y.T
    there = graph.adjacency.toarray() > 0
    apart = ~there & ~np.eye(60, dtype=bool)
    assert auc(fit[there], fit[apart]) > 0.85


@threads
@pytest.mark.parametrize("q", [1.0, 0.5])
def test_one_thread_and_two_give_the_same_bits(rng, q):
    graph = block_model(n_nodes=60, seed=1)
    start = rng.standard_normal((60, 8)).astype(np.float32)

    def made():
        x, y = start.copy(), start.copy()
        train_links(graph, x, y)
        walks = walks_of(graph, np.arange(600), 20, key=1, q=q)
        return walks.tobytes() + x.tobytes() + y.tobytes()

    with cpu.steady(1):
        one = made()
    with cpu.steady(2):
        two = made()
    assert one == two
