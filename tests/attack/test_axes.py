"""Principal axes undo any rotation of the rows; sparse ones do so without their lengths."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from ppne.attack import axes as module
from ppne.attack.axes import principal_axes, rows_on, sparse_axes


def test_the_axes_are_the_right_singular_vectors_largest_first(rng):
    rows = rng.normal(size=(50, 4)) * np.array([1.0, 8, 2, 4])
    axes = principal_axes(rows)
    assert_allclose(axes.T @ axes, np.eye(4), atol=1e-12)
    _, values, vectors = np.linalg.svd(rows)
    assert_allclose(np.abs(np.sum(axes * vectors.T, axis=0)), 1, atol=1e-9)
    assert_allclose(np.linalg.norm(rows @ axes, axis=0), values, rtol=1e-9)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_turned_rows_are_the_same_up_to_signs(rng, dtype):
    rows = (rng.normal(size=(80, 5)) * 2.0 ** np.arange(5)).astype(dtype)
    turned = (rows @ np.linalg.qr(rng.normal(size=(5, 5)))[0]).astype(dtype)
    before, after = (np.abs(some @ principal_axes(some)) for some in (rows, turned))
    assert_allclose(after, before, atol=1e-8 if dtype == np.float64 else 1e-3)


def test_rows_are_read_block_by_block(rng, monkeypatch):
    rows = rng.normal(size=(50, 3)) * np.array([1.0, 2, 4])
    whole = principal_axes(rows)
    monkeypatch.setattr(module, "_BLOCK", 7)
    assert_allclose(np.abs(principal_axes(rows)), np.abs(whole), atol=1e-9)


def test_rows_on_axes_have_length_one_and_zero_rows_stay(rng):
    rows = rng.normal(size=(9, 3))
    rows[4] = 0
    axes = principal_axes(rows)
    found = rows_on(rows, axes, np.array([4, 2, 2, 8]))
    assert_allclose(np.linalg.norm(found, axis=1), [0, 1, 1, 1])
    assert_allclose(found[3], (rows @ axes)[8] / np.linalg.norm(rows[8]), rtol=1e-12)


def parts(rng, n_rows=300, n_parts=4):
    """Rows that each live on one axis, but for a little, and of very different lengths."""
    rows = 0.05 * rng.normal(size=(n_rows, n_parts))
    rows[np.arange(n_rows), rng.integers(n_parts, size=n_rows)] += rng.choice([-1, 1], n_rows)
    return rows * rng.uniform(0.1, 5.0, size=(n_rows, 1))


def test_sparse_axes_find_the_parts_whatever_way_rows_are_turned_and_scaled(rng):
    rows = parts(rng)
    turned = rows @ np.linalg.qr(rng.normal(size=(4, 4)))[0]
    units = turned / np.linalg.norm(turned, axis=1, keepdims=True)
    for published in (rows, turned, units):
        axes = sparse_axes(published)
        assert_allclose(axes.T @ axes, np.eye(4), atol=1e-12)
        entries = np.sort(np.abs(rows_on(published, axes, np.arange(300))), axis=1)
        assert entries[:, -1].min() > 0.9


def test_sparse_axes_are_found_on_some_of_many_rows(rng, monkeypatch):
    rows = parts(rng)
    monkeypatch.setattr(module, "_MOST_ROWS", 60)
    entries = np.sort(np.abs(rows_on(rows, sparse_axes(rows), np.arange(300))), axis=1)
    assert entries[:, -1].min() > 0.9
