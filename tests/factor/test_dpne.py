"""DPNE: noise of the stated law, quality that comes back as epsilon grows."""

import numpy as np
import pytest
from numba import config
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.dpne import dpne, draw_noise, noise_scale
from ppne.factor.methods import method_named
from ppne.factor.proximity import proximity
from ppne.graph.synthetic import block_model
from ppne.privacy.auc import auc
from ppne.privacy.leakage import unit_rows
from ppne.private.non_links import draw_non_links

GRAPH = block_model(n_nodes=150, n_groups=3, mean_degree=8, seed=4)
METHOD = method_named("deepwalk", negatives=1.0)


def rows_at(epsilon, seed=0, n_components=12, **given):
    return dpne(GRAPH, METHOD, n_components, epsilon=epsilon, seed=seed, compute=cpu, **given)


def exposure(rows, rng):
    """AUC of ranking the graph's links above non-links by cosine."""
    units, _ = unit_rows(rows)
    non_links = draw_non_links(GRAPH, np.empty((0, 2), dtype=np.int64), 2000, rng)
    links, others = (cpu.pair_dot(units, units, pairs) for pairs in (GRAPH.links, non_links))
    return auc(links, others)


@pytest.mark.parametrize(("epsilon", "clip"), [(1.0, 1.0), (0.5, 3.0), (20.0, 0.1)])
def test_the_noise_scale_is_that_of_the_formula(epsilon, clip):
    assert_allclose(noise_scale(epsilon, clip), 4 * clip / epsilon, rtol=1e-15)


def test_lengths_of_the_noise_pass_a_kolmogorov_smirnov_test_against_gamma(rng):
    n_draws, width, scale = 4000, 12, noise_scale(0.5, 2.0)
    noise = draw_noise((n_draws, width), scale, rng)
    lengths = np.linalg.norm(noise, axis=1)
    bound = np.sqrt(np.log(2e9) / (2 * n_draws))  # a chance of 1e-9 (Massart)

    def distance(tried):
        return stats.kstest(lengths, stats.gamma(width, scale=tried).cdf).statistic

    assert distance(scale) < bound
    assert distance(scale / 2) > bound  # one entry counted instead of two
    directions = noise / lengths[:, None]
    assert np.abs(directions.mean(axis=0)).max() < 6 / np.sqrt(width * n_draws)
    assert_allclose(directions.T @ directions / n_draws, np.eye(width) / width, atol=0.03)


def test_the_noise_in_the_vectors_scales_with_one_over_epsilon():
    clean, low, high = (rows_at(epsilon, n_iterations=1) for epsilon in (1e12, 2.0, 0.5))
    assert_allclose(high - clean, 4 * (low - clean), rtol=1e-6, atol=1e-9)


def test_below_every_entry_vectors_and_noise_scale_with_the_clip():
    smallest = proximity(GRAPH, METHOD, compute=cpu).log_above.data.min()
    one, half = (rows_at(3.0, clip=clip, n_iterations=1) for clip in (smallest, smallest / 2))
    assert_allclose(one, 2 * half, rtol=1e-9)


def test_a_huge_epsilon_gives_the_quality_of_a_factorisation_without_noise():
    z = np.minimum(proximity(GRAPH, METHOD, compute=cpu).log_above.toarray(), 1.0)
    rows = rows_at(1e12, n_iterations=60, regularisation=0.01)
    basis = np.linalg.qr(rows)[0]
    captured = np.square(basis.T @ z).sum()
    best = np.sort(np.linalg.eigvalsh(z) ** 2)[-12:].sum()
    assert 0.97 * best <= captured <= best * (1 + 1e-9)


def test_a_small_epsilon_leaves_noise_and_a_huge_one_leaves_the_links(rng):
    assert abs(exposure(rows_at(0.01), rng) - 0.5) < 0.1
    assert exposure(rows_at(1e9), rng) > 0.8


def test_a_seed_repeats_the_vectors_on_any_number_of_threads_and_none_does_not():
    results = []
    for n_threads in (1, min(2, config.NUMBA_NUM_THREADS)):
        with cpu.steady(n_threads):
            results.append(rows_at(5.0, seed=3))
    assert_array_equal(*results)
    assert (rows_at(5.0, seed=4) != results[0]).any()
    assert (rows_at(5.0, seed=None) != rows_at(5.0, seed=None)).any()


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"epsilon": 0.0}, "epsilon must be a positive number, got 0.0"),
        ({"epsilon": float("nan")}, "epsilon must be a positive number"),
        ({"epsilon": 1.0, "clip": -1.0}, "clip must be a positive number, got -1.0"),
        ({"epsilon": 1.0, "regularisation": 0.0}, "regularisation must be positive, got 0.0"),
        ({"epsilon": 1.0, "n_iterations": 0}, "n_iterations must be positive, got 0"),
        ({"epsilon": 1.0, "n_components": 150}, "a dimension of 150 needs more"),
    ],
)
def test_a_parameter_out_of_its_range_is_refused(given, text):
    with pytest.raises(InputError, match=text):
        rows_at(**given)
