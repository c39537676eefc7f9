"""`PairKernel`: ridge regression on a kernel of pairs, which no rotation of rows changes."""

from typing import Self

import numpy as np
from scipy.linalg import solve

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.rng import stream

_MOST = 4_000
"""Pairs to learn from; of more, all links up to half of these are kept, and non-links drawn."""

_RIDGE = 0.1
"""In units of the kernel's mean diagonal."""

_CHUNK = 500


class PairKernel:
    r"""Two pairs are alike if their ends are, in either order.

    .. math::
        k\bigl((a, b), (c, d)\bigr) = r(a, c)\, r(b, d) + r(a, d)\, r(b, c), \qquad
        r(x, y) = e^{-\lVert x - y \rVert^2}

    for unit rows. Features hold both rows of a pair, one after the other. Called like a classifier
    of scikit-learn. Learning solves a system of at most 4,000 unknowns; judging a pair takes as
    many kernel values.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def fit(self, features: FloatArray, target: IntArray) -> Self:
        """Learn which pairs are links (1) and which are not (0)."""
        before = target.mean()
        kept = _kept(target, stream(self.seed, "pair kernel"))
        features, target = features[kept], target[kept]
        after = target.mean()
        self._odds = before / (1 - before) * (1 - after) / after
        self._ends = np.hsplit(features.astype(np.float64), 2)
        kernel = self._kernel(features)
        kernel[np.diag_indices_from(kernel)] += _RIDGE * np.trace(kernel) / len(kernel)
        signs = np.where(target == 1, 1.0, -1.0)
        self._weights = solve(kernel, signs, assume_a="pos", overwrite_a=True)
        return self

    def predict_proba(self, features: FloatArray) -> FloatArray:
        """A column for non-links, one for links."""
        score = np.concatenate(
            [
                self._kernel(features[first : first + _CHUNK]) @ self._weights
                for first in range(0, len(features), _CHUNK)
            ]
        )
        chance = np.clip((score + 1) / 2, 0, 1)
        chance = chance * self._odds / (chance * self._odds + 1 - chance)  # as rare as they were
        return np.column_stack([1 - chance, chance])

    def _kernel(self, features: FloatArray) -> FloatArray:
        a, b = np.hsplit(features.astype(np.float64), 2)
        c, d = self._ends
        kernel: FloatArray = _likeness(a, c) * _likeness(b, d)
        kernel += _likeness(a, d) * _likeness(b, c)
        return kernel


def _kept(target: IntArray, rng: np.random.Generator) -> IntArray:
    """Positions of the pairs to learn from."""
    order = rng.permutation(len(target))
    links, others = order[target[order] == 1], order[target[order] == 0]
    links = links[: max(_MOST // 2, _MOST - len(others))]
    return np.sort(np.concatenate([links, others[: _MOST - len(links)]]))


def _likeness(x: FloatArray, y: FloatArray) -> FloatArray:
    """:math:`e^{-|x - y|^2}` for unit rows."""
    products: FloatArray = x @ y.T
    products -= 1
    products *= 2
    return np.exp(products, out=products)
