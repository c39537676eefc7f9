"""`ppne protect --protector`: the same files whatever protects, and no option that is ignored."""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ppne.baseline import choose
from ppne.baseline.choose import BASELINES, PROTECTORS, flipping, reads
from ppne.baseline.random_flips import random_flips
from tests.cli.conftest import read_embedding, read_pairs, tree

BASICS = ["--dim", "6", "--threads", "1", "--method", "line"]
WORDS = ["protect", "graph.csv", "--private", "private.csv", *BASICS]


def budget_of(name):
    """A budget in the words that a protector reads."""
    flips, epsilon = (field in reads(name) for field in ("n_flips", "epsilon"))
    return [*(["--flips", "12"] if flips else []), *(["--epsilon", "3"] if epsilon else [])]


def settings_in(folder):
    return json.loads((folder / "confidential" / "settings.json").read_text())


@pytest.mark.parametrize("name", PROTECTORS)
def test_each_leaves_the_same_files_and_its_name_for_the_holder_alone(ppne, folder, name):
    result = ppne(*WORDS, "--out", "out", "--protector", name, *budget_of(name))
    assert result.exit_code == 0, result.stderr
    files = tree(folder / "out")
    expected = ["decoys", "flips", "graph", "history", "private_links"]
    expected = [f"confidential/{name}.csv" for name in expected]
    expected += [f"confidential/{name}" for name in ("run.sha256", "settings.json", "summary.json")]
    assert sorted(files) == [*expected, "release/embedding.npz", "release/manifest.json"]
    settings = settings_in(folder / "out")
    assert settings["protector"] == name
    if name in BASELINES:
        assert set(settings) == reads(name) | {"protector", "published", "stopped"}
    manifest = json.loads(files["release/manifest.json"])
    assert set(manifest) == {
        *("format", "ppne_version", "method", "window", "negatives", "walks"),
        *("n_nodes", "n_components", "dtype", "directions", "sha256"),
    }
    assert "protector" not in str(manifest)
    if name != "ppne":
        assert name.encode() not in files["release/manifest.json"]
    assert not (folder / "out.partial").exists()


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_has_the_decoys_and_the_before_of_ppne(ppne, folder, name):
    summaries = []
    for each in ("ppne", name):
        said = ppne(*WORDS, "--out", each, "--protector", each, *budget_of(each), "--seed", "4")
        assert said.exit_code == 0, said.stderr
        summaries.append(json.loads((folder / each / "confidential/summary.json").read_text()))
    decoys = [read_pairs(folder / each / "confidential/decoys.csv") for each in ("ppne", name)]
    assert decoys[0] == decoys[1]
    for key in ("auc_own_before", "auc_fresh_before", "ap_fresh_before"):
        assert summaries[0][key] == summaries[1][key]


def test_the_default_is_ppne(ppne, folder):
    ppne(*WORDS, "--out", "one", "--flips", "6")
    ppne(*WORDS, "--out", "two", "--flips", "6", "--protector", "ppne")
    assert settings_in(folder / "one")["protector"] == "ppne"
    assert tree(folder / "one") == tree(folder / "two")


def test_three_tenths_of_the_links_are_the_budget_unless_told(ppne, folder):
    assert ppne(*WORDS, "--out", "out", "--protector", "random").exit_code == 0
    n_public = len((folder / "graph.csv").read_text().splitlines())
    n_public -= len((folder / "private.csv").read_text().splitlines())
    assert len(read_pairs(folder / "out/confidential/flips.csv")) == round(0.3 * n_public)


def test_the_options_of_a_baseline_reach_it(ppne, folder):
    words = ["--protector", "dice", "--balance", "removals", "--decoys", "2", "--seed", "9"]
    assert ppne(*WORDS, "--out", "dice", "--flips", "8", *words).exit_code == 0
    said = settings_in(folder / "dice")
    assert (said["additions"], said["n_decoys"], said["seed"], said["n_flips"]) == (0, 2, 9, 8)
    words = ["--protector", "betweenness", "--recompute", "--batch", "4", "--flips", "8"]
    assert ppne(*WORDS, "--out", "between", *words).exit_code == 0
    said = settings_in(folder / "between")
    assert (said["recompute"], said["batch_size"]) == (True, 4)
    assert (folder / "between/confidential/flips.csv").read_text().count(",-1\n") == 8


@pytest.fixture
def refused(ppne, folder):
    """Runs a command that must be refused; gives the one line it says."""

    def run(*words):
        result = ppne(*WORDS, "--out", "out", *words)
        assert result.exit_code == 2
        (line,) = result.stderr.splitlines()
        assert not (folder / "out").exists()
        assert not (folder / "out.partial").exists()
        return line.removeprefix("ppne: error: ")

    return run


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *(("dice", words) for words in (["--k", "1"], ["--candidates", "9"], ["--batch", "3"])),
        *(("random", words) for words in (["--epsilon", "1"], ["--target-auc", "0.5"])),
        *(("random", words) for words in (["--learned", "0"], ["--iterations", "3"])),
        *(("degree", words) for words in (["--recompute"], ["--generator", "edit"])),
        *(("degree", words) for words in (["--criterion", "ratio"], ["--gradient", "kkt"])),
        *(("betweenness", words) for words in (["--balance", "0.5"], ["--preset", "default"])),
        *(("ppne", words) for words in (["--epsilon", "1"], ["--recompute"])),
        *(("util-modify", words) for words in (["--k", "2"], ["--objective", "ranked"])),
        *(("priv-modify", words) for words in (["--preset", "paper"], ["--target-gain", "x"])),
    ],
)
def test_an_option_that_the_protector_does_not_read_is_refused(ppne, folder, name, words):
    result = ppne(*WORDS, "--out", "out", "--protector", name, *words)
    assert result.exit_code == 2
    assert words[0] in result.stderr
    assert not (folder / "out").exists()
    if words[-1] != "x":  # which the parser refuses
        assert f"{words[0]} is not read by the protector '{name}'; leave it out" in result.stderr


def test_an_unknown_protector_lists_those_there_are(refused):
    line = refused("--protector", "luck")
    assert line.startswith("unknown protector 'luck'")
    assert all(name in line for name in PROTECTORS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--protector", "random", "--balance", "free"], "--balance must lie between 0 and 1"),
        (["--protector", "random", "--balance", "2"], "--balance must lie between 0 and 1"),
        (["--protector", "dice", "--decoys", "-1"], "--decoys must be at least 0"),
        (["--protector", "betweenness", "--batch", "3"], "--batch has a meaning only with"),
        (["--protector", "random", "--flips", "0"], "--flips takes a count"),
    ],
)
def test_a_value_that_a_baseline_cannot_use_is_one_line(refused, words, said):
    assert refused(*words).startswith(said)


def test_the_help_names_every_protector(ppne, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    said = ppne("protect", "--help").stdout
    (line,) = [line for line in said.splitlines() if "--protector" in line]
    assert all(name in line for name in PROTECTORS)


def test_rows_that_a_protector_gives_are_published_instead(ppne, folder, monkeypatch):
    random = BASELINES["random"]
    made = {}

    def protector(problem, settings, *, compute):
        protection = random.protector(problem, settings, compute=compute)
        made["rows"] = np.random.default_rng(0).random((problem.graph.n_nodes, 6))
        return replace(protection, embedding=made["rows"])

    monkeypatch.setitem(choose.BASELINES, "random", replace(random, protector=protector))
    assert ppne(*WORDS, "--out", "out", "--protector", "random").exit_code == 0
    _, rows = read_embedding(folder / "out/release/embedding.npz")
    np.testing.assert_array_equal(rows, made["rows"].astype(np.float32))


def test_a_budget_of_epsilon_is_asked_for_and_one_of_flips_refused(ppne, refused, monkeypatch):
    """Whatever the protector: here five random flips that read no ``n_flips``."""
    few = flipping(
        lambda problem, settings: random_flips(problem, replace(settings, n_flips=5)), "epsilon"
    )
    monkeypatch.setitem(choose.BASELINES, "random", few)
    line = refused("--protector", "random", "--epsilon", "2", "--flips", "5")
    assert line.startswith("--flips is not read by the protector 'random'")
    assert refused("--protector", "random").startswith("--epsilon must be given")
    assert refused("--protector", "random", "--epsilon", "0").startswith("--epsilon must be a pos")
    result = ppne(*WORDS, "--out", "out", "--protector", "random", "--epsilon", "2")
    assert "5 flips in" in result.stderr
    assert "(budget of epsilon spent)" in result.stderr


def test_a_killed_baseline_begins_anew_to_the_same_bytes(ppne, folder):
    words = [*WORDS, "--protector", "degree", "--labels", "labels.csv"]
    program = str(Path(__file__).with_name("die.py"))
    command = [sys.executable, program, "before the rename", "1", "SIGKILL"]
    killed = subprocess.run([*command, *words, "--out", "out"], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (folder / "out.partial").exists()
    assert not (folder / "out").exists()
    assert ppne(*words, "--out", "out").exit_code == 0
    assert ppne(*words, "--out", "straight").exit_code == 0
    assert tree(folder / "out") == tree(folder / "straight")
    assert not (folder / "out.partial").exists()


def test_a_baseline_does_not_take_over_an_unfinished_run(ppne, folder):
    program = str(Path(__file__).with_name("die.py"))
    command = [sys.executable, program, "after a checkpoint", "1", "SIGKILL"]
    words = [*WORDS, "--flips", "6", "--out", "out"]
    assert subprocess.run([*command, *words], capture_output=True, check=False).returncode < 0
    result = ppne(*words, "--protector", "random")
    assert result.exit_code == 2
    assert "holds an unfinished run" in result.stderr
    assert ppne(*words, "--protector", "random", "--restart").exit_code == 0
