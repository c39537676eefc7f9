"""A benchmark's table: printed row by row, and written as a line of JSON a row where asked for."""

import argparse
import json
from pathlib import Path


class Table:
    """Prints rows and keeps them.

    ``columns`` maps a key of the rows to its heading and its format (``">9.2f"``); a key that a row
    lacks, or that is ``None``, is shown as a dash. Keys without a column go to the JSON alone.
    """

    def __init__(self, columns: dict[str, tuple[str, str]], file: Path | None = None) -> None:
        self.columns, self.file = columns, file
        if file is not None:
            file.write_text("")

    def head(self) -> None:
        """Print the headings."""
        print(" ".join(f"{name:{_place(form)}}" for name, form in self.columns.values()).rstrip())

    def row(self, values: dict[str, object]) -> None:
        """Print and write one row; ``note`` is added at its end."""
        cells = []
        for key, (_, form) in self.columns.items():
            value = values.get(key)
            cells.append(f"{'-':{_place(form)}}" if value is None else f"{value:{form}}")
        print(" ".join([*cells, str(values.get("note") or "")]).rstrip(), flush=True)
        self.write(values)

    def write(self, values: dict[str, object]) -> None:
        """Write one row that is not printed."""
        if self.file is not None:
            with self.file.open("a") as lines:
                lines.write(json.dumps(values) + "\n")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option that all tables share."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a JSON line a row there")


def _place(form: str) -> str:
    """Side and width of a format, without what is for numbers."""
    return form.replace(",", "").split(".")[0].rstrip("dfges")
