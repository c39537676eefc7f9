"""NumPy and SciPy arrays, as adjacency matrix or list of links, as a `Graph`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from ppne.compute.arrays import Array, IntArray
from ppne.compute.link_rows import are_link_rows, link_rows
from ppne.errors import InputError
from ppne.graph.dropped import Dropped, merge
from ppne.graph.simple import Graph, as_node_ids


def from_matrix(
    matrix: Any, node_ids: Array | Sequence[object] | None = None, *, name: str = "matrix"
) -> tuple[Graph, Dropped]:
    """Graph with a link wherever the square matrix is not zero, and what was dropped.

    Parameters
    ----------
    matrix
        NumPy array or SciPy sparse array, of numbers or truth values.
    node_ids
        One a row; ``0, 1, …`` unless given.
    name
        What errors call the matrix.

    Raises
    ------
    InputError
        If the matrix is not square, or an entry is not a finite real number.
    """
    if not sparse.issparse(matrix):
        matrix = np.asarray(matrix)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError(
            f"{name} must be square, one row and one column a node, got shape {matrix.shape}"
        )
    if matrix.dtype.kind not in "biuf":
        raise InputError(f"{name} must hold real numbers, got {matrix.dtype}; give its real part")
    n_nodes = matrix.shape[0]
    if node_ids is not None and len(node_ids) != n_nodes:
        raise InputError(f"node_ids must have one entry a row ({n_nodes}), got {len(node_ids)}")
    if node_ids is None and (simple := _simple_rows(matrix)) is not None:
        indptr, indices = simple
        return Graph(indptr=indptr, indices=indices, node_ids=np.arange(n_nodes)), Dropped()
    entries = sparse.csr_array(matrix).tocoo()  # by way of rows, which sums up repeated entries
    rows, columns = (part.astype(np.int64) for part in entries.coords)
    values = entries.data
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        raise InputError(
            f"{name} must hold finite numbers, got {values[bad[0]]} at row {rows[bad[0]]}, "
            f"column {columns[bad[0]]}; set it to 0 or 1"
        )
    ends = np.column_stack([rows, columns])
    weighty = (values != 0) & (values != 1)
    n_weights = len(link_rows(ends[weighty], n_nodes).indices) // 2 if weighty.any() else 0
    if not values.all():
        ends = ends[values != 0]
    ids = np.arange(n_nodes) if node_ids is None else as_node_ids(node_ids)
    return merge(ends, ids, weights=n_weights, mirrored=True)


def _simple_rows(matrix: Any) -> tuple[IntArray, IntArray] | None:
    """``indptr`` and ``indices`` of sorted rows, symmetric, of ones, without a diagonal.

    They are the graph's as they stand: a large graph is in memory once, not five times.
    """
    if not sparse.issparse(matrix) or matrix.format != "csr" or not matrix.nnz:
        return None
    if not matrix.has_canonical_format or (matrix.data != 1).any():
        return None
    indptr, indices = (part.astype(np.int64) for part in (matrix.indptr, matrix.indices))
    return (indptr, indices) if are_link_rows(indptr, indices) else None


def is_links(array: Array, name: str) -> bool:
    """Whether the array is a list of links, ``(n_links, 2)`` integers, and no matrix.

    Raises
    ------
    InputError
        If it has two rows and two columns of integers, and so may be either.
    """
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        return False
    if len(array) == 2:
        raise InputError(
            f"{name} of shape (2, 2) may be two links or a matrix of two nodes; "
            "give the links as text, or the matrix as floating-point numbers"
        )
    return True
