"""Memory of large arrays is used again, never while anything still looks at it."""

import gc

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from ppne.compute import kept

LARGE = (kept._LEAST_BYTES // 8 // 50, 100)  # twice the least


def address(array):
    return array.ctypes.data


@pytest.fixture
def open_shelf():
    with kept.keeping():
        yield kept._SHELF
    assert not kept._SHELF.free


def test_the_memory_of_an_array_that_is_gone_is_used_again(open_shelf):
    first = kept.empty(LARGE, np.float64)
    assert (first.shape, first.dtype, address(first) % 64) == (LARGE, np.float64, 0)
    where = address(first)
    del first
    second = kept.empty((LARGE[0] * 2 - 9, 100), np.float32)  # a bit less, of another type
    assert (second.dtype, address(second)) == (np.float32, where)


def test_memory_is_not_used_again_while_a_view_on_it_lives(open_shelf):
    first = kept.empty(LARGE, np.float64)
    first.fill(1.0)
    view = first[3:7, ::2].T
    del first
    gc.collect()
    kept.empty(LARGE, np.float64).fill(2.0)
    assert_array_equal(view, 1.0)


def test_pieces_much_too_large_or_too_small_are_left(open_shelf):
    first = kept.empty((3 * LARGE[0], 100), np.float64)
    del first
    small = kept.empty(LARGE, np.float64)
    assert len(open_shelf.free) == 1
    larger = kept.empty((7 * LARGE[0], 100), np.float64)
    assert len(open_shelf.free) == 1
    del small, larger
    assert len(open_shelf.free) == 3


def test_what_nothing_takes_up_is_let_go(open_shelf, monkeypatch):
    monkeypatch.setattr(kept, "_REQUESTS", 2)
    kept.empty(LARGE, np.float64)
    assert len(open_shelf.free) == 1
    for _ in range(3):
        kept.empty((9 * LARGE[0], 1), np.float64)
        kept.empty((9 * LARGE[0], 100), np.float64)
    assert all(len(memory) > 2 * kept._LEAST_BYTES for _, memory in open_shelf.free)


def test_small_arrays_and_closed_shelves_keep_nothing(open_shelf):
    kept.empty((3, 3), np.float64)
    assert not open_shelf.free
    with kept.keeping():
        kept.empty(LARGE, np.float64)
    assert len(open_shelf.free) == 1  # still open outside


def test_an_array_that_outlives_the_shelf_keeps_its_numbers():
    with kept.keeping():
        array = kept.empty(LARGE, np.float64)
        array.fill(3.0)
    assert_array_equal(array, 3.0)
    del array
    assert not kept._SHELF.free
    assert kept.empty(LARGE, np.float64).base is None
