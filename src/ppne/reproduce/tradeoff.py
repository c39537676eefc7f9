"""The figure of a trade-off: privacy over utility loss, a curve with intervals a protector."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ppne.reproduce.axes import AXES
from ppne.reproduce.canvas import canvas, save
from ppne.reproduce.curves import Book, Curve, curves
from ppne.reproduce.labels import Mark, budget_text, place_labels
from ppne.reproduce.legend import METHODS, draw_legend, drawn_labels
from ppne.reproduce.plan import Panel, Plan
from ppne.reproduce.styles import Style, styles_of

_CELL = (4.2, 3.3)
"""Inches of one set of axes."""

_NARROWEST = 6.0
"""Inches that a legend needs."""

_LEGEND = 0.3
"""Inches of a row of the legend."""

_BEYOND = 2.5
"""Times the farthest that PPNE goes from the start: points beyond are named, not shown."""

_TICKS = 6
"""Numbers along the horizontal axis: more of four digits would touch."""

_CHANCE = 0.5
"""Privacy at which an attacker guesses."""


_Place = tuple[Panel, str, str, str]
"""Panel, method, privacy and loss of one set of axes."""


def draw_tradeoff(book: Book, plan: Plan, stem: Path) -> bool:
    """Axes for each panel, embedding, use and attack; whether there are any."""
    drawn = {place: _curves(book, plan, place) for place in _places(plan)}
    known = {(panel, method) for (panel, method, _, _), some in drawn.items() if some}
    cells = [place for place in drawn if place[:2] in known]
    if not cells:
        return False
    shown = {curve.label for some in drawn.values() for curve in some}
    every = styles_of(drawn_labels(plan))  # of the whole plan, so that none changes as records come
    styles = {label: style for label, style in every.items() if label in shown}
    across = max(len(plan.privacy), len(plan.utility) if len(plan.privacy) == 1 else 1)
    across = across if across > 1 else min(len(cells), 3)
    n_rows, n_columns = -(-len(cells) // across), min(across + 2, 5)
    n_legend = -(-(len(styles) + 1) // n_columns)
    width = max(_CELL[0] * across, _NARROWEST)
    with canvas(width, _CELL[1] * n_rows + _LEGEND * (n_legend + 1)) as figure:
        grid = list(np.ravel(figure.subplots(n_rows, across, squeeze=False)))
        for axes in grid[len(cells) :]:
            axes.set_axis_off()
        marks = []
        for axes, place in zip(grid, cells, strict=False):
            if drawn[place]:
                marks.append((axes, _draw_place(axes, place, drawn[place], styles)))
            else:
                axes.set_axis_off()
        draw_legend(figure, styles, n_columns=n_columns, start=True)
        _finish(figure, marks, stem)
    return True


def _places(plan: Plan) -> Iterator[_Place]:
    for panel in plan.panels:
        for method in panel.methods:
            for loss in plan.utility:
                for privacy in plan.privacy:
                    yield panel, method, privacy, loss


def _curves(book: Book, plan: Plan, place: _Place) -> list[Curve]:
    panel, method, privacy, loss = place
    return curves(book, plan, panel, method, loss=loss, privacy=privacy)


def _draw_place(
    axes: Any, place: _Place, drawn: Sequence[Curve], styles: dict[str, Style]
) -> list[Mark]:
    panel, method, privacy, loss = place
    marks = _draw_curves(axes, drawn, styles)
    if axes.get_ylim()[1] > _CHANCE > axes.get_ylim()[0]:
        axes.axhline(_CHANCE, color="#777777", linewidth=0.8, zorder=1)
    axes.locator_params(axis="x", nbins=_TICKS)
    axes.set_title(f"{panel.title}, {METHODS[method]}")
    axes.set_xlabel(AXES[loss].label)
    axes.set_ylabel(AXES[privacy].label)
    return marks


def _draw_curves(axes: Any, drawn: Sequence[Curve], styles: dict[str, Style]) -> list[Mark]:
    """Curves with their intervals, the first on top; what to write beside their points."""
    marks = []
    reach = _reach(drawn)
    for order, curve in enumerate(drawn):
        style = styles[curve.label]
        points = curve.points if curve.is_path else curve.points[1:]
        x, y = ([getattr(one, name).middle for one in points] for name in ("loss", "privacy"))
        top = 3 + (len(drawn) - order) / len(drawn)
        axes.plot(
            x,
            y,
            color=style.colour,
            linestyle=style.dashes,
            linewidth=style.width,
            marker=style.marker,
            markersize=4.5,
            zorder=top,
        )
        for name, spread in (("xerr", "loss"), ("yerr", "privacy")):
            ends = [getattr(one, spread) for one in points]
            error = [[e.middle - e.low for e in ends], [e.high - e.middle for e in ends]]
            axes.errorbar(
                x,
                y,
                **{name: np.maximum(error, 0.0)},
                fmt="none",
                ecolor=style.colour,
                elinewidth=0.7,
                alpha=0.6,
                zorder=2,
            )
        marks += [
            Mark(x=x[at], y=y[at], text=budget_text(points[at].budget), colour=style.colour)
            for at in range(len(points))
            if x[at] <= reach
        ]
    _start(axes, drawn)
    _limit(axes, drawn, reach)
    return marks


def _reach(drawn: Sequence[Curve]) -> float:
    """The largest utility loss that is shown."""
    losses = [point.loss.middle for curve in drawn for point in curve.points]
    ours = [
        point.loss.middle for curve in drawn for point in curve.points if curve.protector == "ppne"
    ]
    start = min(curve.points[0].loss.middle for curve in drawn)
    reach = start + _BEYOND * (max(ours, default=start) - start)
    return reach if start < reach < max(losses) else max(losses)


def _start(axes: Any, drawn: Sequence[Curve]) -> None:
    """A ring where all curves begin."""
    first = drawn[0].points[0]
    if first.budget is None:
        axes.plot(
            [first.loss.middle],
            [first.privacy.middle],
            color="black",
            marker="o",
            markersize=9,
            fillstyle="none",
            linestyle="none",
            zorder=8,
        )


def _limit(axes: Any, drawn: Sequence[Curve], reach: float) -> None:
    """Let the axes end where the shown points do; name the protectors beyond."""
    beyond = [curve.label for curve in drawn if curve.points[-1].loss.middle > reach]
    inside = [point for curve in drawn for point in curve.points if point.loss.middle <= reach]
    for spread, limit in (("loss", axes.set_xlim), ("privacy", axes.set_ylim)):
        low = min(getattr(point, spread).low for point in inside)
        high = max(getattr(point, spread).high for point in inside)
        if spread == "loss":
            low, high = max(low, 0.0), min(high, max(reach, low))
        room = 0.06 * max(high - low, 0.01)
        below = 2 * room if beyond and spread == "privacy" else room  # for the words there
        limit(low - below, high + room)
    if beyond:
        axes.text(
            0.99,
            0.015,
            "further right: " + ", ".join(beyond),
            transform=axes.transAxes,
            ha="right",
            va="bottom",
            fontsize=6,
            color="#555555",
            zorder=9,
        )


def _finish(figure: Any, marks: Sequence[tuple[Any, list[Mark]]], stem: Path) -> None:
    """Settle the layout, write the budgets, and save."""
    figure.draw_without_rendering()
    for axes, some in marks:
        axes.set_xlim(axes.get_xlim())  # a label must not move them
        axes.set_ylim(axes.get_ylim())
        place_labels(axes, some)
    save(figure, stem)
