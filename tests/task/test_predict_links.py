"""Links that the rows show are predicted, links at random are not."""

import numpy as np
import pytest

from ppne.errors import InputError
from ppne.task import predict_links as module
from ppne.task.predict_links import predict_links


def pairs_of_groups(rng, n_nodes=200, n_pairs=300):
    """Rows that show two groups; pairs within a group, and across."""
    group = np.arange(n_nodes) % 2
    rows = np.eye(2)[group] + 0.01 * rng.normal(size=(n_nodes, 2))
    pairs = rng.integers(n_nodes, size=(8 * n_pairs, 2))
    inside = group[pairs[:, 0]] == group[pairs[:, 1]]
    return rows, pairs[inside][:n_pairs], pairs[~inside][:n_pairs]


def test_links_within_groups_that_stand_apart_are_predicted(rng):
    rows, links, non_links = pairs_of_groups(rng)
    result = predict_links(rows, links, non_links, seed=0)
    assert result.auc == 1
    assert result.auc_repeats == (1, 1, 1)


def test_links_at_random_are_not_predicted(rng):
    _, links, non_links = pairs_of_groups(rng)
    result = predict_links(rng.normal(size=(200, 4)), links, non_links, seed=0)
    # One test set has 90 links and 90 non-links: five standard deviations of such an AUC.
    assert abs(result.auc - 0.5) < 5 * np.sqrt((90 + 90 + 1) / (12 * 90 * 90))
    assert result.auc == pytest.approx(np.mean(result.auc_repeats), abs=1e-12)


def test_only_the_direction_of_a_row_counts(rng):
    _, links, non_links = pairs_of_groups(rng)
    rows = rng.normal(size=(200, 4))
    scaled = rows * 2.0 ** rng.integers(-3, 4, size=(200, 1))
    first, second = (predict_links(x, links, non_links, seed=1) for x in (rows, scaled))
    assert first == second


def test_any_seed_is_taken_and_another_gives_other_splits(rng):
    _, links, non_links = pairs_of_groups(rng)
    rows = rng.normal(size=(200, 4)).astype(np.float32)
    scores = {predict_links(rows, links, non_links, seed=seed).auc for seed in (0, 1, 2, 2**80)}
    assert len(scores) > 1


def test_no_more_pairs_are_used_than_said(rng, monkeypatch):
    monkeypatch.setattr(module, "_MOST", 10)
    rows, links, non_links = pairs_of_groups(rng)
    used = []
    monkeypatch.setattr(module, "normalize", lambda x, copy: used.append(len(x)) or x)
    predict_links(rows, links, non_links[:7], seed=0)
    assert used == [17, 17]


def test_two_of_each_are_enough_and_one_is_not():
    rows = np.array([[1.0, 0.0], [1.0, 0.1], [1.0, 0.2], [0.0, 1.0]])
    links, non_links = np.array([[0, 1], [1, 2]]), np.array([[0, 3], [1, 3], [2, 3]])
    assert predict_links(rows, links, non_links, seed=0).auc == 1
    with pytest.raises(InputError, match="links must be two pairs or more"):
        predict_links(rows, links[:1], non_links, seed=0)
    with pytest.raises(InputError, match="non_links must be two pairs or more"):
        predict_links(rows, links, non_links[:0], seed=0)
