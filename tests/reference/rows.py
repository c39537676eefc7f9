"""Twins of `ppne.compute.kernels.rows`, straight from the definitions, dense."""

import numpy as np


def sparse_times_dense(matrix, x, scale=1.0, minus=0.0):
    """``scale * matrix @ x - minus``."""
    return scale * (matrix.toarray() @ x) - minus


def pair_dot(a, b, u, v):
    """Inner product of row ``u[p]`` of ``a`` and row ``v[p]`` of ``b``."""
    return np.array([a[i] @ b[j] for i, j in zip(u, v, strict=True)])


def place_in_rows(pattern, pairs):
    """Where each ``(row, column)`` is stored, found by going through the row; -1 if nowhere."""
    places = []
    for row, column in pairs.tolist():
        stored = range(pattern.indptr[row], pattern.indptr[row + 1])
        places.append(next((at for at in stored if pattern.indices[at] == column), -1))
    return places
