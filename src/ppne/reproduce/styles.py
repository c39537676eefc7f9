"""How each protector is drawn: the same colour, marker and line in every figure."""

from collections.abc import Sequence
from dataclasses import dataclass

_OKABE_ITO = (
    "#D55E00",
    "#0072B2",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#000000",
    "#7F7F7F",
)
"""Colours that colour-blind people can tell apart (Okabe and Ito); yellow is too pale for lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """Colour, marker and dashes; in grey, marker and dashes alone tell curves apart."""

    colour: str
    marker: str
    dashes: str | tuple[int, tuple[float, ...]]
    width: float = 1.2


def _style(colour: int, marker: str, *dashes: float, width: float = 1.2) -> Style:
    line = (0, dashes) if dashes else "-"
    return Style(colour=_OKABE_ITO[colour], marker=marker, dashes=line, width=width)


_STYLES = {
    "PPNE": _style(0, "o", width=2.2),
    "PPNE, paper": _style(1, "s", width=2.2),
    "UtilModify": _style(2, "v", 5, 1.5),
    "PrivModify": _style(3, "^", 5, 1.5),
    "Random": _style(7, "x", 1, 1),
    "Degree": _style(4, "D", 1, 1),
    "Betweenness": _style(5, "P", 3, 1, 1, 1),
    "DICE": _style(2, "*", 3, 1, 1, 1),
    "DP": _style(6, "<", 4, 1, 1, 1, 1, 1),
    "Randomized response": _style(7, ">", 4, 1, 1, 1, 1, 1),
    "Vector edit": _style(3, "X", 2, 2),
    "DPNE": _style(4, "h", 6, 2),
}

_OTHERS = (
    _style(0, "o"),
    _style(1, "s", 5, 1.5),
    _style(2, "^", 1, 1),
    _style(3, "D", 3, 1, 1, 1),
    _style(4, "v", 6, 2),
    _style(5, "P", 2, 2),
    _style(6, "X", 4, 1, 1, 1, 1, 1),
    _style(7, "*", 8, 1.5),
    _style(0, "<", 2, 1),
    _style(1, ">", 6, 1, 2, 1),
)
"""For what only one plan knows, in the order of its panel."""


def styles_of(labels: Sequence[str]) -> dict[str, Style]:
    """The style of each label: its own, or the next of those for others.

    What follows ``, f =`` is a setting, which changes nothing of a protector's look.
    """
    own = {label: _STYLES.get(label.partition(", f =")[0]) for label in labels}
    others = [label for label in labels if own[label] is None]
    found = {label: _OTHERS[at % len(_OTHERS)] for at, label in enumerate(others)}
    return {label: own[label] or found[label] for label in labels}
