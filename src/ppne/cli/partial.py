"""`OUT.partial`: where a run keeps its work until all of it appears under `OUT` at once."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ppne.cli.console import FlipProgress, Reporter
from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.outcome.result import counted
from ppne.protect.checkpoint import checkpointed, load_checkpoint
from ppne.protect.greedy import run
from ppne.protect.result import Problem, State
from ppne.protect.settings import ProtectionSettings


def check_free(out: Path) -> None:
    """Raise unless the folder is not there, or is empty and can be replaced."""
    if not out.exists():
        return
    if not out.is_dir():
        raise InputError(f"{out} is a file; choose another --out")
    if any(out.iterdir()):
        raise InputError(f"{out} exists and is not empty; choose another --out or empty it")
    if out.samefile(".") or os.path.ismount(out):
        raise InputError(f"{out} cannot be replaced; name a new folder in it (--out {out / 'out'})")


_MARK = "run.sha256"
"""File of a result that tells whose it is."""


def check_out(out: Path, *, inside: str = "") -> None:
    """As :func:`check_free`, unless a result is there: input and settings tell whether it is ours.

    Before any work.
    """
    if not (out / inside / _MARK).is_file():
        check_free(out)


@contextmanager
def partial_of(out: Path) -> Iterator[Path]:
    """The folder ``OUT.partial``, made if it is not there, for this run alone.

    Its lock dies with the process, however it dies.
    """
    place = out.resolve()
    partial = place.with_name(place.name + ".partial")
    try:
        partial.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{partial}: cannot be made ({error.strerror}); choose another --out"
        ) from error
    with (partial / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(
                f"another run is at work in {partial}; wait for it or choose another --out"
            ) from error
        yield partial


def kept_state(checkpoint: Path, mark: str, *, restart: bool, reporter: Reporter) -> State | None:
    """The state that an interrupted run left; ``None`` if there is none or it is to be dropped."""
    if restart:
        checkpoint.unlink(missing_ok=True)
    state = load_checkpoint(checkpoint, mark)
    if state is not None:
        reporter.say(f"resuming after {counted(len(state.flips), 'flip')}")
    return state


def keep_states(
    problem: Problem,
    settings: ProtectionSettings,
    state: State,
    checkpoint: Path,
    mark: str,
    *,
    needed: Callable[[State], bool],
    progress: FlipProgress,
    compute: Compute,
) -> Iterator[State]:
    """States after each batch, from the one given on.

    Checkpoints are kept as by :func:`~ppne.protect.checkpoint.checkpointed`.
    """
    states = run(problem, settings, compute=compute, state=state)
    for after in checkpointed(states, checkpoint, mark, needed=needed):
        progress.step(after.history[-1])
        yield after


def is_done(out: Path, mark: str, *, inside: str = "") -> bool:
    """Whether ``OUT`` holds the result of this very run; what a kill left beside it is dropped."""
    file = out / inside / _MARK
    if not file.is_file() or file.read_text().strip() != mark:
        return False
    with partial_of(out) as partial:
        shutil.rmtree(partial)
    return True


@contextmanager
def put_in_place(partial: Path, mark: str, *, inside: str = "") -> Iterator[Path]:
    """A folder to fill beside the checkpoint, renamed to ``OUT``; then the checkpoint is dropped.

    In that order: killed at any point, either the run can go on or its result is whole, and known
    by the ``mark`` of the run, which goes ``inside`` that folder of it.
    """
    ready = partial / "ready"
    shutil.rmtree(ready, ignore_errors=True)
    ready.mkdir()
    yield ready
    (ready / inside / _MARK).write_text(mark + "\n")
    os.replace(ready, partial.with_suffix(""))
    shutil.rmtree(partial)
