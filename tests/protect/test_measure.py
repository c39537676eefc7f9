"""One step of the history says what the embedding gives away."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics import roc_auc_score

from ppne.compute import cpu
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.flips import Flips, apply
from ppne.graph.synthetic import ring
from ppne.privacy.leakage import leakage
from ppne.private.pairs import PrivatePairs
from ppne.protect.measure import conclude, measure
from ppne.protect.result import Problem
from ppne.protect.settings import ProtectionSettings

LINKS = np.array([[0, 2], [1, 4], [3, 6]])
DECOYS = np.array([[0, 3], [1, 5], [2, 6], [4, 7]])
WATCHED = np.array([[0, 4], [2, 7], [3, 7]])


def problem_with(decoys):
    return Problem(graph=ring(8), pairs=PrivatePairs(links=LINKS, decoys=decoys), watched=WATCHED)


def expected_auc(rows, others):
    units = rows / np.linalg.norm(rows, axis=1)[:, None]
    cosines = units @ units.T
    every = np.concatenate([LINKS, others])
    truth = np.repeat([1, 0], [len(LINKS), len(others)])
    return roc_auc_score(truth, cosines[every[:, 0], every[:, 1]])


def test_a_step_counts_the_flips_and_scores_both_attacks(rng):
    rows = rng.standard_normal((8, 3))
    problem = problem_with(DECOYS)
    made = Flips(pairs=np.array([[0, 1], [2, 5], [3, 5]]), signs=np.array([-1, 1, 1]))
    step, leak = measure(problem, made, rows, compute=cpu)
    assert (step.n_flips, step.n_additions) == (3, 2)
    assert step.leakage == leak.value == leakage(rows, problem.pairs, compute=cpu).value
    assert_allclose(step.auc_own, expected_auc(rows, DECOYS), rtol=0, atol=1e-12)
    assert_allclose(step.auc_fresh, expected_auc(rows, WATCHED), rtol=0, atol=1e-12)
    assert len(leak.link_cosines) == len(LINKS)


def test_without_decoys_the_attack_on_them_is_not_a_number(rng):
    problem = problem_with(np.empty((0, 2), dtype=np.int64))
    step, _ = measure(problem, Flips.none(), rng.standard_normal((8, 3)), compute=cpu)
    assert np.isnan(step.auc_own)
    assert 0 <= step.auc_fresh <= 1


@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_the_scale_of_the_embedding_does_not_matter(rng, scale):
    rows = rng.standard_normal((8, 3))
    one, _ = measure(problem_with(DECOYS), Flips.none(), rows, compute=cpu)
    other, _ = measure(problem_with(DECOYS), Flips.none(), scale * rows, compute=cpu)
    assert_allclose(one.leakage, other.leakage, rtol=0, atol=1e-12)
    assert one.auc_own == other.auc_own


def test_what_is_forbidden_is_the_private_links_and_the_decoys():
    assert_array_equal(problem_with(DECOYS).forbidden, np.concatenate([LINKS, DECOYS]))


def concluded(**more):
    settings = ProtectionSettings(
        method=method_named("line"), n_components=3, n_flips=2, batch_size=1
    )
    flips = Flips(pairs=np.array([[0, 1], [1, 6]]), signs=np.array([-1, 1]))
    problem = problem_with(DECOYS)
    return problem, conclude(problem, flips, settings, stopped="enough", compute=cpu, **more)


def test_flips_chosen_at_once_are_measured_before_and_after():
    problem, protection = concluded()
    first, last = protection.history
    assert (first.n_flips, last.n_flips, last.n_additions) == (0, 2, 1)
    assert protection.stopped == "enough"
    assert protection.embedding is None
    assert_array_equal(protection.graph.links, apply(problem.graph, protection.flips).links)
    for step, graph in ((first, problem.graph), (last, protection.graph)):
        rows = embed(graph, method_named("line"), 3, compute=cpu)
        exact, _ = measure(problem, Flips.none(), rows, compute=cpu)
        assert_allclose(step.leakage, exact.leakage, rtol=0, atol=0.05)  # residuals of 1e-3


def test_rows_given_are_kept_and_measured(rng):
    rows = rng.standard_normal((8, 3))
    problem, protection = concluded(embedding=rows)
    assert protection.embedding is rows
    expected, _ = measure(problem, protection.flips, rows, compute=cpu)
    assert protection.history[-1] == expected
    assert "embedding" not in repr(protection)
