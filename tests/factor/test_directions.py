"""Directions keep every cosine, of level rows too; lengths and the rows' own axes go."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.factor.directions import directions, levelled, suits_level
from ppne.factor.embedding import FAINT
from ppne.factor.methods import method_named


@pytest.fixture
def rows(rng):
    found = rng.normal(size=(60, 5)) * 2.0 ** np.arange(5)
    found[7] = 0.0
    return found


def unit(rows):
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(norms > 0, norms, 1.0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_cosines_stay_and_lengths_go(rows, dtype):
    found = directions(rows.astype(dtype), level=False, compute=cpu)
    assert found.dtype == dtype
    close = 1e-12 if dtype == np.float64 else 1e-5
    assert_allclose(found @ found.T, unit(rows) @ unit(rows).T, atol=close)
    assert_array_equal(np.flatnonzero(~found.any(axis=1)), [7])


@pytest.mark.parametrize("level", [False, True])
def test_they_lie_on_their_own_principal_axes_largest_first(rows, level):
    found = directions(rows, level=level, compute=cpu)
    gram = found.T @ found
    assert_allclose(gram, np.diag(np.diag(gram)), atol=1e-10)
    assert (np.diff(np.diag(gram)) <= 0).all()
    assert (found.sum(axis=0) >= 0).all()


def test_they_do_not_tell_how_the_rows_were_turned_or_scaled(rng, rows):
    turned = rows @ np.linalg.qr(rng.normal(size=(5, 5)))[0]
    scaled = turned * rng.uniform(0.1, 2.0, size=(60, 1))
    found = directions(scaled, level=False, compute=cpu)
    assert_allclose(found, directions(rows, level=False, compute=cpu), atol=1e-8)


def test_level_rows_are_as_long_along_each_axis_and_the_matrix_makes_them_so(rows):
    found, turn = levelled(rows, compute=cpu)
    assert_allclose(found.T @ found, np.eye(5), atol=1e-10)
    assert_allclose(rows @ turn, found, atol=1e-12)
    assert_allclose(turn, turn.T, atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_level_directions_have_the_cosines_of_left_singular_vectors(rows, dtype):
    left = np.linalg.svd(rows, full_matrices=False)[0]
    left[7] = 0.0
    found = directions(rows.astype(dtype), level=True, compute=cpu)
    assert found.dtype == dtype
    close = 1e-10 if dtype == np.float64 else 1e-4
    assert_allclose(found @ found.T, unit(left) @ unit(left).T, atol=close)
    assert_array_equal(np.flatnonzero(~found.any(axis=1)), [7])


def test_level_directions_do_not_tell_how_the_axes_were_stretched(rng, rows):
    stretched = rows @ np.linalg.qr(rng.normal(size=(5, 5)))[0] * rng.uniform(1, 3, size=5)
    found = directions(stretched, level=True, compute=cpu)
    assert_allclose(found, directions(rows, level=True, compute=cpu), atol=1e-8)


def test_axes_that_hold_next_to_nothing_do_not_count(rng):
    rows = rng.normal(size=(60, 5))
    faint = rows * [1, 1, 1, 1, FAINT / 10]
    found, _ = levelled(faint, compute=cpu)
    assert np.linalg.matrix_rank(found, tol=1e-6) == 4


def test_rows_are_level_but_for_closed_line():
    assert suits_level(method_named("deepwalk"))
    assert suits_level(lambda graph: graph)
    assert not suits_level(method_named("line"))


def test_rows_of_nothing_stay_so():
    for level in (False, True):
        assert not directions(np.zeros((4, 3)), level=level, compute=cpu).any()
