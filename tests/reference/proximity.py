"""The proximity matrix of a weighted adjacency matrix, dense, straight from METHOD section 1.

Weights need not be 0/1, so that a derivative along a link's weight has a central difference.
"""

import numpy as np


def inverse_root_degrees(adjacency):
    """``d^-1/2``, 0 where a node has no links."""
    degrees = adjacency.sum(axis=1)
    return np.divide(1.0, np.sqrt(degrees), out=np.zeros(len(degrees)), where=degrees > 0)


def normal_adjacency(adjacency):
    """``D^-1/2 A D^-1/2``."""
    root = inverse_root_degrees(adjacency)
    return root[:, None] * adjacency * root


def walk_proximity(adjacency, window, negatives):
    """``M = vol / (bT) D^-1/2 (N + … + N^T) D^-1/2``."""
    normal = normal_adjacency(adjacency)
    root = inverse_root_degrees(adjacency)
    total = sum(np.linalg.matrix_power(normal, t) for t in range(1, window + 1))
    return adjacency.sum() / (negatives * window) * root[:, None] * total * root


def log_proximity(adjacency, window, negatives):
    """``Z = log max(M, 1)``."""
    return np.log(np.maximum(walk_proximity(adjacency, window, negatives), 1.0))
