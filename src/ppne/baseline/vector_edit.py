"""Vector edit: no flips; the vectors of private nodes are moved until their pairs look unlinked."""

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.graph.simple import Graph
from ppne.privacy.auc import auc
from ppne.privacy.leakage import unit_rows
from ppne.private.non_links import count_non_links, draw_non_links
from ppne.private.pairs import PrivatePairs

_TOLERANCE = 0.01
"""Distance of the cosine attack's AUC from one half at which the vectors have moved enough."""

_PENALTIES = (1.0, 10.0, 100.0, 1000.0, 1000.0, 1000.0)
"""Weights of a squared cosine gap against a squared movement in units of a typical row's length."""

_SOLVER = {"maxiter": 100, "maxcor": 10}

_RANDOM_PAIRS = 10_000
"""Pairs drawn as non-links where there are no decoys."""


def edit_vectors(
    rows: FloatArray, pairs: PrivatePairs, *, rng: np.random.Generator, compute: Compute
) -> FloatArray:
    r"""Rows in which the cosines of private links are spread like those of non-links.

    .. math::
        \min_X \lVert X - X_0 \rVert^2 \quad \text{such that} \quad
        c_{uv}(X) = t_{uv} \text{ for each private link}

    The targets ``t`` are quantiles of the decoys' cosines, the highest for the link of the highest
    cosine and so on down, which is the least change of the cosines that gives them the decoys'
    distribution, so that ranking by cosine tells an attacker nothing (AUC 0.5). They are met by
    penalties of growing weight; before each the targets are taken anew, since decoys move too,
    until the AUC against the decoys is within 0.01 of one half. O(n_private n_components) memory.

    This is what one would try first, and it **does not hold**: the nodes around a private node
    are where they were, and an attacker who puts the mean of its nearest neighbours in the place
    of each vector undoes most of it (Cora, DeepWalk: cosine AUC from 0.85 to 0.50, yet 0.79 for
    that attacker). Nothing is promised beyond the one attack.

    Parameters
    ----------
    rows
        The embedding, (n_nodes, n_components).
    pairs
        Private links and decoys; without decoys, random pairs of nodes stand in for them.

    Returns
    -------
    rows
        A copy. Rows of nodes without private links are the same to the bit, and so are rows of
        zeros, which have no direction.
    """
    start = np.asarray(rows, dtype=np.float64)
    usable = unit_rows(start)[1] > 0
    links = pairs.links[usable[pairs.links].all(axis=1)]
    moved = np.unique(links)
    if not len(links):
        return rows.copy()
    among = _reference(len(rows), pairs, rng)
    now = start.copy()
    ends = np.searchsorted(moved, links)
    for penalty in _PENALTIES:
        cosines, others = _pair_cosines(now, links, among, compute)
        if abs(auc(cosines, others) - 0.5) <= _TOLERANCE:
            break
        ranks = cosines.argsort(kind="stable").argsort(kind="stable")
        targets = np.quantile(others, (ranks + 0.5) / len(links))
        now[moved] = _nearest(now[moved], start[moved], ends, targets, penalty)
    edited = rows.copy()
    edited[moved] = now[moved]
    return edited


def _reference(n_nodes: int, pairs: PrivatePairs, rng: np.random.Generator) -> IntArray:
    """Pairs whose cosines are to be looked like: the decoys, else random pairs."""
    if len(pairs.decoys):
        return pairs.decoys
    linked = Graph.from_links(pairs.links, n_nodes=n_nodes)
    room = count_non_links(linked, pairs.links)
    return draw_non_links(linked, pairs.links, min(_RANDOM_PAIRS, room), rng)


def _pair_cosines(
    rows: FloatArray, links: IntArray, among: IntArray, compute: Compute
) -> tuple[FloatArray, FloatArray]:
    units, _ = unit_rows(rows)
    return compute.pair_dot(units, units, links), compute.pair_dot(units, units, among)


def _nearest(
    rows: FloatArray, first: FloatArray, ends: IntArray, targets: FloatArray, penalty: float
) -> FloatArray:
    """Rows that trade movement from ``first`` for cosines at their targets, found from ``rows``."""
    size = np.square(first).sum(axis=1).mean()
    lines = np.arange(2 * len(ends))
    gather = sparse.csr_array(
        (np.ones(len(lines)), (ends.T.ravel(), lines)), shape=(len(rows), len(lines))
    )

    def cost(flat: FloatArray) -> tuple[float, FloatArray]:
        x = flat.reshape(first.shape)
        gaps = _cosines(x, ends) - targets
        slopes = gather @ ((2 * penalty * np.tile(gaps, 2))[:, None] * _slopes(x, ends))
        moves = (x - first) / size
        value = penalty * (gaps @ gaps) + np.vdot(moves, x - first)
        return float(value), (slopes + 2 * moves).ravel()

    found = minimize(cost, rows.ravel(), jac=True, method="L-BFGS-B", options=_SOLVER)
    moved: FloatArray = found.x.reshape(first.shape)
    return moved


def _cosines(rows: FloatArray, ends: IntArray) -> FloatArray:
    units = rows / np.linalg.norm(rows, axis=1)[:, None]
    cosines: FloatArray = np.einsum("pd,pd->p", units[ends[:, 0]], units[ends[:, 1]])
    return cosines


def _slopes(rows: FloatArray, ends: IntArray) -> FloatArray:
    r"""Of each cosine along its first row, then of each along its second.

    :math:`\partial c_{uv} / \partial x_u = (\hat x_v - c_{uv} \hat x_u) / \lVert x_u \rVert`.
    """
    norms = np.linalg.norm(rows, axis=1)[:, None]
    units = rows / norms
    u, v = ends.T
    cosines = np.einsum("pd,pd->p", units[u], units[v])[:, None]
    return np.concatenate(
        [(units[v] - cosines * units[u]) / norms[u], (units[u] - cosines * units[v]) / norms[v]]
    )
