"""Which pairs pull and how hard; the learned attacker's direction."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from ppne.privacy.objective import difference_weights, learned_direction, ranked_weights

cosines = hnp.arrays(float, st.integers(1, 30), elements=st.floats(-1, 1))


@given(st.integers(1, 50), st.integers(1, 50))
def test_the_papers_weights_sum_to_zero_and_pull_alike(n_links, n_decoys):
    weights = difference_weights(n_links, n_decoys)
    assert_array_equal(weights.links, 1.0)
    assert len(weights.decoys) == n_decoys
    assert_allclose(weights.links.sum() + weights.decoys.sum(), 0.0, atol=1e-12 * n_links)


def test_without_decoys_the_papers_weights_have_none():
    assert difference_weights(4, 0).decoys.shape == (0,)


@given(cosines, cosines)
def test_ranked_weights_sum_to_zero_and_lie_within_one(links, decoys):
    weights = ranked_weights(links, decoys)
    assert_allclose(weights.links.sum() + weights.decoys.sum(), 0.0, atol=1e-12 * len(links))
    assert (np.abs(weights.links) <= 1.0).all()
    assert np.ptp(weights.decoys) == 0.0


@given(cosines, cosines)
def test_a_link_that_is_better_hidden_never_pulls_harder(links, decoys):
    weights = ranked_weights(links, decoys).links
    pull = np.abs(weights)[np.argsort(links)]
    inverted = weights.sum() < 0
    assert (np.diff(pull[::-1] if inverted else pull) >= 0).all()


def test_a_hidden_link_pulls_less_than_an_exposed_one(rng):
    decoys = rng.uniform(-0.1, 0.1, 100)
    weights = ranked_weights(np.array([0.9, 0.8, -0.9]), decoys)
    assert (weights.links[:2] == 1.0).all()
    assert weights.links[2] == 0.0


@given(cosines, cosines)
def test_the_pull_turns_when_the_links_fall_below_the_decoys(links, decoys):
    exposed = ranked_weights(np.abs(links) + 0.01, -np.abs(decoys))
    hidden = ranked_weights(-np.abs(links) - 0.01, np.abs(decoys))
    assert (exposed.links > 0).all()
    assert (exposed.decoys < 0).all()
    assert (hidden.links < 0).all()
    assert (hidden.decoys > 0).all()


@given(cosines)
def test_the_pull_fades_to_nothing_where_links_and_decoys_are_alike(values):
    assert_allclose(ranked_weights(values, values).links, 0.0, atol=1e-12)


def test_the_learned_direction_is_fishers_on_a_planted_one(rng):
    spread = np.array([0.5, 1.0, 2.0, 1.0])
    links = rng.standard_normal((400, 4)) * spread + [0.0, 1.0, 0.0, 0.0]
    decoys = rng.standard_normal((300, 4)) * spread
    covariance = (np.cov(links.T, bias=True) + np.cov(decoys.T, bias=True)) / 2
    ridge = np.trace(covariance) / 4
    fisher = np.linalg.inv(covariance + ridge * np.eye(4)) @ (links.mean(0) - decoys.mean(0))
    direction = learned_direction(links, decoys)
    assert_allclose(
        direction / np.linalg.norm(direction), fisher / np.linalg.norm(fisher), rtol=1e-9
    )
    assert np.abs(direction).argmax() == 1
    assert direction[1] > 0


def test_the_learned_score_varies_within_a_class_as_much_as_the_cosine(rng):
    links, decoys = rng.standard_normal((2, 200, 5)) @ rng.standard_normal((5, 5))
    links = links + 1.0
    direction = learned_direction(links, decoys)

    def variance(weights):
        return (links @ weights).var() + (decoys @ weights).var()

    assert_allclose(variance(direction), variance(np.ones(5)), rtol=1e-9)


@pytest.mark.parametrize("n_rows", [1, 5])
def test_features_that_do_not_vary_leave_the_plain_cosine(n_rows):
    constant = np.ones((n_rows, 3))
    assert_array_equal(learned_direction(2.0 * constant, constant), 1.0)
