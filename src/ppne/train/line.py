"""LINE as people train it: first order, second order or both, on sampled links."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.train.settings import Training, Vectors, check_counts

ORDERS = ("1", "2", "both")
"""What `Line.order` may be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line(Training):
    """Settings of LINE (Tang et al. 2015).

    Parameters
    ----------
    order
        ``"1"``: linked nodes are alike, and the context vectors are the node vectors. ``"2"``:
        nodes with the same neighbours are alike. ``"both"``: half of the columns each.
    samples_per_node, samples_per_link
        Links drawn in all of the training, so many for each node and so many for each link
        besides, of which a dense graph has more to learn; each order has them.
    decay
        How strongly vectors are drawn to zero; 0 for LINE as published, which overfits where
        nodes have few links and gets worse with more samples. Too much leaves nothing.

    The authors' rate is 0.025; ours is higher, since on dense graphs vectors that start near zero
    take long to leave it. ``Line(rate=0.025, decay=0.0)`` is theirs. Rate, samples and decay were
    chosen by micro F1 on Cora and BlogCatalog, among some forty settings, one to four seeds each;
    they were not tuned elsewhere.
    """

    name: ClassVar[str] = "line"
    order: str = "2"
    rate: float = 0.1
    samples_per_node: int = 2000
    samples_per_link: int = 60
    decay: float = 0.08

    def __post_init__(self) -> None:
        Training.__post_init__(self)
        check_counts(self, "samples_per_node")
        if self.samples_per_link < 0:
            raise InputError(f"samples_per_link must be at least 0, got {self.samples_per_link}")
        if not 0 <= self.decay < float("inf"):
            raise InputError(f"decay must be at least 0, got {self.decay}")
        if self.order not in ORDERS:
            raise InputError(f"order must be one of {', '.join(ORDERS)}, got {self.order!r}")
        if self.order == "both" and self.n_components % 2:
            raise InputError(
                f"n_components must be even for both orders, half for each, got {self.n_components}"
            )


def line(
    graph: Graph, settings: Line, *, compute: Compute, start: Vectors | None = None
) -> Vectors:
    """Node and context vectors of a graph whose nodes all have links.

    As :meth:`~ppne.compute.backend.Compute.link_steps`, in single precision. Both orders are
    trained apart, on half of the columns each, and laid side by side as they are.

    Parameters
    ----------
    start
        Vectors to go on from. Rows of ``X`` that are zero start at random, as all do without.
    """
    if settings.order != "both":
        return _one_order(graph, settings, compute, start)
    half = settings.n_components // 2
    parts = []
    for order, columns in (("1", slice(0, half)), ("2", slice(half, None))):
        alone = replace(settings, order=order, n_components=half)
        before = None if start is None else (start[0][:, columns], start[1][:, columns])
        parts.append(_one_order(graph, alone, compute, before))
    x, y = (np.concatenate(blocks, axis=1) for blocks in zip(*parts, strict=True))
    return x, y


def _one_order(graph: Graph, settings: Line, compute: Compute, start: Vectors | None) -> Vectors:
    rng = stream(settings.seed, f"line {settings.order}")
    shape = graph.n_nodes, settings.n_components
    n_samples = (
        settings.samples_per_node * graph.n_nodes + settings.samples_per_link * graph.n_links
    )
    x = ((rng.random(shape, dtype=np.float32) - 0.5) / settings.n_components).astype(np.float32)
    y: FloatArray = np.zeros(shape, dtype=np.float32)
    if start is not None:
        there = np.any(start[0], axis=1)
        x[there] = start[0][there]
        y[:] = start[1]
    if settings.order == "1":
        y = x
    compute.link_steps(
        graph.indptr,
        graph.indices,
        x,
        y,
        key=int(rng.integers(2**63)),
        n_samples=n_samples,
        n_negatives=settings.negatives,
        rate=settings.rate,
        decay=settings.decay,
    )
    return x, y
