"""`Flips` (pairs ``u < v``; +1 adds a link, -1 removes it), applied to a graph and found again."""

from dataclasses import dataclass, field, replace

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.compute.lookup import edited_rows
from ppne.errors import InputError
from ppne.graph.pairs import keys_of
from ppne.graph.simple import Graph


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Flips:
    """Changes of single links; the repr shows no pair."""

    pairs: IntArray = field(repr=False)
    signs: IntArray = field(repr=False)

    def __post_init__(self) -> None:
        if self.pairs.shape != (len(self.signs), 2):
            raise InputError(
                f"flips need one sign a pair, got {self.pairs.shape} and {self.signs.shape}"
            )

    @classmethod
    def none(cls) -> "Flips":
        """No flip at all."""
        return cls(pairs=np.empty((0, 2), dtype=np.int64), signs=np.empty(0, dtype=np.int64))

    @classmethod
    def removals(cls, pairs: IntArray) -> "Flips":
        """Each pair as a removal."""
        return cls(pairs=pairs, signs=np.full(len(pairs), -1, dtype=np.int64))

    @classmethod
    def additions(cls, pairs: IntArray) -> "Flips":
        """Each pair as an addition."""
        return cls(pairs=pairs, signs=np.full(len(pairs), 1, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.signs)

    def __add__(self, other: "Flips") -> "Flips":
        return Flips(
            pairs=np.concatenate([self.pairs, other.pairs]),
            signs=np.concatenate([self.signs, other.signs]),
        )

    def take(self, index: IntArray) -> "Flips":
        """The flips at these positions, in that order."""
        return Flips(pairs=self.pairs[index], signs=self.signs[index])


def apply(graph: Graph, flips: Flips) -> Graph:
    """The graph after the flips, in canonical order whatever theirs.

    Raises
    ------
    InputError
        If an addition is linked already, a removal is not, or a pair is flipped twice.
    """
    n_nodes = graph.n_nodes
    flipped = keys_of(flips.pairs, n_nodes)
    if len(np.unique(flipped)) != len(flipped):
        raise InputError("a pair is flipped twice")
    if (graph.has_links(flips.pairs) == (flips.signs > 0)).any():
        raise InputError("a flip adds a link that is there or removes one that is not")
    both = np.concatenate([flips.pairs, flips.pairs[:, ::-1]])
    order = np.argsort(keys_of(both, n_nodes))
    nodes, edits = both[order].T
    signs = np.concatenate([flips.signs, flips.signs])[order]
    degrees = graph.degrees + np.bincount(nodes, signs, n_nodes).astype(np.int64)
    indptr, indices = edited_rows(graph.indptr, graph.indices, nodes, edits, degrees)
    return replace(graph, indptr=indptr, indices=indices)


def flips_between(before: Graph, after: Graph) -> Flips:
    """The flips that make ``after`` of ``before``: removals in order, then additions in order."""
    links, new_links = before.links, after.links
    gone = links[~after.has_links(links)]
    return Flips.removals(gone) + Flips.additions(new_links[~before.has_links(new_links)])
