"""`Graph`: frozen, undirected, no loops, in compressed rows, with the user's own node ids."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from scipy import sparse

from ppne.compute.arrays import Array, BoolArray, IntArray
from ppne.compute.link_rows import link_rows
from ppne.compute.lookup import find_in_pattern, in_pattern
from ppne.errors import InputError
from ppne.graph.pairs import check_pairs


def as_node_ids(node_ids: Array | Sequence[object]) -> Array:
    """The ids as integers or strings; raises where two are the same."""
    ids = np.asarray(node_ids)
    if ids.dtype.kind not in "iuU":
        ids = np.asarray([str(name) for name in ids])
    ordered = np.sort(ids)  # np.unique hashes, which takes ten times as long
    if (ordered[1:] == ordered[:-1]).any():
        raise InputError("node_ids must be distinct")
    return ids


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Graph:
    """An undirected simple graph.

    Parameters
    ----------
    indptr, indices
        Compressed sparse rows of the symmetric adjacency matrix, columns sorted.
    node_ids
        One id a node (integers or strings), as the input named it.
    labels
        One class a node (``-1`` or ``""`` means unlabelled), or a boolean indicator matrix
        (n_nodes, n_classes) where a node may have several, or ``None``.
    """

    indptr: IntArray = field(repr=False)
    indices: IntArray = field(repr=False)
    node_ids: Array = field(repr=False)
    labels: Array | None = field(repr=False, default=None)

    def __post_init__(self) -> None:
        for name in ("indptr", "indices", "node_ids", "labels"):
            value = getattr(self, name)
            if value is not None:
                frozen = np.asarray(value).view()
                frozen.flags.writeable = False
                object.__setattr__(self, name, frozen)
        if len(self.indptr) != len(self.node_ids) + 1:
            raise InputError(
                f"indptr must have one entry more than node_ids, "
                f"got {len(self.indptr)} and {len(self.node_ids)}"
            )
        if self.labels is not None and len(self.labels) != len(self.node_ids):
            raise InputError(
                f"labels must have one entry a node ({len(self.node_ids)}), got {len(self.labels)}"
            )

    @classmethod
    def from_links(
        cls,
        links: Array,
        *,
        n_nodes: int | None = None,
        node_ids: Array | Sequence[object] | None = None,
        labels: Array | None = None,
    ) -> "Graph":
        """Graph of index pairs; order within a pair and repeats do not matter.

        ``node_ids`` defaults to ``0 … n_nodes - 1``, ``n_nodes`` to one more than the largest
        index.

        Raises
        ------
        InputError
            If a pair is a loop or out of range, or if ids repeat.
        """
        if node_ids is None:
            if n_nodes is None:
                n_nodes = int(np.max(links)) + 1 if np.size(links) else 0
            ids = np.arange(n_nodes)
        else:
            ids = as_node_ids(node_ids)
        rows = link_rows(check_pairs(links, len(ids), "links"), len(ids))
        return cls(indptr=rows.indptr, indices=rows.indices, node_ids=ids, labels=labels)

    @property
    def n_nodes(self) -> int:
        """How many nodes."""
        return len(self.node_ids)

    @property
    def n_links(self) -> int:
        """How many links."""
        return len(self.indices) // 2

    @property
    def degrees(self) -> IntArray:
        """How many links each node has."""
        return np.diff(self.indptr)

    @property
    def links(self) -> IntArray:
        """Every link once, as rows ``(u, v)`` with ``u < v``, in order."""
        rows = np.repeat(np.arange(self.n_nodes, dtype=np.int64), self.degrees)
        upper = rows < self.indices
        return np.column_stack([rows[upper], self.indices[upper]])

    @property
    def adjacency(self) -> sparse.csr_array:
        """The symmetric 0/1 adjacency matrix, in double precision."""
        ones = np.ones(len(self.indices))
        return sparse.csr_array(
            (ones, self.indices, self.indptr), shape=(self.n_nodes, self.n_nodes)
        )

    def has_links(self, pairs: IntArray) -> BoolArray:
        """Whether each pair ``(u, v)``, ``u < v``, is linked."""
        return in_pattern(self.indptr, self.indices, pairs)

    def without(self, pairs: IntArray) -> "Graph":
        """The same nodes, less these links; a pair that is not linked is passed over."""
        gone = pairs[self.has_links(pairs)]
        if not len(gone):
            return self
        keep = np.ones(len(self.indices), dtype=bool)
        for ends in (gone, gone[:, ::-1]):
            keep[find_in_pattern(self.indptr, self.indices, ends)] = False
        before = np.concatenate([[0], np.cumsum(keep)])  # how many are kept before each entry
        return replace(self, indptr=before[self.indptr], indices=self.indices[keep])

    def with_links(self, links: IntArray) -> "Graph":
        """The same nodes, ids and labels, with these links instead."""
        return Graph.from_links(links, node_ids=self.node_ids, labels=self.labels)

    def subgraph(self, keep: BoolArray) -> "Graph":
        """The nodes marked in ``keep`` and the links between them, ids and labels kept."""
        new_index = np.cumsum(keep) - 1
        links = self.links
        inside = keep[links[:, 0]] & keep[links[:, 1]]
        return Graph.from_links(
            new_index[links[inside]],
            node_ids=self.node_ids[keep],
            labels=None if self.labels is None else self.labels[keep],
        )
