"""Axes that an attacker turns rows to: principal ones undo a rotation, sparse ones find parts."""

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray

_BLOCK = 16384

_MOST_ROWS = 20_000
"""Rows that sparse axes are found on."""

_TURNS, _ENOUGH = 60, 1e-5
"""Most steps of varimax, and the share of growth below which one is the last."""


def principal_axes(embedding: FloatArray) -> FloatArray:
    """Orthogonal matrix whose columns are the embedding's right singular vectors, largest first.

    Inner products do not change when all rows are turned, but attacks that look at entries do.
    ``embedding @ axes`` is the same, up to signs, however the publisher turned the rows; for a
    closed-form embedding it is the eigenvectors of the factored matrix.
    """
    gram = np.zeros((embedding.shape[1],) * 2)
    for first in range(0, len(embedding), _BLOCK):
        block = embedding[first : first + _BLOCK].astype(np.float64)
        gram += block.T @ block
    axes: FloatArray = np.linalg.eigh(gram)[1][:, ::-1]
    return axes


def sparse_axes(embedding: FloatArray) -> FloatArray:
    r"""Orthogonal matrix on whose columns the unit rows have few large entries (varimax).

    .. math:: \max_R \sum_{id} l_{id}^4 - \sum_d \frac1n \Bigl(\sum_i l_{id}^2\Bigr)^2,
        \qquad L = \hat X R

    What lives in one part of the network has an axis of its own. Unlike principal axes these do not
    hang on the lengths of the rows, so that a publisher who leaves lengths out does not hide them.
    """
    step = -(-len(embedding) // _MOST_ROWS)
    nodes = np.arange(0, len(embedding), max(step, 1))
    units = rows_on(embedding, np.eye(embedding.shape[1]), nodes)
    start = principal_axes(units)
    units = (units @ start).astype(np.float32)  # products of rows take the time
    turn, reached = np.eye(len(start)), 0.0
    for _ in range(_TURNS):
        on = units @ turn.astype(np.float32)
        squares = on * on
        slope = units.T @ (on * (squares - squares.mean(axis=0)))
        left, values, right = np.linalg.svd(slope.astype(np.float64))
        turn = left @ right
        if values.sum() <= reached * (1 + _ENOUGH):
            break
        reached = values.sum()
    axes: FloatArray = start @ turn
    return axes


def rows_on(embedding: FloatArray, axes: FloatArray, nodes: IntArray) -> FloatArray:
    """Unit rows of the nodes on these axes; zero rows stay zero."""
    turned = embedding[nodes].astype(np.float64) @ axes
    norms = np.linalg.norm(turned, axis=1, keepdims=True)
    units: FloatArray = np.divide(turned, norms, out=np.zeros_like(turned), where=norms > 0)
    return units
