"""node2vec as people train it: walks that remember the node before, then skip-gram."""

from dataclasses import dataclass
from typing import ClassVar

from ppne.compute.backend import Compute
from ppne.graph.simple import Graph
from ppne.train.settings import Vectors, check_positive
from ppne.train.skip_gram import SkipGram, draw_walks, skip_gram


@dataclass(frozen=True, kw_only=True, slots=True)
class Node2Vec(SkipGram):
    """Settings of node2vec (Grover and Leskovec 2016); at ``p = q = 1`` it is DeepWalk.

    Parameters
    ----------
    p
        Above 1, a walk seldom turns back; below, often.
    q
        Above 1, a walk stays around; below, it leaves.
    """

    name: ClassVar[str] = "node2vec"
    p: float = 1.0
    q: float = 1.0

    def __post_init__(self) -> None:
        SkipGram.__post_init__(self)
        check_positive(self, "p", "q")


def node2vec(
    graph: Graph, settings: Node2Vec, *, compute: Compute, start: Vectors | None = None
) -> Vectors:
    """Vectors of a graph whose nodes all have links, as :func:`~ppne.train.skip_gram.skip_gram`."""
    walks = draw_walks(graph, settings, compute=compute, p=settings.p, q=settings.q)
    return skip_gram(walks, graph.n_nodes, settings, start)
