"""Leading eigenpairs agree with LAPACK, from any start."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from ppne.compute import cpu
from ppne.factor.methods import method_named
from ppne.factor.proximity import proximity
from ppne.factor.spectrum import block_width, follow_eigenpairs, leading_eigenpairs
from ppne.graph.synthetic import block_model
from tests.reference import spectrum as plain

TIGHT = 1e-10  # residual; eigenvalues are good to its square over the gap, vectors to it over it


def planted(rng, values):
    """Symmetric matrix with these eigenvalues, and its eigenvectors."""
    basis = np.linalg.qr(rng.standard_normal((len(values), len(values))))[0]
    dense = (basis * values) @ basis.T
    return (dense + dense.T) / 2, basis


def find(dense, n_kept, rng, **given):
    product = partial(cpu.product, sparse.csr_array(dense))
    return leading_eigenpairs(product, len(dense), n_kept, rng=rng, compute=cpu, **given)


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(2, 90), st.data())
def test_values_and_vectors_are_those_of_lapack(seed, n, data):
    rng = np.random.default_rng(seed)
    n_kept = data.draw(st.integers(1, min(n - 1, 20)))
    signs = rng.choice([-1.0, 1.0], n)
    dense, _ = planted(rng, signs * np.linspace(1.0, 0.1, n))
    spectrum = find(dense, n_kept, rng, tolerance=TIGHT)
    exact = plain.leading_eigenpairs(dense, n_kept)
    assert spectrum.converged
    assert spectrum.residual <= TIGHT
    assert_allclose(spectrum.kept_values, exact.kept_values, rtol=0, atol=1e-8)
    # Gaps are 0.01 or more, so each vector stands alone; residual over gap, with room.
    overlaps = np.abs((spectrum.kept_vectors * exact.kept_vectors).sum(axis=0))
    assert_allclose(overlaps, 1.0, rtol=0, atol=1e-8)
    assert_allclose(
        plain.projector(spectrum.kept_vectors),
        plain.projector(exact.kept_vectors),
        rtol=0,
        atol=1e-6,
    )


@pytest.mark.parametrize("name", ["line", "deepwalk"])
def test_values_of_a_graph_are_those_of_lapack(name, rng):
    graph = block_model(n_nodes=160, n_groups=4, mean_degree=8, seed=5)
    method = method_named(name, negatives=1.0)
    dense = proximity(graph, method, compute=cpu).log_above.toarray()
    spectrum = find(dense, 12, rng, tolerance=1e-8)
    exact = plain.leading_eigenpairs(dense, 12)
    assert spectrum.converged
    size = abs(exact.values[0])
    assert_allclose(
        np.abs(spectrum.kept_values), np.abs(exact.kept_values), rtol=0, atol=1e-7 * size
    )
    vectors, values = spectrum.kept_vectors, spectrum.kept_values
    assert np.linalg.norm(dense @ vectors - vectors * values, axis=0).max() <= 1.01e-8 * size


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(20, 60), st.integers(1, 8))
def test_a_matrix_of_low_rank_keeps_orthonormal_vectors(seed, n, rank):
    rng = np.random.default_rng(seed)
    values = np.zeros(n)
    values[:rank] = np.arange(rank, 0, -1.0)
    dense, _ = planted(rng, values)
    spectrum = find(dense, min(rank + 2, n - 1), rng)
    width = spectrum.vectors.shape[1]
    assert_allclose(spectrum.vectors.T @ spectrum.vectors, np.eye(width), rtol=0, atol=1e-8)
    assert_allclose(spectrum.values[:rank], values[:rank], rtol=1e-9)
    assert_allclose(spectrum.kept_values[rank:], 0.0, atol=1e-8)


@pytest.mark.parametrize("smallest", [1e-2, 1e-5, 1e-12])
@pytest.mark.parametrize("n_kept", [4, 20])
def test_a_spectrum_that_falls_over_many_powers_is_found_all_the_same(rng, smallest, n_kept):
    dense, _ = planted(rng, np.geomspace(1.0, smallest, 120) * rng.choice([-1.0, 1.0], 120))
    spectrum = find(dense, n_kept, rng, tolerance=1e-9)
    assert spectrum.converged
    exact = plain.leading_eigenpairs(dense, n_kept)
    assert_allclose(spectrum.kept_values, exact.kept_values, rtol=0, atol=1e-9)
    width = spectrum.vectors.shape[1]
    assert_allclose(spectrum.vectors.T @ spectrum.vectors, np.eye(width), rtol=0, atol=1e-9)


def test_the_zero_matrix_has_zero_eigenvalues(rng):
    spectrum = find(np.zeros((30, 30)), 4, rng)
    assert spectrum.converged
    assert_array_equal(spectrum.values, 0.0)


def test_the_largest_entry_of_each_vector_is_positive(rng):
    dense, _ = planted(rng, np.linspace(-1, 0.7, 60))
    vectors = find(dense, 8, rng).vectors
    largest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    assert (largest > 0).all()


def test_two_random_starts_end_alike_signs_included(rng):
    dense, _ = planted(rng, np.linspace(1, 0.1, 60))
    one, other = (find(dense, 8, np.random.default_rng(seed), tolerance=TIGHT) for seed in (1, 2))
    assert_allclose(one.kept_vectors, other.kept_vectors, rtol=0, atol=1e-6)


def test_pairs_come_by_magnitude_whatever_their_sign(rng):
    dense, _ = planted(rng, np.linspace(-1, 0.9, 80))
    values = find(dense, 10, rng).kept_values
    assert (np.diff(np.abs(values)) <= 0).all()
    assert values.min() < 0 < values.max()


def test_a_warm_start_reaches_what_a_cold_one_does(rng):
    dense, _ = planted(rng, np.linspace(1, 0.1, 100))
    before = find(dense, 10, rng)
    noise = rng.standard_normal(dense.shape) * 1e-3
    moved = dense + noise + noise.T
    warm = find(moved, 10, rng, start=before.vectors, tolerance=TIGHT)
    cold = find(moved, 10, rng, tolerance=TIGHT)
    assert warm.converged
    assert_allclose(warm.kept_values, cold.kept_values, rtol=0, atol=1e-8)
    assert_allclose(
        plain.projector(warm.kept_vectors), plain.projector(cold.kept_vectors), rtol=0, atol=1e-6
    )


def test_a_warm_start_takes_fewer_products_than_a_cold_one(rng):
    graph = block_model(n_nodes=400, n_groups=4, mean_degree=8, seed=5)
    matrix = proximity(graph, method_named("line"), compute=cpu).log_above
    counts = []

    def counted(x, *, scale=1.0, minus=None):
        counts.append(1)
        return cpu.product(matrix, x, scale=scale, minus=minus)

    cold = leading_eigenpairs(counted, 400, 16, rng=rng, compute=cpu)
    n_cold = len(counts)
    counts.clear()
    leading_eigenpairs(counted, 400, 16, rng=rng, compute=cpu, start=cold.vectors)
    assert len(counts) < n_cold


def test_a_rough_start_without_the_leading_vector_still_finds_it(rng):
    values = np.concatenate([[2.0], np.linspace(1, 0.1, 99)])
    dense, basis = planted(rng, values)
    start = rng.standard_normal((100, block_width(100, 10)))
    start -= np.outer(basis[:, 0], basis[:, 0] @ start)
    spectrum = find(dense, 10, rng, start=start, tolerance=TIGHT)
    assert_allclose(spectrum.kept_values, values[:10], rtol=0, atol=1e-8)


def test_a_start_is_left_as_it_was(rng):
    dense, basis = planted(rng, np.linspace(1, 0.1, 60))
    start = np.array(basis[:, : block_width(60, 8)])
    before = start.copy()
    find(dense, 8, rng, start=start)
    assert_array_equal(start, before)


@pytest.mark.parametrize("most", [1, 4])
def test_an_iteration_cut_short_says_that_it_has_not_converged(rng, most):
    dense, _ = planted(rng, np.linspace(1, 0.5, 200))
    spectrum = find(dense, 10, rng, tolerance=1e-12, max_products=most)
    assert not spectrum.converged
    vectors, values = spectrum.kept_vectors, spectrum.kept_values
    residual = np.linalg.norm(dense @ vectors - vectors * values, axis=0).max() / abs(values[0])
    assert_allclose(spectrum.residual, residual, rtol=1e-6)


@pytest.mark.parametrize("n", [2, 5, 17])
def test_a_block_as_wide_as_the_matrix_is_exact_at_once(rng, n):
    dense, _ = planted(rng, np.linspace(1, -0.9, n))
    assert block_width(n, n - 1) == n
    spectrum = find(dense, n - 1, rng, max_products=1, tolerance=1e-12)
    assert spectrum.converged
    exact = plain.leading_eigenpairs(dense, n - 1)
    assert_allclose(spectrum.values, exact.values, rtol=0, atol=1e-12)


def test_the_block_is_wider_than_what_is_kept_and_never_wider_than_the_matrix():
    assert block_width(1000, 10) == 18
    assert block_width(1000, 128) == 136
    assert block_width(16, 10) == 16


def test_an_exact_start_without_the_leading_vector_still_finds_it(rng):
    values = np.concatenate([[10.0], np.linspace(6, 1, 119)])
    dense, basis = planted(rng, values)
    start = np.array(basis[:, 1 : 1 + block_width(120, 10)])
    spectrum = find(dense, 10, rng, start=start)
    assert_allclose(spectrum.kept_values, values[:10], rtol=0, atol=1e-8)


def followed(dense, start, n_kept):
    return follow_eigenpairs(
        partial(cpu.product, sparse.csr_array(dense)), start, n_kept, compute=cpu
    )


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_following_an_unmoved_matrix_changes_nothing(seed):
    rng = np.random.default_rng(seed)
    dense, _ = planted(rng, np.linspace(1, 0.1, 90) * rng.choice([-1.0, 1.0], 90))
    exact = plain.leading_eigenpairs(dense, 8)
    spectrum = followed(dense, exact.vectors[:, :24], 8)
    assert spectrum.residual < 1e-6
    assert_allclose(spectrum.kept_values, exact.kept_values, rtol=0, atol=1e-10)
    overlaps = np.abs((spectrum.kept_vectors * exact.kept_vectors).sum(axis=0))
    assert_allclose(overlaps, 1.0, rtol=0, atol=1e-8)


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_following_a_matrix_that_moved_comes_nearer_to_its_pairs(seed):
    rng = np.random.default_rng(seed)
    dense, _ = planted(rng, np.linspace(1, 0.05, 90) ** 2 * rng.choice([-1.0, 1.0], 90))
    start = plain.leading_eigenpairs(dense, 8).vectors[:, :24]
    noise = rng.standard_normal(dense.shape) * 2e-3
    moved = dense + noise + noise.T
    exact = plain.leading_eigenpairs(moved, 8)

    def distance(vectors):
        return np.linalg.norm(plain.projector(vectors) - plain.projector(exact.kept_vectors))

    spectrum = followed(moved, start, 8)
    assert_allclose(spectrum.vectors.T @ spectrum.vectors, np.eye(24), rtol=0, atol=1e-9)
    assert distance(spectrum.kept_vectors) < distance(start[:, :8])
    assert np.abs(spectrum.kept_values - exact.kept_values).max() < 1e-2


def test_following_tells_how_far_the_matrix_has_moved(rng):
    dense, _ = planted(rng, np.linspace(1, 0.1, 60))
    start = plain.leading_eigenpairs(dense, 8).vectors[:, :24]
    noise = rng.standard_normal(dense.shape) * 1e-2
    moved = dense + noise + noise.T
    ritz = np.linalg.eigh(start[:, :8].T @ moved @ start[:, :8])
    vectors = start[:, :8] @ ritz.eigenvectors
    gaps = np.linalg.norm(moved @ vectors - vectors * ritz.eigenvalues, axis=0)
    expected = gaps.max() / np.abs(ritz.eigenvalues).max()
    assert_allclose(followed(moved, start, 8).residual, expected, rtol=1e-8)


def test_values_of_one_size_and_both_signs_are_kept_apart(rng):
    dense, _ = planted(rng, np.concatenate([np.linspace(1, 0.9, 6), -np.linspace(1, 0.9, 6)]))
    start = np.linalg.qr(plain.leading_eigenpairs(dense, 4).vectors)[0]
    values = followed(dense, start, 4).kept_values
    assert_allclose(np.sort(values), [-1.0, -0.98, 0.98, 1.0], rtol=0, atol=1e-8)


@pytest.mark.parametrize("rank", [0, 3])
def test_a_matrix_of_too_low_a_rank_cannot_be_followed(rng, rank):
    values = np.zeros(40)
    values[:rank] = 1.0 + np.arange(rank)
    dense, basis = planted(rng, values)
    assert followed(dense, basis[:, :12], 4) is None


def test_single_precision_finds_the_same_pairs_to_its_accuracy(rng):
    dense, _ = planted(rng, np.linspace(1, 0.1, 120))
    spectrum = find(dense, 10, rng, dtype=np.float32, tolerance=1e-5)
    assert spectrum.converged
    assert spectrum.vectors.dtype == np.float32
    exact = plain.leading_eigenpairs(dense, 10)
    assert_allclose(spectrum.kept_values, exact.kept_values, rtol=0, atol=1e-5)
