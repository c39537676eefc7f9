"""What `ppne frontier` leaves behind and never tells; killed, it goes on to the same bytes."""

import csv
import json
import shlex
import signal
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

import ppne.cli.frontier as under_test
import ppne.outcome.frontier as outcome
from ppne.attack.rates import Estimate
from ppne.cli.frontier import publishing
from ppne.cli.inputs import settings_from
from ppne.factor.methods import method_named
from ppne.graph.load import read_graph
from ppne.outcome.frontier import Frontier, Point
from tests.cli.conftest import SMALL, name_of, read_pairs, tree, write_rows

WORDS = ["frontier", "graph.csv", "--private", "private.csv", *SMALL, "--points", "3"]
WORDS += ["--negatives", "1"]  # with five, so small a graph has nothing to hide
HALF = 8  # flips of the first batches that make at least half of the budget
SEED = 918273645
WHOLE: dict[str, bytes] = {}


@pytest.fixture
def alike(monkeypatch):
    """Only attackers who learn nothing: quick, and enough to look at the rest."""
    monkeypatch.setattr(outcome, "_ATTACKS", ("similarity",))


@pytest.fixture
def frontier(folder, ppne, alike):
    """Runs ``ppne frontier`` on the folder's files."""

    def run(*words, out="out"):
        return ppne(*WORDS, "--out", out, *words)

    return run


@pytest.fixture
def seen(monkeypatch):
    """The state of every point that is audited."""
    states = []

    def spy(state, *args, **options):
        states.append(state)
        return outcome.examine(state, *args, **options)

    monkeypatch.setattr(under_test, "examine", spy)
    return states


def points_of(place):
    return json.loads((place / "frontier.json").read_text())["points"]


def test_the_curve_goes_from_nothing_to_the_whole_budget(ppne, folder):
    result = ppne(*WORDS, "--out", "out", "--labels", "labels.csv")
    assert result.exit_code == 0, result.stderr
    files = tree(folder / "out")
    assert sorted(files) == ["frontier.csv", "frontier.json", "run.sha256"]
    again = ppne(*WORDS, "--out", "out", "--labels", "labels.csv")
    assert again.exit_code == 0
    assert "done already by this very command" in again.stderr
    assert tree(folder / "out") == files
    assert not (folder / "out.partial").exists()
    points = points_of(folder / "out")
    assert [point["flips"] for point in points] == [0, HALF, 12]
    assert all(0 <= point["f1"] <= 1 for point in points)
    rows = list(csv.DictReader((folder / "out/frontier.csv").read_text().splitlines()))
    assert [int(row["flips"]) for row in rows] == [0, HALF, 12]
    assert max(map(len, result.stdout.splitlines())) <= 80
    for point in points:
        assert f"{point['cosine']['value']:.3f} [" in result.stdout
        assert f"after {point['flips']} flips: cosine AUC" in result.stderr
    assert result.stderr.splitlines()[-1].startswith("to publish ")


@pytest.mark.parametrize(
    ("words", "batch"),
    [
        ([], 3),
        (["--balance", "0.5"], 3),
        (["--balance", "0.5", "--batch", 5, "--candidates", 1], 5),
        (["--publish", "trained-deepwalk"], 3),
    ],
    ids=["whole batches", "additions too", "short batches", "trained"],
)
def test_the_command_for_the_knee_publishes_that_point(
    frontier, ppne, folder, seen, monkeypatch, words, batch
):
    """Its flips are the path's: the same ones in the same order."""
    monkeypatch.setattr(outcome, "knee", lambda points: 1)
    result = frontier(*words)
    assert result.exit_code == 0, result.stderr
    said, _, command = result.stderr.splitlines()[-1].partition(": ")
    assert said == "to publish the knee"
    flips = seen[1].flips
    assert 0 < len(flips) < 12
    words = shlex.split(command)
    assert words[:2] == ["ppne", "protect"]
    assert words[words.index("--iterations") + 1] == str(outcome.batches_made(seen[1]))
    assert ppne(*words[1:]).exit_code == 0
    assert words[-1] == f"out-{len(flips)}"
    graph, _ = read_graph(folder / "graph.csv")
    names = [tuple(pair) for pair in graph.node_ids[flips.pairs].tolist()]
    assert read_pairs(folder / words[-1] / "confidential/flips.csv") == names


@pytest.mark.parametrize(
    "method",
    ["--method line --negatives 2.0", "--window 3 --walks 30", "--publish trained-line"],
)
def test_every_option_that_decides_the_path_is_in_the_command(frontier, monkeypatch, method):
    words = [*method.split(), "--seed", "7", "--labels", "labels.csv"]
    monkeypatch.setattr(outcome, "knee", lambda points: None)
    result = frontier(*words, "--largest-component", "--drop-isolated")
    said = result.stderr.splitlines()[-1]
    assert said.startswith("to publish a point, ")
    for option, value in zip(words[::2], words[1::2], strict=True):
        assert f" {option} {value} " in said
    for option in ("--dim 6", "--largest-component", "--drop-isolated", "--batch 3"):
        assert f" {option} " in said
    assert said.endswith(" --until budget --flips 12 --out out-release --iterations N")
    assert "No knee" in result.stdout
    assert ("DeepWalk is sampled" in result.stderr) == ("--walks" in words)


def test_without_a_knee_the_command_leaves_the_batches_open():
    settings = settings_from(method_named("line"), None, 12, batch_size=5)
    auc = Estimate(value=0.5, low=0.4, high=0.6)
    points = [
        Point(batches=batches, flips=flips, additions=0, cosine=auc, attack="cosine", strongest=auc)
        for batches, flips in ((0, 0), (1, 3), (4, 12))
    ]
    curve = Frontier(points=tuple(points), n_private_links=9, stopped="budget of flips spent")
    said = publishing(curve, settings, Path("my curve"), ["graph.csv"])
    assert said == (
        "to publish a point, with its number of batches for N: ppne protect graph.csv --batch 5 "
        "--until budget --flips 12 --out 'my curve-release' --iterations N"
    )


def test_no_byte_names_a_secret(frontier, protect, folder, seen):
    result = frontier("--seed", SEED)
    assert protect("--seed", SEED, "--until", "budget", out="kept").exit_code == 0
    secret = [
        pair
        for name in ("private_links.csv", "decoys.csv", "flips.csv")
        for pair in read_pairs(folder / "kept/confidential" / name)
    ]
    assert len(seen[-1].flips) > 0
    assert len(secret) > 20
    files = tree(folder / "out")
    told = b"\n".join([*files.values(), result.output.encode()])
    assert b"Zq" not in told  # no node at all, and so no pair
    for content in files.values():
        assert str(SEED).encode() not in content
        assert b"seed" not in content


def test_a_path_that_ends_early_has_its_last_point_there(frontier, folder, monkeypatch):
    """A budget beyond all links: flips run out before it does."""
    words = ["--flips", 400, "--batch", 200, "--points", 9, "--balance", "removals"]
    result = frontier(*words)
    assert result.exit_code == 0, result.stderr
    assert "3 points at the most: one a batch" in result.stderr
    told = json.loads((folder / "out/frontier.json").read_text())
    assert told["stopped"] != "budget of flips spent"
    flips = [point["flips"] for point in told["points"]]
    assert flips == sorted(set(flips))
    assert flips[-1] < 400


def test_what_the_audit_leaves_out_is_said_once(frontier, folder, monkeypatch):
    monkeypatch.setattr(outcome, "_ATTACKS", ("similarity", "learned"))
    lines = (folder / "private.csv").read_text().splitlines(keepends=True)[:5]
    (folder / "private.csv").write_text("".join(lines))
    result = frontier("--points", 2)
    assert result.stderr.count("attacks that learn left out: 5 private links") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--points", 1], "--points must be at least 2, got 1"),
        (["--flips", "nonsense"], "--flips takes a count"),
        (["--batch", 0], "--batch must be at least 1"),
        (["--balance", "2"], "--balance must lie between 0 and 1"),
        (["--seed", -1], "--seed must be at least 0"),
        (["--method", "walk"], "unknown method 'walk'"),
        (["--dim", 80], "a dimension of 80 needs more than 80 nodes"),
        (["--labels", "nowhere.csv"], "nowhere.csv: cannot be read"),
        (["--out", "full"], "full exists and is not empty"),
        (["--out", "graph.csv"], "graph.csv is a file"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(frontier, folder, words, said):
    (folder / "full").mkdir()
    (folder / "full" / "thesis.tex").write_text("years of work")
    before = tree(folder)
    result = frontier(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"ppne: error: {said}")
    assert tree(folder) == before
    assert not (folder / "out.partial").exists()


def test_a_graph_too_dense_to_audit_is_refused_before_any_work(frontier, folder):
    write_rows(folder / "graph.csv", combinations([name_of(node) for node in range(16)], 2))
    write_rows(folder / "private.csv", [(name_of(0), name_of(1))])
    keep = (folder / "graph.csv").read_text().splitlines()[:-60]
    (folder / "graph.csv").write_text("\n".join(keep) + "\n")
    result = frontier()
    assert result.exit_code == 2
    assert "an audit needs" in result.stderr
    assert not (folder / "out.partial").exists()


def test_quiet_is_quiet(frontier, folder):
    result = frontier("--quiet", "--points", 2)
    assert (result.exit_code, result.output) == (0, "")
    assert len(points_of(folder / "out")) == 2


class Stop(BaseException):
    """As sudden as a kill, but within this process."""


@pytest.fixture
def stopped_at(monkeypatch):
    """Lets so many points be kept, and stops before or after the next is."""

    def arrange(count, *, before):
        write, calls = under_test._write_points, 0

        def wrapped(*args):
            nonlocal calls
            calls += 1
            if calls > count and before:
                raise Stop
            write(*args)
            if calls > count:
                raise Stop

        monkeypatch.setattr(under_test, "_write_points", wrapped)
        return lambda: monkeypatch.setattr(under_test, "_write_points", write)

    return arrange


@pytest.fixture
def whole(frontier, folder):
    """What an uninterrupted run leaves; made once, since the folder is the same for each test."""
    if not WHOLE:
        assert frontier(out="whole").exit_code == 0
        WHOLE.update(tree(folder / "whole"))
    return WHOLE


@pytest.mark.parametrize(("count", "before"), [(0, True), (1, True), (1, False), (2, False)])
def test_no_point_is_lost_or_audited_twice(
    frontier, folder, whole, seen, stopped_at, count, before
):
    audited = [0, HALF, 12]
    go_on = stopped_at(count, before=before)
    with pytest.raises(Stop):
        frontier()
    assert not (folder / "out").exists()
    go_on()
    result = frontier()
    assert "resuming after" in result.stderr
    assert tree(folder / "out") == whole
    again = [audited[count]] if before else []  # its audit was not over
    assert sorted(len(state.flips) for state in seen) == sorted([*audited, *again])


def test_a_killed_run_goes_on_to_the_same_bytes(folder, frontier, whole):
    """The real thing: killed with a state kept, and its point not."""
    die = [sys.executable, str(Path(__file__).with_name("die.py"))]
    killed = subprocess.run(
        [*die, "before a point is kept", "2", "SIGKILL", *WORDS, "--out", "out"],
        capture_output=True,
        timeout=100,
    )
    assert killed.returncode == -signal.SIGKILL
    assert not (folder / "out").exists()
    assert len((folder / "out.partial/points.jsonl").read_text().splitlines()) == 1
    assert f"resuming after {HALF} flips" in frontier().stderr
    assert tree(folder / "out") == whole
    assert not (folder / "out.partial").exists()


def test_other_settings_labels_or_damage_do_not_go_on(frontier, folder, whole, stopped_at):
    go_on = stopped_at(1, before=True)
    with pytest.raises(Stop):
        frontier()
    go_on()
    for words in (["--points", 4], ["--labels", "labels.csv"], ["--seed", 1]):
        result = frontier(*words)
        assert result.exit_code == 2
        assert "holds an unfinished run with another input" in result.stderr
    kept = folder / "out.partial" / "points.jsonl"
    for content in ("", "{", "{}\n", "[]\n", '{"cosine": 3}\n'):
        kept.write_text(content)
        result = frontier()
        assert result.exit_code == 2
        assert "points.jsonl is damaged; add --restart" in result.stderr
    assert frontier("--restart").exit_code == 0
    assert tree(folder / "out") == whole
