"""Arrays of node pairs ``(k, 2)`` with ``u < v``: checked, keyed, looked up."""

import numpy as np

from ppne.compute.arrays import Array, BoolArray, IntArray
from ppne.errors import InputError


def check_pairs(pairs: Array, n_nodes: int, name: str) -> IntArray:
    """The rows as they stand; raises on a loop or an index out of range."""
    array = np.asarray(pairs)
    if array.size == 0:
        return np.empty((0, 2), dtype=np.int64)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise InputError(
            f"{name} must be an array of shape (n_pairs, 2) of node indices, "
            f"got {array.dtype} of shape {array.shape}"
        )
    if array.min() < 0 or array.max() >= n_nodes:
        raise InputError(f"{name} must hold node indices from 0 to {n_nodes - 1}")
    if (array[:, 0] == array[:, 1]).any():
        raise InputError(f"{name} holds a pair of a node with itself; drop it")
    return array.astype(np.int64, copy=False)


def as_pairs(pairs: Array, n_nodes: int, name: str) -> IntArray:
    """Distinct rows ``(u, v)``, ``u < v``, sorted; raises on a loop or an index out of range."""
    ends = check_pairs(pairs, n_nodes, name)
    if not len(ends):
        return ends
    keys = np.sort(keys_of(np.sort(ends, axis=1), n_nodes))
    first = np.concatenate([[True], keys[1:] != keys[:-1]])
    return pairs_of(keys[first], n_nodes)


def keys_of(pairs: IntArray, n_nodes: int) -> IntArray:
    """One integer a pair, ``u * n_nodes + v``, ordered as the pairs are."""
    keys: IntArray = pairs[:, 0] * np.int64(n_nodes) + pairs[:, 1]
    return keys


def pairs_of(keys: IntArray, n_nodes: int) -> IntArray:
    """As :func:`keys_of`, the other way."""
    return np.column_stack(np.divmod(keys, np.int64(n_nodes)))


def first_of_each(keys: IntArray) -> IntArray:
    """The different keys, in the order in which they first stand."""
    return keys[np.sort(np.unique(keys, return_index=True)[1])]


def contains(sorted_keys: IntArray, keys: IntArray) -> BoolArray:
    """Whether each of ``keys`` is among ``sorted_keys``; O(log) each, no hashing."""
    if not len(sorted_keys):
        return np.zeros(len(keys), dtype=bool)
    at = np.minimum(np.searchsorted(sorted_keys, keys), len(sorted_keys) - 1)
    found: BoolArray = sorted_keys[at] == keys
    return found
