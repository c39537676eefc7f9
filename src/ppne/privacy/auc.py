"""How often a private link outscores a non-link: the area under the attacker's ROC curve."""

import math

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray


def auc(links: FloatArray, non_links: FloatArray) -> float:
    """Chance that a random link scores above a random non-link, ties counting half.

    0.5 tells the attacker nothing; 0.3 as much as 0.7, since the ranking can be turned round.
    """
    return float(_twice_below(links, non_links).mean() / (2 * len(non_links)))


def auc_interval(links: FloatArray, non_links: FloatArray) -> tuple[float, float]:
    r"""The AUC and half the width of its 95 % interval (DeLong et al. 1988).

    Its variance is that of the links' shares over their number, plus the same of the non-links; of
    a kind with a single pair it is taken to be the largest that shares can have, 1/4.
    """
    shares = share_below(links, non_links), share_below(non_links, links)
    spread = (part.var(ddof=1) / len(part) if len(part) > 1 else 0.25 for part in shares)
    return float(shares[0].mean()), 1.96 * math.sqrt(sum(spread))


def share_below(scores: FloatArray, others: FloatArray) -> FloatArray:
    """Share of ``others`` that each score is above, ties counting half."""
    share: FloatArray = _twice_below(scores, others) / (2 * len(others))
    return share


def _twice_below(scores: FloatArray, others: FloatArray) -> IntArray:
    """Twice how many of ``others`` each score is above, so that a tie counts one."""
    ordered = np.sort(others)
    below: IntArray = np.searchsorted(ordered, scores, "left")
    below += np.searchsorted(ordered, scores, "right")
    return below
