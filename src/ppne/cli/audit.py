"""`ppne audit`: an embedding, its graph and private links in; tables, JSON and a verdict out."""

from collections.abc import Sequence
from pathlib import Path

from ppne.cli.console import Reporter
from ppne.errors import InputError
from ppne.outcome.result import Audit
from ppne.publish.release import MANIFEST_FILE


def check_bar(value: float | None, option: str, low: float, high: float) -> None:
    """Raise unless the bar is one that an attack can be above or below."""
    if value is not None and not low <= value <= high:
        raise InputError(f"{option} takes a number from {low:g} to {high:g}, got {value:g}")


def check_files(
    json_file: Path | None,
    page: Path | None,
    exposure: Path | None,
    release: Path,
    inputs: Sequence[Path | None],
) -> None:
    """Raise unless all files can be written where they do no harm; before any work."""
    taken = {path.resolve() for path in inputs if path is not None}
    for path, option in ((json_file, "--json"), (page, "--html"), (exposure, "--exposure")):
        if path is None:
            continue
        _check_file(path, option)
        if path.resolve() in taken:
            raise InputError(f"{option}: {path} is named twice; name a file of its own")
        taken.add(path.resolve())
    if exposure is not None and _is_published(exposure, release):
        raise InputError(
            f"--exposure: {exposure} would lie in what gets published; name a file elsewhere"
        )


def _is_published(path: Path, release: Path) -> bool:
    """Whether it would lie in the embedding's folder, or in any release."""
    parents = path.resolve().parents
    return release.resolve() in parents or any((one / MANIFEST_FILE).exists() for one in parents)


def _check_file(path: Path, option: str) -> None:
    if path.is_dir():
        raise InputError(f"{option}: {path} is a folder; name a file in it")
    if not path.resolve().parent.is_dir():
        raise InputError(f"{option}: {path.parent} is no folder; make it first")


def show(found: Audit, reporter: Reporter) -> None:
    """The tables on standard output, what was left out on standard error."""
    for title, columns, rows in found.tables():
        reporter.table(title, columns, rows)
    for note in found.notes:
        reporter.say(note)


def verdict(found: Audit, max_auc: float | None, max_advantage: float | None) -> str:
    """A sentence on the bars that are broken; empty if none is."""
    rates = found.strongest.rates
    broken = []
    if found.breaks(max_auc=max_auc):
        broken.append(f"AUC {rates.strength:.3f} is above {max_auc:g}")
    if found.breaks(max_advantage=max_advantage):
        broken.append(f"advantage {rates.advantage.value:.3f} is above {max_advantage:g}")
    return f"{found.strongest.attack}: {' and '.join(broken)}" if broken else ""
