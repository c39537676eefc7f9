"""A folder with a small graph, its private links and labels, and the command to run on it."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from ppne.cli.main import app
from ppne.graph.synthetic import block_model

SMALL = ["--dim", "6", "--flips", "12", "--batch", "3", "--threads", "1"]
"""Enough for a run of several batches, too little to share among threads."""

SURE = ["--criterion", "utility", "--balance", "removals", "--target-auc", "0"]
"""Flips are made whatever they bring, so that there are some to look for."""


def name_of(node):
    """An id that no other text holds."""
    return f"Zq{node:03d}w"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working folder: graph.csv, private.csv and labels.csv on 80 nodes."""
    graph = block_model(n_nodes=80, seed=5)
    names = [name_of(node) for node in range(graph.n_nodes)]
    links = [(names[u], names[v]) for u, v in graph.links]
    degrees = Counter(graph.links.ravel().tolist())
    private = []
    for u, v in graph.links[::9]:
        if degrees[u] > 1 and degrees[v] > 1:  # no node is left without a public link
            degrees[u] -= 1
            degrees[v] -= 1
            private.append((names[u], names[v]))
    write_rows(tmp_path / "graph.csv", links)
    write_rows(tmp_path / "private.csv", private)
    labels = [("node", "label"), *zip(names, graph.labels, strict=True)]
    write_rows(tmp_path / "labels.csv", labels)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.fixture
def ppne():
    """Runs the command in this process; a traceback fails the test."""

    def invoke(*words):
        result = CliRunner().invoke(app, [str(word) for word in words], prog_name="ppne")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def protect(folder, ppne):
    """Runs ``ppne protect`` on the folder's files."""

    def run(*words, graph="graph.csv", private="private.csv", out="out"):
        return ppne("protect", graph, "--private", private, "--out", out, *SMALL, *words)

    return run


def write_rows(path, rows):
    path.write_text("".join(",".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")


def read_pairs(path):
    """The first two columns of a file with a header."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return [tuple(line.split(",")[:2]) for line in lines]


def tree(folder):
    """Every file under the folder: its relative name and its bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }


def read_embedding(path):
    """Ids and rows, as anyone would read them."""
    with np.load(path, allow_pickle=False) as arrays:
        return arrays["node_ids"], arrays["embedding"]
