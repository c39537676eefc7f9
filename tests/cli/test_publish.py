"""`ppne protect --publish trained-…` and `--embedder`: what is in the loop and what leaves it."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from ppne.compute import cpu
from ppne.factor.directions import directions
from ppne.graph.load import read_graph
from ppne.graph.simple import Graph
from ppne.publish.release import read_release
from ppne.train.deepwalk import DeepWalk
from ppne.train.line import Line
from ppne.train.node2vec import Node2Vec
from ppne.train.trained import train
from tests.cli.conftest import SMALL, SURE, tree


@pytest.fixture
def protect(folder, ppne):
    def run(*words, out="out"):
        given = ["graph.csv", "--private", "private.csv", "--labels", "labels.csv"]
        return ppne("protect", *given, *SMALL, *SURE, "--out", out, *words)

    return run


def settings_in(folder):
    return json.loads((folder / "confidential" / "settings.json").read_text())


def perturbed(folder, like):
    """The graph that the holder keeps, on the nodes of the one it came from."""
    graph, _ = read_graph(like)
    place = {str(name): at for at, name in enumerate(graph.node_ids)}
    lines = (folder / "confidential" / "graph.csv").read_text().splitlines()[1:]
    links = np.array([[place[name] for name in line.split(",")] for line in lines])
    return Graph.from_links(links, node_ids=graph.node_ids)


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        (["--publish", "trained-deepwalk"], DeepWalk(n_components=6)),
        (["--embedder", "trained"], DeepWalk(n_components=6)),
        (["--embedder", "trained", "--method", "line"], Line(n_components=6)),
        (["--publish", "trained-line", "--order", "both"], Line(n_components=6, order="both")),
        (
            ["--publish", "trained-node2vec", "--q", 0.5, "--walks", 3, "--window", 4],
            Node2Vec(n_components=6, q=0.5, walks_per_node=3, window=4),
        ),
        (["--publish", "trained-deepwalk", "--embedder", "closed"], DeepWalk(n_components=6)),
    ],
)
def test_the_release_is_trained_on_the_perturbed_graph(protect, folder, words, settings):
    result = protect(*words)
    assert result.exit_code == 0, result.output
    release = read_release(folder / "out" / "release")
    assert release.method.name == f"trained-{settings.name}"
    graph = perturbed(folder / "out", folder / "graph.csv")
    rows = train(graph, settings, compute=cpu).rows
    assert_array_equal(release.embedding, directions(rows, level=True, compute=cpu))
    assert settings_in(folder / "out")["published"] == f"trained-{settings.name}"


def test_the_loop_is_trained_unless_the_closed_form_is_asked_for(protect, folder):
    assert protect("--publish", "trained-line").exit_code == 0
    assert protect("--publish", "trained-line", "--embedder", "closed", out="c").exit_code == 0
    trained, closed = settings_in(folder / "out"), settings_in(folder / "c")
    assert trained["training"]["order"] == "2"
    for one in (trained, closed):  # what carries over to trained embeddings, see docs/transfer.md
        assert (one["method"]["name"], one["method"]["negatives"]) == ("deepwalk", 1.0)
    assert closed["training"] is None


def test_a_closed_form_of_another_kind_can_be_in_the_loop(protect, folder):
    words = ["--publish", "trained-deepwalk", "--embedder", "closed", "--method", "line"]
    assert protect(*words).exit_code == 0
    assert settings_in(folder / "out")["method"]["name"] == "line"
    assert read_release(folder / "out" / "release").method.name == "trained-deepwalk"


def test_a_baseline_can_publish_what_is_trained(folder, ppne):
    words = ["protect", "graph.csv", "--private", "private.csv", "--protector", "random"]
    words += ["--dim", 6, "--flips", 4, "--publish", "trained-line", "--out", "out"]
    result = ppne(*words)
    assert result.exit_code == 2
    assert "--embedder closed" in " ".join(result.output.split())
    assert ppne(*words, "--embedder", "closed").exit_code == 0
    assert read_release(folder / "out" / "release").method.name == "trained-line"


def test_gradients_can_be_averaged_over_trainings(protect, folder):
    assert protect("--embedder", "trained", "--trainings", 2).exit_code == 0
    assert settings_in(folder / "out")["trainings"] == 2


def test_the_same_command_gives_the_same_bytes(protect, folder):
    for out in ("a", "b"):
        assert protect("--publish", "trained-deepwalk", out=out).exit_code == 0
    assert tree(folder / "a") == tree(folder / "b")


def test_a_killed_run_goes_on_to_the_same_bytes(folder, ppne):
    words = ["protect", "graph.csv", "--private", "private.csv", *SMALL, *SURE]
    words += ["--publish", "trained-deepwalk", "--out"]
    script = str(Path(__file__).with_name("die.py"))
    command = [sys.executable, script, "after a checkpoint", "2", "SIGKILL"]
    killed = subprocess.run([*command, *words, "out"], capture_output=True, timeout=100)
    assert killed.returncode == -signal.SIGKILL
    resumed = ppne(*words, "out")
    assert resumed.exit_code == 0
    assert "resuming after" in resumed.stderr
    assert ppne(*words, "whole").exit_code == 0
    assert tree(folder / "out") == tree(folder / "whole")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--publish", "gcn"], "--publish takes closed, trained-deepwalk"),
        (["--embedder", "gcn"], "--embedder takes closed or trained"),
        (["--embedder", "trained", "--publish", "closed"], "drop --publish closed"),
        (["--publish", "trained-line", "--method", "deepwalk"], "add --embedder closed"),
        (["--p", 2], "--p goes with a trained --publish only"),
        (["--publish", "trained-deepwalk", "--p", 2], "--p is nothing that deepwalk reads"),
        (["--publish", "trained-deepwalk", "--negatives", 0.5], "--negatives must be a whole"),
        (["--embedder", "trained", "--gradient", "spectral"], "spectral gradient"),
        (["--embedder", "trained", "--trainings", 0], "--trainings must be at least 1"),
        (["--trainings", 2], "--trainings is for what is trained in the loop"),
    ],
)
def test_options_that_do_not_go_together_are_refused(protect, folder, words, said):
    result = protect(*words)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert not (folder / "out").exists()


def test_vector_edit_has_nothing_to_edit_in_what_is_trained(folder, ppne):
    words = ["protect", "graph.csv", "--private", "private.csv", "--protector", "vector-edit"]
    result = ppne(*words, "--dim", 6, "--publish", "trained-line", "--out", "out")
    assert result.exit_code == 2
    assert "drop --publish" in " ".join(result.output.split())
