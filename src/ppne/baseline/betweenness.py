"""Betweenness: removes the links that most shortest paths run over, highest first."""

import numpy as np

from ppne.baseline.order import budget, keep_a_link, removable
from ppne.baseline.settings import BaselineSettings
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.rng import stream
from ppne.compute.shortest_paths import link_betweenness
from ppne.graph.flips import Flips, apply
from ppne.graph.pairs import contains, keys_of
from ppne.graph.simple import Graph
from ppne.protect.result import Problem

EXACT_UP_TO = 50_000
"""Nodes up to which paths from every node are counted; beyond, from a sample of them."""

_DIGITS = 10
"""Digits, relative to the highest score, up to which scores differ; ties go to the smaller pair."""


def betweenness_flips(problem: Problem, settings: BaselineSettings) -> Flips:
    """Removals by edge betweenness, highest first; O(n m), or O(n_samples m) if sampled.

    With ``recompute`` the betweenness is that of the graph as the batches before have left it.
    Budgets then nest where ``batch_size`` is the same.
    """
    count = budget(settings)
    size = count
    if settings.recompute:
        size = settings.batch_size or max(1, count // 100)
    may_go = keys_of(removable(problem), problem.graph.n_nodes)
    flips, graph = Flips.none(), problem.graph
    while len(flips) < count:
        ranked = by_betweenness(graph, settings, len(flips))
        ranked = ranked[contains(may_go, keys_of(ranked, graph.n_nodes))]
        due = min(size, count - len(flips))
        batch = keep_a_link(ranked, graph.degrees, due)
        flips = flips + Flips.removals(batch)
        if len(batch) < due:  # no other link can go
            break
        graph = apply(problem.graph, flips)
    return flips


def by_betweenness(graph: Graph, settings: BaselineSettings, n_made: int) -> IntArray:
    """The links by descending betweenness; ``n_made`` flips decide which nodes are sampled."""
    scores = edge_betweenness(graph, _sources(graph.n_nodes, settings, n_made))
    rounded = np.round(scores / max(float(scores.max(initial=0.0)), 1.0), _DIGITS)
    return graph.links[np.argsort(-rounded, kind="stable")]


def edge_betweenness(graph: Graph, sources: IntArray) -> FloatArray:
    """Shortest paths from the sources over each link, in the order of the graph's links."""
    tails = np.repeat(np.arange(graph.n_nodes, dtype=np.int64), graph.degrees)
    arcs = np.sort(np.column_stack([tails, graph.indices]), axis=1)
    keys = keys_of(graph.links, graph.n_nodes)
    link = np.searchsorted(keys, keys_of(arcs, graph.n_nodes))
    return link_betweenness(graph.indptr, graph.indices, link, len(keys), sources)


def _sources(n_nodes: int, settings: BaselineSettings, n_made: int) -> IntArray:
    if n_nodes <= EXACT_UP_TO:
        return np.arange(n_nodes, dtype=np.int64)
    rng = stream(settings.seed, "path sources", n_made)
    return np.sort(rng.choice(n_nodes, min(settings.n_samples, n_nodes), replace=False))
