"""What `ppne reproduce` leaves behind; killed, it goes on; its figures come from records alone."""

import shutil
import subprocess
import sys
import time

import pytest

import ppne.cli.reproduce as under_test
from ppne.cli.reproduce import _duration
from ppne.reproduce.cell import run_job
from ppne.reproduce.plan import read_plan
from ppne.reproduce.records import RecordFile
from ppne.reproduce.run import run_tasks
from tests.cli.conftest import tree
from tests.reproduce.made_up import FEW, TINY, records, run_made_up, trade
from tests.reproduce.test_run import Here, content


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The working folder, with a plan in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "tiny.toml").write_text(TINY, encoding="utf-8")
    (tmp_path / "few.toml").write_text(FEW, encoding="utf-8")
    return tmp_path


@pytest.fixture
def recorded(place):
    """A folder of records, so that nothing needs to be run."""
    (place / "out").mkdir()
    tiny = read_plan(place / "tiny.toml")
    RecordFile(place / "out" / "records.jsonl").append(records(tiny, trade))
    return place / "out"


def test_a_whole_run_leaves_records_figures_page_and_results(place, ppne, monkeypatch):
    monkeypatch.setattr("ppne.reproduce.run._pool", Here)
    monkeypatch.setattr("ppne.reproduce.run.run_job", run_made_up)
    result = ppne("reproduce", "few.toml", "--out", "out", "--jobs", "1")
    assert result.exit_code == 0, result.stderr
    assert set(tree(place / "out")) == {
        "records.jsonl",
        "records.lock",
        "index.html",
        "RESULTS.md",
        "figures/few.svg",
        "figures/few.png",
    }
    lines = result.stderr.splitlines()
    assert lines[0] == "3 runs to make, 4 records, 1 at a time"
    assert lines[1].startswith("1/3 block-model:60, line, no protection, seed 0: 1 record; about")
    assert lines[-2] == "figures and claims are on one page: open out/index.html"
    assert lines[-1] == "tables: out/RESULTS.md; records: out/records.jsonl"
    assert "ppne reproduce few.toml" in (place / "out/RESULTS.md").read_text(encoding="utf-8")
    again = ppne("reproduce", "few.toml", "--out", "out")
    assert "everything is recorded already" in again.stderr
    fresh = ppne("reproduce", "few.toml", "--out", "out", "--restart", "--jobs", "1")
    assert fresh.stderr.splitlines()[0] == lines[0]


def test_figures_alone_are_byte_by_byte_the_same(recorded, ppne):
    first = ppne("reproduce", "tiny.toml", "--out", "out", "--figures-only")
    assert first.exit_code == 0, first.stderr
    before = tree(recorded)
    shutil.rmtree(recorded / "figures")
    (recorded / "index.html").unlink()
    (recorded / "RESULTS.md").unlink()
    ppne("reproduce", "tiny.toml", "--out", "out", "--figures-only", "--quiet")
    assert tree(recorded) == before


def test_killed_and_started_again_it_ends_alike(place, ppne):
    words = [sys.executable, "-m", "ppne", "reproduce", "few.toml", "--jobs", "1", "--out"]
    process = subprocess.Popen([*words, "out"], stderr=subprocess.PIPE)
    file = place / "out" / "records.jsonl"
    while not (file.exists() and file.stat().st_size) and process.poll() is None:
        time.sleep(0.01)
    process.kill()  # its own processes end with it, or its lines would never end
    process.communicate()
    assert 0 < len(RecordFile(file).read()) < 4
    result = subprocess.run([*words, "out"], capture_output=True, text=True, check=True)
    assert "going on: " in result.stderr
    found = RecordFile(file).read()
    assert len({one.key for one in found}) == len(found) == 4
    whole = RecordFile(place / "whole.jsonl")
    for job in read_plan(place / "few.toml").jobs():
        whole.append(run_job(job, job.budgets, place))
    assert content(RecordFile(file)) == content(whole)


def test_runs_that_fail_are_told_of_and_the_rest_is_drawn(recorded, ppne, monkeypatch):
    def lost(*args, tell, **options):
        def failing(progress):
            tell(type(progress)(**{**as_dict(progress), "failure": "no luck"}))

        return run_tasks(*args, tell=failing, **options) + 1

    def as_dict(progress):
        return {name: getattr(progress, name) for name in progress.__slots__}

    monkeypatch.setattr("ppne.reproduce.run._pool", Here)
    monkeypatch.setattr("ppne.reproduce.run.run_job", lambda *_: [])
    monkeypatch.setattr(under_test, "run_tasks", lost)
    result = ppne("reproduce", "tiny.toml", "--out", "out", "--seeds", "3")
    assert result.exit_code == 1
    assert "going on: 18 records there already" in result.stderr
    assert "seed 2: FAILED: no luck; about" in result.stderr
    assert "runs that failed: 1" in result.stderr
    assert (recorded / "index.html").exists()


def test_what_is_missing_is_fetched_first(place, ppne, monkeypatch):
    asked = []
    monkeypatch.setattr(under_test, "fetch_all", lambda names, folder: asked.append(names))
    monkeypatch.setattr(under_test, "run_tasks", lambda *_, **__: 0)
    result = ppne("reproduce", "variants", "--quick", "--out", "out", "--data", "here")
    assert "fetching cora into here" in result.stderr
    assert asked == [{"cora"}]
    assert result.exit_code == 2  # nothing was run, so there is nothing to draw
    assert "no records of these plans" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "no plan 'nothing'"),
        (["tiny.toml", "--jobs", "0"], "--jobs must be at least 1, got 0"),
        (["tiny.toml", "--seeds", "0"], "--seeds must be at least 1, got 0"),
        (["tiny.toml", "--figures-only"], "no records of these plans"),
        (["tiny.toml", "--figures-only", "--restart"], "give one"),
        (["missing.toml"], "missing.toml: No such file"),
        (["tiny.toml", "--out", "tiny.toml"], "tiny.toml is a file"),
        (["tiny.toml", "more/tiny.toml"], "two plans are called 'tiny'"),
    ],
)
def test_what_cannot_be_is_one_line(place, ppne, words, said):
    (place / "more").mkdir()
    (place / "more/tiny.toml").write_text(TINY, encoding="utf-8")
    result = ppne("reproduce", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0 s"), (89, "89 s"), (600, "10 min"), (7200, "2.0 h")]
)
def test_durations_are_short(seconds, said):
    assert _duration(seconds) == said


def test_it_is_listed(ppne):
    assert "reproduce" in ppne("--help").stdout
