"""Which pairs pull, and how hard: weights on cosines, and a learned attacker's direction."""

from dataclasses import dataclass, field

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.privacy.auc import share_below

_HIDDEN = 0.25
"""Share of the decoys that a link may outscore and not pull."""

_AT_CHANCE = 0.05
"""Distance of the AUC from one half within which the pull fades and turns."""

_RIDGE = 1.0
"""Shrinkage of the learned attacker's covariance, in units of its mean variance."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class PairWeights:
    """Weight of each link's cosine (positive) and of each decoy's (negative)."""

    links: FloatArray = field(repr=False)
    decoys: FloatArray = field(repr=False)


def difference_weights(n_links: int, n_decoys: int) -> PairWeights:
    """The paper's: every link pulls alike, against the mean decoy."""
    return PairWeights(
        links=np.ones(n_links), decoys=np.full(n_decoys, -n_links / max(n_decoys, 1))
    )


def ranked_weights(link_cosines: FloatArray, decoy_cosines: FloatArray) -> PairWeights:
    r"""A link pulls by the share of decoys that it outscores; one well below them stops pulling.

    .. math::
        w_{ij} = \beta \max\!\left(0, \frac{F_{ij} - 1/4}{3/4}\right), \quad
        \beta = \operatorname{clip}\!\left(\frac{\bar F - 1/2}{0.05}, -1, 1\right)

    with :math:`F_{ij}` that share, whose mean :math:`\bar F` is the attack's AUC; the decoys share
    the links' total. When the links fall below the decoys the sign of :math:`\beta` turns, and the
    share is of those that outscore the link: too much protection leaks too.
    """
    share = share_below(link_cosines, decoy_cosines)
    balance = np.clip((share.mean() - 0.5) / _AT_CHANCE, -1, 1)
    exposed = share if balance > 0 else 1.0 - share
    links = balance * np.maximum(exposed - _HIDDEN, 0.0) / (1.0 - _HIDDEN)
    return PairWeights(
        links=links, decoys=np.full(len(decoy_cosines), -links.sum() / len(decoy_cosines))
    )


def learned_direction(links: FloatArray, decoys: FloatArray) -> FloatArray:
    r"""Fisher's discriminant between links and decoys on Hadamard products of unit rows.

    .. math:: a \propto (C + \rho \bar c I)^{-1} (\mu^+ - \mu^-)

    ``links`` and ``decoys`` hold one Hadamard product a row. Scaled so that the score varies within
    a class as much as the cosine does, which makes the two add up.
    """
    gap = links.mean(axis=0) - decoys.mean(axis=0)
    covariance = (_covariance(links) + _covariance(decoys)) / 2
    ridge = _RIDGE * np.trace(covariance) / len(gap)
    if ridge == 0.0:
        return np.ones_like(gap)
    direction = np.linalg.solve(covariance + ridge * np.eye(len(gap)), gap)
    spread = np.sqrt(direction @ covariance @ direction)
    cosine_spread = np.sqrt(covariance.sum())
    scaled: FloatArray = direction * (cosine_spread / max(spread, 1e-300))
    return scaled


def _covariance(features: FloatArray) -> FloatArray:
    centred = features - features.mean(axis=0)
    out: FloatArray = centred.T @ centred / len(features)
    return out
