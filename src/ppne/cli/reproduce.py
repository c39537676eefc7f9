"""`ppne reproduce`: plans in; records, figures, a page and `RESULTS.md` out."""

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from ppne.cli.console import Reporter
from ppne.cli.whole_file import write_whole
from ppne.errors import InputError
from ppne.outcome.result import counted
from ppne.reproduce.canvas import check_matplotlib
from ppne.reproduce.curves import Book
from ppne.reproduce.datasets import fetch_all, missing
from ppne.reproduce.figures import draw
from ppne.reproduce.page import page_text
from ppne.reproduce.plan import Plan, find_plan, plan_names, read_plan
from ppne.reproduce.records import RecordFile
from ppne.reproduce.results import judged, results_text
from ppne.reproduce.run import UNFINISHED, Progress, run_tasks, tasks_of, usable_cores


def check_counts(seeds: int | None, jobs: int | None) -> None:
    """Raise unless both are counts, where they are given."""
    for option, value in (("--seeds", seeds), ("--jobs", jobs)):
        if value is not None and value < 1:
            raise InputError(f"{option} must be at least 1, got {value}")


def plans_of(words: Sequence[str], *, quick: bool, seeds: int | None) -> list[Plan]:
    """The plans named, or all that come with the package."""
    paths = [find_plan(word) for word in dict.fromkeys(words or plan_names())]
    plans = [read_plan(path, quick=quick) for path in paths]
    names = [plan.name for plan in plans]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two plans are called {name!r}; rename one of the files")
    return plans if seeds is None else [plan.with_seeds(seeds) for plan in plans]


def records_in(out: Path) -> RecordFile:
    """The file of the records under a folder.

    Raises
    ------
    InputError
        If the folder is a file.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; choose another --out")
    return RecordFile(out / "records.jsonl")


def run_plans(
    plans: Sequence[Plan],
    records: RecordFile,
    folder: Path,
    *,
    n_processes: int | None,
    restart: bool,
    reporter: Reporter,
) -> int:
    """Run what has no record yet; how many runs failed."""
    check_matplotlib()
    with records.alone():
        if restart:
            records.path.unlink(missing_ok=True)
            shutil.rmtree(records.path.parent / UNFINISHED, ignore_errors=True)
        jobs = [job for plan in plans for job in plan.jobs()]
        recorded = records.read()
        tasks = tasks_of(jobs, recorded)
        if not tasks:
            reporter.say("everything is recorded already")
            return 0
        if recorded:
            reporter.say(f"going on: {counted(len(recorded), 'record')} there already")
        _fetch({task.job.dataset for task in tasks}, folder, reporter)
        cells = sum(len(task.budgets) for task in tasks)
        n_processes = n_processes or usable_cores()
        reporter.say(
            f"{counted(len(tasks), 'run')} to make, {counted(cells, 'record')}, "
            f"{n_processes} at a time"
        )
        return run_tasks(
            tasks,
            folder,
            records,
            n_processes=n_processes,
            tell=lambda progress: reporter.say(_line(progress)),
        )


def _fetch(names: set[str], folder: Path, reporter: Reporter) -> None:
    wanted = missing(names, folder)
    if wanted:
        reporter.say(f"fetching {', '.join(wanted)} into {folder}")
        fetch_all(names, folder)


def _line(progress: Progress) -> str:
    """``12/58 cora, deepwalk, PPNE, seed 0: 5 records; about 12 min left``."""
    job = progress.job
    what = f"{job.dataset}, {job.method}, {job.label}, seed {job.seed}"
    told = progress.failure and f"FAILED: {progress.failure}"
    told = told or counted(progress.n_cells, "record")
    left = progress.seconds / progress.n_done * (progress.n_tasks - progress.n_done)
    return f"{progress.n_done}/{progress.n_tasks} {what}: {told}; about {_duration(left)} left"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def write_results(
    plans: Sequence[Plan], records: RecordFile, out: Path, *, command: Sequence[str]
) -> Path:
    """Figures, page and `RESULTS.md` from the records alone; the page.

    Raises
    ------
    InputError
        If there are no records for any of the plans.
    """
    check_matplotlib()
    book = Book(records.read())
    if not any(book.of(plan) for plan in plans):
        raise InputError(
            f"{records.path}: no records of these plans; run them first (drop --figures-only)"
        )
    figures = [draw(book, plan, out / "figures") for plan in plans]
    page = out / "index.html"
    for path, text in (
        (page, page_text(plans, figures, judged(book, plans))),
        (out / "RESULTS.md", results_text(book, plans, shlex.join(command))),
    ):
        write_whole(path, text)
    return page
