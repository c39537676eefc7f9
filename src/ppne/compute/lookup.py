"""Where entries are in a sparse pattern, and how it is edited: the loops are kernels."""

import numpy as np

from ppne.compute.arrays import BoolArray, IntArray
from ppne.compute.kept import empty
from ppne.compute.kernels.rows import edit_rows, place_in_rows, place_many_in_rows

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


def edited_rows(
    indptr: IntArray, indices: IntArray, rows: IntArray, columns: IntArray, lengths: IntArray
) -> tuple[IntArray, IntArray]:
    """The pattern after each ``(row, column)`` has gone if it was there, or come if it was not.

    Columns are sorted, and so are the entries to edit; ``lengths`` is how long the rows are then.
    One pass over the pattern.
    """
    new_indptr = np.zeros(len(indptr), dtype=indptr.dtype)
    np.cumsum(lengths, out=new_indptr[1:])
    out = empty((int(new_indptr[-1]),), indices.dtype)
    edit_ptr = np.searchsorted(rows, np.arange(len(indptr)))
    edit_rows(indptr, indices, edit_ptr, np.ascontiguousarray(columns), new_indptr, out)
    return new_indptr, out
