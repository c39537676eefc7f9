"""What an embedding gives away of the private links, and its slope along similarities."""

from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.private.pairs import PrivatePairs

_ZERO_ROW = 1e-4
"""Rows shorter than this share of the longest are zero: their direction means nothing."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class SimilaritySlope:
    r"""The symmetric matrix :math:`S = \partial PL / \partial (X X^\top)`, never formed densely.

    A sparse part (the pairs and the diagonal) plus ``spread`` times :math:`\tfrac12 r r^\top`,
    :math:`r_i = 1 / \lVert x_i \rVert`, which is what decoys over all pairs come to.
    """

    pairs: sparse.csr_array = field(repr=False)
    inverse_norms: FloatArray = field(repr=False)
    spread: float

    def times(self, block: FloatArray, *, compute: Compute) -> FloatArray:
        """``S @ block`` in O((n_pairs + n) columns)."""
        out = compute.product(self.pairs, block)
        if self.spread:
            column = self.inverse_norms[:, None]
            out += (0.5 * self.spread) * column * compute.gram(column, block)
        return out


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Leakage:
    """The cosines at the pairs, the leakage that they come to, and its slope."""

    value: float
    slope: SimilaritySlope = field(repr=False)
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
    n) / 2`, whose slope has rank one. O((pairs + n) n_components).
    """
    units, inverse_norms = unit_rows(rows)
    link_cosines = compute.pair_dot(units, units, pairs.links)
    decoy_cosines = compute.pair_dot(units, units, pairs.decoys)
    n_links, n_decoys = len(pairs.links), len(pairs.decoys)
    weights = np.ones(n_links + n_decoys)
    spread = 0.0
    value = float(link_cosines.sum())
    total = units.sum(axis=0)
    if n_decoys:
        weights[n_links:] = -n_links / n_decoys
        value -= n_links / n_decoys * float(decoy_cosines.sum())
    else:
        n_rows = float(np.count_nonzero(inverse_norms))
        spread = -2.0 * n_links / (n_rows * (n_rows - 1.0))
        value += spread * (float(total @ total) - n_rows) / 2.0
    slope = similarity_slope(
        inverse_norms,
        np.concatenate([pairs.links, pairs.decoys]),
        weights,
        np.concatenate([link_cosines, decoy_cosines]),
        spread=spread,
        spread_cosines=units @ total,
    )
    return Leakage(value=value, slope=slope, link_cosines=link_cosines, decoy_cosines=decoy_cosines)


def similarity_slope(
    inverse_norms: FloatArray,
    pairs: IntArray,
    weights: FloatArray,
    cosines: FloatArray,
    *,
    spread: float,
    spread_cosines: FloatArray,
) -> SimilaritySlope:
    r"""Slope of :math:`\sum_p w_p c_p` plus ``spread`` times the sum over all pairs.

    .. math::
        S_{ij} = S_{ji} = \frac{w_{ij}}{2 \lVert x_i \rVert \lVert x_j \rVert}, \qquad
        S_{ii} = -\sum_j \frac{w_{ij} c_{ij}}{2 \lVert x_i \rVert^2}
    """
    n = len(inverse_norms)
    u, v = pairs.T
    off = 0.5 * weights * inverse_norms[u] * inverse_norms[v]
    met = np.bincount(u, weights * cosines, n) + np.bincount(v, weights * cosines, n)
    diagonal = -0.5 * inverse_norms**2 * (met + spread * spread_cosines)
    everyone = np.arange(n)
    matrix = sparse.coo_array(
        (
            np.concatenate([off, off, diagonal]),
            (np.concatenate([u, v, everyone]), np.concatenate([v, u, everyone])),
        ),
        shape=(n, n),
    ).tocsr()
    return SimilaritySlope(pairs=matrix, inverse_norms=inverse_norms, spread=spread)


def unit_rows(rows: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rows scaled to length one and their inverse lengths; zero rows stay zero in both."""
    norms = np.linalg.norm(rows, axis=1)
    usable = norms > _ZERO_ROW * norms.max(initial=0.0)
    inverse = np.where(usable, 1.0 / np.where(usable, norms, 1.0), 0.0)
    return rows * inverse[:, None], inverse
