"""Runs in processes: every cell once, in any number of goes, whatever one of them does."""

import os
import signal
import threading

import pytest

import ppne.reproduce.run as under_test
from ppne.errors import InputError, PPNEError
from ppne.reproduce.plan import read_plan
from ppne.reproduce.records import RecordFile
from ppne.reproduce.run import run_tasks, tasks_of, usable_cores
from tests.reproduce.made_up import FEW, records, run_made_up, trade


def content(file):
    """Everything but time and memory, in an order of its own."""
    return sorted(
        (one.key, dict(one.cell), dict(one.found), one.trace, dict(one.settings))
        for one in file.read()
    )


class Here:
    """A pool that runs in this process, at once."""

    def __init__(self, *_):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def submit(self, task, *args):
        future = under_test.Future()
        try:
            future.set_result(task(*args))
        except (PPNEError, MemoryError) as error:
            future.set_exception(error)
        return future


@pytest.fixture
def here(monkeypatch):
    monkeypatch.setattr(under_test, "_pool", Here)


@pytest.fixture
def file(tmp_path):
    return RecordFile(tmp_path / "records.jsonl")


def go(plan, file, n_processes=1, **more):
    told = []
    tasks = tasks_of(plan.jobs(), file.read())
    n_failed = run_tasks(
        tasks, file.path.parent, file, n_processes=n_processes, tell=told.append, **more
    )
    return n_failed, told


def test_what_is_recorded_is_not_run_again(tiny):
    made = records(tiny, trade)
    assert tasks_of(tiny.jobs(), made) == []
    gone = [one for one in made if one.cell["label"] == "PPNE" and one.cell["budget"] == 8]
    left = tasks_of(tiny.jobs(), [one for one in made if one not in gone])
    assert [(task.job.label, task.budgets) for task in left] == [("PPNE", (8,))] * 2


def test_a_cell_that_two_plans_share_is_run_once(tiny):
    once = tasks_of(tiny.jobs(), [])
    assert tasks_of([*tiny.jobs(), *tiny.jobs()], []) == once


@pytest.fixture
def few(tmp_path):
    """Three runs, one of them of two budgets."""
    path = tmp_path / "few.toml"
    path.write_text(FEW, encoding="utf-8")
    return read_plan(path)


def test_every_cell_is_recorded_and_every_task_told_of(tiny, file, here, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    threads = []

    def looking(*given):
        threads.append({os.environ[name] for name in under_test._ONE_THREAD})
        return run_made_up(*given)

    monkeypatch.setattr(under_test, "run_job", looking)
    n_failed, told = go(tiny, file, n_processes=2)
    assert n_failed == 0
    assert threads == 12 * [{"1"}]
    assert os.environ["OMP_NUM_THREADS"] == "3"
    assert "MKL_NUM_THREADS" not in os.environ
    assert sorted(one.n_done for one in told) == [*range(1, 12), 12]
    assert {one.n_tasks for one in told} == {12}
    assert sum(one.n_cells for one in told) == len(file.read()) == 18
    assert tasks_of(tiny.jobs(), file.read()) == []
    assert not (file.path.parent / "unfinished").exists()


def test_stopped_after_some_a_second_go_ends_alike(few, tmp_path, file, here, monkeypatch):
    monkeypatch.setattr(under_test, "run_job", run_made_up)

    def tell(progress):
        if progress.n_done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tasks(tasks_of(few.jobs(), []), tmp_path, file, n_processes=1, tell=tell)
    assert len(file.read()) == 3
    file.path.write_bytes(file.path.read_bytes()[:-9])  # and the last line was cut off
    assert len(file.read()) == 2
    go(few, file)
    whole = RecordFile(tmp_path / "whole.jsonl")
    go(few, whole)
    assert content(file) == content(whole)
    assert len(file.read()) == 4


def test_a_run_that_fails_does_not_stop_the_others(tiny, file, here, monkeypatch):
    def some(job, budgets, folder, state):
        state.touch()
        if job.label == "Random":
            raise InputError("no candidate")
        if job.label == "half":
            raise MemoryError
        return [one for one in records(tiny, trade) if one.key in {job.key(b) for b in budgets}]

    monkeypatch.setattr(under_test, "run_job", some)
    n_failed, told = go(tiny.with_seeds(1), file)
    assert n_failed == 2
    failures = {one.job.label: one.failure for one in told}
    assert failures["Random"] == "no candidate"
    assert failures["half"] == "out of memory"
    assert failures["PPNE"] == ""
    assert len(file.read()) == 5
    assert len(list((file.path.parent / "unfinished").iterdir())) == 2  # what failed can go on


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_is_told_of(tiny, file, monkeypatch):
    monkeypatch.setattr(under_test, "run_job", die)
    with pytest.raises(InputError, match=r"a process of the run died.*--jobs"):
        go(tiny.with_seeds(1), file)


def test_a_process_ends_when_its_parent_does(monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr(os, "_exit", lambda status: ended.set())

    class Dead:
        def join(self):
            pass

    monkeypatch.setattr(under_test.multiprocessing, "parent_process", Dead)
    under_test._end_with_parent()
    assert ended.wait(10)


def test_there_is_a_core_to_use(monkeypatch):
    assert usable_cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_cores() >= 1
