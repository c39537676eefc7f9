"""How often a private link outscores a non-link: the area under the attacker's ROC curve."""

import numpy as np

from ppne.compute.arrays import FloatArray


def auc(links: FloatArray, non_links: FloatArray) -> float:
    """Chance that a random link scores above a random non-link, ties counting half.

    0.5 tells the attacker nothing; 0.3 as much as 0.7, since the ranking can be turned round.
    """
    ordered = np.sort(non_links)
    below = np.searchsorted(ordered, links, "left") + np.searchsorted(ordered, links, "right")
    return float(below.mean() / (2 * len(ordered)))
