"""`Dropped`, what a graph lost on the way in, and the merging of link ends that counts it."""

from dataclasses import dataclass

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.graph.pairs import keys_of, pairs_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Dropped:
    """How much of the input a simple undirected graph cannot hold; ``str`` says it in words.

    Parameters
    ----------
    self_loops
        Links of a node with itself.
    duplicates
        Links given again in the same direction.
    directions
        In a list, links given in both directions (one is enough); in a matrix or a directed
        graph, links given in one direction only (the graph has them both ways).
    weights
        Weights that differ from 1.
    """

    self_loops: int = 0
    duplicates: int = 0
    directions: int = 0
    weights: int = 0

    def __str__(self) -> str:
        parts = [
            f"{count:,} {word}{'s' if count != 1 else ''}"
            for count, word in (
                (self.self_loops, "self-loop"),
                (self.duplicates, "repeated link"),
                (self.directions, "direction"),
                (self.weights, "weight"),
            )
            if count
        ]
        if len(parts) < 2:
            return f"dropped {parts[0]}" if parts else ""
        return f"dropped {', '.join(parts[:-1])} and {parts[-1]}"


def merge(
    ends: IntArray, n_nodes: int, *, weights: int = 0, mirrored: bool = False
) -> tuple[IntArray, Dropped]:
    """Distinct links ``(u, v)``, ``u < v``, of the directed index pairs ``ends``; what was dropped.

    ``mirrored`` says that the input gives each link from both its ends, as a symmetric matrix
    does: then a missing reverse is counted as a direction, not a reverse that is there, and a
    repeat is counted once a link, not once an end. ``weights`` is passed on to the count.
    """
    loops = ends[:, 0] == ends[:, 1]
    keys, copies = np.unique(keys_of(ends[~loops], n_nodes), return_counts=True)
    directed = pairs_of(keys, n_nodes)
    links, link_of = np.unique(keys_of(np.sort(directed, axis=1), n_nodes), return_inverse=True)
    two_way = len(keys) - len(links)
    most = np.ones(len(links), dtype=np.int64)
    np.maximum.at(most, link_of, copies)
    dropped = Dropped(
        self_loops=int(loops.sum()),
        duplicates=int((most - 1).sum() if mirrored else (copies - 1).sum()),
        directions=len(links) - two_way if mirrored else two_way,
        weights=weights,
    )
    return pairs_of(links, n_nodes), dropped
