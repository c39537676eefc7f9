"""Random: adds and removes links uniformly at random."""

import numpy as np

from ppne.baseline.order import count_addable, in_order, removable
from ppne.baseline.settings import BaselineSettings
from ppne.compute.arrays import IntArray
from ppne.compute.rng import stream
from ppne.graph.flips import Flips
from ppne.protect.result import Problem


def random_flips(problem: Problem, settings: BaselineSettings) -> Flips:
    """Flips drawn uniformly, in the order drawn; O(m log m)."""
    n_nodes = problem.graph.n_nodes
    rng = stream(settings.seed, "addition order")

    def draw(size: int) -> IntArray:
        return rng.integers(n_nodes, size=(size, 2))

    return in_order(
        problem,
        settings,
        removals=stream(settings.seed, "removal order").permutation(removable(problem)),
        draw=draw,
        n_addable=count_addable(problem, np.ones(n_nodes, dtype=bool)),
    )
