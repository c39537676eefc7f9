"""Each operation equals its plain twin, in any number of threads, within its memory."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import config, get_num_threads
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from threadpoolctl import threadpool_info

from ppne.compute import cpu
from ppne.compute.kernels import walk
from ppne.errors import InputError
from tests.reference import rows as plain_rows
from tests.reference import walk as plain_walk

few = settings(max_examples=15)  # the folder is run without JIT too, where a walk is slow

DOUBLE = 1e-12  # sums of some hundred terms of order one, rounding of 1e-16 each
SINGLE = 2e-5  # the same with rounding of 6e-8

SIZES = (1, 2, 9, walk.WIDTH - 1, walk.WIDTH, walk.WIDTH + 6)  # partial, whole and two turns

threads = pytest.mark.skipif(config.NUMBA_NUM_THREADS < 2, reason="one core: no second thread")


def symmetric(rng, n, per_row=2.0):
    """Sparse, symmetric, eigenvalues within one; some rows are empty."""
    dense = rng.standard_normal((n, n)) * (rng.random((n, n)) < per_row / n)
    dense = np.triu(dense) + np.triu(dense, 1).T
    empty = rng.random(n) < 0.1
    dense[empty] = dense[:, empty] = 0.0
    return sparse.csr_array(dense / max(1.0, np.abs(dense).sum(axis=1).max()))


@st.composite
def matrices(draw, count=1):
    """A generator and ``count`` symmetric matrices of one size."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n = draw(st.sampled_from(SIZES))
    return rng, *(symmetric(rng, n) for _ in range(count))


def pairs_within(rng, n, size=30):
    return rng.integers(n, size=(rng.integers(0, size), 2))


@few
@given(matrices(), st.integers(1, 5), st.floats(-3, 3), st.booleans())
def test_product_equals_its_definition(drawn, n_columns, scale, subtract):
    rng, matrix = drawn
    x = rng.standard_normal((matrix.shape[0], n_columns))
    minus = rng.standard_normal(x.shape) if subtract else None
    expected = plain_rows.sparse_times_dense(matrix, x, scale, 0.0 if minus is None else minus)
    result = cpu.product(matrix, x, scale=scale, minus=minus)
    assert_allclose(result, expected, rtol=0, atol=DOUBLE)
    if subtract:
        assert result is minus


@few
@given(matrices(), st.integers(1, 5))
def test_product_keeps_single_precision_and_takes_any_memory_order(drawn, n_columns):
    rng, matrix = drawn
    x = np.asfortranarray(rng.standard_normal((matrix.shape[0], n_columns)).astype(np.float32))
    result = cpu.product(matrix, x)
    assert result.dtype == np.float32
    assert_allclose(result, plain_rows.sparse_times_dense(matrix, x), rtol=0, atol=SINGLE)


@few
@given(matrices(), st.integers(1, 4), st.integers(1, 4))
def test_gram_and_combine_are_the_two_tall_products(drawn, left, right):
    rng, matrix = drawn
    a, b = (rng.standard_normal((matrix.shape[0], width)) for width in (left, right))
    gram = cpu.gram(a, b)
    by_hand = np.array([[a[:, p] @ b[:, q] for q in range(right)] for p in range(left)])
    assert_allclose(gram, by_hand, rtol=0, atol=DOUBLE * matrix.shape[0])
    combined = cpu.combine(a, gram)
    by_hand = sum(np.outer(a[:, p], gram[p]) for p in range(left))
    assert_allclose(combined, by_hand, rtol=0, atol=DOUBLE * matrix.shape[0])
    square = cpu.gram(a, a)
    expected = cpu.combine(a, square)
    assert cpu.combine(a, square, out=a) is a
    assert_array_equal(a, expected)


def test_tall_blocks_cut_into_many_give_the_same_products(rng, monkeypatch):
    a, b = rng.standard_normal((2, 23, 4))
    monkeypatch.setattr(cpu, "_TALL_ROWS", 5)
    assert_allclose(cpu.gram(a, b), a.T @ b, rtol=0, atol=DOUBLE)
    assert_allclose(cpu.combine(a, b[:4]), a @ b[:4], rtol=0, atol=DOUBLE)


@few
@given(matrices(), st.integers(1, 9))
def test_pair_dot_equals_its_definition(drawn, n_columns):
    rng, matrix = drawn
    n = matrix.shape[0]
    a, b = rng.standard_normal((2, n_columns, n)).transpose(0, 2, 1)
    pairs = pairs_within(rng, n)
    expected = plain_rows.pair_dot(a, b, *pairs.T)
    assert_allclose(cpu.pair_dot(a, b, pairs), expected, rtol=0, atol=DOUBLE)


def test_pair_dot_goes_as_far_as_both_have_columns(rng):
    wide, narrow = rng.standard_normal((6, 5)), rng.standard_normal((6, 3))
    pairs = np.array([[0, 1], [5, 5], [2, 0]])
    expected = plain_rows.pair_dot(wide[:, :3], narrow, *pairs.T)
    assert_allclose(cpu.pair_dot(wide, narrow, pairs), expected, rtol=0, atol=DOUBLE)
    turned = cpu.pair_dot(narrow, wide, pairs[:, ::-1])
    assert_allclose(turned, expected, rtol=0, atol=DOUBLE)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_columns_are_scaled_and_rows_measured_in_their_precision(rng, dtype):
    block = rng.standard_normal((7, 5)).astype(dtype)
    factors = rng.standard_normal(3)
    scaled = cpu.scale_columns(block, factors)
    assert scaled.dtype == dtype
    assert_allclose(scaled, block[:, :3] * factors, rtol=1e-6)
    assert_allclose(cpu.row_norms(block), np.linalg.norm(block, axis=1), rtol=1e-6)
    assert cpu.row_norms(block[:, :0]).tolist() == [0.0] * 7
    same = cpu.scale_columns(block, np.ones(5) * 2.0, out=block)
    assert same is block


def test_tall_products_of_single_precision_are_summed_in_double(rng):
    block = np.ones((300_000, 2), dtype=np.float32) * np.float32(0.1)
    assert cpu.gram(block, block).dtype == np.float64
    assert_allclose(cpu.gram(block, block), 3000.0, rtol=1e-5)
    assert cpu.combine(block, np.eye(2)).dtype == np.float32


@few
@given(matrices(), st.floats(0.1, 4), st.sampled_from([np.float32, np.float64]))
def test_positive_sums_equal_their_definition(drawn, largest, dtype):
    rng, matrix = drawn
    terms = rng.uniform(-largest, largest, matrix.shape[0])
    result = cpu.positive_sums(matrix.indptr, matrix.indices, terms, dtype)
    assert result.dtype == dtype
    expected = plain_rows.positive_sums(matrix, terms)
    assert_allclose(result.toarray(), expected, rtol=0, atol=SINGLE)
    assert (result.data > 0).all()


@few
@given(matrices(), st.floats(0.1, 4))
def test_degree_shifts_equal_their_definition(drawn, negatives):
    rng, matrix = drawn
    n = matrix.shape[0]
    adjacency = (matrix.toarray() != 0).astype(float)
    np.fill_diagonal(adjacency, 0.0)
    pattern = sparse.csr_array(adjacency)
    left, right = rng.standard_normal((n, 3)), rng.standard_normal((n, 4))
    held = rng.permutation(np.arange(n) - n // 3).clip(-1).astype(np.int32)  # not every node's
    whole = np.where(held[:, None] >= 0, left[held], 0.0)
    gradient = whole @ right[:, :3].T + right[:, :3] @ whole.T
    volume = max(adjacency.sum(), 1.0)
    nodes = rng.permutation(n)[: max(n // 2, 1)]
    result = cpu.degree_shifts(
        pattern.indptr,
        pattern.indices,
        nodes,
        left,
        held,
        right,
        volume=volume,
        negatives=negatives,
    )
    expected = plain_rows.degree_shifts(adjacency, nodes, gradient, volume, negatives)
    assert_allclose(result, expected, rtol=0, atol=1e-10)


@few
@given(matrices(), st.integers(1, 4), st.floats(0.5, 6))
def test_polynomial_above_equals_its_definition(drawn, degree, largest_scale):
    rng, matrix = drawn
    n = matrix.shape[0]
    coefficients = rng.uniform(-1, 1, degree + 1)
    scale = rng.uniform(0, largest_scale, n)
    scale[rng.random(n) < 0.1] = 0.0  # isolated nodes
    result = cpu.polynomial_above(matrix, coefficients, scale)
    assert result.has_sorted_indices
    expected = plain_walk.polynomial_above(matrix, coefficients, scale)
    assert_allclose(result.toarray(), expected, rtol=0, atol=DOUBLE * largest_scale**2)


@few
@given(matrices(), st.integers(0, 4))
def test_polynomial_at_equals_its_definition_for_pairs_in_any_order(drawn, degree):
    rng, matrix = drawn
    coefficients = rng.uniform(-1, 1, degree + 1)
    pairs = pairs_within(rng, matrix.shape[0])
    expected = plain_walk.polynomial_at(matrix, coefficients, pairs)
    assert_allclose(cpu.polynomial_at(matrix, coefficients, pairs), expected, rtol=0, atol=DOUBLE)


@few
@given(matrices(count=2), st.integers(1, 4))
def test_sandwich_at_equals_its_definition(drawn, n_terms):
    rng, matrix, inner = drawn
    pairs = pairs_within(rng, matrix.shape[0])
    expected = plain_walk.sandwich_at(matrix, inner, n_terms, pairs)
    assert_allclose(cpu.sandwich_at(matrix, inner, n_terms, pairs), expected, rtol=0, atol=DOUBLE)


@few
@given(matrices(count=2), st.integers(1, 3))
def test_sandwich_at_is_symmetric_in_its_pair(drawn, n_terms):
    rng, matrix, inner = drawn
    pairs = pairs_within(rng, matrix.shape[0], 12)
    one_way = cpu.sandwich_at(matrix, inner, n_terms, pairs)
    other = cpu.sandwich_at(matrix, inner, n_terms, pairs[:, ::-1])
    assert_allclose(one_way, other, rtol=0, atol=DOUBLE)


@settings(max_examples=6)
@given(matrices(count=2))
def test_beyond_the_limit_the_walk_is_in_single_precision_and_no_worse(drawn):
    rng, matrix, inner = drawn
    n = matrix.shape[0]
    coefficients = np.array([0.0, 1.0, 1.0])
    pairs = pairs_within(rng, n)
    scale = rng.uniform(0, 3, n)
    exact = plain_walk.polynomial_rows(matrix, coefficients, 0, n) * np.outer(scale, scale)
    with pytest.MonkeyPatch.context() as patch:
        double = cpu.working_bytes(n, 3)
        patch.setattr(cpu, "_DOUBLE_UP_TO", 0)
        patch.setattr(cpu, "_DOUBLE_ENTRIES_UP_TO", 0)
        assert cpu.working_bytes(n, 3) == double // 2
        at = cpu.polynomial_at(matrix, coefficients, pairs)
        sandwich = cpu.sandwich_at(matrix, inner, 3, pairs)
        above = cpu.polynomial_above(matrix, coefficients, scale).toarray()
    assert_allclose(at, plain_walk.polynomial_at(matrix, coefficients, pairs), rtol=0, atol=SINGLE)
    assert_allclose(sandwich, plain_walk.sandwich_at(matrix, inner, 3, pairs), rtol=0, atol=SINGLE)
    # An entry within rounding of one may fall on either side; all others must agree.
    clear = np.abs(exact - 1.0) > 10 * SINGLE
    kept = np.where(exact > 1.0, exact, 0.0)
    assert_allclose(above[clear], kept[clear], rtol=0, atol=10 * SINGLE)


def test_rows_built_in_many_blocks_are_the_rows_built_in_one(rng, monkeypatch):
    n = 2 * walk.WIDTH + 5
    matrix = symmetric(rng, n)
    coefficients = np.array([0.5, 1.0, 1.0])
    scale = rng.uniform(0, 3, n)
    pairs = np.column_stack([[n - 1, 0, walk.WIDTH, 0], [0, 3, 1, n - 1]])
    whole = cpu.polynomial_above(matrix, coefficients, scale)
    entries = cpu.polynomial_at(matrix, coefficients, pairs)
    monkeypatch.setattr(cpu, "_DENSE_ROWS_BYTES", 1)
    blocks = cpu.polynomial_above(matrix, coefficients, scale)
    assert_array_equal(blocks.toarray(), whole.toarray())
    assert_array_equal(cpu.polynomial_at(matrix, coefficients, pairs), entries)


compiled = pytest.mark.skipif(
    bool(config.DISABLE_JIT), reason="the memory of the compiled loops is what is promised"
)


def peak_bytes(call):
    call()  # compiled before it is measured
    tracemalloc.start()
    try:
        result = call()
        return tracemalloc.get_traced_memory()[1], result
    finally:
        tracemalloc.stop()


def ring(n):
    nodes = np.arange(n)
    half = sparse.coo_array((np.full(n, 0.5), (nodes, (nodes + 1) % n)), shape=(n, n))
    return (half + half.T).tocsr()


@compiled
def test_polynomial_above_never_holds_the_full_matrix(monkeypatch):
    n = 20 * walk.WIDTH
    monkeypatch.setattr(cpu, "_DENSE_ROWS_BYTES", 1)
    with cpu.steady(1):  # each thread has its own scratch
        peak, result = peak_bytes(
            lambda: cpu.polynomial_above(ring(n), np.array([0.0, 1.0, 1.0]), np.full(n, 2.0))
        )
    assert result.nnz >= n
    assert peak < 8 * n * n / 2


@compiled
def test_sandwich_at_stays_within_what_it_says_it_takes():
    n, n_terms = 20 * walk.WIDTH, 3
    pairs = np.column_stack([np.arange(n), np.arange(n)])
    peak, _ = peak_bytes(lambda: cpu.sandwich_at(ring(n), ring(n), n_terms, pairs))
    small = 64 * 1024 + 40 * 8 * n  # the sparse matrices, the pairs, the shares of the groups
    assert peak < cpu.working_bytes(n, n_terms) + small


def test_working_bytes_grows_in_proportion_to_rows_and_terms():
    assert cpu.working_bytes(200, 5) == 2 * cpu.working_bytes(100, 5)
    more, less = (cpu.working_bytes(100, n_terms) for n_terms in (20, 10))
    assert less < more < 2 * less  # two of the panels are there whatever the terms


@threads
@pytest.mark.parametrize(
    "operation",
    ["product", "gram", "combine", "pair_dot", "above", "at", "sandwich"],
)
def test_one_thread_and_two_give_the_same_bits(rng, monkeypatch, operation):
    monkeypatch.setattr(cpu, "_TALL_ROWS", 16)
    n = 2 * walk.WIDTH + 5
    matrix, inner = symmetric(rng, n), symmetric(rng, n)
    a, b = rng.standard_normal((2, n, 20))
    pairs = rng.integers(n, size=(50, 2))
    coefficients = np.array([0.0, 1.0, 1.0])
    scale = rng.uniform(0, 3, n)
    call = {
        "product": lambda: cpu.product(matrix, a, scale=0.7, minus=b.copy()),
        "gram": lambda: cpu.gram(a, b),
        "combine": lambda: cpu.combine(a, b[:20]),
        "pair_dot": lambda: cpu.pair_dot(a, b, pairs),
        "above": lambda: cpu.polynomial_above(matrix, coefficients, scale).toarray(),
        "at": lambda: cpu.polynomial_at(matrix, coefficients, pairs),
        "sandwich": lambda: cpu.sandwich_at(matrix, inner, 3, pairs),
    }[operation]
    with cpu.steady(1):
        one = call()
    with cpu.steady(2):
        two = call()
    assert one.tobytes() == two.tobytes()


def blas_threads():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_steady_gives_the_threads_back():
    before, blas_before = get_num_threads(), blas_threads()
    with cpu.steady(1):
        assert get_num_threads() == 1
        assert set(blas_threads()) == {1}
    assert (get_num_threads(), blas_threads()) == (before, blas_before)


def test_steady_takes_all_threads_unless_told():
    with cpu.steady(1), cpu.steady():
        assert get_num_threads() == config.NUMBA_NUM_THREADS


def test_steady_gives_the_threads_back_after_an_error():
    before, blas_before = get_num_threads(), blas_threads()
    with pytest.raises(ZeroDivisionError), cpu.steady(1):
        _ = 1 // 0
    assert (get_num_threads(), blas_threads()) == (before, blas_before)


@pytest.mark.parametrize("count", [0, -1, config.NUMBA_NUM_THREADS + 1])
def test_steady_rejects_counts_that_the_machine_does_not_have(count):
    with pytest.raises(InputError, match=f"threads must be from 1 .* got {count}"):
        cpu.steady(count).__enter__()
