"""The utility loss with every one of the n eigenvalues, by LAPACK."""

import numpy as np

from tests.reference.proximity import normal_adjacency


def walk_sum(values, window):
    """``g(λ) = λ + … + λ^T``."""
    return sum(values**t for t in range(1, window + 1))


def squared_walk_sums(adjacency, window):
    """``g(λ_p)^2`` over all eigenvalues of ``N``, largest first."""
    values = np.linalg.eigvalsh(normal_adjacency(adjacency))
    return np.sort(walk_sum(values, window) ** 2)[::-1]


def spectral_total(adjacency, window):
    """``sum_p g(λ_p)^2``."""
    return squared_walk_sums(adjacency, window).sum()


def tail_loss(adjacency, window, negatives, n_modes):
    """``vol / (Tb) [sum_{p>K} (g(λ_p) / d_min)^2]^1/2`` of one graph."""
    degrees = adjacency.sum(axis=1)
    tail = squared_walk_sums(adjacency, window)[n_modes:].sum()
    return degrees.sum() / (window * negatives) * np.sqrt(tail) / degrees[degrees > 0].min()
