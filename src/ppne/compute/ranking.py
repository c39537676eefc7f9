"""Areas and rates of a ranking under many weightings: allocation here, the loop a kernel."""

import numpy as np

from ppne.compute.arrays import BoolArray, FloatArray, IntArray
from ppne.compute.kernels.ranking import weighted_rates


class Ranking:
    """Links and non-links in the order of their scores, ready to be weighed."""

    def __init__(self, links: FloatArray, non_links: FloatArray) -> None:
        scores = np.concatenate([links, non_links])
        self.n_links = len(links)
        self.order: IntArray = np.argsort(-scores, kind="stable")
        ordered = scores[self.order]
        self.last_of_tie: BoolArray = np.append(ordered[1:] != ordered[:-1], True)

    def rates(self, weights: FloatArray, limits: FloatArray) -> FloatArray:
        """AUC, average precision and TPR at each FPR limit, a row for each row of weights.

        Links and non-links weigh the same in all: precision is TPR / (TPR + FPR).
        """
        out = np.empty((len(weights), 2 + len(limits)))
        weighted_rates(
            self.order, self.last_of_tie, self.n_links, np.ascontiguousarray(weights), limits, out
        )
        return out
