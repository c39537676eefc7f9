"""`ppne embed --method trained-…`: the embedding that people train, by the same command."""

import sys

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from ppne.compute import cpu
from ppne.graph.load import read_graph
from ppne.train.deepwalk import DeepWalk
from ppne.train.line import Line
from ppne.train.node2vec import Node2Vec
from ppne.train.trained import train
from tests.cli.conftest import name_of, read_embedding


@pytest.fixture
def embed(folder, ppne):
    def run(*words, out="e.npz"):
        return ppne("embed", "graph.csv", "--out", out, "--dim", 4, "--threads", 1, *words)

    return run


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        (["deepwalk"], DeepWalk(n_components=4)),
        (
            ["deepwalk", "--window", 3, "--walks", 2, "--negatives", 2, "--seed", 7],
            DeepWalk(n_components=4, window=3, walks_per_node=2, negatives=2, seed=7),
        ),
        (["node2vec", "--p", 0.5, "--q", 2], Node2Vec(n_components=4, p=0.5, q=2.0)),
        (["line"], Line(n_components=4)),
        (["line", "--order", "both"], Line(n_components=4, order="both")),
    ],
)
def test_the_rows_are_those_of_the_trainer_with_these_settings(embed, folder, words, settings):
    result = embed("--method", f"trained-{words[0]}", *words[1:])
    assert result.exit_code == 0
    assert "embedded, unprotected" in " ".join(result.output.split())
    graph, _ = read_graph(folder / "graph.csv")
    ids, rows = read_embedding(folder / "e.npz")
    assert rows.dtype == np.float32
    assert_array_equal(ids, graph.node_ids)
    assert_array_equal(rows, train(graph, settings, compute=cpu).rows)


def test_private_links_can_be_left_out_and_a_node_left_alone_gets_a_zero_row(embed, folder):
    graph, _ = read_graph(folder / "graph.csv")
    lonely = int(np.argmin(graph.degrees))
    near = graph.indices[graph.indptr[lonely] : graph.indptr[lonely + 1]]
    lines = [f"{graph.node_ids[lonely]},{graph.node_ids[other]}\n" for other in near]
    (folder / "all.csv").write_text("".join(lines))
    assert embed("--method", "trained-line", "--private", "all.csv").exit_code == 0
    _, rows = read_embedding(folder / "e.npz")
    assert not rows[lonely].any()
    assert rows.any(axis=1).sum() == len(rows) - 1
    assert name_of(0) in graph.node_ids


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["sage"], "unknown method 'trained-sage'; choose one of trained-deepwalk, trained-node2v"),
        (["deepwalk", "--q", 2], "--q is nothing that deepwalk reads; leave it out"),
        (["deepwalk", "--order", 1], "--order is nothing that deepwalk reads; leave it out"),
        (["line", "--window", 2], "--window is nothing that line reads; leave it out"),
        (["line", "--walks", 2], "--walks is nothing that line reads; leave it out"),
        (["line", "--order", 3], "--order must be one of 1, 2, both, got '3'"),
        (["node2vec", "--p", 0], "--p must be a positive number, got 0.0"),
        (
            ["deepwalk", "--walks", "exact"],
            "--walks takes auto or a count (10) for what is trained",
        ),
        (["deepwalk", "--walks", 0], "--walks takes auto or a count (10) for what is trained"),
        (["deepwalk", "--negatives", 2.5], "--negatives must be a whole number for trained-deepw"),
        (["deepwalk", "--negatives", "nan"], "--negatives must be a whole number for trained-dee"),
        (["deepwalk", "--window", 0], "--window must be a whole number of at least 1, got 0"),
        (["deepwalk", "--seed", -1], "--seed must be at least 0, got -1"),
        (["line", "--epsilon", 1], "--epsilon goes with --method dpne only, not with trained-line"),
    ],
)
def test_options_that_do_not_go_together_are_refused(embed, folder, words, text):
    result = embed("--method", f"trained-{words[0]}", *words[1:])
    assert result.exit_code == 2
    assert text in " ".join(result.output.split())
    assert not (folder / "e.npz").exists()


def test_without_gensim_the_extra_is_named(embed, folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    result = embed("--method", "trained-deepwalk")
    assert result.exit_code == 2
    assert "pip install 'ppne[trained]'" in " ".join(result.output.split())
    assert not (folder / "e.npz").exists()
