"""Matplotlib, asked for when a figure is drawn: files that are the same on every run."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ppne.errors import MissingExtraError

_LOOK = {
    "svg.hashsalt": "ppne",  # else the names of clip paths differ from run to run
    "svg.fonttype": "path",  # looks the same where the font is missing
    "font.family": "DejaVu Sans",  # comes with Matplotlib
    "font.size": 8.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 8.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.5,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "legend.fontsize": 8.0,
    "figure.dpi": 100.0,
    "savefig.dpi": 160.0,
}


def check_matplotlib() -> None:
    """Raise unless figures can be drawn: better before the work than after it.

    Raises
    ------
    MissingExtraError
        If Matplotlib is not installed.
    """
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingExtraError("figures need an extra: pip install 'ppne[reproduce]'")


@contextmanager
def canvas(width: float, height: float) -> Iterator[Any]:
    """An empty figure of so many inches, in the look of all figures."""
    check_matplotlib()
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever the user's own settings are
        matplotlib.rcParams.update(_LOOK)
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        yield figure


def save(figure: Any, stem: Path) -> None:
    """Write ``STEM.svg`` and ``STEM.png``, with no date in them, each whole or not at all."""
    for suffix, metadata in ((".svg", {"Date": None}), (".png", {"Software": None})):
        temporary = stem.with_name(f".{stem.name}.tmp{suffix}")
        figure.savefig(temporary, metadata=metadata)
        temporary.replace(stem.with_suffix(suffix))
