"""Saves a run and resumes it to the same result."""

import hashlib
import json
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from ppne.errors import InputError
from ppne.graph.flips import Flips
from ppne.protect.protector import RunSettings
from ppne.protect.result import Problem, State, Step

_ARRAYS = ("vectors", "mode_vectors")

_SAVE_EVERY = 2.0
"""Seconds between two checkpoints, at the least."""

_SAVE_SHARE = 20.0
"""How many times as long as the last checkpoint took the next one is put off."""


def fingerprint(problem: Problem, settings: RunSettings, version: str) -> str:
    """A digest of all that decides the result; two runs with the same one end alike."""
    digest = hashlib.sha256(f"{version} {settings!r}".encode())
    graph = problem.graph
    for array in (graph.indptr, graph.indices, graph.node_ids, problem.pairs.links):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def save_checkpoint(path: Path, state: State, mark: str) -> None:
    """Write the state whole or not at all, under the run's fingerprint ``mark``."""
    arrays = {name: getattr(state, name) for name in _ARRAYS if getattr(state, name) is not None}
    steps = json.dumps([step.as_dict() for step in state.history])
    temporary = path.with_suffix(".tmp")
    with temporary.open("wb") as file:
        np.savez(
            file,
            mark=np.array(mark),
            pairs=state.flips.pairs,
            signs=state.flips.signs,
            history=np.array(steps),
            residual=np.array(state.residual),
            stopped=np.array(state.stopped or ""),
            **arrays,
        )
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def checkpointed(
    states: Iterable[State],
    path: Path,
    mark: str,
    *,
    needed: Callable[[State], bool] = lambda _: False,
) -> Iterator[State]:
    """The states, a checkpoint kept now and then.

    That of a state which is needed, or is the last, is kept before the state is given out.
    """
    due = time.monotonic() + _SAVE_EVERY
    for state in states:
        started = time.monotonic()
        if state.stopped is not None or needed(state) or started >= due:
            save_checkpoint(path, state, mark)
            saved = time.monotonic()
            due = saved + max(_SAVE_EVERY, _SAVE_SHARE * (saved - started))
        yield state


def load_checkpoint(path: Path, mark: str) -> State | None:
    """The state saved there, or ``None`` if there is none.

    Raises
    ------
    InputError
        If it belongs to a run with other input, settings or version, or is damaged.
    """
    if not path.exists():
        return None
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = dict(archive)
        found = str(arrays["mark"])
    except (zipfile.BadZipFile, AttributeError, EOFError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is damaged; add --restart to begin anew") from error
    if found != mark:
        raise InputError(
            f"{path.parent} holds an unfinished run with another input or other settings; "
            f"repeat that run's command, or add --restart to drop it"
        )
    return State(
        flips=Flips(pairs=arrays["pairs"], signs=arrays["signs"]),
        history=tuple(Step(**row) for row in json.loads(str(arrays["history"]))),
        residual=float(arrays["residual"]),
        stopped=str(arrays["stopped"]) or None,
        **{name: arrays[name] for name in _ARRAYS if name in arrays},
    )
