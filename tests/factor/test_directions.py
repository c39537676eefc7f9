"""Directions keep every cosine, and lose lengths and the axes that the rows were on."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.factor.directions import directions


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
    found = directions(rows.astype(dtype), compute=cpu)
    assert found.dtype == dtype
    close = 1e-12 if dtype == np.float64 else 1e-5
    assert_allclose(found @ found.T, unit(rows) @ unit(rows).T, atol=close)
    assert_array_equal(np.flatnonzero(~found.any(axis=1)), [7])


def test_they_lie_on_their_own_principal_axes_largest_first(rows):
    found = directions(rows, compute=cpu)
    gram = found.T @ found
    assert_allclose(gram, np.diag(np.diag(gram)), atol=1e-10)
    assert (np.diff(np.diag(gram)) <= 0).all()
    assert (found.sum(axis=0) >= 0).all()


def test_they_do_not_tell_how_the_rows_were_turned_or_scaled(rng, rows):
    turned = rows @ np.linalg.qr(rng.normal(size=(5, 5)))[0]
    scaled = turned * rng.uniform(0.1, 2.0, size=(60, 1))
    assert_allclose(directions(scaled, compute=cpu), directions(rows, compute=cpu), atol=1e-8)


def test_rows_of_nothing_stay_so():
    assert not directions(np.zeros((4, 3)), compute=cpu).any()
