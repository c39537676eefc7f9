"""Non-links drawn uniformly: decoys for the defender, fresh ones for the attacker."""

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.errors import InputError
from ppne.graph.pairs import contains, keys_of, pairs_of


def count_non_links(n_nodes: int, taken: IntArray) -> int:
    """How many pairs of nodes are not in ``taken``."""
    return n_nodes * (n_nodes - 1) // 2 - len(np.unique(keys_of(taken, n_nodes)))


def draw_non_links(n_nodes: int, taken: IntArray, count: int, rng: np.random.Generator) -> IntArray:
    """``count`` distinct pairs ``(u, v)``, ``u < v``, uniform among those not in ``taken``.

    Parameters
    ----------
    taken
        Pairs that must not be drawn: links public and private, decoys drawn before.

    Raises
    ------
    InputError
        If there are fewer than ``count`` such pairs.
    """
    keys = np.unique(keys_of(taken, n_nodes))
    room = n_nodes * (n_nodes - 1) // 2 - len(keys)
    if count > room:
        raise InputError(
            f"the graph has only {room} non-links to draw from, {count} were asked for; "
            f"ask for fewer decoys (--decoys) or use a sparser graph"
        )
    if 2 * count > room:  # crowded: list them all
        every = keys_of(np.column_stack(np.triu_indices(n_nodes, 1)).astype(np.int64), n_nodes)
        free = every[~contains(keys, every)]
        return pairs_of(rng.permutation(free)[:count], n_nodes)
    drawn = np.empty(0, dtype=np.int64)
    while len(drawn) < count:
        ends = np.sort(rng.integers(n_nodes, size=(2 * (count - len(drawn)) + 16, 2)), axis=1)
        new = keys_of(ends[ends[:, 0] < ends[:, 1]], n_nodes)
        new = new[~contains(keys, new)]
        together = np.concatenate([drawn, new])
        drawn = together[np.sort(np.unique(together, return_index=True)[1])]
    return pairs_of(drawn[:count], n_nodes)
