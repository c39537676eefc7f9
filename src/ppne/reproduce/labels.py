"""Places the budget beside each point of a figure, where there is room for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_PLACES = (
    (0, 5, "center", "bottom"),
    (0, -5, "center", "top"),
    (5, 0, "left", "center"),
    (-5, 0, "right", "center"),
)
"""Offsets in points and how the text stands to them, in the order in which they are tried."""

_SIZE = 6.0

_REACH = 2.5
"""Pixels around a marker that no label may touch."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """A point and what is to stand beside it."""

    x: float
    y: float
    text: str
    colour: str


def budget_text(budget: float | None) -> str:
    """``400``, ``1.6k``, ``ε 5``; nothing where there is no budget."""
    if budget is None:
        return ""
    if isinstance(budget, float):
        return f"ε {budget:g}"
    return f"{budget / 1000:g}k" if budget >= 1000 else str(budget)


def place_labels(axes: Any, marks: Sequence[Mark]) -> None:
    """Write the texts, those given first first; one that finds no room is left out.

    Called when all else is drawn and the limits of the axes are settled.
    """
    from matplotlib.patheffects import withStroke

    renderer = axes.figure.canvas.get_renderer()
    frame = axes.get_window_extent(renderer)
    taken = [_box(*axes.transData.transform((mark.x, mark.y))) for mark in marks]
    for mark in marks:
        for dx, dy, across, along in _PLACES if mark.text else ():
            text = axes.annotate(
                mark.text,
                (mark.x, mark.y),
                xytext=(dx, dy),
                textcoords="offset points",
                ha=across,
                va=along,
                fontsize=_SIZE,
                color=mark.colour,
                annotation_clip=True,
                path_effects=[withStroke(linewidth=1.5, foreground="white")],
                zorder=9,
            )
            extent = text.get_window_extent(renderer)
            box = (extent.x0, extent.y0, extent.x1, extent.y1)
            inside = frame.x0 <= box[0] and box[2] <= frame.x1
            inside = inside and frame.y0 <= box[1] and box[3] <= frame.y1
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                break
            text.remove()


_Box = tuple[float, float, float, float]


def _box(x: float, y: float) -> _Box:
    return x - _REACH, y - _REACH, x + _REACH, y + _REACH


def _overlap(a: _Box, b: _Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
