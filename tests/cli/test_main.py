"""Help, version, embed, demo, and what is said while working."""

import errno
import functools
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import ppne.cli.console
from ppne import __version__
from ppne.cli.console import Reporter
from ppne.cli.main import main
from ppne.cli.protect import _warning
from ppne.compute import cpu
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.load import read_graph
from ppne.graph.load_pairs import read_pairs
from ppne.graph.synthetic import block_model
from ppne.protect.result import Step
from tests.cli.conftest import SURE, read_embedding, tree, write_rows


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(
    "words", [[], ["protect"], ["frontier"], ["embed"], ["demo"], ["reproduce"]]
)
def test_help_fits_eighty_columns(ppne, words):
    result = ppne(*words, "--help")
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "Traceback" not in result.stdout


@pytest.mark.parametrize("command", ["protect", "frontier", "embed", "demo", "reproduce"])
def test_each_example_of_the_help_stands_on_a_line_of_its_own(ppne, command):
    lines = [line.strip() for line in ppne(command, "--help").stdout.splitlines()]
    examples = [line for line in lines if line.startswith(f"ppne {command} ")]
    assert examples
    for line in examples:
        assert "--out" in line
        assert len(line.split()) >= 4


def test_the_options_that_the_paper_needs_are_in_the_help(ppne):
    said = ppne("protect", "--help").stdout
    for option in ("private", "out", "method", "dim", "flips", "k", "candidates", "batch", "seed"):
        assert re.search(rf"--{option}\b", said)


def test_the_version_is_said(ppne):
    assert ppne("--version").stdout == f"ppne {__version__}\n"


def test_the_entry_point_runs_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["ppne", "--version"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"ppne {__version__}\n"


def test_the_script_is_installed():
    script = Path(sys.executable).with_name("ppne")
    result = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert result.stdout == f"ppne {__version__}\n"


@pytest.mark.parametrize(
    ("stopped", "auc", "said"),
    [
        ("budget of flips spent", 0.7, "is 0.700; allow more flips (--flips)"),
        ("number of iterations reached", 0.7, "is 0.700; allow more batches (--iterations)"),
        ("no flip improves privacy", 0.7, "is 0.700; look at more candidates (--candidates) or"),
        ("the ranking is inverted", 0.3, "is 0.300, as telling as 0.700; --objective ranked"),
    ],
)
def test_the_warning_of_a_run_that_ends_too_early_has_the_way_out_that_fits(stopped, auc, said):
    warning = _warning(stopped, auc)
    assert warning.startswith(f"warning: {stopped} before the attack's interval contained chance")
    assert said in warning


def test_a_full_disk_is_said_with_the_way_out(protect, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("ppne.cli.protect.write_release", full)
    result = protect(*SURE)
    assert result.exit_code == 2
    said = "No space left on device; free some, and give the same command again"
    assert said in result.stderr


def test_rows_of_nothing_are_told_of(protect, folder):
    hub = [("hub", f"leaf{at}") for at in range(30)]
    ring = [(f"ring{at}", f"ring{(at + 1) % 30}") for at in range(30)]
    write_rows(folder / "graph.csv", [*hub, *ring])
    write_rows(folder / "private.csv", [("ring0", "ring1")])
    result = protect("--method", "line")
    assert result.exit_code == 0
    assert re.search(r"\d+ of 61 nodes with links have a zero row; fewer negatives", result.stderr)


def test_what_is_said_fits_eighty_columns(protect):
    result = protect("--labels", "labels.csv", *SURE)
    assert "before" in result.stdout
    assert "after" in result.stdout
    assert max(map(len, result.output.splitlines())) <= 80


def test_quiet_is_quiet(protect, ppne, folder):
    for result in (
        protect("--quiet"),
        ppne("embed", "graph.csv", "--out", "e.npz", "-q", "--dim", 4),
    ):
        assert result.exit_code == 0
        assert result.output == ""
    assert protect("--quiet", "--dim", 0, out="other").stderr.startswith("ppne: error: ")


def test_embed_writes_the_ids_and_the_rows(ppne, folder):
    result = ppne("embed", "graph.csv", "--out", "e.npz", "--dim", 4, "--method", "line")
    assert result.exit_code == 0
    assert "unprotected" in result.stderr
    ids, rows = read_embedding(folder / "e.npz")
    graph, _ = read_graph(folder / "graph.csv")
    assert sorted(ids) == sorted(graph.node_ids)
    assert rows.shape == (80, 4)
    assert rows.dtype == np.float32


def test_embed_leaves_private_links_out(ppne, folder):
    result = ppne("embed", "graph.csv", "--private", "private.csv", "--out", "e.npz", "--dim", 4)
    assert result.exit_code == 0
    graph, _ = read_graph(folder / "graph.csv")
    links = read_pairs(folder / "private.csv", graph)
    assert f"left out {len(links)} private links" in result.stderr
    rows = embed(graph.without(links), method_named("deepwalk"), 4, compute=cpu)
    assert_array_equal(read_embedding(folder / "e.npz")[1], rows.astype(np.float32))


def test_embed_replaces_a_file_but_not_its_graph_nor_a_folder(ppne, folder):
    (folder / "e.npz").write_text("old")
    assert ppne("embed", "graph.csv", "--out", "e.npz", "--dim", 4).exit_code == 0
    read_embedding(folder / "e.npz")
    (folder / "graph.npz").write_bytes((folder / "graph.csv").read_bytes())
    (folder / "folder.npz").mkdir()
    before = tree(folder)
    for graph, out, said in (
        ("graph.npz", "./graph.npz", "is the graph itself"),
        ("graph.csv", "folder.npz", "is a folder"),
        ("graph.csv", "e.csv", "choose a name that ends so"),
        ("graph.csv", "nowhere/e.npz", "no such folder"),
    ):
        result = ppne("embed", graph, "--out", out, "--dim", 4)
        assert result.exit_code == 2
        assert said in result.stderr
    assert tree(folder) == before


@pytest.mark.parametrize(
    "words", [["--dim", 0], ["--dim", 80], ["--method", "x"], ["--negatives", "nan"]]
)
def test_embed_refuses_what_protect_refuses(ppne, folder, words):
    result = ppne("embed", "graph.csv", "--out", "e.npz", "--dim", 4, *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("ppne: error: ")
    assert not (folder / "e.npz").exists()
    assert list(folder.glob(".*")) == []


@pytest.fixture
def demo(ppne, folder, monkeypatch):
    """The demo on a small graph."""

    def small(*, n_nodes, **options):
        return block_model(n_nodes=160, **options)

    monkeypatch.setattr("ppne.cli.demo.block_model", small)
    return functools.partial(ppne, "demo")


def test_the_demo_leaves_the_numbers_that_it_shows(demo, folder):
    result = demo()
    assert result.exit_code == 0, result.stderr
    summary = json.loads((folder / "ppne-demo" / "summary.json").read_text())
    for name in ("auc_own", "auc_fresh", "f1"):
        for when in ("before", "after"):
            assert f"{summary[f'{name}_{when}']:.3f}" in result.stdout
    assert summary["flips"] >= 0
    assert summary["seconds"] >= 0
    assert {path.name for path in (folder / "ppne-demo").iterdir()} == {
        "release",
        "confidential",
        "summary.json",
        "report.html",
    }
    page = (folder / "ppne-demo" / "report.html").read_text()
    assert "Before protection" in page


def test_the_demo_replaces_an_earlier_one_and_nothing_else(demo, folder):
    assert demo("--out", "d").exit_code == 0
    assert demo("--out", "d").exit_code == 2
    assert demo("--out", "d", "--overwrite").exit_code == 0
    (folder / "d" / "thesis.tex").write_text("years of work")
    assert demo("--out", "d", "--overwrite").exit_code == 2
    assert (folder / "d" / "thesis.tex").read_text() == "years of work"
    assert demo("--out", ".", "--overwrite").exit_code == 2
    assert (folder / "graph.csv").exists()
    assert demo("--seed", -1, "--out", "other").stderr.startswith("ppne: error: --seed")


def step(n_flips):
    return Step(n_flips=n_flips, n_additions=0, leakage=1.0, auc_own=0.5, auc_fresh=0.625)


def test_progress_is_plain_lines_where_there_is_no_terminal(capsys, monkeypatch):
    monkeypatch.setattr(ppne.cli.console, "_PLAIN_EVERY", 0.0)
    with Reporter().flips(20, 0) as progress:
        progress.step(step(10))
    assert capsys.readouterr().err == "10/20 flips, attack AUC 0.625\n"


def test_plain_lines_are_seconds_apart(capsys):
    with Reporter().flips(20, 0) as progress:
        for done in range(20):
            progress.step(step(done))
    assert capsys.readouterr().err == ""


def test_progress_is_a_bar_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with Reporter().flips(20, 0) as progress:
        progress.step(step(10))
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capsys.readouterr().err)
    assert "10/20" in shown


def test_what_is_noted_is_said_before_the_next_word(capsys):
    reporter = Reporter()
    reporter.note("first [not markup]")
    assert capsys.readouterr().err == ""
    reporter.say("second")
    assert capsys.readouterr().err == "first [not markup]\nsecond\n"


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 2, "out of memory"),
        (OSError(28, "No space left on device", "here/it"), 2, "here/it: No space left on device"),
        (OSError("odd"), 2, "odd"),
    ],
)
def test_what_stops_a_run_is_one_line(protect, folder, monkeypatch, error, status, said):
    def fail(*args, **options):
        raise error

    monkeypatch.setattr("ppne.cli.partial.run", fail)
    result = protect()
    assert result.exit_code == status
    assert result.stderr.splitlines()[-1].startswith(f"ppne: error: {said}")
    assert not (folder / "out").exists()
