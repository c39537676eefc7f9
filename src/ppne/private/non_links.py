"""Non-links drawn uniformly: decoys for the defender, fresh ones for the attacker."""

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.errors import InputError
from ppne.graph.pairs import contains, first_of_each, keys_of, pairs_of
from ppne.graph.simple import Graph


def count_non_links(graph: Graph, taken: IntArray) -> int:
    """How many pairs of nodes are neither linked nor in ``taken``."""
    n_nodes = graph.n_nodes
    more = first_of_each(keys_of(taken[~graph.has_links(taken)], n_nodes))
    return n_nodes * (n_nodes - 1) // 2 - graph.n_links - len(more)


def draw_non_links(graph: Graph, taken: IntArray, count: int, rng: np.random.Generator) -> IntArray:
    """``count`` distinct pairs ``(u, v)``, ``u < v``, uniform among those not linked, not taken.

    Parameters
    ----------
    taken
        Other pairs that must not be drawn: private links, decoys drawn before.

    Raises
    ------
    InputError
        If there are fewer than ``count`` such pairs.
    """
    n_nodes = graph.n_nodes
    keys = np.sort(keys_of(taken, n_nodes))
    room = count_non_links(graph, taken)
    if count > room:
        raise InputError(
            f"the graph has only {room} non-links to draw from, {count} were asked for; "
            f"ask for fewer decoys (--decoys) or use a sparser graph"
        )
    if 2 * count > room:  # crowded: list them all
        every = keys_of(np.column_stack(np.triu_indices(n_nodes, 1)).astype(np.int64), n_nodes)
        free = every[~contains(keys, every)]
        free = free[~contains(keys_of(graph.links, n_nodes), free)]
        return pairs_of(rng.permutation(free)[:count], n_nodes)
    drawn = np.empty(0, dtype=np.int64)
    while len(drawn) < count:
        ends = np.sort(rng.integers(n_nodes, size=(2 * (count - len(drawn)) + 16, 2)), axis=1)
        ends = ends[ends[:, 0] < ends[:, 1]]
        new = keys_of(ends[~graph.has_links(ends)], n_nodes)
        new = new[~contains(keys, new)]
        drawn = first_of_each(np.concatenate([drawn, new]))
    return pairs_of(drawn[:count], n_nodes)
