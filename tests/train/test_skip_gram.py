"""Skip-gram gets the walks as they are, keeps the order of the nodes, and goes on from a start."""

import sys

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from ppne.compute import cpu
from ppne.errors import MissingExtraError
from ppne.graph.synthetic import block_model
from ppne.train import skip_gram as module
from ppne.train.skip_gram import SkipGram, draw_walks, skip_gram

GRAPH = block_model(n_nodes=50, n_groups=2, mean_degree=5, seed=1)
SMALL = SkipGram(n_components=8, walks_per_node=4, walk_length=10, frequent=0.0, seed=3)


def test_each_round_of_walks_starts_once_at_every_node_in_another_order():
    walks = draw_walks(GRAPH, SMALL, compute=cpu)
    assert walks.shape == (200, 10)
    starts = walks[:, 0].reshape(4, 50)
    assert_array_equal(np.sort(starts, axis=1), np.tile(np.arange(50), (4, 1)))
    assert (starts[0] != starts[1]).any()


def test_rows_are_in_the_order_of_the_nodes():
    """Nodes 0 to 9 walk among themselves and so do the others, the last of them most often."""
    pairs = [(u, v) for low in (0, 10) for u in range(low, low + 10) for v in range(low, low + 10)]
    walks = np.array([*pairs, *[(19, 18)] * 300] * 3)
    x, y = skip_gram(walks, 20, SkipGram(n_components=4, passes=30, frequent=0.0), None)
    assert x.shape == y.shape == (20, 4)
    fit = x @ y.T
    inside = np.arange(20) < 10
    assert fit[np.ix_(inside, inside)].mean() > fit[np.ix_(inside, ~inside)].mean() + 1
    assert fit[19, 18] > np.delete(fit[19], 18).max()


def test_walks_reach_gensim_as_lists_of_integers_again_and_again(monkeypatch):
    monkeypatch.setattr(module, "_HELD", 3)
    walks = np.arange(14, dtype=np.int32).reshape(7, 2)
    given = module._Walks(walks)
    for _ in range(2):
        assert list(given) == walks.tolist()
    assert type(next(iter(given))[0]) is int


def test_a_start_is_gone_on_from_and_zero_rows_start_at_random(rng):
    walks = draw_walks(GRAPH, SMALL, compute=cpu)
    x = rng.standard_normal((50, 8)).astype(np.float32)
    y = rng.standard_normal((50, 8)).astype(np.float32)
    x[7] = 0.0
    still = SkipGram(n_components=8, rate=1e-9, seed=3)
    near_x, near_y = skip_gram(walks, 50, still, (x, y))
    others = np.arange(50) != 7
    np.testing.assert_allclose(near_x[others], x[others], rtol=0, atol=1e-3)
    np.testing.assert_allclose(near_y, y, rtol=0, atol=1e-3)
    assert 0 < np.abs(near_x[7]).max() < 1 / 8 + 1e-3


def test_gensim_s_absence_is_said_with_the_way_out(monkeypatch):
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ppne\[trained\]'"):
        skip_gram(np.zeros((1, 2), dtype=np.int32), 1, SMALL, None)
