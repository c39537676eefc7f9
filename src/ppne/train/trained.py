"""`train`: a graph in, the vectors of a trained embedder out, whichever it is."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from ppne.compute.arrays import Array, FloatArray
from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.train.deepwalk import DeepWalk, deepwalk
from ppne.train.line import Line, line
from ppne.train.node2vec import Node2Vec, node2vec
from ppne.train.settings import Training, Vectors

TRAINERS: dict[str, type[Training]] = {kind.name: kind for kind in (DeepWalk, Node2Vec, Line)}
"""Settings of the trained embedders, by name."""

_TRAIN: dict[type[Training], Callable[..., Vectors]] = {
    DeepWalk: deepwalk,
    Node2Vec: node2vec,
    Line: line,
}

Embedder = Callable[[Graph], Any]
"""Any function of a graph that gives an array of one row a node."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Trained:
    """Vectors of a trained embedder, one row a node; nodes without links have zero rows.

    Parameters
    ----------
    rows
        ``X``, (n_nodes, n_components): what is published.
    context
        ``Y``, of the same shape: ``X Y^T`` is what training fits. ``X`` itself for LINE's first
        order; ``None`` where the embedder has none.
    settings
        How it was trained, seed included; or the function that gave the rows.
    """

    rows: FloatArray = field(repr=False)
    context: FloatArray | None = field(repr=False)
    settings: Training | Embedder

    def __post_init__(self) -> None:
        for name in ("rows", "context"):
            value = getattr(self, name)
            if value is not None:
                frozen = value.view()
                frozen.flags.writeable = False
                object.__setattr__(self, name, frozen)


def training_named(name: str, **given: Any) -> Training:
    """Settings of the trained embedder of this name; what is not given is as its authors have it.

    Raises
    ------
    InputError
        If there is no such embedder, or it does not read a field, or one is out of its range.
    """
    if name not in TRAINERS:
        raise InputError(f"unknown trainer {name!r}; choose one of {', '.join(TRAINERS)}")
    kind = TRAINERS[name]
    for key in given:
        if key not in {known.name for known in fields(kind)}:
            raise InputError(f"{key} is nothing that {name} reads; leave it out")
    return kind(**given)


def train(
    graph: Graph,
    settings: Training | Embedder,
    *,
    compute: Compute,
    start: Trained | None = None,
) -> Trained:
    """The embedding of a graph by a trained embedder, or by any function of the graph.

    As many threads as :meth:`~ppne.compute.backend.Compute.steady` gives are used for walks; the
    same settings give the same bits on any number of them. Skip-gram and LINE run on one.

    Parameters
    ----------
    settings
        `DeepWalk`, `Node2Vec` or `Line`; or a function from a `Graph` to (n_nodes, n_components)
        numbers, which then has no context vectors.
    start
        An earlier result on the same nodes to go on from, for fewer or smaller steps.

    Raises
    ------
    InputError
        If the graph has no links, or ``start`` or what the function gives does not fit.
    MissingExtraError
        If gensim is needed and not installed.
    """
    if not isinstance(settings, Training):
        if start is not None:
            raise InputError("a function of the graph takes no start; leave start out")
        return Trained(rows=_called(settings, graph), context=None, settings=settings)
    if graph.n_links == 0:
        raise InputError("the graph has no links; there is nothing to train on")
    before = None if start is None else _start(start, graph.n_nodes, settings)
    linked = graph.degrees > 0
    given = graph if linked.all() else graph.subgraph(linked)
    if before is not None:
        before = before[0][linked], before[1][linked]
    x, y = _TRAIN[type(settings)](given, settings, compute=compute, start=before)
    rows = _spread(x, linked)
    context = rows if y is x else _spread(y, linked)
    return Trained(rows=rows, context=context, settings=settings)


def _start(start: Trained, n_nodes: int, settings: Training) -> Vectors:
    """The vectors to go on from, or an error that says why they do not fit."""
    if start.context is None:
        raise InputError("start has no context vectors, so no training can go on from it")
    wanted = n_nodes, settings.n_components
    if start.rows.shape != wanted or start.context.shape != wanted:
        raise InputError(f"start must have rows of shape {wanted}, got {start.rows.shape}")
    return start.rows, start.context


def _spread(rows: FloatArray, linked: Array) -> FloatArray:
    """The rows at the nodes that have links, zero at others."""
    if linked.all():
        return rows
    out: FloatArray = np.zeros((len(linked), rows.shape[1]), dtype=rows.dtype)
    out[linked] = rows
    return out


def _called(embedder: Embedder, graph: Graph) -> FloatArray:
    """What a function of the user's gives, checked."""
    rows = np.array(embedder(graph))  # a copy, so ours to freeze
    if rows.ndim != 2 or len(rows) != graph.n_nodes or rows.shape[1] == 0:
        raise InputError(
            f"the embedder must give one row a node, ({graph.n_nodes}, n_components), "
            f"got shape {rows.shape}"
        )
    if rows.dtype.kind not in "iuf" or not np.isfinite(rows).all():
        raise InputError("the embedder must give finite real numbers")
    return rows if rows.dtype.kind == "f" else rows.astype(np.float64)
