"""Dots with intervals, one a line, as an SVG drawing inside a page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from ppne.attack.rates import Estimate

_NAMES, _PLOT, _END = 190, 480, 60
"""Widths: names of the lines, the plot, and the figures behind it."""

_LINE, _TOP, _BOTTOM = 22, 10, 26
"""Heights: a line, the space above all of them, the axis below."""

_AFTER, _BEFORE = "#d55e00", "#777777"

_LEFT = 0.3
"""Where the axis begins if nothing lies below."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One estimate, and what it was before; a heading where there is no estimate."""

    name: str
    estimate: Estimate | None = None
    before: float | None = None
    bold: bool = False


def interval_chart(lines: Sequence[Line], title: str) -> str:
    """The drawing: 0.5, where the attacker guesses, is marked; ``title`` is for screen readers."""
    known = [line for line in lines if line.estimate is not None]
    ends = [line.estimate.low for line in known if line.estimate is not None]
    ends += [line.before for line in known if line.before is not None]
    left = _LEFT if min(ends, default=0.0) >= _LEFT else 0.0
    height = _TOP + _LINE * len(lines) + _BOTTOM
    width = _NAMES + _PLOT + _END

    def x(value: float) -> str:
        return f"{_NAMES + _PLOT * (value - left) / (1 - left):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-size="13"><title>{escape(title)}</title>\n'
    ]
    floor = height - _BOTTOM
    for tick in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        if tick >= left:
            colour = "#222" if tick == 0.5 else "#ddd"
            parts.append(
                f'<line x1="{x(tick)}" x2="{x(tick)}" y1="{_TOP}" y2="{floor}" '
                f'stroke="{colour}"/><text x="{x(tick)}" y="{floor + 17}" fill="#555" '
                f'text-anchor="middle">{tick:.1f}</text>\n'
            )
    for at, line in enumerate(lines):
        parts.append(_drawn(line, _TOP + _LINE * at + _LINE // 2, x))
    return "".join(parts) + "</svg>\n"


def _drawn(line: Line, y: int, x: Callable[[float], str]) -> str:
    """Name, interval, dot and figure of one line, or its heading."""
    weight = ' font-weight="bold"' if line.bold or line.estimate is None else ""
    indent = 0 if line.estimate is None else 12
    halo = ' stroke="#fff" stroke-width="4" paint-order="stroke"'  # over the grid
    name = f'<text x="{indent}" y="{y + 4}"{halo}{weight}>{escape(line.name)}</text>'
    if line.estimate is None:
        return name + "\n"
    parts = [name]
    if line.before is not None:
        parts.append(
            f'<circle cx="{x(line.before)}" cy="{y}" r="4.5" fill="none" stroke="{_BEFORE}" '
            'stroke-width="1.5"/>'
        )
    low, high = line.estimate.low, line.estimate.high
    parts.append(
        f'<line x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}" stroke="{_AFTER}" '
        f'stroke-width="2"/><circle cx="{x(line.estimate.value)}" cy="{y}" r="4.5" '
        f'fill="{_AFTER}"/><text x="{_NAMES + _PLOT + 14}" y="{y + 4}"{weight}>'
        f"{line.estimate.value:.3f}</text>\n"
    )
    return "".join(parts)
