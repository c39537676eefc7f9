"""A run that is killed goes on to the same bytes, and leaves nothing half-done."""

import fcntl
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import SMALL, SURE, tree

WORDS = ["protect", "graph.csv", "--private", "private.csv", "--labels", "labels.csv"]
WORDS = [*WORDS, *SMALL, *SURE]
WHOLE: dict[str, bytes] = {}


def die(point, count=1, name="SIGKILL", out="out", **options):
    """The command in a process of its own that dies at a point."""
    command = [sys.executable, str(Path(__file__).with_name("die.py")), point, str(count), name]
    return subprocess.Popen(
        [*command, *WORDS, "--out", out], stderr=subprocess.PIPE, text=True, **options
    )


@pytest.fixture
def whole(folder, ppne):
    """What an uninterrupted run leaves; made once, since the folder is the same for each test."""
    if not WHOLE:
        assert ppne(*WORDS, "--out", "whole").exit_code == 0
        WHOLE.update(tree(folder / "whole"))
    return WHOLE


@pytest.mark.parametrize(
    ("point", "count"),
    [
        ("within a checkpoint", 1),
        ("within a checkpoint", 3),
        ("after a checkpoint", 2),
        ("after the release", 1),
        ("before the rename", 1),
    ],
)
def test_a_killed_run_goes_on_to_the_same_bytes(folder, ppne, whole, point, count):
    process = die(point, count)
    process.communicate(timeout=100)
    assert process.returncode == -signal.SIGKILL
    assert not (folder / "out").exists()
    result = ppne(*WORDS, "--out", "out")
    assert result.exit_code == 0
    resumed = (point, count) != ("within a checkpoint", 1)
    assert ("resuming after" in result.stderr) == resumed
    assert tree(folder / "out") == whole
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["confidential", "release"]
    assert not (folder / "out.partial").exists()


def test_a_run_killed_after_the_rename_is_whole(folder, ppne, whole):
    """The leftovers beside it stop no later run."""
    process = die("after the rename")
    process.communicate(timeout=100)
    assert process.returncode == -signal.SIGKILL
    assert tree(folder / "out") == whole
    (folder / "out").rename(folder / "moved")
    assert ppne(*WORDS, "--out", "out").exit_code == 0
    assert tree(folder / "out") == whole
    assert not (folder / "out.partial").exists()


@pytest.mark.parametrize("killed", [True, False], ids=["in the last moment", "never"])
def test_the_same_command_once_more_finds_its_work_done(folder, ppne, whole, killed):
    if killed:
        die("after the rename").communicate(timeout=100)
        assert (folder / "out.partial").exists()
    else:
        assert ppne(*WORDS, "--out", "out").exit_code == 0
    result = ppne(*WORDS, "--out", "out")
    assert result.exit_code == 0
    assert "done already by this very command" in result.stderr
    assert "attack AUC, fresh non-links" in result.stdout
    assert tree(folder / "out") == whole
    assert not (folder / "out.partial").exists()
    for other in (["--seed", 7], ["--dim", 5], ["--restart"]):
        result = ppne(*WORDS, "--out", "out", *other)
        assert result.exit_code == 2
        assert "exists and is not empty" in result.stderr
    assert tree(folder / "out") == whole


def test_kills_at_random_moments_change_no_byte(folder, whole):
    """Whatever the moments: they are drawn anew in every run of the test."""
    moments = random.Random()
    for _ in range(2):
        process = die("whenever killed", stdout=subprocess.DEVNULL)
        wait_for(folder / "out.partial" / "checkpoint.npz", process)
        time.sleep(moments.uniform(0, 0.3))
        process.kill()
        process.communicate()
        if process.returncode == 0:
            break
        assert not (folder / "out").exists()
    else:
        process = die("never", stdout=subprocess.DEVNULL)
        _, said = process.communicate(timeout=100)
        assert process.returncode == 0, said
        assert "resuming after" in said
    assert tree(folder / "out") == whole


def test_an_interrupt_is_status_130_and_can_be_resumed(folder, ppne, whole):
    process = die("after a checkpoint", 2, "SIGINT")
    _, said = process.communicate(timeout=100)
    assert process.returncode == 130
    assert said.splitlines()[-1].startswith("ppne: error: interrupted;")
    assert "Traceback" not in said
    assert not (folder / "out").exists()
    assert "resuming after" in ppne(*WORDS, "--out", "out").stderr
    assert tree(folder / "out") == whole


@pytest.fixture
def unfinished(folder):
    """The folder with a run that was killed after two batches."""
    die("after a checkpoint", 2).communicate(timeout=100)
    assert (folder / "out.partial" / "checkpoint.npz").exists()
    return folder


def test_other_settings_or_damage_do_not_resume_an_unfinished_run(unfinished, ppne):
    before = tree(unfinished / "out.partial")
    for changed in (["--seed", 7], ["--k", 2], ["--dim", 5], ["--private", "sample:0.1"]):
        result = ppne(*WORDS, "--out", "out", *changed)
        assert result.exit_code == 2
        assert one_error(result.stderr)
        assert "--restart" in result.stderr
    assert tree(unfinished / "out.partial") == before
    assert not (unfinished / "out").exists()
    checkpoint = unfinished / "out.partial" / "checkpoint.npz"
    os.truncate(checkpoint, checkpoint.stat().st_size * 2 // 3)
    assert "is damaged" in ppne(*WORDS, "--out", "out").stderr
    assert ppne(*WORDS, "--out", "out", "--restart").exit_code == 0


def test_an_unfinished_run_can_be_dropped(unfinished, ppne):
    result = ppne(*WORDS, "--out", "out", "--seed", 7, "--restart")
    assert result.exit_code == 0
    assert "resuming" not in result.stderr
    ppne(*WORDS, "--out", "straight", "--seed", 7)
    assert tree(unfinished / "out") == tree(unfinished / "straight")


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: os.truncate(path, path.stat().st_size // 2),
        lambda path: os.truncate(path, 0),
        lambda path: path.write_bytes(b"not an archive at all"),
        lambda path: path.write_bytes(b"PK\x05\x06" + bytes(18)),
    ],
    ids=["half", "empty", "other bytes", "an empty archive"],
)
def test_a_damaged_checkpoint_is_one_line(folder, ppne, damage):
    partial = folder / "out.partial"
    partial.mkdir()
    (partial / "checkpoint.npz").write_bytes(bytes(1000))
    damage(partial / "checkpoint.npz")
    result = ppne(*WORDS, "--out", "out")
    assert result.exit_code == 2
    assert one_error(result.stderr)
    assert "checkpoint.npz is damaged; add --restart" in result.stderr


def test_a_second_run_of_the_same_folder_waits_outside(folder, ppne):
    (folder / "out.partial").mkdir()
    with (folder / "out.partial" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = ppne(*WORDS, "--out", "out")
    assert result.exit_code == 2
    assert "another run is at work in" in result.stderr
    assert ppne(*WORDS, "--out", "out").exit_code == 0


def test_a_failed_rename_keeps_the_work(folder, ppne, monkeypatch):
    """OUT fills up while the run goes on: the error is one line, and nothing is lost."""

    def fill_and_rename(source, target):
        if Path(source).name == "ready":
            target.mkdir()
            (target / "mine").write_text("here first")
        replace(source, target)

    replace = os.replace
    monkeypatch.setattr(os, "replace", fill_and_rename)
    result = ppne(*WORDS, "--out", "out")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].startswith("ppne: error: ")
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    (folder / "out").rename(folder / "away")
    assert "resuming after" in ppne(*WORDS, "--out", "out").stderr


def one_error(said):
    return len(said.splitlines()) == 1 and said.startswith("ppne: error: ")


def wait_for(path, process):
    until = time.monotonic() + 100
    while not path.exists() and process.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.01)
