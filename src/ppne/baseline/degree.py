"""Degree: adds links where degrees are large, removes them where degrees are small."""

import numpy as np

from ppne.baseline.order import count_addable, in_order, removable
from ppne.baseline.settings import BaselineSettings
from ppne.compute.arrays import IntArray
from ppne.compute.rng import stream
from ppne.graph.flips import Flips
from ppne.protect.result import Problem


def degree_flips(problem: Problem, settings: BaselineSettings) -> Flips:
    r"""Flips drawn one after the other without replacement, by weight; O(m log m).

    .. math:: P(\text{add } ij) \propto d_i + d_j, \qquad P(\text{remove } ij) \propto 1/(d_i + d_j)

    Degrees are those of the public graph. Two nodes without any link are never joined.

    Notes
    -----
    An end of a random link falls on ``i`` with chance :math:`d_i / 2m`; with any node for the
    other end, a pair falls with chance :math:`(d_i + d_j) / 2mn`. Links in the order of
    exponential numbers divided by their weights are a weighted draw without replacement
    (Efraimidis and Spirakis 2006).
    """
    graph = problem.graph
    rng = stream(settings.seed, "addition order")

    def draw(size: int) -> IntArray:
        ends = graph.indices[rng.integers(len(graph.indices), size=size)]
        return np.column_stack([ends, rng.integers(graph.n_nodes, size=size)])

    links = removable(problem)
    waits = stream(settings.seed, "removal order").exponential(size=len(links))
    order = np.argsort(waits * graph.degrees[links].sum(axis=1), kind="stable")
    alone = graph.degrees == 0
    return in_order(
        problem,
        settings,
        removals=links[order],
        draw=draw,
        n_addable=count_addable(problem, np.ones_like(alone)) - count_addable(problem, alone),
    )
