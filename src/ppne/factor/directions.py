"""Directions of rows: what classifiers need, and of level rows little of what tells links."""

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.factor.embedding import FAINT, ZERO_ROW
from ppne.factor.methods import Method


def directions(rows: FloatArray, *, level: bool, compute: Compute) -> FloatArray:
    r"""Unit rows turned to their own principal axes; a zero row stays zero.

    .. math:: \hat X V, \qquad \hat X^\top \hat X = V \Lambda V^\top, \quad
        \lambda_1 \ge \lambda_2 \ge \dots

    with :math:`\hat X` the rows, or with ``level`` the :func:`levelled` ones, each at length one.
    The columns of a closed form are eigenvectors, and the ends of a link live on the same few: an
    attacker who looks at single entries sees what the cosine no longer does. The principal axes of
    rows *with* their lengths are those eigenvectors, whatever way the rows are turned; without
    lengths they are not, and an attacker must look for them
    (:func:`ppne.attack.axes.sparse_axes`). Each axis points to where more of the rows lie.
    O(n K^2).
    """
    if level:
        rows, _ = levelled(rows, compute=compute)
    units = rows * inverse_lengths(rows, compute=compute)[:, None].astype(rows.dtype)
    axes = np.linalg.eigh(compute.gram(units, units))[1][:, ::-1]
    axes = axes * np.where(units.sum(axis=0, dtype=np.float64) @ axes < 0, -1.0, 1.0)
    axes = np.ascontiguousarray(axes, dtype=units.dtype)
    return compute.combine(units, axes, out=units)  # no third block beside the rows


def suits_level(embedder: object) -> bool:
    """Whether what is published of this embedder are level rows: all but closed LINE's.

    LINE's matrix is that of a single step. Level rows of it give away little less, and cost F1
    (``python benchmarks/level.py``).
    """
    return not (isinstance(embedder, Method) and embedder.window == 1)


def levelled(rows: FloatArray, *, compute: Compute) -> tuple[FloatArray, FloatArray]:
    r"""Rows as long along each axis as along any other, and the matrix that makes them so.

    .. math:: X W, \qquad W = (X^\top X)^{-1/2}

    What classes need is spread over many axes and what a link shows is the sum over all of them,
    which a few long ones would rule: cosines of level rows tell links from non-links less well,
    classifiers classes about as well. A closed form's level rows are its eigenvectors
    (:func:`ppne.factor.embedding.axis_lengths`). Axes that hold next to nothing are left out.
    O(n K^2).
    """
    squares, axes = np.linalg.eigh(compute.gram(rows, rows).astype(np.float64))
    lengths = np.sqrt(np.maximum(squares, 0.0))
    usable = lengths > FAINT * lengths.max(initial=0.0)
    inverse = np.where(usable, 1.0 / np.where(usable, lengths, 1.0), 0.0)
    turn = np.ascontiguousarray((axes * inverse) @ axes.T, dtype=rows.dtype)
    return compute.combine(rows, turn), turn


def inverse_lengths(rows: FloatArray, *, compute: Compute) -> FloatArray:
    """One over the length of each row; zero for a zero row."""
    norms = compute.row_norms(rows)
    usable = norms > ZERO_ROW * norms.max(initial=0.0)
    return np.where(usable, 1.0 / np.where(usable, norms, 1.0), 0.0)
