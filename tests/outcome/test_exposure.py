"""Ranks are shares of non-links below; the file is the owner's alone, the worst link first."""

import csv
import stat

import numpy as np
import pytest

from ppne.attack.rates import Trial
from ppne.errors import InputError
from ppne.outcome.exposure import Exposure, ranks_of


def trial(links, scores, non_link_scores):
    return Trial(
        links=np.array(links),
        non_links=np.arange(len(non_link_scores)),
        link_scores=np.array(scores, dtype=float),
        non_link_scores=np.array(non_link_scores, dtype=float),
    )


@pytest.fixture
def exposure():
    return Exposure(
        node_ids=np.array([["Zqa", "Zqb"], ["Zqc", "Zq,d"], ["Zqe", "Zqf"], ["Zqg", "Zqh"]]),
        attacks=("cosine", "boosting all"),
        ranks=np.array([[0.2, 0.5], [0.9, np.nan], [0.1, 0.95], [np.nan, np.nan]]),
    )


def test_a_rank_is_the_share_of_non_links_below_and_half_of_the_ties():
    ranks = ranks_of([trial([0, 1, 2, 3], [5, 2, 0, 1], [1, 2, 3, 2])], 4)
    np.testing.assert_allclose(ranks, [1, 0.5, 0, 0.125])


def test_ranks_are_means_over_the_trials_that_judged_the_link():
    ranks = ranks_of([trial([2], [9], [1, 2]), trial([2, 0], [0, 1.5], [1, 2])], 3)
    np.testing.assert_allclose(ranks, [0.5, np.nan, 0.5])


def test_the_file_holds_each_link_once_the_worst_first(exposure, tmp_path):
    exposure.write(tmp_path / "e.csv")
    with open(tmp_path / "e.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["source", "target", "cosine", "boosting all"],
        ["Zqe", "Zqf", "0.1000", "0.9500"],
        ["Zqc", "Zq,d", "0.9000", ""],
        ["Zqa", "Zqb", "0.2000", "0.5000"],
        ["Zqg", "Zqh", "", ""],
    ]


def test_only_the_owner_can_read_the_file_even_where_one_was_there(exposure, tmp_path):
    path = tmp_path / "e.csv"
    path.write_text("old")
    path.chmod(0o644)
    (tmp_path / ".e.csv.tmp").write_text("left by a run that died")
    exposure.write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [place.name for place in tmp_path.iterdir()] == ["e.csv"]


def test_a_place_that_cannot_be_written_is_refused(exposure, tmp_path):
    for path in (tmp_path, tmp_path / "nowhere" / "e.csv"):
        with pytest.raises(InputError, match="cannot be written; name a file in a folder"):
            exposure.write(path)


def test_the_repr_shows_no_link(exposure):
    assert "Zq" not in repr(exposure)
