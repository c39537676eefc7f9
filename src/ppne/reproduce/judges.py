"""How a claim is judged by the records: curves at a level, an order, a slope, a flat end."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ppne.reproduce.curves import Book, Curve, curves
from ppne.reproduce.legend import METHODS
from ppne.reproduce.plan import Plan
from ppne.reproduce.records import Record

OURS = ("PPNE", "PPNE, paper")
"""Our default, and the paper's own algorithm."""

PAPERS_BASELINES = ("Random", "Degree", "Betweenness", "DICE", "DP", "DPNE")
"""Those that the paper compares with."""

_ROUNDING = 0.005
"""What a claim of two digits may be missed by."""

_STEP = 0.05
"""Utility loss beyond the start at which a claim is judged whose level the curves begin above."""

_SETTLED = 0.1
"""Share of the whole fall that the last fifth of a settled run may bring."""

_LINEAR = 1.15
"""Slope of log time over log nodes up to which growth is linear."""

_PAPER_SECONDS = 3 * 3600
"""An iteration at a million nodes in the paper."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """Ours in words, and which of `OURS` (or others) meet the claim; ``None`` without records."""

    ours: str
    met_by: tuple[str, ...] | None

    @property
    def verdict(self) -> str:
        """``met``, by whom if not by all, ``not met`` or ``no records``."""
        if self.met_by is None:
            return "no records"
        if not self.met_by:
            return "not met"
        missing = set(OURS) - set(self.met_by)
        if self.met_by == ("all",) or not missing:
            return "met"
        return f"met by {' and '.join(self.met_by)} only"


NO_RECORDS = Finding(ours="no records", met_by=None)


def _curves(
    book: Book, plan: Plan, dataset: str, method: str, loss: str, privacy: str = "one_minus_ap"
) -> dict[str, Curve]:
    """Curves of privacy by label; empty where what they begin at is not recorded."""
    found: dict[str, Curve] = {}
    for panel in plan.panels:
        if panel.dataset == dataset and method in panel.methods:
            drawn = curves(book, plan, panel, method, loss=loss, privacy=privacy)
            found |= {curve.label: curve for curve in drawn if curve.points[0].budget is None}
    return found


def _level(found: dict[str, Curve], level: float, name: str) -> tuple[float, str]:
    """The level at which to judge, and words on it where it is not the paper's."""
    start = next(iter(found.values())).points[0].loss.middle
    if start < level:
        return level, ""
    moved = start + _STEP
    return moved, f"{name} begins at {start:.3f} here, so "


def _best_baseline(
    found: dict[str, Curve], level: float, names: Sequence[str] = PAPERS_BASELINES
) -> tuple[str, float]:
    """The baseline with most privacy at the level, and that privacy."""
    at = {
        name: privacy
        for name in names
        if name in found and (privacy := found[name].privacy_at(level)) is not None
    }
    best = max(at, key=lambda name: at[name])
    return best, at[best]


def raised(
    dataset: str,
    method: str,
    level: Callable[[Curve], float],
    *,
    rise: float = 0.0,
    to: float = 0.0,
) -> Callable[[Book, Plan], Finding]:
    """Judges whether 1 − AP has risen enough at a level of 1 − F1, and more than any baseline's."""

    def judge(book: Book, plan: Plan) -> Finding:
        found = _curves(book, plan, dataset, method, "f1_loss")
        if not set(OURS) & set(found) or not set(PAPERS_BASELINES) & set(found):
            return NO_RECORDS
        first = next(iter(found.values()))
        at, said = _level(found, level(first), "1 − F1")
        start = first.points[0].privacy.middle
        best, privacy = _best_baseline(found, at)
        words, met = [], []
        for name in OURS:
            gain = found[name].gain_at(at) if name in found else None
            if gain is None:
                continue
            words.append(f"{name} by {gain:+.3f} to {start + gain:.3f}")
            enough = gain >= rise - _ROUNDING and start + gain >= to - _ROUNDING
            if enough and gain > privacy - start:
                met.append(name)
        words.append(f"{best}, the best baseline, by {privacy - start:+.3f}")
        return Finding(ours=f"{said}at {at:.3f}: {'; '.join(words)}", met_by=tuple(met))

    return judge


def times_as_much(
    dataset: str, method: str, loss: str, level: float, times: float, against: Sequence[str]
) -> Callable[[Book, Plan], Finding]:
    """Judges whether 1 − AP at the level is so many times that of the best of some baselines."""
    name = "1 − NMI" if loss == "nmi_loss" else "1 − F1"

    def judge(book: Book, plan: Plan) -> Finding:
        found = _curves(book, plan, dataset, method, loss)
        if not set(OURS) & set(found) or not set(against) & set(found):
            return NO_RECORDS
        at, said = _level(found, level, name)
        best, privacy = _best_baseline(found, at, against)
        words, met = [], []
        for ours in OURS:
            mine = found[ours].privacy_at(at) if ours in found else None
            if mine is None:
                continue
            words.append(f"{ours} {mine:.3f}, {mine / privacy:.2f} times")
            if mine >= times * privacy:
                met.append(ours)
        words.append(f"{best} {privacy:.3f}")
        return Finding(ours=f"{said}at {at:.3f}: {'; '.join(words)}", met_by=tuple(met))

    return judge


def in_order(
    dataset: str, labels: Sequence[str], *, best_only: bool = False
) -> Callable[[Book, Plan], Finding]:
    """Judges whether privacy at equal loss falls from label to label, or the first leads."""

    def judge(book: Book, plan: Plan) -> Finding:
        found = _curves(book, plan, dataset, "deepwalk", "f1_loss")
        known = [label for label in labels if label in found]
        if len(known) < 2:
            return NO_RECORDS
        at = min(max(point.loss.middle for point in found[name].points) for name in known)
        privacy = [found[name].privacy_at(at) or 0.0 for name in known]
        said = ", ".join(f"{name}: {one:.3f}" for name, one in zip(known, privacy, strict=True))
        own = _curves(book, plan, dataset, "deepwalk", "f1_loss", "own_privacy")
        told = [f"{one:.3f}" for name in known if name in own and (one := own[name].privacy_at(at))]
        if len(told) == len(known):
            said += f"; against the defender's own decoys, as in the paper, {', '.join(told)}"
        if best_only:
            met = privacy[0] >= max(privacy)
        else:
            met = all(a >= b for a, b in itertools.pairwise(privacy))
        return Finding(ours=f"at 1 − F1 {at:.3f}: {said}", met_by=("all",) if met else ())

    return judge


def settles(book: Book, plan: Plan) -> Finding:
    """Judges whether the last fifth of the flips brings little of the fall of leakage and of F1."""
    told: dict[str, list[tuple[float, Record]]] = {}
    for job, budget, record in book.of(plan):
        told.setdefault(job.label, []).append((budget or 0.0, record))
    before = told.pop("no protection", [])
    words, met = [], True
    for label, some in told.items():
        trace = some[-1][1].trace
        if len(trace) < 2 or not before:
            continue
        leak = _late([(step["n_flips"], step["leakage"]) for step in trace])
        loss = _late([(flips, record.found.get("f1")) for flips, record in [*before, *some]])
        words.append(f"{label}: {leak:.0%} of the fall of the leakage, {loss:.0%} of that of F1")
        met = met and max(leak, loss) <= _SETTLED
    if not words:
        return NO_RECORDS
    return Finding(
        ours="in the last fifth of the flips, " + "; ".join(words),
        met_by=("all",) if met else (),
    )


def _late(points: Sequence[tuple[float | None, float | None]]) -> float:
    """Share of a fall that comes in the last fifth of the flips."""
    flips, values = np.array(points, dtype=float).T
    fall = values[0] - values[-1]
    return float((np.interp(0.8 * flips[-1], flips, values) - values[-1]) / fall) if fall else 1.0


def linear(book: Book, plan: Plan) -> Finding:
    """Judges slope and time of an iteration."""
    times: dict[tuple[str, str], dict[int, float]] = {}
    for job, _, record in book.of(plan):
        seconds = record.found["warm_seconds"]
        times.setdefault((job.label, job.method), {})[record.found["n_nodes"]] = seconds
    words, met = [], True
    for (label, method), found in times.items():
        sizes = sorted(size for size in found if size >= 10_000)
        if len(sizes) < 2:
            continue
        logs = np.log([found[size] for size in sizes])
        slope = float(np.polyfit(np.log(sizes), logs, 1)[0])
        words.append(
            f"{label}, {METHODS[method]}: slope {slope:.2f}, {found[sizes[-1]]:.3g} s at "
            f"{sizes[-1]:,} nodes"
        )
        met = met and slope <= _LINEAR and found[sizes[-1]] <= _PAPER_SECONDS
    if not words:
        return NO_RECORDS
    return Finding(ours="; ".join(words) + " (one thread)", met_by=("all",) if met else ())


def after_losing(share: float) -> Callable[[Curve], float]:
    """The level at which this share of the F1 of the start is lost."""

    def level(curve: Curve) -> float:
        start = curve.points[0].loss.middle
        return start + share * (1 - start)

    return level
