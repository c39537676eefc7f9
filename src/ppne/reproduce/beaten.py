"""Where a baseline protects better than PPNE at the same utility loss: the exceptions to name."""

from collections.abc import Iterator
from dataclasses import dataclass

from ppne.reproduce.axes import AXES
from ppne.reproduce.curves import Book, Curve, curves
from ppne.reproduce.legend import METHODS
from ppne.reproduce.plan import Plan

_LEADER = "PPNE"

_NOTICED = 0.005
"""Lead of a baseline below which two curves are one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Beaten:
    """A baseline above PPNE, at the loss where it leads most."""

    where: str
    label: str
    loss: float
    theirs: float
    ours: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """How many panels PPNE was compared in, and the exceptions."""

    n_compared: int
    exceptions: tuple[Beaten, ...]


def standing(book: Book, plans: list[Plan]) -> Standing:
    """PPNE's default against every other protector, in each trade-off of the plans."""
    n_compared, found = 0, {}
    for plan in plans:
        for where, drawn in _panels(book, plan):
            leader = next((curve for curve in drawn if curve.label == _LEADER), None)
            if leader is None:
                continue
            for curve in drawn:
                if curve.protector == "ppne":
                    continue
                n_compared += 1
                worst = _worst(leader, curve, where)
                if worst is not None:
                    found[where, curve.label] = worst
    return Standing(n_compared=n_compared, exceptions=tuple(found.values()))


def _panels(book: Book, plan: Plan) -> Iterator[tuple[str, list[Curve]]]:
    if plan.figure != "tradeoff":
        return
    for panel in plan.panels:
        for method in panel.methods:
            for privacy in plan.privacy:
                for loss in plan.utility:
                    drawn = curves(book, plan, panel, method, loss=loss, privacy=privacy)
                    words = (
                        panel.title,
                        METHODS[method],
                        AXES[privacy].label.removeprefix("privacy: "),
                        "over",
                        AXES[loss].label.removeprefix("utility loss: "),
                    )
                    yield f"{words[0]}, {words[1]}, {' '.join(words[2:])}", drawn


def _worst(leader: Curve, other: Curve, where: str) -> Beaten | None:
    """The largest lead of the other at a loss where both have a point to offer."""
    most = max(point.loss.middle for point in leader.points)
    worst = None
    for point in (*leader.points[1:], *other.points[1:]):
        loss = point.loss.middle
        ours, theirs = leader.privacy_at(loss), other.privacy_at(loss)
        if loss > most or ours is None or theirs is None or theirs - ours < _NOTICED:
            continue
        if worst is None or theirs - ours > worst.theirs - worst.ours:
            worst = Beaten(where=where, label=other.label, loss=loss, theirs=theirs, ours=ours)
    return worst
