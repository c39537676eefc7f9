"""The figures of convergence and of scalability: a run step by step, and its time by size."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ppne.reproduce.canvas import canvas, save
from ppne.reproduce.curves import Book
from ppne.reproduce.legend import METHODS, draw_legend, drawn_labels
from ppne.reproduce.plan import Plan
from ppne.reproduce.records import Record
from ppne.reproduce.styles import Style, styles_of

_METHOD_LOOK: dict[str, dict[str, Any]] = {
    "deepwalk": {"marker": "o", "dashes": "-"},
    "line": {"marker": "D", "dashes": "--"},
}
"""The colour tells the protector, marker and dashes the embedding."""

_CONVERGENCE = (
    ("Privacy: — true, ··· expected", "leakage PL"),
    ("Attack: — fresh non-links, ··· own decoys", "AUC of the cosine attack"),
    ("Utility loss: — median change of distances, ··· estimated", "share of its last value"),
    ("Utility: — micro F1, ··· NMI with the original's clusters", "micro F1, NMI"),
)
"""Titles of the four axes, and what they show."""


def draw_scalability(book: Book, plan: Plan, stem: Path) -> bool:
    """Seconds of an iteration over nodes, both on log scales, and a line of slope one."""
    times: dict[tuple[str, str], dict[int, float]] = {}
    for job, _, record in book.of(plan):
        seconds = record.found.get("warm_seconds")
        if seconds is not None:
            times.setdefault((job.label, job.method), {})[record.found["n_nodes"]] = seconds
    if not times:
        return False
    own = styles_of(list(dict.fromkeys(label for label, _ in times)))
    styles = {
        f"{label}, {METHODS[method]}": replace(own[label], **_METHOD_LOOK[method])
        for label, method in times
    }
    with canvas(5.6, 4.2) as figure:
        axes = figure.subplots()
        for style, found in zip(styles.values(), times.values(), strict=True):
            sizes = sorted(found)
            axes.plot(
                sizes,
                [found[size] for size in sizes],
                color=style.colour,
                linestyle=style.dashes,
                linewidth=1.6,
                marker=style.marker,
                markersize=5,
            )
        every = [(size, found[size]) for found in times.values() for size in found]
        largest = max(size for size, _ in every)
        least = min(seconds for size, seconds in every if size == largest)
        line = np.array([largest / 1000, largest])
        axes.plot(line, least * line / largest, color="#999999", linewidth=0.8, zorder=1)
        axes.annotate(
            "slope 1",
            (line[0], least / 1000),
            xytext=(4, -2),
            textcoords="offset points",
            va="top",
            fontsize=7,
            color="#777777",
        )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("nodes (Erdős–Rényi, mean degree 10)")
        axes.set_ylabel("seconds of an iteration")
        axes.set_title(plan.title)
        draw_legend(figure, styles, n_columns=2)
        save(figure, stem)
    return True


def draw_convergence(book: Book, plan: Plan, stem: Path) -> bool:
    """Leakage and utility loss over flips, true and as estimated; the attack; and the tasks."""
    runs: dict[str, list[tuple[float, Record]]] = {}
    for job, budget, record in book.of(plan):
        runs.setdefault(job.label, []).append((budget or 0, record))
    before = [(0.0, record) for _, record in runs.pop("no protection", [])]
    styles = styles_of([label for label in drawn_labels(plan) if label in runs])
    if not styles:
        return False
    with canvas(8.4, 6.6) as figure:
        grid = np.ravel(figure.subplots(2, 2))
        for label, style in styles.items():
            told = sorted(runs[label], key=lambda one: one[0])
            _draw_trace(grid[0], grid[1], told[-1][1].trace, style)
            _draw_loss(grid[2], [*before, *told], style)
            _draw_tasks(grid[3], [*before, *told], style)
        for axes, (title, label) in zip(grid, _CONVERGENCE, strict=True):
            axes.set_title(title)
            axes.set_xlabel("flips")
            axes.set_ylabel(label)
            axes.set_xlim(left=-0.02 * axes.get_xlim()[1])
        grid[3].set_ylim(0, 1)
        draw_legend(figure, styles, n_columns=3)
        save(figure, stem)
    return True


def _draw_trace(leakage: Any, attack: Any, trace: Sequence[Any], style: Style) -> None:
    if not trace:
        return
    flips = [step["n_flips"] for step in trace]
    expected = [trace[0]["leakage"] - step["expected_so_far"] for step in trace]
    for axes, values, dashes in (
        (leakage, [step["leakage"] for step in trace], "-"),
        (leakage, expected, ":"),
        (attack, [step["auc_fresh"] for step in trace], "-"),
        (attack, [step["auc_own"] for step in trace], ":"),
    ):
        axes.plot(flips, values, color=style.colour, linestyle=dashes, linewidth=1.4)


def _draw_loss(axes: Any, points: Sequence[tuple[float, Record]], style: Style) -> None:
    """True and estimated, each as a share of its last value: their units differ."""
    true = [(flips, record.found.get("distance_change")) for flips, record in points]
    estimated = [(step["n_flips"], step.get("utility_loss")) for step in points[-1][1].trace]
    for values, dashes, marker in ((true, "-", style.marker), (estimated, ":", "")):
        known = [(flips, value) for flips, value in values if value is not None]
        rise = known[-1][1] - known[0][1] if known else 0
        if rise:
            axes.plot(
                [flips for flips, _ in known],
                [(value - known[0][1]) / rise for _, value in known],
                color=style.colour,
                linestyle=dashes,
                marker=marker,
                markersize=3.5,
            )


def _draw_tasks(axes: Any, points: Sequence[tuple[float, Record]], style: Style) -> None:
    for name, dashes in (("f1", "-"), ("nmi", ":")):
        axes.plot(
            [flips for flips, _ in points],
            [record.found.get(name) for _, record in points],
            color=style.colour,
            linestyle=dashes,
            marker=style.marker,
            markersize=3.5,
        )
