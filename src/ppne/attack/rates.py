"""`Rates` of an attack with 95 % intervals: a bootstrap of pairs, widened for shared nodes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.special import ndtri, stdtrit

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.ranking import Ranking
from ppne.privacy.auc import share_below

LIMITS = (0.01, 0.001)
"""False-positive rates at which the true-positive rate is told."""

_LEVEL = (2.5, 97.5)
"""Percentiles; Weibull's, beyond which 5 % are expected however few replicates there are."""

_BLOCK = 2**21
"""Weights drawn at once, in entries."""

_LEAST = np.float32(1e-9)
"""The least weight of a pair."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Rates:
    """How well an attack tells links from non-links.

    ``average_precision`` (the paper's measure, which reports one minus it) and both F1 are for as
    many links as non-links, whatever their true numbers. F1 is of an attacker who decides at even
    odds, and ``None`` for one who only ranks.
    """

    auc: Estimate
    average_precision: Estimate
    tpr_at_1_percent: Estimate
    tpr_at_01_percent: Estimate
    micro_f1: Estimate | None = None
    macro_f1: Estimate | None = None

    @property
    def privacy(self) -> Estimate:
        """``1 - AP``."""
        ap = self.average_precision
        return Estimate(value=1 - ap.value, low=1 - ap.high, high=1 - ap.low)

    @property
    def advantage(self) -> Estimate:
        """``|2 AUC - 1|``: 0 is guessing, and a reversed ranking tells as much as a right one."""
        low, high = 2 * self.auc.low - 1, 2 * self.auc.high - 1
        ends = sorted((abs(low), abs(high)))
        return Estimate(
            value=abs(2 * self.auc.value - 1),
            low=0.0 if low <= 0 <= high else ends[0],
            high=ends[1],
        )

    @property
    def strength(self) -> float:
        """The AUC under the sign that the attacker would choose."""
        return max(self.auc.value, 1 - self.auc.value)

    @property
    def sign(self) -> str:
        """``"-"`` if low scores mean a link."""
        return "+" if self.auc.value >= 0.5 else "-"


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Trial:
    """Scores that an attack gave once to pairs that it had not learned from.

    Parameters
    ----------
    links, non_links
        Which pairs, by position.
    link_scores, non_link_scores
        Their scores; higher means more likely a link.
    threshold
        At or above it the attacker says "link"; ``None`` if it only ranks.
    """

    links: IntArray = field(repr=False)
    non_links: IntArray = field(repr=False)
    link_scores: FloatArray = field(repr=False)
    non_link_scores: FloatArray = field(repr=False)
    threshold: float | None = None


def estimate_rates(
    trials: Sequence[Trial],
    links: IntArray,
    non_links: IntArray,
    *,
    n_nodes: int,
    n_replicates: int,
    rng: np.random.Generator,
) -> Rates:
    r"""Mean rates over the trials, with intervals.

    Each replicate weighs every pair by an independent exponential number (Rubin's Bayesian
    bootstrap); the interval is between the 2.5th and 97.5th percentile. True-positive rates get
    half a link found and half a link missed on top (Jeffreys), so that none found of a few links
    is not told as certainly none. Pairs that share a node are not independent: each interval is
    then stretched about its value by

    .. math:: \sqrt{\max(1, V_{\mathrm{node}} / V_{\mathrm{pair}})}, \qquad
        V_{\mathrm{pair}} = \sum_p e_p^2, \quad
        V_{\mathrm{node}} = \sum_i \Bigl(\sum_{p \ni i} e_p\Bigr)^2 - \sum_p e_p^2

    where :math:`e_p` is what pair :math:`p` contributes to the error of the AUC: the variance
    that is right for pairs of nodes (each pair counted once at each of its two ends, so taken
    off once). Few links widen it further, as Student's law does for a mean.

    Parameters
    ----------
    links, non_links
        All pairs, ``(n, 2)``, that the trials' positions refer to.
    """
    rankings = [Ranking(trial.link_scores, trial.non_link_scores) for trial in trials]
    n_pairs = len(links) + len(non_links)
    pairs_of = [np.concatenate([trial.links, len(links) + trial.non_links]) for trial in trials]
    ranked: list[IntArray | slice] = [
        pairs[ranking.order] for pairs, ranking in zip(pairs_of, rankings, strict=True)
    ]
    if len(trials) == 1:  # weights are all alike: draw them for the ranks, and move none
        n_pairs, ranked = len(rankings[0].order), [slice(None)]
    thresholds = [trial.threshold for trial in trials]

    def mean_rates(weights: FloatArray, prior: FloatArray) -> FloatArray:
        total: FloatArray = sum(
            (
                _rates(ranking, weights[:, at], threshold, prior)
                for ranking, at, threshold in zip(rankings, ranked, thresholds, strict=True)
            ),
            start=np.zeros(()),
        )
        return total / len(trials)

    value = mean_rates(np.ones((1, n_pairs), dtype=np.float32), np.zeros((1, 2)))[0]
    height = max(1, _BLOCK // n_pairs)
    drawn = [
        mean_rates(
            _weights(rng, size, n_pairs),
            rng.standard_gamma(0.5, (size, 2)),
        )
        for size in _sizes(n_replicates, height)
    ]
    low, high = np.percentile(np.concatenate(drawn), _LEVEL, axis=0, method="weibull")
    stretch = _stretch(trials, links, non_links, n_nodes)
    low = np.clip(value + stretch * np.minimum(low - value, 0), 0, 1)
    high = np.clip(value + stretch * np.maximum(high - value, 0), 0, 1)
    told = [
        Estimate(value=float(v), low=float(a), high=float(b))
        for v, a, b in zip(value, low, high, strict=True)
    ]
    decides = trials[0].threshold is not None
    return Rates(
        auc=told[0],
        average_precision=told[1],
        tpr_at_1_percent=told[2],
        tpr_at_01_percent=told[3],
        micro_f1=told[4] if decides else None,
        macro_f1=told[5] if decides else None,
    )


def _weights(rng: np.random.Generator, n_rows: int, n_pairs: int) -> FloatArray:
    """Exponential numbers, none of them zero: one in eight million is, and a lone link has one."""
    drawn: FloatArray = rng.standard_exponential((n_rows, n_pairs), dtype=np.float32)
    return np.maximum(drawn, _LEAST, out=drawn)


def _sizes(total: int, most: int) -> list[int]:
    """Parts of at most ``most`` that add up to ``total``."""
    return [min(most, total - first) for first in range(0, total, most)]


def _rates(
    ranking: Ranking, weights: FloatArray, threshold: float | None, prior: FloatArray
) -> FloatArray:
    """AUC, AP, two TPR and, if the attacker decides, two F1, under each row of weights."""
    rates = ranking.rates(weights, np.array(LIMITS))
    of_links = ranking.is_link.astype(weights.dtype)
    mass = (weights @ of_links).astype(np.float64)[:, None]
    rates[:, 2:] = (rates[:, 2:] * mass + prior[:, :1]) / (mass + prior.sum(axis=1)[:, None])
    if threshold is None:
        return rates
    said = (ranking.scores >= threshold).astype(weights.dtype)
    others = weights.sum(axis=1, dtype=np.float64) - mass[:, 0]
    tpr = (weights @ (said * of_links)).astype(np.float64) / mass[:, 0]
    tnr = (weights @ ((1 - said) * (1 - of_links))).astype(np.float64) / others
    return np.column_stack([rates, (tpr + tnr) / 2, _macro_f1(tpr, tnr)])


def _macro_f1(tpr: FloatArray, tnr: FloatArray) -> FloatArray:
    """Mean of the two classes' F1 where links and non-links are as many."""
    mean: FloatArray = tpr / (2 + tpr - tnr) + tnr / (2 + tnr - tpr)
    return mean


def _stretch(trials: Sequence[Trial], links: IntArray, non_links: IntArray, n_nodes: int) -> float:
    """How much wider the interval is than that of as many independent pairs."""
    error = np.zeros(len(links) + len(non_links))
    for trial in trials:
        above = share_below(trial.link_scores, trial.non_link_scores)
        below = 1 - share_below(trial.non_link_scores, trial.link_scores)
        auc = above.mean()
        error[trial.links] += (above - auc) / (len(above) * len(trials))
        error[len(links) + trial.non_links] += (below - auc) / (len(below) * len(trials))
    of_pairs = float((error**2).sum())
    at_nodes = np.zeros(n_nodes)
    for column in range(2):
        ends = np.concatenate([links[:, column], non_links[:, column]])
        at_nodes += np.bincount(ends, error, minlength=n_nodes)
    of_nodes = float((at_nodes**2).sum()) - of_pairs
    few = max(2, len(np.unique(np.concatenate([trial.links for trial in trials]))))
    shared = max(1.0, of_nodes / of_pairs) if of_pairs > 0 else 1.0
    student = stdtrit(few - 1, 0.975) / ndtri(0.975)  # as for any mean of so few
    return float(student * np.sqrt(shared * (few + 1) / (few - 1)))
