"""Flips that bring a graph to wanted degrees: few edits, or a random graph in its place."""

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.graph.flips import Flips, flips_between
from ppne.graph.pairs import contains, keys_of, pairs_of
from ppne.graph.simple import Graph

_FRUITLESS = 20
"""Pairings in a row without a new link, after which the ends left over are given up."""


def edit_to_degrees(
    graph: Graph, wanted: IntArray, forbidden: IntArray, rng: np.random.Generator
) -> Flips:
    """Few random flips that bring each degree as near to ``wanted`` as the rules allow.

    Links between two nodes that have too many go first: one flip, two degrees met. A node that
    still has too many then loses a link to any neighbour, which is made up for like the degrees
    that are short: by new links between nodes that want one. No flip changes the sum of
    ``|degree - wanted|`` by more than 2, so half of that sum bounds the number of flips from
    below; the search is greedy and does not promise to meet the bound.

    No removal takes a node's last link, no addition is one of ``forbidden``, and no removed link
    is put back.
    """
    removed = _surplus_links(graph, graph.degrees - wanted, rng)
    left = graph.degrees - np.bincount(removed.ravel(), minlength=graph.n_nodes)
    added = _pair_ends(wanted - left, np.concatenate([graph.links, forbidden]), rng)
    return Flips.removals(removed) + Flips.additions(added)


def random_of_degrees(
    graph: Graph, wanted: IntArray, forbidden: IntArray, rng: np.random.Generator
) -> Flips:
    """Flips to a random simple graph of degrees ``wanted``, drawn by pairing link ends.

    Loops, repeats and pairs of ``forbidden`` are paired anew, so the draw is close to uniform but
    not exactly so; ends that find no partner are given up. A node that had links and ends with
    none gets one of its own back.
    """
    links = _pair_ends(wanted, forbidden, rng)
    met = np.bincount(links.ravel(), minlength=graph.n_nodes)
    alone = np.flatnonzero((met == 0) & (graph.degrees > 0))
    chosen = graph.indptr[alone] + rng.integers(graph.degrees[alone])
    own = np.column_stack([alone, graph.indices[chosen]])
    return flips_between(graph, graph.with_links(np.concatenate([links, own])))


def _surplus_links(graph: Graph, surplus: IntArray, rng: np.random.Generator) -> IntArray:
    """Links to remove, so that no node keeps more than ``surplus`` says where this can be had."""
    links = graph.links
    links = rng.permutation(links[(surplus[links] > 0).any(axis=1)])
    too_many, degrees = surplus.tolist(), graph.degrees.tolist()
    removed: list[tuple[int, int]] = []

    def remove(u: int, v: int) -> None:
        for node in (u, v):
            too_many[node] -= 1
            degrees[node] -= 1
        removed.append((u, v))

    others = []
    for u, v in links.tolist():
        if too_many[u] > 0 and too_many[v] > 0 and degrees[u] > 1 and degrees[v] > 1:
            remove(u, v)
        else:
            others.append((u, v))
    for u, v in others:
        if (too_many[u] > 0 or too_many[v] > 0) and degrees[u] > 1 and degrees[v] > 1:
            remove(u, v)
    return np.array(removed, dtype=np.int64).reshape(-1, 2)


def _pair_ends(missing: IntArray, taken: IntArray, rng: np.random.Generator) -> IntArray:
    """Distinct pairs outside ``taken``, at most ``missing[i]`` of them at node ``i``."""
    n_nodes = len(missing)
    keys = np.sort(keys_of(taken, n_nodes))
    ends = np.repeat(np.arange(n_nodes), np.maximum(missing, 0))
    found: list[IntArray] = []
    fruitless = 0
    while len(ends) > 1 and fruitless < _FRUITLESS:
        rng.shuffle(ends)
        even = len(ends) - len(ends) % 2
        pairs = np.sort(ends[:even].reshape(-1, 2), axis=1)
        drawn = keys_of(pairs, n_nodes)
        first = np.zeros(len(drawn), dtype=bool)
        first[np.unique(drawn, return_index=True)[1]] = True
        new = first & (pairs[:, 0] < pairs[:, 1]) & ~contains(keys, drawn)
        ends = np.concatenate([pairs[~new].ravel(), ends[even:]])
        fruitless = 0 if new.any() else fruitless + 1
        if new.any():
            found.append(drawn[new])
            keys = np.sort(np.concatenate([keys, drawn[new]]))
    every = np.concatenate(found) if found else np.empty(0, dtype=np.int64)
    return pairs_of(np.sort(every), n_nodes)
