"""Areas and rates of a ranking under many weightings: allocation here, the loop a kernel."""

import numpy as np

from ppne.compute.arrays import BoolArray, FloatArray, IntArray
from ppne.compute.kernels.ranking import weighted_rates


class Ranking:
    """Links and non-links from the highest score down, ready to be weighed.

    ``order`` lists them by position, links first, then non-links.
    """

    def __init__(self, links: FloatArray, non_links: FloatArray) -> None:
        scores = np.concatenate([links, non_links])
        self.order: IntArray = np.argsort(-scores, kind="stable")
        self.scores: FloatArray = scores[self.order]
        self.is_link: BoolArray = self.order < len(links)
        self.last_of_tie: BoolArray = np.append(self.scores[1:] != self.scores[:-1], True)

    def rates(self, weights: FloatArray, limits: FloatArray) -> FloatArray:
        """AUC, average precision and TPR at each FPR limit, a row for each row of weights.

        The weights stand in the ranking's order. Links and non-links weigh the same in all:
        precision is TPR / (TPR + FPR).
        """
        out = np.empty((len(weights), 2 + len(limits)))
        weighted_rates(
            self.is_link.astype(np.float64),
            self.last_of_tie,
            np.ascontiguousarray(weights),
            limits,
            out,
        )
        return out
