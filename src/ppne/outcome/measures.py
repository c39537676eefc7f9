"""`Measures`: what one embedding gives away and what it is still good for."""

from dataclasses import dataclass

import numpy as np

from ppne.attack.similarity import cosine_attack
from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.graph.simple import Graph
from ppne.private.non_links import count_non_links, draw_non_links
from ppne.protect.result import Problem
from ppne.task.classify import can_classify, classify

_FRESH = 10
"""Fresh non-links for each private link: the measure is then no noisier than the links make it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Measures:
    """What one embedding gives away and is good for; ``None`` where it cannot be measured.

    ``f1_nodes`` of the ``f1_labelled`` nodes are classified or learned from at a time.
    """

    auc_own: float | None
    auc_fresh: float
    ap_fresh: float
    f1: float | None
    f1_nodes: int | None = None
    f1_labelled: int | None = None


def measure_embedding(
    embedding: FloatArray, graph: Graph, problem: Problem, *, seed: int, compute: Compute
) -> Measures:
    """Measures of an embedding of the public graph's nodes.

    Parameters
    ----------
    graph
        The whole graph, private links included: its non-links are the attacker's.
    problem
        Private links, decoys, and the non-links that the defender watched; the fresh ones here are
        none of these.
    """
    pairs = problem.pairs
    taken = np.concatenate([pairs.links, pairs.decoys, problem.watched])
    count = min(_FRESH * len(pairs.links), count_non_links(graph, taken))
    fresh_pairs = draw_non_links(graph, taken, count, stream(seed, "fresh"))
    fresh = cosine_attack(embedding, pairs.links, fresh_pairs, compute=compute)
    own = None
    if len(pairs.decoys):
        own = cosine_attack(embedding, pairs.links, pairs.decoys, compute=compute).auc
    task = None
    if graph.labels is not None and can_classify(graph.labels):
        task = classify(embedding, graph.labels, seed=seed)
    return Measures(
        auc_own=own,
        auc_fresh=fresh.auc,
        ap_fresh=fresh.average_precision,
        f1=None if task is None else task.micro_f1,
        f1_nodes=None if task is None else task.n_nodes,
        f1_labelled=None if task is None else task.n_labelled,
    )
