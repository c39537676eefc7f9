"""What an embedding gives away of the private links, and its slope along similarities."""

from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.factor.directions import inverse_lengths
from ppne.factor.embedding import ZERO_ROW
from ppne.privacy.objective import PairWeights, difference_weights, learned_direction
from ppne.private.pairs import PrivatePairs


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class SimilaritySlope:
    r"""The symmetric matrix :math:`S = \partial PL / \partial (X X^\top)`, never formed densely.

    A sparse part (the pairs and the diagonal: rows ``pairs`` at ``nodes``) plus ``spread`` times
    :math:`\tfrac12 r r^\top`, :math:`r_i = 1 / \lVert x_i \rVert`, which is what decoys over all
    pairs come to.
    """

    nodes: IntArray = field(repr=False)
    pairs: sparse.csr_array = field(repr=False)
    inverse_norms: FloatArray = field(repr=False)
    spread: float

    def along_rows(
        self, rows: FloatArray, *, compute: Compute
    ) -> tuple[FloatArray, IntArray | None]:
        """``2 S X``, the slope along the rows, and the nodes that it is given at, ``None`` if all.

        O(n_pairs columns), or as :meth:`times`.
        """
        if self.spread:
            return self.times(rows, scale=2.0, compute=compute), None
        return compute.product(self.pairs, rows, scale=2.0), self.nodes

    def times(self, block: FloatArray, *, scale: float = 1.0, compute: Compute) -> FloatArray:
        """``scale * S @ block`` in O((n_pairs + n) columns)."""
        out = np.zeros_like(block, shape=(len(self.inverse_norms), block.shape[1]))
        out[self.nodes] = compute.product(self.pairs, block, scale=scale)
        if self.spread:
            column = self.inverse_norms[:, None]
            out += (0.5 * scale * self.spread) * column * compute.gram(column, block)
        return out


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Leakage:
    """The cosines at the pairs, the leakage that they come to, and one over each row's length."""

    value: float
    inverse_norms: FloatArray = field(repr=False)
    link_cosines: FloatArray = field(repr=False)
    decoy_cosines: FloatArray = field(repr=False)


def leakage(rows: FloatArray, pairs: PrivatePairs, *, compute: Compute) -> Leakage:
    r"""Privacy leakage of an embedding, Eq. (4) of the paper.

    .. math::
        PL(X) = \sum_{(i,j) \in P^+} c_{ij} - \frac{|P^+|}{|P^-|} \sum_{(i,j) \in P^-} c_{ij},
        \qquad c_{ij} = \frac{x_i^\top x_j}{\lVert x_i \rVert \lVert x_j \rVert}

    ======== ================ ==========================================
    symbol   name             shape
    ======== ================ ==========================================
    X        ``rows``         (n_nodes, n_components)
    P+       ``pairs.links``  (n_links, 2)
    P-       ``pairs.decoys`` (n_decoys, 2); empty: all pairs of nodes
    ======== ================ ==========================================

    Lies within twice the number of links; higher means easier to infer. A pair with a zero row
    counts for nothing. Over all pairs the decoys' sum is :math:`(\lVert \sum_i \hat x_i \rVert^2 -
    n) / 2`. O((pairs + n) n_components).
    """
    inverse_norms = inverse_lengths(rows, compute=compute)
    links = cosines(rows, inverse_norms, pairs.links, compute=compute)
    decoys = cosines(rows, inverse_norms, pairs.decoys, compute=compute)
    if len(decoys):
        mean = float(decoys.mean())
    else:
        total = inverse_norms @ rows
        n_rows = float(np.count_nonzero(inverse_norms))
        mean = (float(total @ total) - n_rows) / max(n_rows * (n_rows - 1.0), 1.0)
    return Leakage(
        value=float(links.sum()) - len(links) * mean,
        inverse_norms=inverse_norms,
        link_cosines=links,
        decoy_cosines=decoys,
    )


def similarity_slope(
    rows: FloatArray, pairs: PrivatePairs, weights: PairWeights, *, compute: Compute
) -> SimilaritySlope:
    r"""Slope of the weighted sum of cosines :math:`\sum_p w_p c_p` along similarities.

    .. math::
        S_{ij} = S_{ji} = \frac{w_{ij}}{2 \lVert x_i \rVert \lVert x_j \rVert}, \qquad
        S_{ii} = -\sum_j \frac{w_{ij} c_{ij}}{2 \lVert x_i \rVert^2}

    Without decoys every pair of nodes has the weight that brings the total to zero.
    """
    inverse_norms = inverse_lengths(rows, compute=compute)
    n = len(rows)
    every = np.concatenate([pairs.links, pairs.decoys])
    both = np.concatenate([weights.links, weights.decoys])
    u, v = every.T
    off = 0.5 * both * inverse_norms[u] * inverse_norms[v]
    pulls = both * cosines(rows, inverse_norms, every, compute=compute)
    met = np.zeros(n) + np.bincount(u, pulls, n) + np.bincount(v, pulls, n)
    spread = 0.0
    if not len(pairs.decoys):
        n_rows = float(np.count_nonzero(inverse_norms))
        spread = -2.0 * float(weights.links.sum()) / max(n_rows * (n_rows - 1.0), 1.0)
        met = met + spread * inverse_norms * (rows @ (inverse_norms @ rows))
    touched = met != 0.0
    touched[every] = True
    nodes = np.flatnonzero(touched)
    place = np.cumsum(touched) - 1
    matrix = sparse.coo_array(
        (
            np.concatenate([off, off, -0.5 * inverse_norms[nodes] ** 2 * met[nodes]]),
            (place[np.concatenate([u, v, nodes])], np.concatenate([v, u, nodes])),
        ),
        shape=(len(nodes), n),
    ).tocsr()
    return SimilaritySlope(nodes=nodes, pairs=matrix, inverse_norms=inverse_norms, spread=spread)


def learned_row_slope(
    rows: FloatArray, pairs: PrivatePairs, *, compute: Compute
) -> tuple[FloatArray, float]:
    r"""Slope, along the rows, of what a learned attacker sees; and the gap that it sees.

    The attacker scores a pair by :math:`\sum_d a_d \hat x_{id} \hat x_{jd}`, ``a`` from
    :func:`ppne.privacy.objective.learned_direction`; the gap is the mean score of the links less
    that of the decoys, times the number of links, so that with ``a = 1`` it is the leakage.
    """
    units, inverse_norms = unit_rows(rows)
    n_links = len(pairs.links)
    products = [units[ends[:, 0]] * units[ends[:, 1]] for ends in (pairs.links, pairs.decoys)]
    direction = learned_direction(*products)
    gap = n_links * float((products[0].mean(axis=0) - products[1].mean(axis=0)) @ direction)
    alike = difference_weights(n_links, len(pairs.decoys))
    weights = np.concatenate([alike.links, alike.decoys])
    u, v = np.concatenate([pairs.links, pairs.decoys]).T
    matrix = sparse.coo_array(
        (
            np.concatenate([weights, weights]),
            (np.concatenate([u, v]), np.concatenate([v, u])),
        ),
        shape=(len(rows), len(rows)),
    ).tocsr()
    pulled = compute.product(matrix, units * direction)
    along = np.einsum("id,id->i", pulled, units)
    slope: FloatArray = (pulled - along[:, None] * units) * inverse_norms[:, None]
    return slope, gap


def learned_scores(
    rows: FloatArray, pairs: PrivatePairs, others: IntArray
) -> list[tuple[FloatArray, FloatArray]]:
    """What the learned attacker gives links, and other pairs, that it did not learn from.

    Two folds: every other link and decoy teaches, the remaining links are scored, and so are the
    ``others``, which nobody learns from.
    """
    units, _ = unit_rows(rows)
    links, decoys, rest = (
        units[ends[:, 0]] * units[ends[:, 1]] for ends in (pairs.links, pairs.decoys, others)
    )
    folds: list[tuple[FloatArray, FloatArray]] = []
    for known in (0, 1):
        direction = learned_direction(links[known::2], decoys[known::2])
        folds.append((links[1 - known :: 2] @ direction, rest @ direction))
    return folds


def cosines(
    rows: FloatArray, inverse_norms: FloatArray, pairs: IntArray, *, compute: Compute
) -> FloatArray:
    """Cosine of the two rows of each pair; 0 where one of them is a zero row."""
    found: FloatArray = compute.pair_dot(rows, rows, pairs)
    found *= inverse_norms[pairs[:, 0]]
    found *= inverse_norms[pairs[:, 1]]
    return found


def unit_rows(rows: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rows scaled to length one and their inverse lengths; zero rows stay zero in both."""
    norms = np.linalg.norm(rows, axis=1)
    usable = norms > ZERO_ROW * norms.max(initial=0.0)
    inverse = np.where(usable, 1.0 / np.where(usable, norms, 1.0), 0.0)
    return rows * inverse[:, None], inverse
