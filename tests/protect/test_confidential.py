"""The holder's folder: every file, in the user's ids, for the owner alone."""

import csv
import json
import stat

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from ppne.factor.methods import method_named
from ppne.graph.flips import Flips, apply
from ppne.graph.load import read_graph
from ppne.graph.load_pairs import read_pairs
from ppne.graph.simple import Graph
from ppne.private.pairs import PrivatePairs
from ppne.protect.confidential import write_confidential
from ppne.protect.result import Problem, Protection, Step, conclude
from ppne.protect.settings import ProtectionSettings

IDS = np.array(["a", "b,c", 'd"e', "ü f", "g"])


@pytest.fixture
def written(tmp_path):
    graph = Graph.from_links(np.array([[0, 1], [1, 2], [2, 3], [3, 4], [0, 4]]), node_ids=IDS)
    flips = Flips(pairs=np.array([[2, 3], [0, 2]]), signs=np.array([-1, 1]))
    step = Step(n_flips=0, n_additions=0, leakage=1.5, auc_own=float("nan"), auc_fresh=0.25)
    write_confidential(
        tmp_path / "confidential",
        Problem(
            graph=graph,
            pairs=PrivatePairs(links=np.array([[0, 3]]), decoys=np.array([[1, 3]])),
            watched=np.array([[1, 4]]),
        ),
        Protection(graph=apply(graph, flips), flips=flips, history=(step, step), stopped="enough"),
        ProtectionSettings(method=method_named("line"), n_flips=2, batch_size=1, seed=11),
        {"auc": 0.5, "f1": None},
        published="line",
        protector="random",
    )
    return tmp_path / "confidential"


def rows(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def test_the_folder_is_for_its_owner_alone(written):
    assert stat.S_IMODE(written.stat().st_mode) == 0o700


def test_pairs_are_in_the_users_ids(written):
    assert rows(written / "private_links.csv") == [["source", "target"], ["a", "ü f"]]
    assert rows(written / "decoys.csv") == [["source", "target"], ["b,c", "ü f"]]


@pytest.mark.parametrize("mark", "#%")
def test_ids_like_comments_are_quoted_and_read_again(tmp_path, mark):
    graph = Graph.from_links(
        np.array([[0, 1], [1, 2], [0, 2]]), node_ids=np.array([f"{mark}a", "b", f"{mark}c"])
    )
    problem = Problem(
        graph=graph.without(np.array([[0, 2]])),
        pairs=PrivatePairs(links=np.array([[0, 2]]), decoys=np.array([[1, 2]])),
        watched=np.array([[1, 2]]),
    )
    settings = ProtectionSettings(method=method_named("line"), n_flips=2, batch_size=1)
    result = conclude(problem, Flips.none(), stopped="enough")
    write_confidential(tmp_path, problem, result, settings, {}, published="line")
    assert_array_equal(read_pairs(tmp_path / "private_links.csv", graph), [[0, 2]])
    assert read_graph(tmp_path / "graph.csv")[0].n_links == 2


def test_flips_keep_their_order_and_say_their_kind(written):
    assert rows(written / "flips.csv") == [
        ["source", "target", "change"],
        ['d"e', "ü f", "-1"],
        ["a", 'd"e', "+1"],
    ]


def test_the_graph_is_the_perturbed_one(written):
    links = {tuple(row) for row in rows(written / "graph.csv")[1:]}
    assert links == {("a", "b,c"), ("b,c", 'd"e'), ("a", 'd"e'), ("ü f", "g"), ("a", "g")}


def test_history_and_settings_are_whole(written):
    header, first, second = rows(written / "history.csv")
    assert dict(zip(header, first, strict=True))["auc_fresh"] == "0.25"
    assert first == second
    settings = json.loads((written / "settings.json").read_text())
    assert settings["protector"] == "random"
    assert settings["seed"] == 11
    assert settings["stopped"] == "enough"
    assert settings["method"]["name"] == "line"
    assert json.loads((written / "summary.json").read_text()) == {"auc": 0.5, "f1": None}
