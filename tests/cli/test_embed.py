"""`ppne embed --method dpne`: noise at an epsilon that must be given."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from tests.cli.conftest import read_embedding


@pytest.fixture
def embed(folder, ppne):
    def run(*words, out="e.npz"):
        return ppne("embed", "graph.csv", "--out", out, "--dim", 4, "--threads", 1, *words)

    return run


def test_dpne_writes_the_ids_and_noisy_rows_and_says_epsilon(embed, folder):
    result = embed("--method", "dpne", "--epsilon", 5, "--seed", 1)
    assert result.exit_code == 0
    assert "with noise at epsilon 5" in " ".join(result.output.split())
    assert "unprotected" not in result.output
    ids, rows = read_embedding(folder / "e.npz")
    assert rows.shape == (len(ids), 4)
    assert rows.dtype == np.float32


def test_a_seed_repeats_the_noise_and_none_draws_afresh(embed, folder):
    names = []
    for at, words in enumerate([("--seed", 1), ("--seed", 1), (), ()]):
        names.append(f"e{at}.npz")
        assert embed("--method", "dpne", "--epsilon", 5, *words, out=names[-1]).exit_code == 0
    rows = [read_embedding(folder / name)[1] for name in names]
    assert_array_equal(rows[0], rows[1])
    assert (rows[2] != rows[3]).any()


def test_the_window_is_taken(embed, folder):
    for window, out in ((1, "one.npz"), (5, "five.npz")):
        words = ["--method", "dpne", "--epsilon", 1000, "--seed", 1, "--window", window]
        assert embed(*words, out=out).exit_code == 0
    assert (read_embedding(folder / "one.npz")[1] != read_embedding(folder / "five.npz")[1]).any()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--method", "dpne"], "--method dpne needs --epsilon"),
        (["--method", "dpne", "--epsilon", 0], "epsilon must be a positive number, got 0"),
        (["--method", "dpne", "--epsilon", 1, "--seed", -1], "--seed must be at least 0, got -1"),
        (["--epsilon", 1], "--epsilon goes with --method dpne only, not with deepwalk"),
        (["--method", "x"], "unknown --method 'x'; choose one of deepwalk, line, dpne, trained-"),
        (["--walks", "many"], "--walks takes auto, exact or a count (100), got 'many'"),
        (["--walks", 0], "--walks takes auto, exact or a count (100), got '0'"),
        (["--method", "line", "--walks", 5], "LINE has no walks, got 5"),
        (["--method", "line", "--seed", 3], "--seed goes with --method dpne or a trained one, not"),
        (["--method", "line", "--q", 2], "--q goes with trained methods only, not with line"),
    ],
)
def test_options_that_do_not_go_together_are_refused(embed, folder, words, text):
    result = embed(*words)
    assert result.exit_code == 2
    assert text in " ".join(result.output.split())
    assert not (folder / "e.npz").exists()


def test_walks_sample_the_embedding_and_are_said(embed, folder):
    results = [embed("--walks", word, out=f"{word}.npz") for word in ("exact", "auto", 20)]
    assert all(result.exit_code == 0 for result in results)
    exact, auto, sampled = (
        read_embedding(folder / f"{name}.npz")[1] for name in ("exact", "auto", 20)
    )
    assert_array_equal(exact, auto)
    assert (exact != sampled).any()
    said = [" ".join(result.output.split()) for result in results]
    assert "sampled: the proximity from 20 walks a node (--walks exact" in said[2]
    assert "sampled" not in said[0] + said[1]
