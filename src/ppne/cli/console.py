"""What a command says while it works: Rich on a terminal, plain lines otherwise."""

import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ppne.protect.result import Step

_PLAIN_EVERY = 5.0
"""Seconds between two plain lines of progress."""


_WIDTH = 80
"""Columns of the narrowest terminal that tables are made for."""


class Reporter:
    """Progress and words on standard error, tables on standard output."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.quiet = quiet
        self._words = Console(stderr=True, highlight=False, soft_wrap=True)
        self._tables = Console(highlight=False)
        self._noted: list[str] = []

    def say(self, text: str) -> None:
        """One plain line, after those noted before."""
        lines, self._noted = [*self._noted, text], []
        for line in lines:
            if not self.quiet and line:
                self._words.print(line, markup=False)

    def note(self, text: str) -> None:
        """Keep a line until work begins, so that an error in the input stands alone."""
        self._noted.append(text)

    def table(self, title: str, columns: list[str], rows: list[list[str]]) -> None:
        """A table; the first column is text, the others are figures."""
        if self.quiet:
            return
        table = Table(title=title, title_justify="left")
        widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
        if sum(widths) + 3 * len(widths) + 1 > _WIDTH:  # no room for lines between them
            table.box, table.padding, table.pad_edge = None, (0, 1, 0, 0), False
        for at, name in enumerate(columns):
            table.add_column(name, justify="left" if at == 0 else "right")
        for row in rows:
            table.add_row(*row)
        self._tables.print(table)

    def flips(self, total: int, done: int) -> "FlipProgress":
        """Progress over a budget of flips."""
        self.say("")
        return FlipProgress(self, self._words, total, done)


class FlipProgress:
    """A bar on a terminal; a line every few seconds otherwise."""

    def __init__(self, reporter: Reporter, console: Console, total: int, done: int) -> None:
        self._reporter = reporter
        self._total = total
        self._last = time.monotonic()
        self._bar: Progress | None = None
        if console.is_terminal and not reporter.quiet:
            self._bar = Progress(
                TextColumn("flips"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("attack AUC {task.fields[auc]}"),
                TimeRemainingColumn(),
                console=console,
                transient=True,
            )
            self._task = self._bar.add_task("flips", total=total, completed=done, auc="…")

    def __enter__(self) -> "FlipProgress":
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def step(self, step: Step) -> None:
        """Show a step."""
        if self._bar is not None:
            self._bar.update(self._task, completed=step.n_flips, auc=f"{step.auc_fresh:.3f}")
        elif time.monotonic() - self._last >= _PLAIN_EVERY:
            self._last = time.monotonic()
            self._reporter.say(
                f"{step.n_flips}/{self._total} flips, attack AUC {step.auc_fresh:.3f}"
            )
