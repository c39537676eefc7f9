"""Skip-gram with negative sampling on walks of nodes, by gensim."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppne.compute.arrays import Array
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import InputError, MissingExtraError
from ppne.graph.simple import Graph
from ppne.train.settings import Training, Vectors, check_counts

_LONGEST = 10_000
"""Nodes of a walk that gensim takes; it drops the rest without a word."""

_HELD = 4096
"""Walks that are Python lists at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SkipGram(Training):
    """Settings of the embedders that walk.

    Parameters
    ----------
    window
        ``T``, nodes of the walk on either side that count as context; each place of a walk takes
        a number of them drawn from 1 to this.
    walks_per_node, walk_length
        How many walks start at each node, and their nodes.
    passes
        How often all walks are gone through.
    frequent
        Nodes that make up more than this share of the walks are thinned out; 0 for none. gensim's
        ``sample`` at its default, as the authors of all these embedders leave it.
    """

    window: int = 10
    walks_per_node: int = 10
    walk_length: int = 40
    passes: int = 1
    frequent: float = 1e-3

    def __post_init__(self) -> None:
        Training.__post_init__(self)  # super() would look for the class as it was without slots
        check_counts(self, "window", "walks_per_node", "walk_length", "passes")
        if not 2 <= self.walk_length <= _LONGEST:
            raise InputError(f"walk_length must be from 2 to {_LONGEST}, got {self.walk_length}")
        if not 0 <= self.frequent < 1:
            raise InputError(f"frequent must be at least 0 and below 1, got {self.frequent}")


def draw_walks(
    graph: Graph, settings: SkipGram, *, compute: Compute, p: float = 1.0, q: float = 1.0
) -> Array:
    """Walks from every node, one a row, in rounds that each begin at all nodes in random order.

    As :meth:`~ppne.compute.backend.Compute.random_walks`; every node has a link.
    """
    rng = stream(settings.seed, "walks")
    rounds = [
        round_ * graph.n_nodes + rng.permutation(graph.n_nodes)
        for round_ in range(settings.walks_per_node)
    ]
    return compute.random_walks(
        graph.indptr,
        graph.indices,
        np.concatenate(rounds),
        settings.walk_length,
        key=int(rng.integers(2**63)),
        p=p,
        q=q,
    )


def skip_gram(walks: Array, n_nodes: int, settings: SkipGram, start: Vectors | None) -> Vectors:
    """Node and context vectors, trained on the walks by one worker, so that a seed repeats them.

    gensim gets nodes as integers, a few walks at a time, and nothing is written to disk.

    Parameters
    ----------
    walks
        (n_walks, length); every node is in one.
    start
        Vectors to go on from. Rows of ``X`` that are zero start at random, as all do without.

    Raises
    ------
    MissingExtraError
        If gensim is not installed.
    """
    model = _word2vec()(
        vector_size=settings.n_components,
        alpha=settings.rate,
        min_alpha=min(1e-4, settings.rate),
        window=settings.window,
        min_count=1,
        sample=settings.frequent,
        seed=int(stream(settings.seed, "skip-gram").integers(2**32)),
        workers=1,
        sg=1,
        hs=0,
        negative=settings.negatives,
        sorted_vocab=0,  # rows stay in the order of the nodes
    )
    counts = np.bincount(walks.ravel(), minlength=n_nodes)
    model.build_vocab_from_freq(dict(enumerate(counts.tolist())), corpus_count=len(walks))
    if start is not None:
        there = np.any(start[0], axis=1)
        model.wv.vectors[there] = start[0][there]
        model.syn1neg[:] = start[1]
    model.train(_Walks(walks), total_examples=len(walks), epochs=settings.passes)
    return model.wv.vectors, model.syn1neg


class _Walks:
    """The walks as lists of integers, again in each pass."""

    def __init__(self, walks: Array) -> None:
        self.walks = walks

    def __iter__(self) -> Iterator[list[int]]:
        for first in range(0, len(self.walks), _HELD):
            yield from self.walks[first : first + _HELD].tolist()


def _word2vec() -> Any:
    """The class of gensim's, imported when it is needed."""
    try:
        from gensim.models import Word2Vec
    except ImportError as error:
        raise MissingExtraError("skip-gram needs an extra: pip install 'ppne[trained]'") from error
    return Word2Vec
