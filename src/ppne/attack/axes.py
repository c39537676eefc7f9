"""Rows turned to the embedding's principal axes, where an attacker undoes any rotation."""

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray

_BLOCK = 16384


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


def rows_on(embedding: FloatArray, axes: FloatArray, nodes: IntArray) -> FloatArray:
    """Unit rows of the nodes on these axes; zero rows stay zero."""
    turned = embedding[nodes].astype(np.float64) @ axes
    norms = np.linalg.norm(turned, axis=1, keepdims=True)
    units: FloatArray = np.divide(turned, norms, out=np.zeros_like(turned), where=norms > 0)
    return units
