"""What walkers find equals its twin, nears the exact value, and does not depend on threads."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import config
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from ppne.compute import cpu, walks
from ppne.compute.kernels import entries, spread
from ppne.factor.proximity import inverse_root_degrees, normal_adjacency
from ppne.graph.synthetic import block_model, ring
from tests import strategies
from tests.reference import spread as plain
from tests.reference import walk as exact

# Without JIT the wrap-around of the hash warns.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")

few = settings(max_examples=15)
SINGLE = 1e-5  # sums of some hundred terms of order one in single precision
threads = pytest.mark.skipif(config.NUMBA_NUM_THREADS < 2, reason="one core: no second thread")


def blocks(n_nodes=60, seed=1):
    return block_model(n_nodes=n_nodes, n_groups=3, mean_degree=5, seed=seed)


def symmetric(rng, n, share=0.3):
    dense = rng.standard_normal((n, n)) * (rng.random((n, n)) < share)
    return sparse.csr_array(dense + dense.T)


def steps_of(window):
    coefficients = np.ones(window + 1)
    coefficients[0] = 0.0
    return coefficients


@few
@given(strategies.graphs(min_links=1), st.integers(1, 4), st.integers(1, 20), st.integers(0, 9))
def test_the_masses_of_a_row_are_those_of_the_twin(graph, window, n_walkers, key):
    normal = normal_adjacency(graph)
    n = graph.n_nodes
    coefficients = np.append(0.0, np.linspace(1, 2, window))
    places = np.empty((n, n_walkers * window + 2), dtype=np.int32)
    values = np.empty((n, n_walkers * window + 1), dtype=np.float32)
    spread.walk_rows(
        normal.indptr, normal.indices, coefficients, 3.0, 1.5, 0, n_walkers, key, places, values
    )
    for start in range(n):
        mass = coefficients @ plain.masses(normal, start, n_walkers, key, window)
        both = np.maximum(graph.degrees[start] + graph.degrees, 1)
        clear = np.abs(mass - 1.5) > SINGLE
        found = np.zeros(n)
        count = places[start, -1]
        found[places[start, :count]] = values[start, :count]
        expected = np.where(mass >= 1.5, 3.0 * mass / (n_walkers * both), 0.0)
        assert_allclose(found[clear], expected[clear], rtol=SINGLE, atol=SINGLE)


@few
@given(strategies.graphs(min_links=1), st.integers(1, 4), st.integers(0, 2**32))
def test_what_walks_over_a_link_meet_is_that_of_the_twin(graph, n_terms, seed):
    rng = np.random.default_rng(seed)
    normal, inner = normal_adjacency(graph), symmetric(rng, graph.n_nodes)
    walkers = rng.integers(1, 30, graph.n_nodes).astype(np.int32)
    out = np.zeros((3, normal.nnz), dtype=np.float32)
    spread.sandwich_at_links(
        *(normal.indptr, normal.indices, inner.indptr, inner.indices),
        *(inner.data.astype(np.float32), n_terms, walkers, 5, out),
    )
    found = sparse.csr_array((out.sum(axis=0), normal.indices, normal.indptr), shape=normal.shape)
    expected = plain.sandwich_at_links(normal, inner, n_terms, walkers, 5)
    assert_allclose(found.toarray(), expected, rtol=0, atol=10 * SINGLE)


@few
@given(strategies.graphs(max_nodes=8, min_links=1), st.integers(1, 3), st.floats(0.5, 20))
def test_with_walkers_enough_the_proximity_is_exact(graph, window, factor):
    normal = normal_adjacency(graph)
    coefficients = steps_of(window)
    found = walks.walk_above(normal, coefficients, factor, 2000)
    scale = inverse_root_degrees(graph) * np.sqrt(factor)
    whole = exact.polynomial_rows(normal, coefficients, 0, graph.n_nodes) * np.outer(scale, scale)
    clear = np.abs(whole - 1.0) > SINGLE  # an entry within rounding of one falls on either side
    kept = np.where(whole > 1.0, whole, 0.0)
    assert found.has_sorted_indices
    assert found.dtype == np.float32
    assert_allclose(found.toarray()[clear], kept[clear], rtol=SINGLE)


@few
@given(strategies.graphs(max_nodes=7, min_links=1), st.integers(1, 3), st.integers(0, 2**32))
def test_with_walkers_enough_entries_at_links_are_exact(graph, n_terms, seed):
    rng = np.random.default_rng(seed)
    normal, inner = normal_adjacency(graph), symmetric(rng, graph.n_nodes)
    pairs = np.concatenate([graph.links, graph.links[::-1, ::-1]])
    found = walks.walk_sandwich_at(normal, inner, n_terms, pairs, 16 * 400)
    expected = exact.sandwich_at(normal, inner, n_terms, pairs)
    assert_allclose(found, expected, rtol=0, atol=20 * SINGLE)


@few
@given(strategies.graphs(max_nodes=8, min_links=0), st.integers(0, 4), st.integers(0, 2**32))
def test_with_walkers_enough_a_polynomial_is_exact_isolated_nodes_included(graph, degree, seed):
    rng = np.random.default_rng(seed)
    normal = normal_adjacency(graph)
    coefficients = rng.uniform(-1, 1, degree + 1)
    pairs = rng.integers(graph.n_nodes, size=(rng.integers(0, 20), 2))
    found = walks.walk_polynomial_at(normal, coefficients, pairs, 3000)
    expected = exact.polynomial_at(normal, coefficients, pairs)
    assert_allclose(found, expected, rtol=0, atol=SINGLE)


def error_of_proximity(graph, n_walkers):
    normal = normal_adjacency(graph)
    scale = inverse_root_degrees(graph) * np.sqrt(20.0)
    whole = cpu.polynomial_above(normal, steps_of(4), scale)
    return np.abs(walks.walk_above(normal, steps_of(4), 20.0, n_walkers) - whole).sum()


def error_of_sandwich(graph, n_walkers):
    normal = normal_adjacency(graph)
    inner = symmetric(np.random.default_rng(3), graph.n_nodes, 0.05)
    found = walks.walk_sandwich_at(normal, inner, 4, graph.links, n_walkers)
    return np.abs(found - cpu.sandwich_at(normal, inner, 4, graph.links)).sum()


def error_of_polynomial(graph, n_walkers):
    normal = normal_adjacency(graph)
    found = walks.walk_polynomial_at(normal, steps_of(5), graph.links, n_walkers)
    return np.abs(found - cpu.polynomial_at(normal, steps_of(5), graph.links)).sum()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("error", [error_of_proximity, error_of_sandwich, error_of_polynomial])
def test_sixteen_times_the_walkers_more_than_halve_the_error(error, seed):
    graph = blocks(seed=seed)
    assert 0 < error(graph, 80) < 0.5 * error(graph, 5)


def test_walks_of_both_ends_of_a_pair_are_right_on_average(rng, monkeypatch):
    graph = blocks(n_nodes=30)
    normal, inner = normal_adjacency(graph), symmetric(rng, 30)
    every = np.column_stack(np.triu_indices(30, 1))
    pairs = every[~graph.has_links(every)][:25]
    expected = exact.sandwich_at(normal, inner, 3, pairs)

    def error(n_walks):
        monkeypatch.setattr(walks, "_WALKS", n_walks)
        return np.abs(walks.walk_sandwich_at(normal, inner, 3, pairs, 4) - expected).mean()

    assert error(400) < 0.5 * error(16)


def test_walks_of_a_node_without_links_stay_there(rng):
    graph = ring(5).subgraph(np.array([True, True, False, True, False]))  # node 2 is alone
    inner = symmetric(rng, 3, 1.0)
    pairs = np.array([[0, 2], [1, 2]])
    found = walks.walk_sandwich_at(normal_adjacency(graph), inner, 1, pairs, 4)
    assert_allclose(found, inner.toarray()[[0, 1], [2, 2]], rtol=SINGLE)


def test_a_flip_moves_only_walks_that_come_by(monkeypatch):
    graph = ring(400)
    gone = graph.without(np.array([[7, 8]]))
    before, after = (
        walks.walk_above(normal_adjacency(of), steps_of(3), 50.0, 4).toarray()
        for of in (graph, gone)
    )
    moved = np.flatnonzero((before != after).any(axis=1))
    assert 0 < len(moved) <= 12
    assert (np.abs(moved - 7.5) < 7).all()


def test_rows_built_in_many_blocks_are_the_rows_built_in_one(monkeypatch):
    normal = normal_adjacency(blocks())
    whole = walks.walk_above(normal, steps_of(3), 20.0, 9)
    monkeypatch.setattr(walks, "_BLOCK_BYTES", 1)
    assert_array_equal(walks.walk_above(normal, steps_of(3), 20.0, 9).toarray(), whole.toarray())


def test_the_sampled_proximity_is_symmetric_and_above_one():
    found = walks.walk_above(normal_adjacency(blocks()), steps_of(10), 20.0, 12)
    assert found.nnz
    assert (found.data > 1).all()
    assert_allclose((found - found.T).toarray(), 0, rtol=0, atol=1e-4)


def test_nothing_above_one_is_an_empty_matrix():
    assert walks.walk_above(normal_adjacency(blocks()), steps_of(3), 1e-9, 9).nnz == 0


@few
@given(st.integers(1, 12), st.sampled_from([1, 3, 63, 64, 130]), st.integers(0, 2**32))
def test_the_ratio_of_dots_equals_its_definition(n, n_columns, seed):
    rng = np.random.default_rng(seed)
    matrix = symmetric(rng, n)
    matrix.data = np.abs(matrix.data) + 1.0
    left, right = rng.standard_normal((2, n, n_columns))
    held = rng.permutation(np.arange(n) - n // 3).clip(-1).astype(np.int32)  # not every node's
    scale = rng.random(n)
    whole = np.where(held[:, None] >= 0, left[held], 0.0)
    expected, sums = plain.ratio_of_dots(matrix, whole, right, scale)
    for dtype, atol in ((np.float64, 1e-11), (np.float32, 20 * SINGLE)):
        found, found_sums = walks.ratio_of_dots(matrix.astype(dtype), left, held, right, scale)
        assert found.dtype == dtype
        assert_allclose(found.toarray(), expected, rtol=0, atol=atol)
        assert_allclose(found_sums, sums, rtol=0, atol=10 * atol)


def test_a_rescaled_matrix_has_its_rows_measured(rng):
    matrix = symmetric(rng, 9)
    rows, columns = rng.random((2, 9))
    out, lengths = np.empty(matrix.nnz), np.empty(9)
    entries.rescale(matrix.indptr, matrix.indices, matrix.data, rows, columns, out, lengths)
    expected = rows[:, None] * matrix.toarray() * columns
    assert_allclose(out, expected[matrix.toarray() != 0], rtol=1e-12)
    assert_allclose(lengths, np.linalg.norm(expected, axis=1), rtol=1e-12)


@threads
@pytest.mark.parametrize("operation", ["above", "sandwich", "polynomial", "dots"])
def test_one_thread_and_two_give_the_same_bits(rng, operation):
    graph = blocks()
    normal = normal_adjacency(graph)
    inner = symmetric(rng, 60, 0.1)
    pairs = np.concatenate([graph.links, rng.integers(60, size=(20, 2))])
    left, right = rng.standard_normal((2, 60, 70))
    held = np.arange(60)
    call = {
        "above": lambda: walks.walk_above(normal, steps_of(4), 20.0, 9).toarray(),
        "sandwich": lambda: walks.walk_sandwich_at(normal, inner, 4, pairs, 9),
        "polynomial": lambda: walks.walk_polynomial_at(normal, steps_of(4), pairs, 9),
        "dots": lambda: walks.ratio_of_dots(inner, left, held, right, np.ones(60))[0].toarray(),
    }[operation]
    with cpu.steady(1):
        one = call()
    with cpu.steady(2):
        two = call()
    assert one.tobytes() == two.tobytes()
