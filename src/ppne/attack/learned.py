"""Attacks with knowledge (the paper's Type II): learn from known pairs, judge the others.

Classifiers are imported where one is made: an audit without them is quick to start and small.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppne.attack.axes import rows_on
from ppne.attack.pair_kernel import PairKernel
from ppne.attack.rates import Trial
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import MissingExtraError

MOST_LINKS = 5_000
"""Links, and ten times as many non-links, that a learning attack looks at."""

Features = Callable[[IntArray], FloatArray]
"""Pairs in, a row of features each out."""


_OPERATORS: dict[str, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "hadamard": lambda a, b: a * b,
    "l1": lambda a, b: np.abs(a - b),
    "l2": lambda a, b: (a - b) ** 2,
    "average": lambda a, b: (a + b) / 2,
}


def operator_features(embedding: FloatArray, operator: str, axes: FloatArray) -> Features:
    r"""Features of a pair from its two unit rows a and b.

    All but ``concat`` look at the rows on ``axes``; on the principal ones no rotation hides
    anything from them.

    =========== =====================================================================
    operator    features
    =========== =====================================================================
    concat      :math:`[a, b]` (the paper's), the smaller node first
    hadamard    :math:`a \circ b`, whose sum is the cosine
    l1          :math:`|a - b|`
    l2          :math:`(a - b)^2`
    average     :math:`(a + b) / 2`
    all         hadamard, l1, and the two rows' norms (the smaller, the larger)
    =========== =====================================================================
    """
    if operator == "concat":
        axes = np.eye(len(axes))

    def features(pairs: IntArray) -> FloatArray:
        a, b = (
            rows_on(embedding, axes, pairs[:, column]).astype(np.float32) for column in range(2)
        )
        if operator == "concat":
            return np.hstack([a, b])
        if operator == "all":
            norms = np.linalg.norm(embedding[pairs], axis=2)
            return np.hstack([a * b, np.abs(a - b), np.sort(norms, axis=1)])
        return _OPERATORS[operator](a, b)

    return features


@dataclass(frozen=True, kw_only=True, slots=True)
class Learner:
    """A classifier of pairs: its name, what it looks at, and how it is made from a seed.

    ``sparse`` says that it looks at rows on :func:`~ppne.attack.axes.sparse_axes`, not principal.
    """

    name: str
    operator: str
    model: Callable[[int], Any]
    sparse: bool = False


def _logistic(seed: int) -> Any:
    """On unit rows as they are: strong regularisation pulls the Hadamard weights to one length."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=10.0, max_iter=1000)


def _boosting(seed: int) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(
        max_iter=100, max_leaf_nodes=8, max_features=0.3, early_stopping=False, random_state=seed
    )


def _mlp(seed: int) -> Any:
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    network = MLPClassifier((32,), alpha=1.0, max_iter=200, early_stopping=True, random_state=seed)
    return make_pipeline(StandardScaler(), network)


def _xgboost(seed: int) -> Any:
    """As the authors: 50 trees."""
    try:
        from xgboost import XGBClassifier
    except ImportError as error:
        raise MissingExtraError(
            "the authors' classifier needs an extra: pip install 'ppne[audit]'"
        ) from error
    return XGBClassifier(n_estimators=50, n_jobs=1, random_state=seed)


def _kernel(seed: int) -> Any:
    return PairKernel(seed)


LOGISTIC = Learner(name="logistic hadamard", operator="hadamard", model=_logistic)
BOOSTING = Learner(name="boosting hadamard", operator="hadamard", model=_boosting)
XGBOOST = Learner(name="xgboost concat", operator="concat", model=_xgboost)
KERNEL = Learner(name="kernel concat", operator="concat", model=_kernel)
LEARNERS = (
    XGBOOST,
    LOGISTIC,
    BOOSTING,
    Learner(name="logistic l1", operator="l1", model=_logistic),
    Learner(name="logistic l2", operator="l2", model=_logistic),
    Learner(name="logistic average", operator="average", model=_logistic),
    Learner(name="mlp all", operator="all", model=_mlp),
    Learner(name="boosting all", operator="all", model=_boosting),
    Learner(name="boosting sparse", operator="all", model=_boosting, sparse=True),
)


def held_out_trials(
    learner: Learner,
    features: Features,
    links: IntArray,
    fresh: IntArray,
    others: Mapping[str, IntArray],
    *,
    share: float,
    n_repeats: int,
    seed: int,
    compute: Compute,
) -> dict[str, list[Trial]]:
    """Trials against the fresh non-links (``"fresh"``) and the other sets.

    The attacker learns from a share of the links and of the fresh non-links and judges the rest
    of both, and all of the other sets. Each repeat moves on through one random order, so that
    after ``1 / (1 - share)`` of them, rounded up, every pair that is looked at has been judged.
    The splits depend on the seed and the numbers of pairs alone.
    """
    rng = stream(seed, "known pairs")
    link_order = rng.permutation(len(links))[:MOST_LINKS]
    fresh_order = rng.permutation(len(fresh))[: 10 * MOST_LINKS]
    sets = {name: np.arange(len(pairs))[: 10 * MOST_LINKS] for name, pairs in others.items()}

    def one(repeat: int) -> dict[str, Trial]:
        known_links, tested_links = _split(link_order, share, repeat)
        known_fresh, tested_fresh = _split(fresh_order, share, repeat)
        model = fit(
            learner.model(_seed(seed, repeat)),
            features(links[known_links]),
            features(fresh[known_fresh]),
        )
        even = len(known_links) / (len(known_links) + len(known_fresh))
        found = judge(model, features(links[tested_links]))
        trials = {}
        for name, positions in {"fresh": tested_fresh, **sets}.items():
            pairs = fresh if name == "fresh" else others[name]
            trials[name] = Trial(
                links=tested_links,
                non_links=positions,
                link_scores=found,
                non_link_scores=judge(model, features(pairs[positions])),
                threshold=even,
            )
        return trials

    done = compute.spread(one, range(n_repeats))
    return {name: [trials[name] for trials in done] for name in ("fresh", *sets)}


def transfer_trials(
    learner: Learner,
    features: Features,
    known_links: IntArray,
    known_non_links: IntArray,
    links: IntArray,
    sets: Mapping[str, IntArray],
    *,
    seed: int,
) -> dict[str, list[Trial]]:
    """One trial a set of an attacker who learned from other links, and judges all of these."""
    model = fit(learner.model(_seed(seed, 0)), features(known_links), features(known_non_links))
    positions = np.arange(len(links))[: 4 * MOST_LINKS]
    found = judge(model, features(links[positions]))
    trials = {}
    for name, pairs in sets.items():
        among = np.arange(len(pairs))[: 10 * MOST_LINKS]
        trials[name] = [
            Trial(
                links=positions,
                non_links=among,
                link_scores=found,
                non_link_scores=judge(model, features(pairs[among])),
                threshold=len(known_links) / (len(known_links) + len(known_non_links)),
            )
        ]
    return trials


def fit(model: Any, links: FloatArray, non_links: FloatArray) -> Any:
    """The model, trained to tell links from non-links."""
    target = np.repeat([1, 0], [len(links), len(non_links)])
    return model.fit(np.concatenate([links, non_links]), target)


def judge(model: Any, features: FloatArray) -> FloatArray:
    """The probability of a link, as the model sees it."""
    chance: FloatArray = model.predict_proba(features)[:, 1].astype(np.float64)
    return chance


def _split(order: IntArray, share: float, repeat: int) -> tuple[IntArray, IntArray]:
    """Positions known and tested: the tested ones are the ``repeat``-th stretch of the order."""
    part = round((1 - share) * len(order), 9)  # 3, not 3.0000000000000004
    n_tested = min(max(1, math.ceil(part)), len(order) - 1)
    turned = np.roll(order, -repeat * n_tested)
    return np.sort(turned[n_tested:]), np.sort(turned[:n_tested])


def _seed(seed: int, repeat: int) -> int:
    return (seed + repeat) % 2**32
