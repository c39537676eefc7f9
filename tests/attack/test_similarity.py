"""Scores are those of their definitions, and see what they are there to see."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.metrics.pairwise import cosine_similarity

from ppne.attack import similarity as module
from ppne.attack.axes import principal_axes
from ppne.attack.similarity import (
    cosine_attack,
    magnitude_score,
    most_ends,
    neighbourhoods,
    pair_scores,
)
from ppne.compute import cpu
from ppne.privacy.auc import auc
from tests.reference import nearest as plain_nearest


def expected(embedding, links, non_links):
    cosines = cosine_similarity(embedding)
    scores = np.concatenate([cosines[tuple(links.T)], cosines[tuple(non_links.T)]])
    sizes = [len(links), len(non_links)]
    truth, weights = np.repeat([1, 0], sizes), np.repeat(1 / np.array(sizes), sizes)
    scores = scores.round(9)  # ties that rounding broke are ties again
    return (
        roc_auc_score(truth, scores),
        average_precision_score(truth, scores, sample_weight=weights),
    )


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_random_embedding_scores_as_scikit_learn_says(rng, dtype):
    embedding = rng.normal(size=(40, 5)).astype(dtype)
    pairs = rng.permutation(np.column_stack(np.triu_indices(40, 1)))
    links, non_links = pairs[:60], pairs[60:400]
    result = cosine_attack(embedding, links, non_links, compute=cpu)
    area, precision = expected(embedding.astype(np.float64), links, non_links)
    assert result.auc == pytest.approx(area, abs=1e-12)
    assert result.average_precision == pytest.approx(precision, abs=1e-12)


@given(seed=st.integers(0, 10_000), n_links=st.integers(1, 20), n_non_links=st.integers(1, 20))
def test_ties_count_as_scikit_learn_counts_them(seed, n_links, n_non_links):
    """Rows out of four directions and zero, so that most scores are equal."""
    rng = np.random.default_rng(seed)
    directions = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1], [0, 0]])
    embedding = directions[rng.integers(5, size=12)] * 2.0 ** rng.integers(-3, 4, size=(12, 1))
    pairs = rng.permutation(np.column_stack(np.triu_indices(12, 1)))
    links, non_links = pairs[:n_links], pairs[n_links : n_links + n_non_links]
    result = cosine_attack(embedding, links, non_links, compute=cpu)
    area, precision = expected(embedding, links, non_links)
    assert result.auc == pytest.approx(area, abs=1e-12)
    assert result.average_precision == pytest.approx(precision, abs=1e-12)


def test_the_length_of_a_row_does_not_matter(rng):
    embedding = rng.normal(size=(30, 4))
    pairs = rng.permutation(np.column_stack(np.triu_indices(30, 1)))
    scaled = embedding * 2.0 ** rng.integers(-5, 6, size=(30, 1))
    first, second = (
        cosine_attack(rows, pairs[:20], pairs[20:90], compute=cpu) for rows in (embedding, scaled)
    )
    assert first == second


def test_links_on_top_are_found_and_links_below_are_not():
    embedding = np.array([[1.0, 0], [1, 0.1], [0, 1], [-1, 0]])
    close, apart = np.array([[0, 1]]), np.array([[0, 2], [0, 3]])
    assert cosine_attack(embedding, close, apart, compute=cpu).auc == 1
    assert cosine_attack(embedding, close, apart, compute=cpu).average_precision == 1
    assert cosine_attack(embedding, apart, close, compute=cpu).auc == 0


def by_definition(name, a, b):
    """The score of two rows, as the table says."""
    norms = np.linalg.norm(a) * np.linalg.norm(b)
    if name == "correlation":
        a, b = a - a.mean(), b - b.mean()
    if name in {"cosine", "correlation"}:
        sizes = np.linalg.norm(a) * np.linalg.norm(b)
        return a @ b / sizes if sizes else 0.0
    return {"inner": a @ b, "euclidean": -np.linalg.norm(a - b), "norm": norms}[name]


@pytest.mark.parametrize("name", ["cosine", "inner", "euclidean", "correlation", "norm"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_each_score_is_that_of_its_definition(rng, name, dtype):
    rows = (rng.normal(size=(40, 6)) + 0.5).astype(dtype)
    rows[3] = 0
    rows[4] = rows[5]
    rows[6] = 2  # without spread: correlated with nothing
    pairs = np.concatenate([rng.integers(40, size=(60, 2)), [[3, 9], [4, 5], [6, 7], [3, 6]]])
    found = pair_scores(rows, compute=cpu)[name](pairs)
    expected = [by_definition(name, *some) for some in rows.astype(np.float64)[pairs]]
    assert_allclose(found, expected, rtol=0, atol=1e-6)  # a distance is a root of rounding


def test_there_are_no_other_scores(rng):
    scores = pair_scores(rng.normal(size=(4, 2)), compute=cpu)
    assert set(scores) == {"cosine", "inner", "euclidean", "correlation", "norm"}


def test_rows_are_summed_up_block_by_block(rng, monkeypatch):
    rows, pairs = rng.normal(size=(50, 4)), rng.integers(50, size=(30, 2))
    axes = principal_axes(rows)
    whole = pair_scores(rows, compute=cpu)["correlation"](pairs), magnitude_score(rows, axes)(pairs)
    monkeypatch.setattr(module, "_BLOCK", 7)
    parts = pair_scores(rows, compute=cpu)["correlation"](pairs), magnitude_score(rows, axes)(pairs)
    assert_allclose(parts, whole, rtol=1e-12)


def test_magnitude_is_the_cosine_of_the_roots_of_the_entries_sizes(rng):
    rows, pairs = rng.normal(size=(30, 5)), rng.integers(30, size=(40, 2))
    rows[0] = 0
    pairs[:3, 0] = 0
    axes = principal_axes(rows)
    roots = np.sqrt(np.abs(rows @ axes))
    expected = [by_definition("cosine", *some) for some in roots[pairs]]
    found = magnitude_score(rows, axes)(pairs)
    assert_allclose(found, expected, rtol=0, atol=1e-12)
    assert not found[:3].any()


def test_no_rotation_of_the_embedding_changes_magnitudes_on_principal_axes(rng):
    rows, pairs = rng.normal(size=(60, 5)) * 2.0 ** np.arange(5), rng.integers(60, size=(40, 2))
    turn = np.linalg.qr(rng.normal(size=(5, 5)))[0]
    before, after = (
        magnitude_score(some, principal_axes(some))(pairs) for some in (rows, rows @ turn)
    )
    assert_allclose(after, before, rtol=0, atol=1e-9)
    on_given_axes = magnitude_score(rows @ turn, np.eye(5))(pairs)
    assert np.abs(on_given_axes - magnitude_score(rows, np.eye(5))(pairs)).max() > 1e-3


def test_magnitude_sees_ends_whose_cosines_cancel(rng):
    """Linked ends live on the same half of the axes, with signs that are coins."""
    sizes = np.zeros((200, 16))
    sizes[::2, :8] = sizes[1::2, 8:] = rng.uniform(1, 2, size=(100, 8))
    rows = sizes * rng.choice([-1, 1], size=sizes.shape)
    every = np.column_stack(np.triu_indices(200, 1))
    alike = (every[:, 0] - every[:, 1]) % 2 == 0
    scores = magnitude_score(rows, np.eye(16))(every)
    assert auc(scores[alike], scores[~alike]) == 1
    cosines = pair_scores(rows, compute=cpu)["cosine"](every)
    assert abs(auc(cosines[alike], cosines[~alike]) - 0.5) < 0.05


def moved_ends(rng, n_communities=20, size=30, width=24):
    """Communities of like rows; of each, two pairs are private, with ends edited to be strangers.

    The edit keeps an end among its community's rows but turns the two ends of a link from each
    other within it: their cosine is that of non-links, their neighbours' is not.
    """
    centres = np.repeat(np.linalg.qr(rng.normal(size=(width, n_communities)))[0].T, size, axis=0)
    rows = centres + 0.1 * rng.normal(size=centres.shape) / np.sqrt(width)
    first = np.arange(0, n_communities * size, size)
    links = np.concatenate([np.column_stack([first + i, first + i + 1]) for i in (0, 2)])
    for u, v in links.tolist():
        away = rng.normal(size=width)
        away -= away @ centres[u] * centres[u]
        away /= np.linalg.norm(away)
        rows[u], rows[v] = centres[u] + away, centres[v] - away
    non_links = np.column_stack([links[:, 0], np.roll(links[:, 1], 3)])
    return rows, links, non_links


def test_smoothed_sees_through_a_defence_that_moves_only_the_ends(rng):
    rows, links, non_links = moved_ends(rng)
    cosine, around = (
        pair_scores(rows, compute=cpu)["cosine"],
        neighbourhoods(rows, np.unique(links)),
    )
    assert abs(auc(cosine(links), cosine(non_links)) - 0.5) < 0.35  # a coin for each of 40
    assert auc(around.smoothed(links), around.smoothed(non_links)) > 0.99


def test_neighbourhoods_are_means_of_the_ten_nearest_unit_rows(rng):
    rows, nodes = rng.normal(size=(40, 4)), np.array([7, 3, 30])
    around = neighbourhoods(rows, nodes)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    found, cosines = plain_nearest.nearest(rows, nodes, 10)
    assert around.position[nodes].tolist() == [0, 1, 2]
    assert (np.delete(around.position, nodes) == -1).all()
    assert_allclose(around.means, units[found].mean(axis=1), rtol=1e-9)
    assert_allclose(around.density, cosines.mean(axis=1), rtol=1e-9)
    pairs = np.array([[3, 7], [7, 30], [30, 30]])
    means = dict(zip(nodes.tolist(), around.means, strict=True))
    expected = [by_definition("cosine", means[u], means[v]) for u, v in pairs.tolist()]
    assert_allclose(around.smoothed(pairs), expected, rtol=1e-12)
    crowded = dict(zip(nodes.tolist(), around.density, strict=True))
    assert_allclose(around.crowding(pairs), [crowded[u] + crowded[v] for u, v in pairs.tolist()])


def test_fewer_nodes_than_ten_have_fewer_neighbours(rng):
    rows = rng.normal(size=(4, 3))
    around = neighbourhoods(rows, np.arange(4))
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert_allclose(around.means[0], units[1:].mean(axis=0), rtol=1e-9)


def test_rows_of_zeros_have_neighbours_that_say_nothing():
    around = neighbourhoods(np.zeros((5, 3)), np.arange(5))
    pairs = np.array([[0, 1], [2, 4]])
    assert not around.smoothed(pairs).any()
    assert not around.crowding(pairs).any()


def test_fewer_ends_are_affordable_the_larger_the_graph():
    assert most_ends(1_000) == 1_000_000
    assert most_ends(10_000_000) == 400
