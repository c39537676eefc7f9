"""Directions of rows on axes of their own: all that cosines, and classifiers of unit rows, need."""

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.factor.embedding import ZERO_ROW


def directions(rows: FloatArray, *, compute: Compute) -> FloatArray:
    r"""Unit rows turned to their own principal axes; a zero row stays zero.

    .. math:: \hat X V, \qquad \hat X^\top \hat X = V \Lambda V^\top, \quad
        \lambda_1 \ge \lambda_2 \ge \dots

    The columns of a closed form are eigenvectors, and the ends of a link live on the same few: an
    attacker who looks at single entries sees what the cosine no longer does. The principal axes of
    rows *with* their lengths are those eigenvectors, whatever way the rows are turned; without
    lengths they are not, and an attacker must look for them (:func:`ppne.attack.axes.sparse_axes`).
    Each axis points to where more of the rows lie. O(n K^2).
    """
    units = rows * inverse_lengths(rows, compute=compute)[:, None].astype(rows.dtype)
    axes = np.linalg.eigh(compute.gram(units, units))[1][:, ::-1]
    axes = axes * np.where(units.sum(axis=0, dtype=np.float64) @ axes < 0, -1.0, 1.0)
    axes = np.ascontiguousarray(axes, dtype=units.dtype)
    return compute.combine(units, axes, out=units)  # no third block beside the rows


def inverse_lengths(rows: FloatArray, *, compute: Compute) -> FloatArray:
    """One over the length of each row; zero for a zero row."""
    norms = compute.row_norms(rows)
    usable = norms > ZERO_ROW * norms.max(initial=0.0)
    return np.where(usable, 1.0 / np.where(usable, norms, 1.0), 0.0)
