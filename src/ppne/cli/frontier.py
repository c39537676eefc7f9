"""`ppne frontier`: a graph and its private links in, the whole trade-off out."""

import hashlib
import json
import os
import shlex
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from ppne import __version__
from ppne.cli.console import Reporter
from ppne.cli.partial import (
    check_free,
    is_done,
    keep_states,
    kept_state,
    partial_of,
    put_in_place,
)
from ppne.cli.training import CLOSED, PREFIX
from ppne.compute.arrays import Array, IntArray
from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.graph.flips import Flips
from ppne.graph.simple import Graph
from ppne.outcome.frontier import Frontier, Point, examine, is_due
from ppne.outcome.result import counted
from ppne.outcome.target import count_fresh
from ppne.protect.checkpoint import fingerprint, save_checkpoint
from ppne.protect.greedy import pose
from ppne.protect.memory import check_memory
from ppne.protect.result import Problem, State
from ppne.protect.settings import ProtectionSettings
from ppne.train.settings import Training

_FEWEST = 2
"""Points of a curve: before and after."""


def check_points(n_points: int) -> None:
    """Raise unless so many points make a curve."""
    if n_points < _FEWEST:
        raise InputError(f"--points must be at least {_FEWEST}, got {n_points}")


def frontier(
    graph: Graph,
    private_links: IntArray,
    settings: ProtectionSettings,
    out: Path,
    *,
    n_points: int,
    n_threads: int | None,
    restart: bool,
    reporter: Reporter,
    compute: Compute,
) -> Frontier | None:
    """Go along one path, audit it at even steps, and write the curve under ``out`` at the end.

    Until then the path and the points found are in ``OUT.partial``, from which the same command
    goes on. ``None`` if it has written the curve before.
    """
    problem = pose(graph, private_links, settings)
    count_fresh(graph, private_links, problem.pairs.decoys)  # refuses before any work
    needed = check_memory(problem.graph, settings, compute=compute)
    reporter.note(f"about {needed / 1e9:.1f} GB of memory at the most")
    n_batches = -(-settings.n_flips // settings.batch_size)
    if n_batches < n_points - 1:
        reporter.note(
            f"{counted(n_batches + 1, 'point')} at the most: one a batch (--batch makes it smaller)"
        )
    more = f"frontier {n_points} {_digest(graph.labels)}"
    mark = fingerprint(problem, settings, f"{__version__} {more}")
    if not restart and is_done(out, mark):
        reporter.say(f"done already by this very command: {out / 'frontier.csv'}")
        return None
    check_free(out)
    with partial_of(out) as partial:
        path = _Path(partial, mark, restart=restart, reporter=reporter)

        def examined(state: State) -> tuple[Point, tuple[str, ...]]:
            first = path.points[0] if path.points else None
            return examine(
                state, problem, graph, settings, first=first, n_threads=n_threads, compute=compute
            )

        path.walk(problem, settings, n_points, examined, compute=compute)
        curve = Frontier(
            points=tuple(path.points),
            n_private_links=len(private_links),
            stopped=str(path.state.stopped),
            settings=_told(settings),
        )
        with put_in_place(partial, mark) as ready:
            (ready / "frontier.csv").write_text(curve.to_csv(), encoding="utf-8")
            (ready / "frontier.json").write_text(curve.to_json(), encoding="utf-8")
    reporter.table(*curve.table())
    return curve


class _Path:
    """A path as far as it has been gone and audited; both are kept in the folder."""

    def __init__(self, partial: Path, mark: str, *, restart: bool, reporter: Reporter) -> None:
        self.checkpoint, self.mark = partial / "checkpoint.npz", mark
        self.reporter = reporter
        self._kept = partial / "points.jsonl"
        state = kept_state(self.checkpoint, mark, restart=restart, reporter=reporter)
        if state is None:  # first of all the mark: points without one could be another run's
            self._kept.unlink(missing_ok=True)
            state = State(flips=Flips.none())
            save_checkpoint(self.checkpoint, state, mark)
        self.state = state
        self.points = _read_points(self._kept, least=1 if len(state.flips) else 0)

    def walk(
        self,
        problem: Problem,
        settings: ProtectionSettings,
        n_points: int,
        examined: Callable[[State], tuple[Point, tuple[str, ...]]],
        *,
        compute: Compute,
    ) -> None:
        """Go on to the end; a state to audit is kept before that, its point right after."""

        def wanted(state: State) -> bool:
            known = {point.flips for point in self.points}
            return len(state.flips) not in known and is_due(state, settings.n_flips, n_points)

        with self.reporter.flips(settings.n_flips, len(self.state.flips)) as progress:
            states = keep_states(
                problem,
                settings,
                self.state,
                self.checkpoint,
                self.mark,
                needed=wanted,
                progress=progress,
                compute=compute,
            )
            for state in chain([self.state], states):
                self.state = state
                if wanted(state):
                    self._add(*examined(state))

    def _add(self, point: Point, notes: Sequence[str]) -> None:
        for note in () if self.points else notes:
            self.reporter.say(note)
        self.points.append(point)
        _write_points(self._kept, self.points)
        self.reporter.say(
            f"after {counted(point.flips, 'flip')}: cosine AUC {point.cosine.value:.3f}, "
            f"{point.attack} {point.strongest.value:.3f}"
            + ("" if point.f1 is None else f", F1 {point.f1:.3f}")
        )


def _write_points(path: Path, points: Sequence[Point]) -> None:
    """Write a line a point, whole or not at all, before the path goes on."""
    temporary = path.with_suffix(".tmp")
    with temporary.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(point.as_dict()) + "\n" for point in points)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _read_points(path: Path, *, least: int) -> list[Point]:
    """Points found before an interruption, of which there must be so many."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        points = [Point.from_dict(json.loads(line)) for line in lines]
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(path) from error
    if len(points) < least:
        raise _damaged(path)
    return points


def _damaged(path: Path) -> InputError:
    return InputError(f"{path} is damaged; add --restart to begin anew")


def _digest(labels: Array | None) -> str:
    """Of the labels, on which F1 depends and the path does not."""
    if labels is None:
        return "no labels"
    return hashlib.sha256(f"{labels.dtype} {labels.shape}".encode() + labels.tobytes()).hexdigest()


def _told(settings: ProtectionSettings) -> dict[str, object]:
    """Settings for the curve's reader: all that the command takes but the seed."""
    trained = settings.training
    return {
        "publish": f"{PREFIX}{trained.name}" if isinstance(trained, Training) else CLOSED,
        "method": settings.method.name,
        "n_components": settings.n_components,
        "n_flips": settings.n_flips,
        "batch_size": settings.batch_size,
        "n_candidates": settings.n_candidates,
        "additions": settings.additions,
    }


def publishing(
    curve: Frontier, settings: ProtectionSettings, out: Path, given: Sequence[str]
) -> str:
    """How to publish the knee, or any point where there is none: a command, its flips the path's.

    Parameters
    ----------
    given
        Words of this command that ``ppne protect`` is to be given, too.
    """
    words = ["ppne", "protect", *given, "--batch", str(settings.batch_size), "--until", "budget"]
    words += ["--flips", str(settings.n_flips)]
    if curve.knee is not None:
        point = curve.points[curve.knee]
        words += ["--iterations", str(point.batches), "--out", f"{out}-{point.flips}"]
        return f"to publish the knee: {shlex.join(words)}"
    words += ["--out", f"{out}-release", "--iterations"]
    return f"to publish a point, with its number of batches for N: {shlex.join(words)} N"
