"""The paper's Algorithm 1: re-embeds every candidate. Slow, and the truth for the fast path."""

from collections.abc import Callable

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.graph.flips import Flips, apply
from ppne.graph.pairs import contains, keys_of
from ppne.graph.simple import Graph
from ppne.privacy.leakage import leakage
from ppne.protect.measure import measure
from ppne.protect.result import Problem, Protection, Step

Embedder = Callable[[Graph], FloatArray]
"""Any embedding: graph in, one row a node out."""

Distance = Callable[[FloatArray, FloatArray], float]
"""Any distance between two embeddings of the same nodes."""


def root_mean_square(after: FloatArray, before: FloatArray) -> float:
    """The paper's default ``d(X', X)``: root mean squared error of the entries."""
    return float(np.sqrt(np.mean((after - before) ** 2)))


def every_flip(graph: Graph, forbidden: Flips | None = None) -> Flips:
    """Every single flip that isolates no node, less those of ``forbidden``."""
    n = graph.n_nodes
    pairs = np.column_stack(np.triu_indices(n, 1)).astype(np.int64)
    linked = graph.has_links(pairs)
    allowed = ~linked | (graph.degrees[pairs] > 1).all(axis=1)
    if forbidden is not None:
        allowed &= ~contains(np.sort(keys_of(forbidden.pairs, n)), keys_of(pairs, n))
    return Flips(pairs=pairs[allowed], signs=np.where(linked[allowed], -1, 1))


def true_gain_and_loss(
    problem: Problem,
    made: Flips,
    candidates: Flips,
    embedder: Embedder,
    *,
    compute: Compute,
    distance: Distance = root_mean_square,
) -> tuple[FloatArray, FloatArray]:
    """``PG(X^|X)`` and ``UL(X^|X)`` of each candidate on top of the flips made, by re-embedding.

    Both are taken against the embedding ``X`` of the unperturbed graph, as in the paper.
    """
    original = embedder(problem.graph)
    before = leakage(original, problem.pairs, compute=compute).value
    gains, losses = np.empty(len(candidates)), np.empty(len(candidates))
    for at in range(len(candidates)):
        rows = embedder(apply(problem.graph, made + candidates.take(np.array([at]))))
        gains[at] = before - leakage(rows, problem.pairs, compute=compute).value
        losses[at] = distance(rows, original)
    return gains, losses


def protect_exactly(
    problem: Problem,
    embedder: Embedder,
    *,
    n_iterations: int,
    compute: Compute,
    k: float = 1.0,
    target_gain: float = np.inf,
    distance: Distance = root_mean_square,
) -> Protection:
    r"""Algorithm 1: flip, one at a time, the pair with the largest :math:`PG / UL^k`.

    O(n_iterations n_nodes^2) embeddings: for graphs of some hundred nodes.

    Parameters
    ----------
    problem
        From :func:`ppne.protect.greedy.pose`.
    embedder
        Any embedding, in closed form or trained; it must be the same each time.
    n_iterations
        ``N``, most flips to make.
    k
        Power of the utility loss.
    target_gain
        Stop once the privacy gain over the unperturbed graph is this large.
    """
    if n_iterations < 0:
        raise InputError(f"n_iterations must be at least 0, got {n_iterations}")
    forbidden = Flips.additions(problem.forbidden)
    made = Flips.none()
    history = [_step(problem, made, embedder, compute)]
    stopped = "number of iterations reached"
    for _ in range(n_iterations):
        candidates = every_flip(apply(problem.graph, made), forbidden + made)
        if not len(candidates):
            stopped = "no candidate is left"
            break
        gains, losses = true_gain_and_loss(
            problem, made, candidates, embedder, compute=compute, distance=distance
        )
        best = int(np.argmax(gains / np.maximum(losses, 1e-300) ** k))
        made = made + candidates.take(np.array([best]))
        history.append(_step(problem, made, embedder, compute))
        if gains[best] >= target_gain:
            stopped = "target gain reached"
            break
    return Protection(
        graph=apply(problem.graph, made), flips=made, history=tuple(history), stopped=stopped
    )


def _step(problem: Problem, made: Flips, embedder: Embedder, compute: Compute) -> Step:
    rows = embedder(apply(problem.graph, made))
    return measure(problem, made, rows, compute=compute)[0]
