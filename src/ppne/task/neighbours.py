"""What an embedding keeps of another's geometry: nearest neighbours and distances; no labels."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import spearmanr

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.nearest import inverse_norms, nearest
from ppne.compute.rng import stream
from ppne.errors import InputError

_PAIRS_AT_ONCE = 8192


@dataclass(frozen=True, kw_only=True, slots=True)
class DistortionResult:
    """How pairwise distances changed; ``None`` where they are all equal, or all zero.

    Parameters
    ----------
    spearman
        Rank correlation of the distances before and after; 1 if their order is kept.
    median_change
        Median relative change after the best scaling; 0 if the distances are kept.
    """

    spearman: float | None
    median_change: float | None


def neighbours(rows: FloatArray, of: IntArray, k: int) -> IntArray:
    """The ``k`` nodes nearest by cosine to each node ``of``, nearest first, (len(of), k).

    See :func:`ppne.compute.nearest.nearest`.
    """
    return nearest(rows, of, k)[0]


def overlap(
    embedding: FloatArray,
    original: FloatArray,
    *,
    k: int = 10,
    seed: int,
    n_sample: int = 20_000,
) -> float:
    """Mean share of a node's ``k`` nearest in ``original`` that are among its ``k`` nearest still.

    Lies in [0, 1]; chance is ``k / (n_nodes - 1)``. Over all nodes, or ``n_sample`` drawn ones if
    there are more. A node whose original row is zero is left out; one whose row has become zero
    keeps none. See :func:`ppne.compute.nearest.nearest` for the cost.

    Parameters
    ----------
    embedding, original
        (n_nodes, n_columns) each; the numbers of columns may differ.

    Raises
    ------
    InputError
        If the embeddings differ in the number of nodes, all original rows are zero, or there are
        not more than ``k`` nodes.
    """
    nodes = _nodes_with_rows(embedding, original)
    if len(nodes) > n_sample:
        nodes = np.sort(stream(seed, "overlap").permutation(nodes)[:n_sample])
    # Neighbour sets of all nodes as one set of integers.
    offset = np.arange(len(nodes))[:, None] * len(original)
    before, after = (offset + neighbours(rows, nodes, k) for rows in (original, embedding))
    kept = np.isin(after, before).mean(axis=1)
    return float(np.where(inverse_norms(embedding)[nodes] > 0, kept, 0.0).mean())


def distortion(
    embedding: FloatArray, original: FloatArray, *, seed: int, n_pairs: int = 100_000
) -> DistortionResult:
    r"""Change of the distances between unit rows, over random pairs of nodes.

    .. math::
        \operatorname{median}_p \frac{|s e_p - d_p|}{d_p}, \qquad
        s = \frac{\sum_p e_p d_p}{\sum_p e_p^2}

    ====== ============================================================
    symbol meaning
    ====== ============================================================
    d_p    distance of the pair's unit rows in ``original``
    e_p    the same in ``embedding``
    s      the scaling of least squares, so that only shape counts
    ====== ============================================================

    Pairs with :math:`d_p = 0` are left out of the median. A node whose original row is zero is in
    no pair; one whose row has become zero is at the origin. The pairs depend on ``seed`` and
    ``original`` alone. O(n_pairs n_columns).

    Raises
    ------
    InputError
        If the embeddings differ in the number of nodes, or fewer than two original rows are not
        zero.
    """
    nodes = _nodes_with_rows(embedding, original)
    if len(nodes) < 2:
        raise InputError("distances need two nodes whose original rows are not zero, got one")
    rng = stream(seed, "distortion")
    first = rng.integers(len(nodes), size=n_pairs)
    second = (first + rng.integers(1, len(nodes), size=n_pairs)) % len(nodes)
    pairs = np.column_stack([nodes[first], nodes[second]])
    before, after = (_distances(rows, pairs) for rows in (original, embedding))
    squares = after @ after
    scale = after @ before / squares if squares else 0.0
    apart = before > 0
    median = None
    if apart.any():
        median = float(np.median(np.abs(scale * after[apart] - before[apart]) / before[apart]))
    spearman = None
    if np.ptp(before) and np.ptp(after):
        spearman = float(spearmanr(before, after).statistic)
    return DistortionResult(spearman=spearman, median_change=median)


def _nodes_with_rows(embedding: FloatArray, original: FloatArray) -> IntArray:
    """The nodes whose original row is not zero."""
    if len(embedding) != len(original):
        raise InputError(
            f"the embeddings must be of the same nodes, got {len(embedding)} and {len(original)} "
            "rows"
        )
    nodes: IntArray = np.flatnonzero(inverse_norms(original))
    if not len(nodes):
        raise InputError("all rows of the original embedding are zero; there is nothing to keep")
    return nodes


def _distances(rows: FloatArray, pairs: IntArray) -> FloatArray:
    """Between the unit rows of each pair, in double precision, some pairs at a time."""
    inverse = inverse_norms(rows)
    out = np.empty(len(pairs))
    for low in range(0, len(pairs), _PAIRS_AT_ONCE):
        part = slice(low, low + _PAIRS_AT_ONCE)
        left, right = (rows[ends] * inverse[ends][:, None] for ends in pairs[part].T)
        out[part] = np.linalg.norm(left - right, axis=1)
    return out
