"""The gradients along the factorised matrix equal their definitions and central differences."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.factor.directions import levelled
from ppne.factor.embedding import scaled_rows
from ppne.privacy.gradient import (
    FactorGradient,
    context_gradient,
    kkt_gradient,
    mean_gradient,
    spectral_gradient,
)
from ppne.privacy.leakage import similarity_slope
from ppne.privacy.objective import difference_weights
from ppne.private.pairs import PrivatePairs
from tests.reference import leakage as plain_leakage
from tests.reference import spectrum as plain

N, KEPT = 14, 5
CENTRAL = 1e-7  # relative: steps of 1e-5 on numbers of order one

seeds = st.integers(0, 2**32)


def case(seed, *, rest=0.5):
    """A generator, a matrix with a gap at `KEPT` (eigenvalues beyond within ``rest``), pairs."""
    rng = np.random.default_rng(seed)
    kept = rng.choice([-1.0, 1.0], KEPT) * np.linspace(3.0, 1.5, KEPT)
    values = np.concatenate([kept, rest * np.linspace(-1, 0.9, N - KEPT)])
    basis = np.linalg.qr(rng.standard_normal((N, N)))[0]
    every = rng.permutation(np.column_stack(np.triu_indices(N, 1)))
    pairs = PrivatePairs(links=every[:6], decoys=every[6:20])
    return rng, (basis * values) @ basis.T, pairs


def dense(gradient):
    right = gradient.right[:, : gradient.left.shape[1]]
    left = np.where(gradient.held[:, None] >= 0, gradient.left[gradient.held], 0.0)
    return left @ right.T + right @ left.T


def slope_of(rows, pairs):
    weights = difference_weights(len(pairs.links), len(pairs.decoys))
    return similarity_slope(rows, pairs, weights, compute=cpu)


def symmetric(rng):
    line = rng.standard_normal((N, N))
    return line + line.T


def leakage_of_matrix(matrix, pairs, *, level=False):
    """``PL`` of the embedding of a matrix, by LAPACK."""
    rows = scaled_rows(plain.leading_eigenpairs(matrix, KEPT), level=level, compute=cpu)
    return plain_leakage.leakage(rows, pairs.links, pairs.decoys)


@settings(max_examples=20)
@given(seeds)
def test_entries_at_pairs_are_those_of_the_dense_matrix(seed):
    rng = np.random.default_rng(seed)
    gradient = FactorGradient(
        left=rng.standard_normal((5, 3)),
        right=rng.standard_normal((N, 3)),
        held=rng.permutation(np.append(np.arange(5), np.full(N - 5, -1))),
    )
    pairs = rng.integers(N, size=(20, 2))
    expected = dense(gradient)[pairs[:, 0], pairs[:, 1]]
    assert_allclose(gradient.at(pairs, compute=cpu), expected, rtol=0, atol=1e-12)


@settings(max_examples=20)
@given(seeds)
def test_for_similarities_the_kkt_gradient_is_the_methods_closed_form(seed):
    _, matrix, pairs = case(seed)
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    rows = scaled_rows(spectrum, compute=cpu)
    slope = slope_of(rows, pairs)
    gradient = kkt_gradient(spectrum, 2.0 * slope.times(rows, compute=cpu), compute=cpu)
    vectors = spectrum.kept_vectors
    half = slope.times(np.eye(N), compute=cpu) @ (vectors * np.sign(spectrum.kept_values))
    expected = half @ vectors.T
    expected = expected + expected.T
    assert_allclose(dense(gradient), expected, rtol=0, atol=1e-11 * np.abs(expected).max())


@settings(max_examples=10)
@given(seeds)
def test_a_slope_held_where_it_is_not_zero_gives_the_same_gradient(seed):
    _, matrix, _ = case(seed)
    links = np.array([[0, 3], [3, 9]])
    pairs = PrivatePairs(links=links, decoys=np.array([[1, 9], [2, 3]]))
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    rows = scaled_rows(spectrum, compute=cpu)
    slope = slope_of(rows, pairs)
    row_slope, nodes = slope.along_rows(rows, compute=cpu)
    assert_array_equal(nodes, [0, 1, 2, 3, 9])
    some = kkt_gradient(spectrum, row_slope, nodes, compute=cpu)
    whole = kkt_gradient(spectrum, 2.0 * slope.times(rows, compute=cpu), compute=cpu)
    assert_allclose(dense(some), dense(whole), rtol=0, atol=1e-13 * np.abs(dense(whole)).max())
    every = np.column_stack(np.triu_indices(N, 1))
    assert_allclose(some.at(every, compute=cpu), dense(whole)[*every.T], rtol=0, atol=1e-12)


@pytest.mark.parametrize("level", [False, True])
@settings(max_examples=20)
@given(seeds)
def test_the_kkt_gradient_is_a_central_difference_with_the_context_held(level, seed):
    rng, matrix, pairs = case(seed)
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    given = scaled_rows(spectrum, compute=cpu)
    rows = scaled_rows(spectrum, level=level, compute=cpu)
    row_slope = 2.0 * slope_of(rows, pairs).times(rows, compute=cpu)
    gradient = dense(kkt_gradient(spectrum, row_slope, level=level, compute=cpu))
    context = given * np.sign(spectrum.kept_values)
    solve = context @ np.linalg.inv(context.T @ context)
    if level:  # what makes the rows level is held, too
        solve = solve / np.sqrt(np.abs(spectrum.kept_values))
    line = symmetric(rng) * np.linalg.norm(rows, axis=1).min()

    def value(step):
        moved = (matrix + step * line) @ solve
        return plain_leakage.leakage(moved, pairs.links, pairs.decoys)

    difference = (value(1e-5) - value(-1e-5)) / 2e-5
    size = np.abs(gradient * line).sum()
    assert_allclose((gradient * line).sum(), difference, rtol=0, atol=CENTRAL * size)


@pytest.mark.parametrize("level", [False, True])
@settings(max_examples=25)
@given(seeds)
def test_the_spectral_gradient_with_every_pair_is_a_central_difference(level, seed):
    rng, matrix, pairs = case(seed)
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    rows = scaled_rows(spectrum, level=level, compute=cpu)
    slope = slope_of(rows, pairs)
    gradient = dense(spectral_gradient(spectrum, slope, level=level, compute=cpu))
    line = symmetric(rng) * np.linalg.norm(rows, axis=1).min()
    ahead, back = (
        leakage_of_matrix(matrix + step * line, pairs, level=level) for step in (1e-5, -1e-5)
    )
    size = np.abs(gradient * line).sum()
    assert_allclose((gradient * line).sum(), (ahead - back) / 2e-5, rtol=0, atol=CENTRAL * size)


@settings(max_examples=20)
@given(seeds)
def test_eigenvalues_beyond_the_spectrum_count_as_zero(seed):
    _, matrix, pairs = case(seed, rest=0.0)
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    slope = slope_of(scaled_rows(spectrum, compute=cpu), pairs)
    thin = replace(spectrum, values=spectrum.kept_values, vectors=spectrum.kept_vectors)
    whole = dense(spectral_gradient(spectrum, slope, compute=cpu))
    alone = dense(spectral_gradient(thin, slope, compute=cpu))
    assert_allclose(alone, whole, rtol=0, atol=1e-10 * np.abs(whole).max())


@settings(max_examples=20)
@given(seeds)
def test_within_the_kept_subspace_kkt_counts_a_move_twice(seed):
    # The rows take the whole move where the context is held, and half of it where both share it.
    rng, matrix, pairs = case(seed)
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    positive = replace(spectrum, values=np.abs(spectrum.values))
    rows = scaled_rows(positive, compute=cpu)
    slope = slope_of(rows, pairs)
    inside = plain.projector(spectrum.kept_vectors)
    line = inside @ symmetric(rng) @ inside
    spectral = dense(spectral_gradient(positive, slope, compute=cpu))
    kkt = dense(kkt_gradient(positive, 2.0 * slope.times(rows, compute=cpu), compute=cpu))
    size = np.abs(kkt * line).sum()
    assert_allclose(2 * (spectral * line).sum(), (kkt * line).sum(), rtol=0, atol=1e-10 * size)


def test_eigenvalues_that_meet_take_the_derivative(rng):
    basis = np.linalg.qr(rng.standard_normal((N, N)))[0]
    values = np.concatenate([[2.0, 2.0, -2.0, 2.0, 1.5], np.zeros(N - KEPT)])
    matrix = (basis * values) @ basis.T
    _, _, pairs = case(3)
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    gradient = dense(
        spectral_gradient(
            spectrum, slope_of(scaled_rows(spectrum, compute=cpu), pairs), compute=cpu
        )
    )
    line = symmetric(rng) * 0.1
    ahead, back = (leakage_of_matrix(matrix + step * line, pairs) for step in (1e-5, -1e-5))
    size = np.abs(gradient * line).sum()
    assert_allclose((gradient * line).sum(), (ahead - back) / 2e-5, rtol=0, atol=CENTRAL * size)


@settings(max_examples=10)
@given(seeds)
def test_halving_the_change_quarters_the_error(seed):
    rng, matrix, pairs = case(seed)
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    rows = scaled_rows(spectrum, compute=cpu)
    gradient = dense(spectral_gradient(spectrum, slope_of(rows, pairs), compute=cpu))
    size = np.linalg.norm(rows, axis=1).min() ** 2  # so that the shortest row hardly moves
    lines = [symmetric(rng) * size / N for _ in range(8)]
    before = leakage_of_matrix(matrix, pairs)

    def error(step):
        changes = np.array([leakage_of_matrix(matrix + step * line, pairs) for line in lines])
        estimates = np.array([step * (gradient * line).sum() for line in lines])
        return np.linalg.norm(changes - before - estimates)

    assert 3.5 < error(2e-3) / error(1e-3) < 4.5


def test_an_eigenvalue_of_zero_pulls_nothing_in_the_kkt_gradient(rng):
    spectrum = plain.leading_eigenpairs(np.diag([3.0, 2.0, 0.0, 0.0, 0.0, 0.0]), 4)
    gradient = kkt_gradient(spectrum, rng.standard_normal((6, 4)), compute=cpu)
    assert np.isfinite(gradient.left).all()
    assert_allclose(gradient.left[:, 2:], 0.0)


@pytest.mark.parametrize("n_kept", [1, 3])
def test_an_empty_matrix_has_a_gradient_of_nothing(rng, n_kept):
    spectrum = plain.leading_eigenpairs(np.zeros((6, 6)), n_kept)
    assert_allclose(
        dense(kkt_gradient(spectrum, rng.standard_normal((6, n_kept)), compute=cpu)), 0.0
    )


@settings(max_examples=20)
@given(seeds)
def test_with_the_context_held_still_the_gradient_meets_central_differences(seed):
    rng, matrix, pairs = case(seed)
    context = rng.standard_normal((N, KEPT))
    inverse = np.linalg.inv(context.T @ context)

    def leak(at):
        return plain_leakage.leakage(at @ context @ inverse, pairs.links, pairs.decoys)

    rows = matrix @ context @ inverse
    slope = slope_of(rows, pairs).times(rows, scale=2.0, compute=cpu)
    found = context_gradient(context, slope, compute=cpu)
    direction = symmetric(rng)
    step = 1e-5
    central = (leak(matrix + step * direction) - leak(matrix - step * direction)) / (2 * step)
    assert_allclose(np.sum(dense(found) * direction), central, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("level", [False, True])
def test_at_a_closed_form_the_context_gradient_is_the_kkt_gradient(level):
    _, matrix, pairs = case(3)
    spectrum = plain.leading_eigenpairs(matrix, KEPT)
    given = scaled_rows(spectrum, compute=cpu)
    context = given * np.sign(spectrum.kept_values)
    rows, turn = levelled(given, compute=cpu) if level else (given, None)
    slope, nodes = slope_of(rows, pairs).along_rows(rows, compute=cpu)
    one = context_gradient(context, slope, nodes, turn=turn, compute=cpu)
    other = kkt_gradient(spectrum, slope.copy(), nodes, level=level, compute=cpu)
    assert_allclose(dense(one), dense(other), rtol=0, atol=1e-12)


def test_directions_that_a_context_lacks_are_left_out():
    rng, _, pairs = case(4)
    thin = np.column_stack([rng.standard_normal((N, 2)), np.zeros(N)])
    slope = slope_of(thin, pairs).times(thin, scale=2.0, compute=cpu)
    found = dense(context_gradient(thin, slope, compute=cpu))
    alone = dense(context_gradient(thin[:, :2], slope[:, :2].copy(), compute=cpu))
    assert_allclose(found, alone, rtol=0, atol=1e-12)


def test_the_mean_of_gradients_is_that_of_their_matrices():
    rng = np.random.default_rng(0)
    held = rng.permutation(np.append(np.arange(5), np.full(N - 5, -1)))
    several = [
        FactorGradient(
            left=rng.standard_normal((5, 3)), right=rng.standard_normal((N, 3)), held=held
        )
        for _ in range(3)
    ]
    expected = sum(dense(one) for one in several) / 3
    assert_allclose(dense(mean_gradient(several)), expected, rtol=0, atol=1e-12)
    assert mean_gradient(several[:1]) is several[0]
