"""How often a private link outscores a non-link: the area under the attacker's ROC curve."""

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray


def auc(links: FloatArray, non_links: FloatArray) -> float:
    """Chance that a random link scores above a random non-link, ties counting half.

    0.5 tells the attacker nothing; 0.3 as much as 0.7, since the ranking can be turned round.
    """
    return float(_twice_below(links, non_links).mean() / (2 * len(non_links)))


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
