"""Vector edit: private pairs look unlinked, little moves, and smoothing undoes it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from ppne.baseline.vector_edit import edit_vectors
from ppne.compute import cpu
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.load import read_graph
from ppne.privacy.auc import auc
from ppne.privacy.leakage import unit_rows
from ppne.private.choose import share_of_links
from ppne.private.non_links import draw_non_links
from ppne.private.pairs import PrivatePairs
from tests.baseline.posed import NO_PAIRS, block_problem, posed


@pytest.fixture(autouse=True)
def steady():
    with cpu.steady():
        yield


@pytest.fixture(scope="module")
def problem():
    return block_problem()


@pytest.fixture(scope="module")
def rows(problem):
    return embed(problem.graph, method_named("deepwalk", negatives=1.0), 32, compute=cpu)


def edited(rows, pairs, seed=0):
    return edit_vectors(rows, pairs, rng=np.random.default_rng(seed), compute=cpu)


def cosine_auc(rows, links, non_links):
    units, _ = unit_rows(rows)
    return auc(cpu.pair_dot(units, units, links), cpu.pair_dot(units, units, non_links))


def smoothed(rows, n_neighbours=10):
    """Each row replaced by the mean of its nearest neighbours' directions."""
    units, _ = unit_rows(rows)
    cosines = units @ units.T
    np.fill_diagonal(cosines, -2)
    nearest = np.argpartition(-cosines, n_neighbours, axis=1)[:, :n_neighbours]
    return units[nearest].mean(axis=1)


def test_links_cannot_be_told_from_decoys_by_cosine(problem, rows):
    pairs = problem.pairs
    assert cosine_auc(rows, pairs.links, pairs.decoys) > 0.7
    after = edited(rows, pairs)
    assert abs(cosine_auc(after, pairs.links, pairs.decoys) - 0.5) < 0.03


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_nodes_without_private_links_keep_every_bit(problem, rows, dtype):
    given = rows.astype(dtype)
    after = edited(given, problem.pairs)
    private = np.unique(problem.pairs.links)
    others = np.setdiff1d(np.arange(len(rows)), private)
    assert after.dtype == dtype
    assert_array_equal(after[others], given[others])
    assert (after[private] != given[private]).any(axis=1).mean() > 0.9
    assert_array_equal(given, rows.astype(dtype))  # the argument is left alone


def test_two_vectors_of_one_length_move_alike_and_no_further_than_they_must():
    rows = np.array([[1.0, 0.2, 0, 0], [1.0, -0.2, 0, 0], [0, 0, 1, 0.05], [0, 0, -0.05, 1]])
    rows = np.vstack([rows, [0, 0, 0.05, 1.0]])
    pairs = PrivatePairs(links=np.array([[0, 1]]), decoys=np.array([[2, 3], [2, 4]]))
    after = edited(rows, pairs)
    units, _ = unit_rows(after)
    assert abs(units[0] @ units[1]) < 0.11  # the decoys have 0 and 0.1
    moves = np.linalg.norm(after - rows, axis=1)[:2]
    assert_allclose(moves[0], moves[1], rtol=1e-3)
    # Least change turns both within their plane: to the perpendicular, 0.58 each at the most.
    assert moves.max() < 0.6
    assert_allclose(after[:2, 2:], 0, atol=1e-6)


def test_the_same_input_gives_the_same_bits(problem, rows):
    assert_array_equal(edited(rows, problem.pairs), edited(rows, problem.pairs, seed=9))


def test_without_decoys_random_pairs_stand_in(problem, rows):
    pairs = PrivatePairs(links=problem.pairs.links, decoys=NO_PAIRS)
    after = edited(rows, pairs, seed=1)
    assert_array_equal(after, edited(rows, pairs, seed=1))
    others = draw_non_links(problem.graph, pairs.links, 5000, np.random.default_rng(2))
    assert abs(cosine_auc(after, pairs.links, others) - 0.5) < 0.05


def test_a_row_of_zeros_stays_and_so_does_an_embedding_of_nothing_else_private(problem, rows):
    given = rows.copy()
    u, v = problem.pairs.links[0]
    given[u] = 0
    assert_array_equal(edited(given, problem.pairs)[u], given[u])
    only = PrivatePairs(links=np.array([[u, v]]), decoys=problem.pairs.decoys)
    assert_array_equal(edited(given, only), given)


@pytest.mark.real
def test_on_cora_the_cosine_is_blind_and_the_smoothed_attack_is_not(real_data):
    graph = read_graph(real_data / "cora")[0]
    rng = np.random.default_rng(0)
    private = share_of_links(graph, 0.1, rng)
    problem = posed(graph, private, len(private), rng)
    rows = embed(problem.graph, method_named("deepwalk"), 128, compute=cpu)
    fresh = draw_non_links(graph, problem.forbidden, 5000, rng)
    after = edited(rows, problem.pairs)
    assert cosine_auc(rows, private, fresh) > 0.8
    assert abs(cosine_auc(after, private, fresh) - 0.5) < 0.05
    assert cosine_auc(smoothed(after), private, fresh) > 0.7
