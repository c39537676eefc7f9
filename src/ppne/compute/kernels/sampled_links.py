"""Numba: stochastic steps on links drawn at random and on noise, and the table noise comes from."""

import numpy as np
from numba import njit

from ppne.compute.kernels.rows import dot
from ppne.compute.kernels.spread import salt_of, uniform

_LAST_SHARE = 1e-4
"""Of the first rate: what the last steps are taken at."""


@njit(cache=True)
def alias_table(weights, chances, others):
    """Set a table to draw places by weight in one go (Walker's, as Vose fills it).

    A place drawn uniformly is kept with its chance, and is else exchanged for its other one.
    """
    n = weights.size
    mean = weights.sum() / n
    waiting = np.empty(
        n, dtype=np.int64
    )  # those below the mean from the left, others from the right
    n_low = 0
    high = n
    for i in range(n):
        others[i] = i
        chances[i] = weights[i] / mean
        if chances[i] < 1.0:
            waiting[n_low] = i
            n_low += 1
        else:
            high -= 1
            waiting[high] = i
    while n_low > 0 and high < n:
        n_low -= 1
        i = waiting[n_low]
        j = waiting[high]
        others[i] = j
        chances[j] -= 1.0 - chances[i]
        if chances[j] < 1.0:
            high += 1
            waiting[n_low] = j
            n_low += 1
    for at in range(n):  # those still waiting are off one by rounding only
        if at < n_low or at >= high:
            chances[waiting[at]] = 1.0


@njit(cache=True, inline="always")
def _drawn(chances, others, number):
    """The place that a number in [0, 1) stands for."""
    at = min(int(number * chances.size), chances.size - 1)
    return at if number * chances.size - at < chances[at] else others[at]


@njit(nogil=True, cache=True)
def link_steps(links, chances, others, decays, key, n_samples, n_negatives, rate, x, y):
    """Move ``x`` and ``y`` so that links are told from noise, a link drawn uniformly a step.

    Row ``u`` of ``x`` moves towards row ``v`` of ``y`` for the link ``(u, v)``, and away from rows
    drawn from the table, all by the slope of the logistic loss; a drawn row that is ``v`` is passed
    over. With each, both rows shrink by the decays of their nodes. ``y`` may be ``x``. The rate
    falls linearly. On one thread: a step sees those before it.
    """
    moved = np.empty(x.shape[1], dtype=x.dtype)
    for sample in range(n_samples):
        salt = salt_of(key, sample)
        pace = rate * max(1.0 - sample / n_samples, _LAST_SHARE)
        e = min(int(uniform(salt, 0, 0) * len(links)), len(links) - 1)
        source = x[links[e, 0]]
        shrunk = x.dtype.type(pace * decays[links[e, 0]])
        moved[:] = 0.0
        for draw in range(n_negatives + 1):
            v = links[e, 1]
            if draw:
                v = _drawn(chances, others, uniform(salt, 0, draw))
                if v == links[e, 1]:
                    continue
            target = y[v]
            truth = 0.0 if draw else 1.0
            slope = x.dtype.type(pace * (truth - 1.0 / (1.0 + np.exp(-dot(source, target)))))
            kept = x.dtype.type(1.0 - pace * decays[v])
            for d in range(moved.size):
                moved[d] += slope * target[d] - shrunk * source[d]
            for d in range(moved.size):
                target[d] = kept * target[d] + slope * source[d]
        for d in range(moved.size):
            source[d] += moved[d]
