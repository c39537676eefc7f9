"""DICE removes at nodes that have private links and adds between nodes that have none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppne.baseline.dice import dice_flips
from ppne.baseline.random_flips import random_flips
from ppne.graph.simple import Graph
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem
from tests.baseline.conftest import settings_with
from tests.strategies import problems


def touches(problem, flips, sign):
    """How many ends of each flip are at a node with a private link."""
    private = np.isin(np.arange(problem.graph.n_nodes), problem.pairs.links)
    return private[flips.pairs[flips.signs == sign]].sum(axis=1)


@settings(max_examples=60)
@given(problem=problems(), seed=st.integers(0, 99))
def test_removals_touch_a_private_node_and_additions_none(problem, seed):
    flips = dice_flips(problem, settings_with(n_flips=40, seed=seed))
    assert (touches(problem, flips, -1) >= 1).all()
    assert (touches(problem, flips, 1) == 0).all()


def test_both_kinds_are_made_where_there_is_room(problem):
    flips = dice_flips(problem, settings_with(n_flips=40))
    assert (flips.signs > 0).sum() == 20
    random = random_flips(problem, settings_with(n_flips=400))
    assert (touches(problem, random, -1) == 0).any()
    assert (touches(problem, random, 1) > 0).any()


@pytest.mark.parametrize("additions", [0.0, 0.5, 1.0])
def test_no_free_node_leaves_removals_alone(additions):
    every = np.column_stack(np.triu_indices(10, 1)).astype(np.int64)
    matched = np.arange(10).reshape(5, 2)
    problem = Problem(
        graph=Graph.from_links(every).without(matched),
        pairs=PrivatePairs(links=matched, decoys=matched[:0]),
        watched=matched[:0],
    )
    flips = dice_flips(problem, settings_with(n_flips=12, additions=additions))
    assert len(flips) == (0 if additions == 1 else 12)
    assert (flips.signs < 0).all()
