"""The nearest rows are those that sorting all cosines gives, in little memory."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import nearest as module
from ppne.compute.nearest import inverse_norms, nearest
from ppne.errors import InputError
from tests.reference import nearest as plain


@st.composite
def axis_rows(draw):
    """Signed unit vectors times powers of two, and zero rows: cosines exact, full of ties."""
    n, dims = draw(st.integers(2, 30)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = np.eye(dims)[rng.integers(dims, size=n)]
    scale = 2.0 ** rng.integers(-3, 4, size=(n, 1))
    return rows * scale * rng.integers(-1, 2, size=(n, 1)), rng


@given(axis_rows(), st.data())
def test_ties_go_to_the_smaller_index(drawn, data):
    rows, rng = drawn
    k = data.draw(st.integers(1, len(rows) - 1))
    of = rng.integers(len(rows), size=rng.integers(0, 9))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_ASKING", 3)
        patch.setattr(module, "_OFFERED", 5)
        found, cosines = nearest(rows, of, k)
    expected, expected_cosines = plain.nearest(rows, of, k)
    assert_array_equal(found, expected)
    assert_array_equal(cosines, expected_cosines)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_it_equals_its_definition_over_several_blocks(rng, dtype):
    n = 2 * module._OFFERED + 100
    rows = rng.normal(size=(n, 8)).astype(dtype)
    of = rng.permutation(n)[: module._ASKING + 50]
    found, cosines = nearest(rows, of, 7)
    assert found.dtype == np.int64
    assert cosines.dtype == dtype
    _, expected = plain.nearest(rows.astype(np.float64), of, 7)
    tolerance = 16 * np.finfo(dtype).eps  # eight products of numbers up to one
    assert_allclose(cosines, expected, rtol=0, atol=tolerance)
    whole = plain.cosines(rows.astype(np.float64))
    assert_allclose(np.take_along_axis(whole[of], found, axis=1), expected, atol=2 * tolerance)
    assert all(len(set(row)) == 7 for row in found.tolist())
    assert not (found == of[:, None]).any()


def test_half_precision_and_integers_are_taken():
    rows = np.array([[1, 0], [3, 1], [0, 2]])
    for dtype, kept in ((np.float16, np.float32), (np.int64, np.float64)):
        found, cosines = nearest(rows.astype(dtype), np.arange(3), 1)
        assert found.ravel().tolist() == [1, 0, 1]
        assert cosines.dtype == kept


def test_the_length_of_a_row_does_not_count(rng):
    rows = rng.normal(size=(50, 4))
    scaled = rows * 2.0 ** rng.integers(-3, 4, size=(50, 1))
    assert_array_equal(nearest(rows, np.arange(50), 5)[0], nearest(scaled, np.arange(50), 5)[0])


def test_a_row_of_noise_is_a_zero_row():
    rows = np.array([[1.0, 0.0], [0.0, 1e-9], [0.0, 3.0], [0.0, 0.0]])
    assert inverse_norms(rows).tolist() == [1, 0, 1 / 3, 0]
    found, cosines = nearest(rows, np.array([2, 1]), 3)
    assert found.tolist() == [[0, 1, 3], [0, 2, 3]]
    assert not cosines.any()


def test_rows_of_zeros_are_taken():
    found, _ = nearest(np.zeros((4, 2)), np.arange(4), 2)
    assert found.tolist() == [[1, 2], [0, 2], [0, 1], [0, 1]]


@pytest.mark.parametrize("k", [0, 5, -1])
def test_a_k_beyond_the_other_rows_is_refused(k):
    with pytest.raises(InputError, match="k must be from 1 to 4"):
        nearest(np.ones((5, 2)), np.arange(5), k)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
def test_a_value_that_is_not_finite_is_refused(value):
    rows = np.ones((5, 2))
    rows[3, 1] = value
    with pytest.raises(InputError, match=r"row 3 .* not finite"):
        nearest(rows, np.arange(5), 2)


def test_no_square_matrix_is_held(rng):
    rows = rng.normal(size=(20_000, 4)).astype(np.float32)
    tracemalloc.start()
    nearest(rows, rng.permutation(20_000)[:600], 10)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30e6 + 20_000 * 24  # two blocks; 600 x 20,000 alone are 48 MB
