"""Runs a job: protects a graph once and measures it at each budget, a record each."""

import platform
import resource
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ppne import __version__
from ppne.baseline.choose import protector_named
from ppne.baseline.settings import BaselineSettings
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute, choose
from ppne.compute.rng import stream
from ppne.errors import EmptyEmbeddingError
from ppne.factor.dpne import dpne
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.flips import Flips, apply
from ppne.graph.simple import Graph
from ppne.private.choose import share_of_links
from ppne.protect.checkpoint import checkpointed, fingerprint, load_checkpoint
from ppne.protect.greedy import finish, pose, run
from ppne.protect.memory import check_memory
from ppne.protect.result import Problem, Protection, State, conclude
from ppne.protect.settings import ProtectionSettings
from ppne.publish.release import release_rows
from ppne.reproduce.datasets import open_dataset
from ppne.reproduce.job import DPNE, NONE, Job, takes
from ppne.reproduce.measure import measure, rounded, rounded_all
from ppne.reproduce.records import Record

_PACKAGES = ("numpy", "scipy", "scikit-learn", "numba")
"""What the numbers depend on."""

_STEPS = 300
"""Steps of a trace that are kept, at the most."""

WARM = 3
"""Iterations that are timed after the first."""


_Told = tuple[float | None, dict[str, Any], Sequence[dict[str, Any]], dict[str, float]]
"""Budget, measures, trace and seconds."""


def run_job(
    job: Job, budgets: Sequence[float | None], folder: Path, checkpoint: Path | None = None
) -> list[Record]:
    """A record for each of the budgets, which are some of the job's; on one thread.

    Parameters
    ----------
    folder
        Where the graphs are.
    checkpoint
        File that a run of many steps keeps its state in, and goes on from; its seconds are then
        those since.
    """
    forget_peak()
    compute = choose()
    with compute.steady(1):
        started = time.perf_counter()
        graph = open_dataset(job.dataset, folder, job.seed)
        links = share_of_links(graph, job.private, stream(job.seed, "private"))
        spent = {"open": time.perf_counter() - started}
        if job.measure == "time":
            timed = _timed(job, graph, links, compute)
            told: list[_Told] = [(budgets[0], timed, [], spent)]
        else:
            told = list(_measured(job, budgets, graph, links, compute, spent, checkpoint))
    return [
        Record(
            key=job.key(budget),
            cell=job.cell(budget),
            settings=job.resolved(),
            found={**_size(graph, links), **found},
            trace=tuple(trace),
            versions=versions(),
            seconds={name: round(value, 3) for name, value in seconds.items()},
            peak_mb=round(peak_mb(), 1),
        )
        for budget, found, trace, seconds in told
    ]


def versions() -> dict[str, str]:
    """Of Python, of this package and of what it counts on."""
    return {
        "python": platform.python_version(),
        "ppne": __version__,
        **{name: version(name) for name in _PACKAGES},
    }


def forget_peak() -> None:
    """Let the peak of this process begin anew, where the system can do that."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def peak_mb() -> float:
    """Most memory that this process has held since :func:`forget_peak`, in MB."""
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 2**10
    except OSError:
        pass
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def _size(graph: Graph, links: IntArray) -> dict[str, int]:
    return {
        "n_nodes": graph.n_nodes,
        "n_links": graph.n_links,
        "n_private_links": len(links),
    }


def _measured(
    job: Job,
    budgets: Sequence[float | None],
    graph: Graph,
    links: IntArray,
    compute: Compute,
    spent: dict[str, float],
    checkpoint: Path | None,
) -> Iterator[_Told]:
    """Protect once, then embed and measure at each budget."""
    method = method_named(job.method)
    started = time.perf_counter()
    settings = job.settings() or BaselineSettings(
        method=method, n_components=job.dim, seed=job.seed
    )
    problem = pose(graph, links, settings)
    original = embed(problem.graph, method, job.dim, compute=compute)
    embedded = time.perf_counter()
    protection = _protected(job, problem, settings, original, compute, checkpoint)
    spent = {
        **spent,
        "embed": embedded - started,
        "protect": time.perf_counter() - embedded,
    }
    many = job.measure == "trace" and len(protection.history) > 1
    steps = _steps(protection) if many else []
    for budget in budgets:
        started = time.perf_counter()
        flips, rows = _at(job, budget, problem, protection, settings, original, compute)
        found = measure(rows, original, graph, problem.pairs, job)
        found["n_flips"], found["stopped"] = len(flips), protection.stopped
        found["n_additions"] = int((flips.signs > 0).sum())
        last = budget == job.budgets[-1]
        seconds = {**spent, "measure": time.perf_counter() - started}
        yield budget, found, steps if last else [], seconds


def _protected(
    job: Job,
    problem: Problem,
    settings: Any,
    original: FloatArray,
    compute: Compute,
    checkpoint: Path | None,
) -> Protection:
    if job.protector == NONE:
        return conclude(problem, Flips.none(), stopped="nothing to do", embedding=original)
    if job.protector == DPNE:
        rows = dpne(
            problem.graph,
            settings.method,
            job.dim,
            epsilon=float(job.epsilon or 0),
            seed=job.seed,
            compute=compute,
        )
        return conclude(problem, Flips.none(), stopped="budget of epsilon spent", embedding=rows)
    if checkpoint is None or not isinstance(settings, ProtectionSettings):
        return protector_named(job.protector)(problem, settings, compute=compute)
    mark = fingerprint(problem, settings, __version__)
    check_memory(problem.graph, settings, compute=compute)
    first = load_checkpoint(checkpoint, mark) or State(flips=Flips.none())
    states = run(problem, settings, compute=compute, state=first)
    last = deque(checkpointed(states, checkpoint, mark), maxlen=1)  # none if it had ended
    return finish(problem, last.pop() if last else first)


def _at(
    job: Job,
    budget: float | None,
    problem: Problem,
    protection: Protection,
    settings: Any,
    original: FloatArray,
    compute: Compute,
) -> tuple[Flips, FloatArray]:
    """The flips of a budget, which are the first of the run's, and the embedding after them."""
    flips = protection.flips
    if protection.embedding is not None:
        return flips, protection.embedding
    if takes(job.protector) == "n_flips" and budget is not None:
        flips = flips.take(np.arange(min(int(budget), len(flips))))
    if not len(flips):
        return flips, original
    graph = apply(problem.graph, flips)
    try:
        rows = release_rows(
            graph,
            method_named(job.method),
            job.dim,
            directions=settings.directions,
            compute=compute,
        )
    except EmptyEmbeddingError:  # as of a graph made dense: it hides all, and serves no use
        rows = np.full((graph.n_nodes, job.dim), job.dim**-0.5)
    return flips, rows


def _steps(protection: Protection) -> list[dict[str, Any]]:
    """Steps of the run at even distances; gains that were expected add up in between."""
    history = protection.history
    every = -(-len(history) // _STEPS)
    expected = np.cumsum([0.0, *(step.expected_gain for step in history)])
    return [
        {**rounded_all(step.as_dict()), "expected_so_far": rounded(float(expected[at]))}
        for at, step in enumerate(history)
        if at % every == 0 or step is history[-1]
    ]


def _timed(job: Job, graph: Graph, links: IntArray, compute: Compute) -> dict[str, Any]:
    """Seconds of the first iteration, and the median of the next ones.

    Iterations on a small graph come first, so that no compiling is counted.
    """
    settings = job.settings()
    small = open_dataset("random:1000", Path(), 0)
    few = share_of_links(small, job.private, stream(0, "private"))
    for network, hidden in ((small, few), (graph, links)):
        fitted = replace(settings, n_components=min(job.dim, network.n_nodes // 4))
        states = run(pose(network, hidden, fitted), fitted, compute=compute)
        times = []
        for _ in range(1 + WARM):
            started = time.perf_counter()
            if next(states, None) is None:
                break
            times.append(time.perf_counter() - started)
    warm = float(np.median(times[1:] or times))
    return {"first_seconds": rounded(times[0]), "warm_seconds": rounded(warm)}
