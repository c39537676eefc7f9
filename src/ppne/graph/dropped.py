"""`Dropped`, what a graph lost on the way in, and the merging of link ends that counts it."""

from dataclasses import dataclass

from ppne.compute.arrays import Array, IntArray
from ppne.compute.link_rows import link_rows
from ppne.graph.simple import Graph


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
    ends: IntArray,
    node_ids: Array,
    *,
    labels: Array | None = None,
    weights: int = 0,
    mirrored: bool = False,
) -> tuple[Graph, Dropped]:
    """Graph of the directed index pairs ``ends`` between distinct ``node_ids``; what was dropped.

    ``mirrored`` says that the input gives each link from both its ends, as a symmetric matrix
    does: then a missing reverse is counted as a direction, not a reverse that is there, and a
    repeat is counted once a link, not once an end. ``weights`` is passed on to the count.
    """
    rows = link_rows(ends, len(node_ids))
    n_links = len(rows.indices) // 2
    dropped = Dropped(
        self_loops=rows.loops,
        duplicates=rows.most_repeats if mirrored else rows.repeats,
        directions=n_links - rows.two_way if mirrored else rows.two_way,
        weights=weights,
    )
    graph = Graph(indptr=rows.indptr, indices=rows.indices, node_ids=node_ids, labels=labels)
    return graph, dropped
