"""The leakage equals its sum; its slopes equal central differences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.privacy.leakage import leakage, learned_row_slope, similarity_slope, unit_rows
from ppne.privacy.objective import PairWeights, difference_weights, learned_direction
from ppne.private.pairs import PrivatePairs
from tests.reference import leakage as plain

EXACT = 1e-12
CENTRAL = 1e-7  # relative: a step of 1e-5 leaves 1e-10 of curvature and 1e-11 of rounding


def case(seed, *, n=12, n_components=4, with_decoys=True):
    """A generator, rows and pairs among them."""
    rng = np.random.default_rng(seed)
    every = rng.permutation(np.column_stack(np.triu_indices(n, 1)))
    n_links, n_decoys = rng.integers(1, 10, size=2)
    decoys = every[n_links : n_links + n_decoys] if with_decoys else every[:0]
    pairs = PrivatePairs(links=every[:n_links], decoys=decoys)
    return rng, rng.standard_normal((n, n_components)), pairs


seeds = st.integers(0, 2**32)


def dense_slope(slope, n):
    return slope.times(np.eye(n), compute=cpu)


def papers_weights(pairs):
    return difference_weights(len(pairs.links), len(pairs.decoys))


@settings(max_examples=30)
@given(seeds, st.booleans())
def test_leakage_equals_its_sum_over_decoys_or_over_all_pairs(seed, with_decoys):
    _, rows, pairs = case(seed, with_decoys=with_decoys)
    expected = plain.leakage(rows, pairs.links, pairs.decoys)
    result = leakage(rows, pairs, compute=cpu)
    assert_allclose(result.value, expected, rtol=0, atol=EXACT)
    units = rows / np.linalg.norm(rows, axis=1)[:, None]
    for ends, cosines in ((pairs.links, result.link_cosines), (pairs.decoys, result.decoy_cosines)):
        assert_allclose(cosines, (units @ units.T)[ends[:, 0], ends[:, 1]], rtol=0, atol=EXACT)


@settings(max_examples=20)
@given(seeds, st.booleans())
def test_the_scale_of_each_row_does_not_matter(seed, with_decoys):
    rng, rows, pairs = case(seed, with_decoys=with_decoys)
    scaled = rows * rng.uniform(0.1, 10, (len(rows), 1))
    assert_allclose(
        leakage(scaled, pairs, compute=cpu).value,
        leakage(rows, pairs, compute=cpu).value,
        rtol=0,
        atol=EXACT,
    )


@settings(max_examples=20)
@given(seeds, st.booleans())
def test_relabelling_the_nodes_and_turning_the_axes_does_not_matter(seed, with_decoys):
    rng, rows, pairs = case(seed, with_decoys=with_decoys)
    label = rng.permutation(len(rows))
    axes = np.linalg.qr(rng.standard_normal((4, 4)))[0]
    turned = np.empty_like(rows)
    turned[label] = rows @ axes
    relabelled = PrivatePairs(
        links=np.sort(label[pairs.links], axis=1), decoys=np.sort(label[pairs.decoys], axis=1)
    )
    assert_allclose(
        leakage(turned, relabelled, compute=cpu).value,
        leakage(rows, pairs, compute=cpu).value,
        rtol=0,
        atol=EXACT,
    )


def test_leakage_is_twice_the_links_where_they_agree_and_the_decoys_oppose():
    rows = np.array([[1.0, 0.0], [2.0, 0.0], [-1.0, 0.0]])
    pairs = PrivatePairs(links=np.array([[0, 1]]), decoys=np.array([[0, 2], [1, 2]]))
    assert leakage(rows, pairs, compute=cpu).value == 2.0


@pytest.mark.parametrize("with_decoys", [True, False])
def test_a_zero_row_counts_for_nothing_and_its_slope_is_zero(rng, with_decoys):
    _, rows, _ = case(7)
    pairs = PrivatePairs(
        links=np.array([[0, 1], [2, 3]]),
        decoys=np.array([[0, 4], [5, 6]] if with_decoys else np.empty((0, 2), dtype=int)),
    )
    rows[0] = 1e-9
    value = leakage(rows, pairs, compute=cpu)
    assert value.link_cosines[0] == 0.0
    if not with_decoys:
        alone = PrivatePairs(links=np.array([[1, 2]]), decoys=pairs.decoys)
        mean = leakage(rows[1:], alone, compute=cpu)  # all pairs of the other rows
        assert_allclose(
            value.value - value.link_cosines.sum(),
            2 * (mean.value - mean.link_cosines.sum()),
            rtol=0,
            atol=EXACT,
        )
    slope = similarity_slope(rows, pairs, papers_weights(pairs), compute=cpu)
    dense = dense_slope(slope, len(rows))
    assert_array_equal(dense[0], 0.0)
    assert np.isfinite(dense).all()


@settings(max_examples=25)
@given(seeds, st.booleans())
def test_the_slope_along_similarities_equals_a_central_difference(seed, with_decoys):
    rng, rows, pairs = case(seed, with_decoys=with_decoys)
    weights = (
        PairWeights(
            links=rng.standard_normal(len(pairs.links)),
            decoys=rng.standard_normal(len(pairs.decoys)),
        )
        if with_decoys
        else papers_weights(pairs)
    )
    slope = dense_slope(similarity_slope(rows, pairs, weights, compute=cpu), len(rows))
    assert_allclose(slope, slope.T, rtol=0, atol=EXACT * np.abs(slope).max())
    similarity = rows @ rows.T
    line = rng.standard_normal(similarity.shape)
    line = (line + line.T) * np.diag(similarity).min()  # stays well within positive diagonals
    every = np.concatenate([pairs.links, pairs.decoys])
    both = np.concatenate([weights.links, weights.decoys])
    if not with_decoys:
        everyone = np.column_stack(np.triu_indices(len(rows), 1))
        every = np.concatenate([every, everyone])
        both = np.concatenate([both, np.full(len(everyone), -len(pairs.links) / len(everyone))])

    def value(step):
        return plain.weighted_cosines(similarity + step * line, every, both)

    difference = (value(1e-5) - value(-1e-5)) / 2e-5
    size = np.abs(slope * line).sum()
    assert_allclose((slope * line).sum(), difference, rtol=0, atol=CENTRAL * size)


@settings(max_examples=20)
@given(seeds)
def test_the_slope_along_rows_equals_a_central_difference(seed):
    rng, rows, pairs = case(seed)
    slope = similarity_slope(rows, pairs, papers_weights(pairs), compute=cpu)
    row_slope = 2.0 * slope.times(rows, compute=cpu)
    line = rng.standard_normal(rows.shape) * np.linalg.norm(rows, axis=1)[:, None]
    ahead, back = (
        plain.leakage(rows + step * line, pairs.links, pairs.decoys) for step in (1e-5, -1e-5)
    )
    size = np.abs(row_slope * line).sum()
    assert_allclose((row_slope * line).sum(), (ahead - back) / 2e-5, rtol=0, atol=CENTRAL * size)


@settings(max_examples=20)
@given(seeds)
def test_the_learned_slope_equals_a_central_difference_with_the_direction_held(seed):
    rng, rows, pairs = case(seed)
    slope, gap = learned_row_slope(rows, pairs, compute=cpu)

    def products(moved, ends):
        units = moved / np.linalg.norm(moved, axis=1)[:, None]
        return units[ends[:, 0]] * units[ends[:, 1]]

    direction = learned_direction(products(rows, pairs.links), products(rows, pairs.decoys))

    def value(step):
        moved = rows + step * line
        scores = [products(moved, ends) @ direction for ends in (pairs.links, pairs.decoys)]
        return len(pairs.links) * (scores[0].mean() - scores[1].mean())

    line = rng.standard_normal(rows.shape) * np.linalg.norm(rows, axis=1)[:, None]
    assert_allclose(gap, value(0.0), rtol=0, atol=1e-10 * np.abs(direction).sum())
    difference = (value(1e-5) - value(-1e-5)) / 2e-5
    size = np.abs(slope * line).sum() + np.abs(direction).sum()
    assert_allclose((slope * line).sum(), difference, rtol=0, atol=CENTRAL * size)


def test_the_learned_gap_is_the_leakage_where_the_direction_is_plain():
    rows = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    pairs = PrivatePairs(links=np.array([[0, 1]]), decoys=np.array([[0, 2], [1, 3]]))
    _, gap = learned_row_slope(rows, pairs, compute=cpu)
    assert_allclose(gap, leakage(rows, pairs, compute=cpu).value, rtol=0, atol=EXACT)


def test_unit_rows_have_length_one_or_none():
    units, inverse = unit_rows(np.array([[3.0, 4.0], [0.0, 0.0], [1e-7, 0.0]]))
    assert_allclose(units, [[0.6, 0.8], [0.0, 0.0], [0.0, 0.0]], rtol=1e-15)
    assert_allclose(inverse, [0.2, 0.0, 0.0], rtol=1e-15)
