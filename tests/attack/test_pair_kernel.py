"""The kernel between pairs against its definition, and what it learns."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from ppne.attack import pair_kernel as module
from ppne.attack.pair_kernel import PairKernel
from ppne.privacy.auc import auc


def units(rng, n, width=4):
    rows = rng.standard_normal((n, width))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def pairs_of_groups(rng, n):
    """Features of pairs whose ends are near one of five places, the same for links."""
    places = units(rng, 5, 8)
    target = np.arange(n) % 2
    left = rng.integers(5, size=n)
    right = np.where(target == 1, left, (left + rng.integers(1, 5, size=n)) % 5)
    ends = [places[at] + 0.05 * rng.standard_normal((n, 8)) for at in (left, right)]
    return np.hstack([end / np.linalg.norm(end, axis=1, keepdims=True) for end in ends]), target


def test_the_answer_is_that_of_the_definition(rng):
    features = np.hstack([units(rng, 12), units(rng, 12)])
    target = np.arange(12) % 2

    def r(x, y):
        return np.exp(-((x - y) ** 2).sum())

    def k(p, q):
        (a, b), (c, d) = np.split(p, 2), np.split(q, 2)
        return r(a, c) * r(b, d) + r(a, d) * r(b, c)

    kernel = np.array([[k(p, q) for q in features] for p in features])
    ridge = 0.1 * np.trace(kernel) / 12 * np.eye(12)
    score = kernel @ np.linalg.solve(kernel + ridge, 2.0 * target - 1)
    found = PairKernel(0).fit(features, target).predict_proba(features)
    assert_allclose(found[:, 1], np.clip((score + 1) / 2, 0, 1), rtol=0, atol=1e-10)
    assert_allclose(found.sum(axis=1), 1, rtol=0, atol=1e-12)


def test_neither_a_rotation_nor_the_order_of_the_ends_matters(rng):
    features, target = pairs_of_groups(rng, 60)
    turn = np.linalg.qr(rng.standard_normal((8, 8)))[0]
    turned = np.hstack([part @ turn for part in np.hsplit(features, 2)])
    swapped = np.roll(features, 8, axis=1)
    one = PairKernel(0).fit(features, target).predict_proba(features)
    assert_allclose(PairKernel(0).fit(turned, target).predict_proba(turned), one, atol=1e-9)
    assert_allclose(PairKernel(0).fit(features, target).predict_proba(swapped), one, atol=1e-9)


@pytest.mark.parametrize("most", [4000, 120])
def test_pairs_that_are_alike_are_told_from_others(rng, monkeypatch, most):
    monkeypatch.setattr(module, "_MOST", most)
    features, target = pairs_of_groups(rng, 1200)
    model = PairKernel(1).fit(features[:600], target[:600])
    chance = model.predict_proba(features[600:])[:, 1]
    assert auc(chance[target[600:] == 1], chance[target[600:] == 0]) > 0.95
    again = PairKernel(1).fit(features[:600], target[:600]).predict_proba(features[600:])
    assert_array_equal(again[:, 1], chance)
