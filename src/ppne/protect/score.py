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


def gain_within(gains: FloatArray, losses: FloatArray, most: float) -> FloatArray:
    """The gain itself, of flips that lose no more than ``most``."""
    return np.where((gains > 0) & (losses <= most), gains, -np.inf)


def restoring(likeness: FloatArray, degrees: IntArray, flips: Flips) -> FloatArray:
    r"""Score of additions that make up for removals: :math:`c_{ij} (1/d_i + 1/d_j)`.

    The best tie nodes of few links to those that they are most like, which keeps them where they
    were. Only those that give nothing away are worth making.
    """
    score: FloatArray = likeness * degree_cost(degrees, flips)
    return score


def choose_batch(
    flips: Flips,
    scores: FloatArray,
    degrees: IntArray,
    *,
    size: int,
    n_additions: int | None,
    node_cap: int | None,
    floor: float = 0.0,
    n_sure: int = 0,
) -> IntArray:
    """Positions of the best flips that together isolate no node, removals before additions.

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
    floor
        Beyond ``n_sure`` flips, share of the best score that one must reach: others are better
        scored anew, after the batch, than made on an estimate that the batch itself puts out of
        date. Additions are cut as the removals are.

    Notes
    -----
    Ties go to the smaller ``(u, v)``, so that the choice does not depend on the order of the
    candidates.
    """
    pick = _Picker(flips, scores, degrees, node_cap)
    if n_additions is None:
        pick.best(np.arange(len(flips)), size, floor, n_sure)
        return np.array(pick.chosen, dtype=np.int64)
    n_removals = size - n_additions
    n_picked = pick.best(np.flatnonzero(flips.signs < 0), n_removals, floor, n_sure)
    if n_picked < n_removals and floor:
        n_additions = -(-n_additions * n_picked // n_removals)
    pick.best(np.flatnonzero(flips.signs > 0), n_additions, 0.0, 0)
    return np.array(pick.chosen, dtype=np.int64)


class _Picker:
    """Picks flips one by one, keeping to the rules."""

    def __init__(
        self, flips: Flips, scores: FloatArray, degrees: IntArray, node_cap: int | None
    ) -> None:
        self.flips, self.scores, self.node_cap = flips, scores, node_cap
        self.links = degrees.copy()
        self.touched = np.zeros(len(degrees), dtype=np.int64)
        self.chosen: list[int] = []

    def best(self, among: IntArray, size: int, floor: float, n_sure: int) -> int:
        """Pick up to ``size`` of these positions, best first; how many were picked."""
        pairs, scores = self.flips.pairs[among], self.scores[among]
        n_picked, best = 0, -np.inf
        for place in np.lexsort((pairs[:, 1], pairs[:, 0], -scores)):
            score = scores[place]
            low = n_picked >= n_sure and best > 0 and score < floor * best
            if score == -np.inf or low or n_picked == size:
                break
            if self._take(int(among[place])):
                n_picked += 1
                best = max(best, score)
        return n_picked

    def _take(self, at: int) -> bool:
        """Pick this one unless a rule forbids it."""
        sign, ends = int(self.flips.signs[at]), self.flips.pairs[at]
        if self.node_cap is not None and self.touched[ends].max() >= self.node_cap:
            return False
        if sign < 0 and self.links[ends].min() <= 1:
            return False
        self.links[ends] += sign
        self.touched[ends] += 1
        self.chosen.append(at)
        return True
