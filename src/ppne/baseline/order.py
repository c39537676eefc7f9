"""The order in which a baseline flips: a smaller budget's flips are a larger one's first."""

from collections.abc import Callable

import numpy as np

from ppne.baseline.settings import BaselineSettings
from ppne.candidate.sample import spare_links
from ppne.compute.arrays import BoolArray, IntArray
from ppne.compute.spare import spare_in_order
from ppne.errors import InputError
from ppne.graph.flips import Flips
from ppne.graph.pairs import contains, first_of_each, keys_of, pairs_of
from ppne.protect.result import Problem

_FIRST_DRAW, _LARGEST_DRAW = 2**12, 2**22
"""Pairs drawn at once: twice as many each time, whatever the budget, so that budgets nest."""


def in_order(
    problem: Problem,
    settings: BaselineSettings,
    *,
    removals: IntArray,
    draw: Callable[[int], IntArray],
    n_addable: int,
) -> Flips:
    """The flips of a budget, additions spread evenly among the removals.

    Where one kind runs out the other takes its place, unless its share is 0.

    Parameters
    ----------
    removals
        Links in the order in which they are to go.
    draw
        Gives so many pairs of nodes, in any order and with repeats, to add those that can be.
    n_addable
        How many different pairs there are that ``draw`` could give and that could be added.
    """
    count, share = budget(settings), settings.additions
    removed = keep_a_link(removals if share < 1 else removals[:0], problem.graph.degrees, count)
    added = np.empty((0, 2), dtype=np.int64)
    if share > 0:
        added = first_distinct(problem, draw, min(count, n_addable))
    return _interleave(added, removed, share, count)


def budget(settings: BaselineSettings) -> int:
    """The number of flips to make; raises if the settings have none."""
    if settings.n_flips is None:
        raise InputError("n_flips must be given: the number of flips to make")
    return settings.n_flips


def removable(problem: Problem) -> IntArray:
    """The links that may be removed while no other is."""
    return spare_links(problem.graph, problem.forbidden)


def count_addable(problem: Problem, inside: BoolArray) -> int:
    """How many pairs of the nodes marked in ``inside`` may be added."""
    graph, n_inside = problem.graph, int(inside.sum())
    tails = np.repeat(inside, graph.degrees)
    n_links = int(np.count_nonzero(tails & inside[graph.indices])) // 2
    other = problem.forbidden[inside[problem.forbidden].all(axis=1)]
    other = other[~graph.has_links(other)]
    n_other = len(first_of_each(keys_of(other, graph.n_nodes)))
    return n_inside * (n_inside - 1) // 2 - n_links - n_other


def keep_a_link(ordered: IntArray, degrees: IntArray, count: int) -> IntArray:
    """The first ``count`` of the links that leave each node one link at least, together."""
    return ordered[spare_in_order(ordered, np.arange(len(ordered)), degrees, count)]


def first_distinct(problem: Problem, draw: Callable[[int], IntArray], count: int) -> IntArray:
    """The first ``count`` different pairs of a draw that are no links and not forbidden.

    Leaving out repeats makes a draw with replacement one without: each next pair falls with the
    chances that the draw gives those still left.
    """
    n_nodes = problem.graph.n_nodes
    forbidden = np.sort(keys_of(problem.forbidden, n_nodes))
    kept = np.empty(0, dtype=np.int64)
    size = _FIRST_DRAW
    while len(kept) < count:
        ends = np.sort(draw(size), axis=1)
        ends = ends[ends[:, 0] < ends[:, 1]]
        keys = keys_of(ends[~problem.graph.has_links(ends)], n_nodes)
        kept = first_of_each(np.concatenate([kept, keys[~contains(forbidden, keys)]]))
        size = min(2 * size, _LARGEST_DRAW)
    return pairs_of(kept[:count], n_nodes)


def _interleave(added: IntArray, removed: IntArray, share: float, count: int) -> Flips:
    both = Flips.additions(added) + Flips.removals(removed)
    at_addition, at_removal = 0, len(added)
    order: list[int] = []
    n_flips = min(count, len(both))
    while len(order) < n_flips:
        due = int(share * (len(order) + 1) + 1e-9) > at_addition
        if at_addition < len(added) and (due or at_removal == len(both)):
            order.append(at_addition)
            at_addition += 1
        else:
            order.append(at_removal)
            at_removal += 1
    return both.take(np.array(order, dtype=np.int64))
