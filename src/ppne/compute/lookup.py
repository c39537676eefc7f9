"""Where entries are in a sparse pattern: allocation here, the loop a kernel."""

import numpy as np

from ppne.compute.arrays import BoolArray, IntArray
from ppne.compute.kernels.rows import place_in_rows, place_many_in_rows

_MANY = 100_000
"""Entries worth waking all threads for: that alone takes milliseconds on a busy machine."""


def find_in_pattern(indptr: IntArray, indices: IntArray, pairs: IntArray) -> IntArray:
    """Position of each ``(row, column)`` among ``indices``, or -1; columns sorted; O(log) each."""
    out = np.empty(len(pairs), dtype=np.int64)
    place = place_in_rows if len(pairs) < _MANY else place_many_in_rows
    place(indptr, indices, pairs[:, 0], pairs[:, 1], out)
    return out


def in_pattern(indptr: IntArray, indices: IntArray, pairs: IntArray) -> BoolArray:
    """Whether each ``(row, column)`` is stored."""
    found: BoolArray = find_in_pattern(indptr, indices, pairs) >= 0
    return found
