"""DeepWalk as people train it: uniform walks, then skip-gram."""

from dataclasses import dataclass
from typing import ClassVar

from ppne.compute.backend import Compute
from ppne.graph.simple import Graph
from ppne.train.settings import Vectors
from ppne.train.skip_gram import SkipGram, draw_walks, skip_gram


@dataclass(frozen=True, kw_only=True, slots=True)
class DeepWalk(SkipGram):
    """Settings of DeepWalk (Perozzi et al. 2014); those of `SkipGram` are all."""

    name: ClassVar[str] = "deepwalk"


def deepwalk(
    graph: Graph, settings: DeepWalk, *, compute: Compute, start: Vectors | None = None
) -> Vectors:
    """Vectors of a graph whose nodes all have links, as :func:`~ppne.train.skip_gram.skip_gram`."""
    walks = draw_walks(graph, settings, compute=compute)
    return skip_gram(walks, graph.n_nodes, settings, start)
