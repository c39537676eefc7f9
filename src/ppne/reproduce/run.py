"""Runs the jobs of plans in processes, within the machine's cores; what is recorded is skipped."""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from ppne.errors import InputError, PPNEError
from ppne.reproduce.cell import run_job
from ppne.reproduce.job import Job
from ppne.reproduce.records import Record, RecordFile

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""What keeps a process to one thread, whatever it loads."""


UNFINISHED = "unfinished"
"""Folder, beside the records, of the states of runs that are not recorded yet."""

_ORDER = {"trace": 0, "outcome": 1, "time": 2}
"""Runs of many steps first, or one would go on alone at the end; those that are timed last."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """A job, and those of its budgets that have no record yet."""

    job: Job
    budgets: tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """A task that has ended, and how far the run is.

    ``failure`` says why it has no record, and is empty if it has.
    """

    job: Job
    n_cells: int
    n_done: int
    n_tasks: int
    seconds: float
    failure: str = ""


def tasks_of(jobs: Iterable[Job], recorded: Iterable[Record]) -> list[Task]:
    """What is still to be run: each cell once, even where several plans ask for it."""
    known = {record.key for record in recorded}
    tasks = []
    for job in jobs:
        budgets = []
        for budget in job.budgets:
            key = job.key(budget)
            if key not in known:
                known.add(key)
                budgets.append(budget)
        if budgets:
            tasks.append(Task(job=job, budgets=tuple(budgets)))
    return sorted(tasks, key=lambda task: _ORDER[task.job.measure])


def usable_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_tasks(
    tasks: Sequence[Task],
    folder: Path,
    records: RecordFile,
    *,
    n_processes: int,
    tell: Callable[[Progress], None],
) -> int:
    """Run all, each in a process of one thread, and append records as they come.

    A task that cannot be run does not stop the others. Runs of many steps keep their state in
    ``unfinished`` beside the records until they are recorded, and go on from there.

    Returns
    -------
    n_failed
        Tasks without records.

    Raises
    ------
    InputError
        If a process dies, as where memory runs out; what was recorded stays.
    """
    started, n_failed = time.monotonic(), 0
    left = list(reversed(tasks))
    unfinished = records.path.parent / UNFINISHED
    unfinished.mkdir(exist_ok=True)
    running: dict[Future[list[Record]], tuple[Task, Path]] = {}
    n_processes = min(n_processes, max(len(tasks), 1))
    with _one_thread_each(), _pool(n_processes) as pool:
        while left or running:
            while left and len(running) < n_processes:
                task = left.pop()
                state = unfinished / f"{task.job.key(task.budgets[-1])}.npz"
                running[pool.submit(run_job, task.job, task.budgets, folder, state)] = task, state
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                task, state = running.pop(future)
                failure = _kept(future, records)
                if not failure:
                    state.unlink(missing_ok=True)
                n_failed += bool(failure)
                tell(
                    Progress(
                        job=task.job,
                        n_cells=len(task.budgets),
                        n_done=len(tasks) - len(left) - len(running),
                        n_tasks=len(tasks),
                        seconds=time.monotonic() - started,
                        failure=failure,
                    )
                )
    if not any(unfinished.iterdir()):
        unfinished.rmdir()
    return n_failed


def _kept(future: Future[list[Record]], records: RecordFile) -> str:
    """Append what the task found; why there is nothing, if so."""
    try:
        records.append(future.result())
    except BrokenProcessPool as error:
        raise InputError(
            "a process of the run died, perhaps for want of memory; what was recorded is kept, "
            "give the same command again with a smaller --jobs"
        ) from error
    except PPNEError as error:
        return str(error)
    except MemoryError:
        return "out of memory"
    return ""


def _pool(n_processes: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")  # a fork of threads can hang
    return ProcessPoolExecutor(n_processes, mp_context=context, initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Let this process die when the one that started it does, however that dies."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class _one_thread_each:
    """Environment under which new processes keep to one thread, put back at the end."""

    def __enter__(self) -> None:
        self._before = {name: os.environ.get(name) for name in _ONE_THREAD}
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))

    def __exit__(self, *_: object) -> None:
        for name, value in self._before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
