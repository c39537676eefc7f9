"""A problem on a small block model, and settings for it."""

import numpy as np
import pytest

from ppne.baseline.settings import BaselineSettings
from ppne.factor.methods import method_named
from ppne.graph.synthetic import block_model
from ppne.protect.greedy import pose


def settings_with(**given):
    """LINE in four dimensions, ten flips unless told."""
    given = {"n_flips": 10, "n_components": 4, "n_decoys": 1.0, **given}
    return BaselineSettings(method=method_named("line"), **given)


@pytest.fixture(scope="session")
def problem():
    """Every eleventh link of a graph of 150 nodes is private."""
    graph = block_model(n_nodes=150, seed=8)
    return pose(graph, graph.links[::11], settings_with())


def rows_of(pairs):
    """Pairs as a set."""
    return set(map(tuple, np.asarray(pairs).tolist()))
