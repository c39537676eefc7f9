"""Attacks without knowledge (the paper's Type I): rank pairs by likeness, knowing no link."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ppne.attack.axes import rows_on
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.compute.nearest import nearest
from ppne.compute.ranking import Ranking
from ppne.privacy.auc import auc

_BLOCK = 16384
_NEIGHBOURS = 10
_NEAREST_WORK = 1_000_000_000
"""Pairs of rows compared at most to find nearest neighbours; beyond, fewer pairs are attacked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AttackResult:
    """What a ranking finds of the links, where links and non-links are as many.

    ``average_precision`` is the paper's measure (it reports one minus it).
    """

    auc: float
    average_precision: float


def cosine_attack(
    embedding: FloatArray, links: IntArray, non_links: IntArray, *, compute: Compute
) -> AttackResult:
    """Result of ranking by cosine; the paper's sigmoid on top changes no rank."""
    score = pair_scores(embedding, compute=compute)["cosine"]
    found, among = score(links), score(non_links)
    weights = np.ones((1, len(found) + len(among)))
    precision = Ranking(found, among).rates(weights, np.empty(0))[0, 1]
    return AttackResult(auc=auc(found, among), average_precision=float(precision))


Score = Callable[[IntArray], FloatArray]
"""Pairs in, a number each out: higher means more likely a link."""


def pair_scores(embedding: FloatArray, *, compute: Compute) -> dict[str, Score]:
    r"""Scores by the two rows of a pair alone.

    =========== ==========================================================================
    name        score of the pair (a, b)
    =========== ==========================================================================
    cosine      :math:`a \cdot b / \lVert a \rVert \lVert b \rVert`; 0 for a zero row
    inner       :math:`a \cdot b`
    euclidean   :math:`-\lVert a - b \rVert`
    correlation the cosine of the rows less their means
    norm        :math:`\lVert a \rVert \lVert b \rVert`: what degree alone would tell
    =========== ==========================================================================

    Nothing of the embedding's size is made besides it.
    """
    norms, means = _row_moments(embedding)
    width = embedding.shape[1]
    inverse = np.divide(1.0, norms, out=np.zeros_like(norms), where=norms > 0)
    spreads = np.sqrt(np.maximum(norms**2 - width * means**2, 0))
    flat = spreads <= 1e-6 * norms
    inverse_spreads = np.divide(1.0, spreads, out=np.zeros_like(spreads), where=~flat)

    def both(values: FloatArray, pairs: IntArray) -> FloatArray:
        product: FloatArray = values[pairs[:, 0]] * values[pairs[:, 1]]
        return product

    def inner(pairs: IntArray) -> FloatArray:
        return compute.pair_dot(embedding, embedding, pairs)

    def euclidean(pairs: IntArray) -> FloatArray:
        squares = norms[pairs[:, 0]] ** 2 + norms[pairs[:, 1]] ** 2 - 2 * inner(pairs)
        distance: FloatArray = np.sqrt(np.maximum(squares, 0))
        return -distance

    return {
        "cosine": lambda pairs: inner(pairs) * both(inverse, pairs),
        "inner": inner,
        "euclidean": euclidean,
        "correlation": lambda pairs: (
            (inner(pairs) - width * both(means, pairs)) * both(inverse_spreads, pairs)
        ),
        "norm": lambda pairs: both(norms, pairs),
    }


def magnitude_score(embedding: FloatArray, axes: FloatArray) -> Score:
    r"""Cosine of :math:`|a|^{1/2}` and :math:`|b|^{1/2}`, entry by entry, on the given axes.

    Two ends that live on the same axes score high, whatever their signs there: what a defence
    leaves behind that makes cosines cancel.
    """

    def score(pairs: IntArray) -> FloatArray:
        scores = np.empty(len(pairs))
        for first in range(0, len(pairs), _BLOCK):
            some = pairs[first : first + _BLOCK]
            a, b = (np.abs(rows_on(embedding, axes, some[:, column])) for column in range(2))
            sizes = np.sqrt(a.sum(axis=1) * b.sum(axis=1))
            likeness = np.sqrt(a * b).sum(axis=1)
            scores[first : first + _BLOCK] = np.divide(
                likeness, sizes, out=np.zeros_like(likeness), where=sizes > 0
            )
        return scores

    return score


def _row_moments(embedding: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Norm and mean of each row, in double precision."""
    norms, means = np.empty(len(embedding)), np.empty(len(embedding))
    for first in range(0, len(embedding), _BLOCK):
        block = embedding[first : first + _BLOCK].astype(np.float64)
        norms[first : first + _BLOCK] = np.sqrt(np.einsum("ij,ij->i", block, block))
        means[first : first + _BLOCK] = block.mean(axis=1)
    return norms, means


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Neighbourhoods:
    """The nearest rows of some nodes, and scores that rest on them.

    Parameters
    ----------
    position
        Of each node among those looked at; ``-1`` for the others.
    means
        Mean unit row of the nearest ones.
    density
        Mean cosine to the nearest ones.
    """

    position: IntArray = field(repr=False)
    means: FloatArray = field(repr=False)
    density: FloatArray = field(repr=False)

    def smoothed(self, pairs: IntArray) -> FloatArray:
        """Cosine of the ends, each replaced by the mean of its nearest neighbours.

        It sees through a defence that moves only the ends of private links.
        """
        a, b = (self.means[self.position[pairs[:, column]]] for column in range(2))
        sizes = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
        dots = np.einsum("ij,ij->i", a, b)
        cosine: FloatArray = np.divide(dots, sizes, out=np.zeros_like(dots), where=sizes > 0)
        return cosine

    def crowding(self, pairs: IntArray) -> FloatArray:
        """How crowded both ends' surroundings are: with the norm, what degree alone would tell."""
        ends: FloatArray = self.density[self.position[pairs]]
        total: FloatArray = ends.sum(axis=1)
        return total


def most_ends(n_nodes: int) -> int:
    """How many nodes' neighbours can be looked for in a graph of so many."""
    return max(400, _NEAREST_WORK // n_nodes)


def neighbourhoods(embedding: FloatArray, nodes: IntArray) -> Neighbourhoods:
    """The ten nearest rows by cosine, exactly, of each of the nodes; O(n_nodes len(nodes))."""
    found, cosines = nearest(embedding, nodes, min(_NEIGHBOURS, len(embedding) - 1))
    means = np.zeros((len(nodes), embedding.shape[1]))
    for column in found.T:
        rows = embedding[column].astype(np.float64)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        means += np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    position = np.full(len(embedding), -1, dtype=np.int64)
    position[nodes] = np.arange(len(nodes))
    return Neighbourhoods(
        position=position, means=means / found.shape[1], density=cosines.mean(axis=1)
    )
