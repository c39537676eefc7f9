"""`Record`s of cells as JSON lines: each appended whole or not at all, each found again once."""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ppne.errors import InputError

_FORMAT = "ppne-cell/1"


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Record:
    """What one cell came to; it names no pair of nodes.

    Parameters
    ----------
    key
        Of the job at this budget; see :meth:`ppne.reproduce.job.Job.key`.
    cell, settings
        What was asked for, and the protector's settings in full.
    found
        Measures by name; ``None`` where one cannot be taken.
    trace
        Steps of the run, each a row of numbers by name; empty unless they were asked for.
    versions
        Of Python and of the packages that the numbers depend on.
    seconds
        Spent on each part of the work.
    peak_mb
        Most memory that the process held while it ran the job.
    """

    key: str
    cell: Mapping[str, Any]
    settings: Mapping[str, Any] = field(repr=False)
    found: Mapping[str, Any] = field(repr=False)
    trace: tuple[Mapping[str, float | None], ...] = field(repr=False, default=())
    versions: Mapping[str, str] = field(repr=False, default_factory=dict)
    seconds: Mapping[str, float] = field(repr=False, default_factory=dict)
    peak_mb: float = 0.0

    def to_line(self) -> str:
        """One line of JSON."""
        return json.dumps({"format": _FORMAT, **asdict(self)}, allow_nan=False) + "\n"

    @classmethod
    def from_line(cls, line: str) -> "Record":
        """The record that :meth:`to_line` wrote."""
        content = json.loads(line)
        if content.pop("format") != _FORMAT:
            raise ValueError("another format")
        return cls(**{**content, "trace": tuple(content["trace"])})


class RecordFile:
    """A file of records, in the order in which they came."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Record]:
        """Every record; a last line that was cut off in the writing is passed over.

        Raises
        ------
        InputError
            With the line, if it is no record.
        """
        if not self.path.exists():
            return []
        records = []
        lines = self.path.read_bytes().split(b"\n")
        for number, line in enumerate(lines[:-1], start=1):
            try:
                records.append(Record.from_line(line.decode()))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise InputError(
                    f"{self.path}: line {number} is no record; delete the line and run again"
                ) from error
        return records

    def append(self, records: Iterable[Record]) -> None:
        """Write the records after the last whole line, and see that they are on the disk."""
        text = "".join(record.to_line() for record in records).encode()
        with self.path.open("r+b" if self.path.exists() else "w+b") as file:
            file.seek(_end_of_last_line(file.read()))
            file.truncate()
            file.write(text)
            file.flush()
            os.fsync(file.fileno())

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let no other run write here; the lock dies with the process, however it dies."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.with_suffix(".lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise InputError(
                    f"another run is at work in {self.path.parent}; wait for it or choose "
                    "another --out"
                ) from error
            yield


def _end_of_last_line(content: bytes) -> int:
    return content.rfind(b"\n") + 1
