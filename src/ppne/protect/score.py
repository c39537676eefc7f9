"""Gain over cost, and the batch of flips that it picks."""

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.graph.flips import Flips


def degree_cost(degrees: IntArray, flips: Flips) -> FloatArray:
    r""":math:`1/d_i + 1/d_j`, the share of the two nodes' links that a flip changes."""
    ends = np.maximum(degrees[flips.pairs], 1)
    cost: FloatArray = (1.0 / ends).sum(axis=1)
    return cost


def gain_over_cost(gains: FloatArray, costs: FloatArray, k: float) -> FloatArray:
    """Eq. (pu_tradeoff_new): ``gain / cost^k``; a flip without gain is never worth its cost."""
    return np.where(gains > 0, gains / costs**k, -np.inf)


def choose_batch(
    flips: Flips,
    scores: FloatArray,
    degrees: IntArray,
    *,
    size: int,
    n_additions: int | None,
    node_cap: int | None,
) -> IntArray:
    """Positions of the best flips, best first, that together isolate no node.

    Parameters
    ----------
    scores
        One a flip; ``-inf`` rules it out.
    size
        How many to pick.
    n_additions
        How many of them add a link, or ``None`` to let the scores decide.
    node_cap
        Most flips at one node, since flips that share a node are not independent.

    Notes
    -----
    Ties go to the smaller ``(u, v)``, so that the choice does not depend on the order of the
    candidates.
    """
    order = np.lexsort((flips.pairs[:, 1], flips.pairs[:, 0], -scores))
    left = {1: size, -1: size}
    if n_additions is not None:
        left = {1: n_additions, -1: size - n_additions}
    links = degrees.copy()
    touched = np.zeros(len(degrees), dtype=np.int64)
    chosen: list[int] = []
    for at in order:
        if scores[at] == -np.inf or len(chosen) == size:
            break
        sign = int(flips.signs[at])
        ends = flips.pairs[at]
        if left[sign] == 0 or (node_cap is not None and touched[ends].max() >= node_cap):
            continue
        if sign < 0 and links[ends].min() <= 1:
            continue
        links[ends] += sign
        touched[ends] += 1
        left[sign] -= 1
        chosen.append(int(at))
    return np.array(chosen, dtype=np.int64)
