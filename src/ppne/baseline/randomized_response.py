r"""Edge randomised response: each pair of nodes answers for itself, and lies at times."""

import math

import numpy as np

from ppne.baseline.epsilon import MOST_LINKS, check_size
from ppne.compute.arrays import BoolArray, IntArray
from ppne.compute.rng import stream
from ppne.factor.epsilon import check_epsilon
from ppne.graph.flips import Flips
from ppne.graph.pairs import contains, keys_of, pairs_of
from ppne.graph.simple import Graph
from ppne.private.non_links import count_non_links
from ppne.protect.result import Problem


def response_flips(problem: Problem, *, epsilon: float, seed: int | None) -> Flips:
    r"""Flips of edge randomised response at epsilon.

    Every pair of nodes is flipped with chance :math:`q = 1 / (1 + e^\varepsilon)`, apart from all
    others, which makes the whole graph :math:`\varepsilon`-differentially private for one link
    added or removed, whatever is then made of it. Of the pairs in order, only those that flip are
    visited, each a geometric number of pairs after the last, which is the same law without n x n:
    O(links + flips).

    What epsilon does not cover, since it depends on the graph:

    - Private links and decoys are not flipped: they are non-links for certain. Where ``q`` is
      large, so that ordinary non-links turn up as links, never turning up is a hint by itself
      (it is made ``1 / (1 - q)`` times as likely).
    - A node about to lose its last link keeps one of its own, drawn uniformly. An outsider who
      sees a node with one link has some reason to hold that link for true.

    Parameters
    ----------
    seed
        A number repeats the run, and is then as secret as the flips; ``None`` draws afresh.

    Raises
    ------
    InputError
        If epsilon is not positive, or so small that the graph would not fit in memory.
    """
    check_epsilon(epsilon)
    graph, chance = problem.graph, flip_chance(epsilon)
    taken = np.concatenate([graph.links, problem.forbidden])
    n_free = count_non_links(graph, problem.forbidden)
    expected = graph.n_links * (1.0 - chance) + n_free * chance
    check_size(expected, epsilon, _smallest_epsilon(graph.n_links, n_free))
    rng = np.random.default_rng() if seed is None else stream(seed, "randomized response")
    lies = _lying_pairs(graph.n_nodes, chance, rng)
    removed = contains(lies, keys_of(graph.links, graph.n_nodes))
    added = pairs_of(_without(lies, keys_of(taken, graph.n_nodes)), graph.n_nodes)
    removed[_last_links(graph, removed, added, rng)] = False
    return Flips.removals(graph.links[removed]) + Flips.additions(added)


def flip_chance(epsilon: float) -> float:
    r""":math:`1 / (1 + e^\varepsilon)`, above zero for any epsilon."""
    kept = max(math.exp(-epsilon), 1e-300)
    return kept / (1.0 + kept)


def _lying_pairs(n_nodes: int, chance: float, rng: np.random.Generator) -> IntArray:
    """Keys, in order, of pairs of nodes that are each taken with this chance."""
    n_pairs = n_nodes * (n_nodes - 1) // 2
    parts: list[IntArray] = []
    last = -1
    size = int(chance * n_pairs + 4 * math.sqrt(chance * n_pairs)) + 16
    while last < n_pairs:
        steps = np.minimum(rng.geometric(chance, size), n_pairs + 1)  # further is past the end
        parts.append(last + np.cumsum(steps))
        last = int(parts[-1][-1])
    at = np.concatenate(parts)
    at = at[at < n_pairs]
    row = np.arange(n_nodes, dtype=np.int64)
    start = row * (2 * n_nodes - row - 1) // 2  # how many pairs (u, v) stand before row u
    u = np.repeat(row[:-1], np.diff(np.searchsorted(at, start)))
    return u * n_nodes + (at - start[u] + u + 1)


def _without(keys: IntArray, others: IntArray) -> IntArray:
    """``keys``, sorted, less those among ``others``; a look-up for each of the others only."""
    here = others[contains(keys, others)]
    return np.delete(keys, np.searchsorted(keys, here))


def _smallest_epsilon(n_links: int, n_free: int) -> float:
    """The epsilon at which `MOST_LINKS` links are expected."""
    chance = max(MOST_LINKS - n_links, 1) / max(n_free - n_links, 1)
    return math.log(1.0 / chance - 1.0) if chance < 0.5 else 0.0


def _last_links(
    graph: Graph, removed: BoolArray, added: IntArray, rng: np.random.Generator
) -> IntArray:
    """Which removals to take back, so that no node that had links is left without."""
    links = graph.links
    n_nodes = graph.n_nodes
    left = np.bincount(np.concatenate([links[~removed], added]).ravel(), minlength=n_nodes)
    order = rng.permutation(len(links))
    # Each node's first link in a random order; a node has one where it has links at all.
    first = np.full(n_nodes, -1, dtype=np.int64)
    first[links[order[::-1]].ravel()] = np.repeat(order[::-1], 2)
    back: IntArray = first[(left == 0) & (graph.degrees > 0)]
    return back
