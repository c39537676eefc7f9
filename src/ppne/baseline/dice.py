"""DICE in the paper's sense: removes links at nodes with private links, adds them elsewhere."""

import numpy as np

from ppne.baseline.order import count_addable, in_order, removable
from ppne.baseline.settings import BaselineSettings
from ppne.compute.arrays import IntArray
from ppne.compute.rng import stream
from ppne.graph.flips import Flips
from ppne.protect.result import Problem


def dice_flips(problem: Problem, settings: BaselineSettings) -> Flips:
    """Flips drawn uniformly, in the order drawn; O(m log m).

    A removal has at least one end at a node with a private link, an addition has none.
    """
    private = np.zeros(problem.graph.n_nodes, dtype=bool)
    private[problem.pairs.links] = True
    others = np.flatnonzero(~private)
    rng = stream(settings.seed, "addition order")

    def draw(size: int) -> IntArray:
        return others[rng.integers(len(others), size=(size, 2))]

    links = removable(problem)
    links = links[private[links].any(axis=1)]
    return in_order(
        problem,
        settings,
        removals=stream(settings.seed, "removal order").permutation(links),
        draw=draw,
        n_addable=count_addable(problem, ~private),
    )
