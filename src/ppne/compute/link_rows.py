"""Link ends as sorted symmetric rows: allocation here, the loops kernels."""

from dataclasses import dataclass, field

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.compute.kernels.links import (
    are_above,
    key_ends,
    mark,
    merge_keys,
    renumber,
    turned_keys,
)

_SPARE = 4
"""Entries of a table for each value at the most, five bytes each: beyond, sorting takes less."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class LinkRows:
    """Sparse symmetric rows, columns sorted, each link once a side; and what they do not show.

    Parameters
    ----------
    indptr, indices
        Of the compressed rows.
    loops
        Rows of the input with the same end twice.
    repeats
        Copies of a link beyond the first in the same direction.
    two_way
        Links given in both directions.
    most_repeats
        As ``repeats``, but counting for each link only the direction that has more copies.
    """

    indptr: IntArray = field(repr=False)
    indices: IntArray = field(repr=False)
    loops: int
    repeats: int
    two_way: int
    most_repeats: int


def link_rows(ends: IntArray, n_nodes: int) -> LinkRows:
    """Rows of the links ``(u, v)`` in ``ends``, which are indices below ``n_nodes``.

    By one sort of a key for either end, O(n_links log n_links); beyond the result, nothing large
    is allocated.
    """
    ends = np.ascontiguousarray(ends, dtype=np.int64)
    keys = np.empty(2 * len(ends), dtype=np.int64)
    n_keys = int(key_ends(ends, n_nodes, keys))
    keys[:n_keys].sort()
    indptr = np.empty(n_nodes + 1, dtype=np.int64)
    found = np.zeros(3, dtype=np.int64)
    n_kept = int(merge_keys(keys[:n_keys], indptr, found))
    keys.resize(n_kept, refcheck=False)
    return LinkRows(
        indptr=indptr,
        indices=keys,
        loops=len(ends) - n_keys // 2,
        repeats=int(found[0]),
        two_way=int(found[1]),
        most_repeats=int(found[2]),
    )


def are_link_rows(indptr: IntArray, indices: IntArray) -> bool:
    """Whether compressed rows, columns sorted and distinct, are symmetric and without a diagonal.

    One sort of half the entries, four bytes each of all.
    """
    keys = np.empty(len(indices) // 2, dtype=np.int64)
    n_keys = int(turned_keys(indptr, indices, keys))
    if 2 * n_keys != len(indices):
        return False
    keys.sort()
    return bool(are_above(indptr, indices, keys))


def number_values(values: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct values in order, and each value as its index among them, in the same shape.

    By a table of the range of the values where that is not far larger than their number, which
    takes a tenth of the time of sorting them. Values that are their own indices come back as they
    are, not copied.
    """
    low, high = (int(values.min()), int(values.max())) if values.size else (0, 0)
    if high - low >= min(_SPARE * values.size, 2**31) or high >= 2**63:
        distinct, index = np.unique(values, return_inverse=True)
        return distinct, index.reshape(values.shape)
    values = np.ascontiguousarray(values, dtype=np.int64)
    seen = np.zeros(high - low + 1, dtype=np.bool_)
    mark(values.reshape(-1), low, seen)
    distinct = np.flatnonzero(seen) + low
    if len(distinct) == len(seen):
        return distinct, (values - low if low else values)
    number = np.cumsum(seen, dtype=np.int32)
    number -= 1
    index = np.empty_like(values)
    renumber(values.reshape(-1), low, number, index.reshape(-1))
    return distinct, index
