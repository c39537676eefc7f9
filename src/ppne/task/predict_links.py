"""Prediction of public links that the predictor was not trained on."""

import math
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import normalize

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.rng import stream
from ppne.errors import InputError

_TEST_SHARE = 0.3

_MOST = 20_000
"""Links, and non-links, that are used at most."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkResult:
    """Mean AUC over the repeats, and that of each repeat; 0.5 is chance."""

    auc: float
    auc_repeats: tuple[float, ...]


def predict_links(
    embedding: FloatArray, links: IntArray, non_links: IntArray, *, seed: int, n_repeats: int = 3
) -> LinkResult:
    """AUC of telling 30 % of the pairs apart by what the other 70 % teach.

    A logistic regression on the products, column by column, of the two unit rows of a pair. The
    embedding was made with all public links: what is held out, the predictor has not seen, the
    embedding has. The splits depend on the numbers of pairs and on ``seed`` alone.

    Parameters
    ----------
    embedding
        (n_nodes, n_columns).
    links, non_links
        Public links, and pairs that are none, ``(n_pairs, 2)``; at most 20,000 of each are drawn.
    seed
        The same seed gives the same pairs and splits.
    n_repeats
        How many splits.

    Raises
    ------
    InputError
        If there are fewer than two links or fewer than two non-links.
    """
    rng = stream(seed, "predict_links")
    links, non_links = (
        _drawn(pairs, name, rng) for pairs, name in ((links, "links"), (non_links, "non_links"))
    )
    pairs = np.concatenate([links, non_links])
    target = np.arange(len(pairs)) < len(links)
    left, right = (
        normalize(np.asarray(embedding)[ends].astype(np.float64), copy=False) for ends in pairs.T
    )
    products = left * right
    scores = []
    for _ in range(n_repeats):
        test = np.zeros(len(pairs), dtype=bool)
        for kind in (np.flatnonzero(target), np.flatnonzero(~target)):
            test[rng.permutation(kind)[: math.ceil(_TEST_SHARE * len(kind))]] = True
        model = LogisticRegression(max_iter=1000).fit(products[~test], target[~test])
        odds = model.decision_function(products[test])
        scores.append(float(roc_auc_score(target[test], odds)))
    return LinkResult(auc=float(np.mean(scores)), auc_repeats=tuple(scores))


def _drawn(pairs: IntArray, name: str, rng: np.random.Generator) -> IntArray:
    """At most 20,000 of the pairs, without repeats."""
    if len(pairs) < 2:
        raise InputError(f"{name} must be two pairs or more, one to learn from, got {len(pairs)}")
    return pairs[rng.permutation(len(pairs))[:_MOST]]
