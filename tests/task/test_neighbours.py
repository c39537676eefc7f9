"""An unchanged embedding keeps its geometry whole, noise keeps what chance keeps."""

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from ppne.errors import InputError
from ppne.task import neighbours as module
from ppne.task.neighbours import distortion, neighbours, overlap
from tests.reference import nearest as plain


def turned(rng, rows):
    """The same geometry: turned, every row at another length."""
    turn = np.linalg.qr(rng.normal(size=(rows.shape[1],) * 2))[0]
    return rows @ turn * rng.uniform(0.5, 2, size=(len(rows), 1))


def test_neighbours_are_the_nearest_rows(rng):
    rows, of = rng.normal(size=(30, 3)), np.array([4, 0, 4])
    assert_array_equal(neighbours(rows, of, 6), plain.nearest(rows, of, 6)[0])


@pytest.mark.parametrize("change", [lambda rng, rows: rows, turned])
def test_the_same_geometry_keeps_all_neighbours_and_distances(rng, change):
    rows = rng.normal(size=(200, 5))
    moved = change(rng, rows)
    assert overlap(moved, rows, seed=0) == 1
    result = distortion(moved, rows, seed=0, n_pairs=1000)
    assert result.spearman == pytest.approx(1, abs=1e-6)  # rounding may swap equal distances
    assert result.median_change == pytest.approx(0, abs=1e-12)


def test_an_unchanged_embedding_has_no_distortion_at_all(rng):
    rows = rng.normal(size=(50, 5)).astype(np.float32)
    assert distortion(rows, rows, seed=0, n_pairs=1000).median_change == 0


def test_noise_keeps_what_chance_keeps(rng):
    rows, noise = rng.normal(size=(2, 500, 40))
    # 5,000 neighbours kept with a chance of 10 in 499; the hubs of both make the variance larger.
    assert abs(overlap(noise, rows, seed=0) - 10 / 499) < 0.02
    result = distortion(noise, rows, seed=0, n_pairs=20_000)
    # Ranks of 124,750 pairs that share 500 nodes: far less than that many are independent.
    assert abs(result.spearman) < 0.15
    assert 0.05 < result.median_change < 0.5


def test_the_overlap_is_the_mean_over_nodes_of_the_shared(rng):
    rows = rng.normal(size=(60, 4))
    moved = rows + 0.5 * rng.normal(size=rows.shape)
    before, after = (plain.nearest(x, np.arange(60), 7)[0] for x in (rows, moved))
    shares = [
        len(set(a) & set(b)) / 7 for a, b in zip(before.tolist(), after.tolist(), strict=True)
    ]
    assert overlap(moved, rows, k=7, seed=0) == pytest.approx(np.mean(shares), abs=1e-12)


def test_a_sample_of_nodes_tells_nearly_the_same(rng):
    rows = rng.normal(size=(400, 4))
    moved = rows + 0.3 * rng.normal(size=rows.shape)
    whole = overlap(moved, rows, seed=0)
    parts = [overlap(moved, rows, seed=seed, n_sample=100) for seed in range(3)]
    assert len(set(parts)) > 1
    # A node's share has a standard deviation of at most a half.
    assert all(abs(part - whole) < 5 * 0.5 / np.sqrt(100) for part in parts)


def test_a_node_without_an_original_row_is_left_out_and_one_that_lost_its_row_keeps_none(rng):
    rows = rng.normal(size=(40, 3))
    empty = rows.copy()
    empty[:10] = 0
    assert overlap(empty, empty, seed=0) == 1
    assert distortion(empty, empty, seed=0, n_pairs=100).median_change == 0
    assert overlap(np.zeros((40, 3)), rows, seed=0) == 0


def all_distances(rows):
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return np.array([np.linalg.norm(x - y) for x, y in combinations(units, 2)])


def test_the_distortion_follows_its_formula(rng, monkeypatch):
    monkeypatch.setattr(module, "_PAIRS_AT_ONCE", 64)
    drawn = []
    monkeypatch.setattr(
        module, "spearmanr", lambda d, e: drawn.append((d, e)) or stats.spearmanr(d, e)
    )
    rows = rng.normal(size=(12, 3))
    moved = rows + 0.4 * rng.normal(size=rows.shape)
    result = distortion(moved, rows, seed=0, n_pairs=3000)
    ((d, e),) = drawn
    before, after = all_distances(rows), all_distances(moved)
    pair = np.abs(d[:, None] - before).argmin(axis=1)
    assert set(pair) == set(range(66))  # each pair is drawn, but for one run in e^40
    assert_allclose(d, before[pair], rtol=1e-12)
    assert_allclose(e, after[pair], rtol=1e-12)
    scale = (d * e).sum() / (e * e).sum()
    assert result.median_change == pytest.approx(np.median(np.abs(scale * e / d - 1)), abs=1e-12)
    ranks = np.corrcoef(stats.rankdata(d), stats.rankdata(e))[0, 1]
    assert result.spearman == pytest.approx(ranks, abs=1e-9)


def test_a_collapsed_embedding_has_no_order_and_changes_all(rng):
    rows = rng.normal(size=(20, 3))
    same = np.ones((20, 3))
    result = distortion(same, rows, seed=0, n_pairs=50)
    assert result.spearman is None
    assert result.median_change == 1
    assert distortion(rows, same, seed=0, n_pairs=50).median_change is None


@pytest.mark.parametrize("measure", [overlap, distortion])
def test_what_cannot_be_compared_is_refused(measure):
    with pytest.raises(InputError, match="same nodes, got 12 and 13 rows"):
        measure(np.ones((12, 2)), np.ones((13, 2)), seed=0)
    with pytest.raises(InputError, match="all rows of the original embedding are zero"):
        measure(np.ones((12, 2)), np.zeros((12, 2)), seed=0)


def test_too_few_nodes_are_refused():
    with pytest.raises(InputError, match="k must be from 1 to 4"):
        overlap(np.ones((5, 2)), np.ones((5, 2)), seed=0)
    with pytest.raises(InputError, match="two nodes"):
        distortion(np.ones((2, 2)), np.eye(2)[[0, 0]] * [[1], [0]], seed=0)
