"""What flips chosen all at once come to."""

import math

import numpy as np
from numpy.testing import assert_array_equal

from ppne.graph.flips import Flips, apply
from ppne.graph.synthetic import ring
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem, conclude


def concluded(**more):
    pairs = PrivatePairs(links=np.array([[0, 4]]), decoys=np.array([[1, 5]]))
    problem = Problem(graph=ring(8), pairs=pairs, watched=np.array([[2, 6]]))
    flips = Flips(pairs=np.array([[0, 1], [1, 6]]), signs=np.array([-1, 1]))
    return problem, conclude(problem, flips, stopped="enough", **more)


def test_flips_chosen_at_once_are_counted_and_made():
    problem, protection = concluded()
    (step,) = protection.history
    assert (step.n_flips, step.n_additions, protection.stopped) == (2, 1, "enough")
    assert math.isnan(step.auc_fresh)
    assert protection.embedding is None
    assert_array_equal(protection.graph.links, apply(problem.graph, protection.flips).links)


def test_rows_given_are_kept_and_not_shown(rng):
    rows = rng.standard_normal((8, 3))
    _, protection = concluded(embedding=rows)
    assert protection.embedding is rows
    assert "embedding" not in repr(protection)
