"""The walk's inner loops, one by one: each equals its plain twin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from ppne.compute.kernels import walk
from tests.reference import walk as plain


def symmetric(rng, n):
    dense = rng.uniform(-1, 1, (n, n)) * (rng.random((n, n)) < 2 / n)
    return sparse.csr_array((dense + dense.T) / 2)


@st.composite
def walks(draw):
    """A generator and a sparse symmetric matrix, some rows empty."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n = draw(st.integers(1, 12))
    return rng, symmetric(rng, n)


@pytest.mark.parametrize("n", [5, walk.WIDTH + 3, 2 * walk.WIDTH + 3])
@pytest.mark.parametrize("n_groups", [1, 2, 4])
@pytest.mark.parametrize("n_terms", [1, 2, 3, 4])
def test_the_groups_share_the_middle_of_the_sandwich(rng, n, n_groups, n_terms):
    matrix, inner = (symmetric(rng, n) for _ in range(2))
    pairs = rng.integers(n, size=(9, 2))
    u, v = np.ascontiguousarray(pairs.T)
    out = np.zeros((n_groups, len(pairs)))
    walk.sandwich_groups(
        matrix.indptr,
        matrix.indices,
        matrix.data,
        inner.indptr,
        inner.indices,
        inner.data,
        n_terms,
        u,
        v,
        out,
    )
    expected = plain.sandwich_groups(matrix, inner, n_terms, pairs, n_groups, walk.WIDTH)
    assert_allclose(out, expected, rtol=0, atol=1e-11)  # powers of a matrix of norm up to five


@settings(max_examples=20)
@given(walks(), st.integers(0, 4))
def test_polynomial_rows_equals_its_definition_from_any_row_on(drawn, degree):
    rng, matrix = drawn
    n = matrix.shape[0]
    first = int(rng.integers(n))
    out = np.full((n - first, n), np.nan)
    coefficients = rng.uniform(-1, 1, degree + 1)
    walk.polynomial_rows(matrix.indptr, matrix.indices, matrix.data, coefficients, first, out)
    expected = plain.polynomial_rows(matrix, coefficients, first, n - first)
    assert_allclose(out, expected, rtol=0, atol=1e-10)  # powers of a matrix of norm up to five


@settings(max_examples=20)
@given(walks())
def test_what_is_counted_above_one_is_what_is_kept(drawn):
    rng, _ = drawn
    dense = rng.uniform(-3, 3, rng.integers(1, 9, size=2))
    row_scale, column_scale = (rng.uniform(0, 2, size) for size in dense.shape)
    counts = np.empty(len(dense), dtype=np.int64)
    walk.count_above(dense, row_scale, column_scale, counts)
    assert_array_equal(counts, plain.count_above(dense, row_scale, column_scale))
    starts = np.cumsum(counts) - counts
    indices, values = np.empty(counts.sum(), dtype=np.int32), np.empty(counts.sum())
    walk.keep_above(dense, row_scale, column_scale, starts, indices, values)
    kept = sparse.csr_array((values, indices, np.append(starts, counts.sum())), shape=dense.shape)
    expected = plain.keep_above(dense, row_scale, column_scale)
    assert_allclose(kept.toarray(), expected, rtol=1e-15, atol=0)  # two products in another order
