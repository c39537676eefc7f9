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


def positive_sums(pattern, terms):
    """``terms[i] + terms[j]`` at the stored places, 0 where that is not positive."""
    rows, columns = pattern.nonzero()
    dense = np.zeros(pattern.shape)
    dense[rows, columns] = np.maximum(terms[rows] + terms[columns], 0.0)
    return dense


def degree_shifts(adjacency, nodes, gradient, volume, negatives):
    """``<G, Z' - Z>`` with the degree of one node moved by one up, and by one down."""
    degrees = adjacency.sum(axis=1)

    def value(moved):
        entries = volume / (negatives * np.outer(moved, moved))
        return (gradient * np.where(adjacency > 0, np.log(np.maximum(entries, 1.0)), 0.0)).sum()

    shifts = np.empty((len(nodes), 2))
    for place, node in enumerate(nodes):
        for column, step in enumerate((1, -1)):
            moved = np.maximum(degrees, 1.0)
            before = value(moved)
            moved[node] = max(degrees[node] + step, 1.0)
            shifts[place, column] = value(moved) - before
    return shifts


def edited_rows(dense, rows, columns):
    """The 0/1 pattern with each of the entries turned over."""
    after = dense.copy()
    after[rows, columns] = 1 - after[rows, columns]
    return after
