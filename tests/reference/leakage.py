"""The leakage as its plain sum of cosines, as a function of the rows or of their similarities."""

import numpy as np


def cosine(similarity, u, v):
    """``Γ_uv / sqrt(Γ_uu Γ_vv)``."""
    return similarity[u, v] / np.sqrt(similarity[u, u] * similarity[v, v])


def weighted_cosines(similarity, pairs, weights):
    """``sum_p w_p c_p`` as a function of ``Γ = X X^T``."""
    return sum(w * cosine(similarity, u, v) for (u, v), w in zip(pairs, weights, strict=True))


def leakage(rows, links, decoys):
    """``PL(X)``: every link's cosine less the mean decoy's; no decoys means all pairs."""
    similarity = rows @ rows.T
    if not len(decoys):
        decoys = np.column_stack(np.triu_indices(len(rows), 1))
    total = sum(cosine(similarity, u, v) for u, v in links)
    return total - len(links) * np.mean([cosine(similarity, u, v) for u, v in decoys])
