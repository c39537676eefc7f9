"""Embeddings of which it is known what they give away."""

import numpy as np

from ppne.graph.synthetic import block_model

GRAPH = block_model(n_nodes=100, n_groups=2, mean_degree=6, seed=3)
APART = np.arange(60).reshape(30, 2)
"""Thirty pairs that share no node; as private links, whether the graph has them or not."""

SHORT = {"attacks": "similarity", "utility": False, "quick": True, "n_jobs": 1}
"""Enough to look at one thing."""


def noise(rng, n_nodes=GRAPH.n_nodes, n_columns=8):
    return rng.normal(size=(n_nodes, n_columns))


def giving_all_away(rng, links=APART):
    """Both ends of each link on a direction of their own."""
    rows = noise(rng)
    rows[links[:, 1]] = rows[links[:, 0]]
    return rows


def reversing(rng, links=APART):
    """The ends of each link opposite: protected too much."""
    rows = giving_all_away(rng, links)
    rows[links[:, 1]] *= -1
    return rows


def said_nothing(_):
    """Hear what is being done, and say nothing."""
