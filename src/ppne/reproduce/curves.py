"""Records made into curves: medians over seeds, with the least and the largest beside them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ppne.reproduce.axes import AXES, Axis
from ppne.reproduce.job import NONE, Job, canonical
from ppne.reproduce.plan import Panel, Plan
from ppne.reproduce.records import Record


@dataclass(frozen=True, kw_only=True, slots=True)
class Spread:
    """A median and the two ends of its interval."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """A curve at one budget; ``budget`` is ``None`` where nothing was changed, or all at once."""

    budget: float | None
    loss: Spread
    privacy: Spread
    n_seeds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Curve:
    """One protector: where nothing was changed first, then budget by budget."""

    label: str
    protector: str
    points: tuple[Point, ...]

    @property
    def is_path(self) -> bool:
        """Whether flips lead from the start to its points: an epsilon does not, nor all at once."""
        return isinstance(self.points[-1].budget, int)

    def privacy_at(self, loss: float) -> float | None:
        """Most privacy at this utility loss or less, straight between points; ``None`` before any.

        An upper envelope: a holder takes the best point that is cheap enough, and a smaller
        budget may by luck cost more than a larger one.
        """
        best: float | None = None
        first = 1 if self.is_path else 2
        for at, point in enumerate(self.points):
            here = _between(self.points[at - 1] if at >= first else None, point, loss)
            if here is not None and (best is None or here > best):
                best = here
        return best

    def gain_at(self, loss: float) -> float | None:
        """As :meth:`privacy_at`, less what there was before protection."""
        privacy = self.privacy_at(loss)
        return None if privacy is None else privacy - self.points[0].privacy.middle


def _between(before: Point | None, after: Point, loss: float) -> float | None:
    """The higher end that is cheap enough, or the point of the line between at this loss."""
    if after.loss.middle <= loss:
        return after.privacy.middle
    if before is None or before.loss.middle > loss:
        return None
    share = (loss - before.loss.middle) / (after.loss.middle - before.loss.middle)
    return before.privacy.middle + share * (after.privacy.middle - before.privacy.middle)


class Book:
    """Records, found again by what was asked for; the last of several is the one that counts."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = {canonical(dict(record.cell)): record for record in records}

    def __len__(self) -> int:
        return len(self._records)

    def find(self, job: Job, budget: float | None) -> Record | None:
        """The record of a job at one budget."""
        return self._records.get(canonical(job.cell(budget)))

    def of(self, plan: Plan) -> list[tuple[Job, float | None, Record]]:
        """Every record that a plan asks for and there is."""
        return [
            (job, budget, record)
            for job in plan.jobs()
            for budget in job.budgets
            if (record := self.find(job, budget)) is not None
        ]


def curves(
    book: Book, plan: Plan, panel: Panel, method: str, *, loss: str, privacy: str
) -> list[Curve]:
    """A curve for each protector of the panel that has records, in the panel's order."""
    jobs = [
        job
        for job in plan.jobs()
        if (job.dataset, job.private, job.method) == (panel.dataset, panel.private, method)
    ]
    first = _points(book, [job for job in jobs if job.protector == NONE], loss, privacy)
    found = []
    for series in panel.series:
        if series.protector == NONE:
            continue
        mine = [job for job in jobs if job.label == series.label and job.flips in ((), panel.flips)]
        points = _points(book, mine, loss, privacy)
        if points:
            found.append(
                Curve(
                    label=series.label,
                    protector=series.protector,
                    points=_without_repeats([*first, *points]),
                )
            )
    return found


def _points(book: Book, jobs: Sequence[Job], loss: str, privacy: str) -> list[Point]:
    """A point for each budget, epsilons from the weakest protection to the strongest."""
    found: dict[float | None, list[Record]] = {}
    for job in dict.fromkeys(jobs):  # two panels of a graph have the same start
        for budget in job.budgets:
            record = book.find(job, budget)
            if record is not None:
                found.setdefault(budget, []).append(record)
    weak_first = bool(jobs) and jobs[0].epsilon is not None
    points = []
    for budget in sorted(found, key=lambda one: (one or 0) * (-1 if weak_first else 1)):
        x, y = (_spread(AXES[name], found[budget]) for name in (loss, privacy))
        if x is not None and y is not None:
            points.append(Point(budget=budget, loss=x, privacy=y, n_seeds=len(found[budget])))
    return points


def _spread(axis: Axis, records: Sequence[Record]) -> Spread | None:
    """Median, least and largest over seeds; the record's own interval where there is one seed."""
    values = [axis.value(record.found) for record in records]
    known = [value for value in values if value is not None]
    if not known:
        return None
    ends = axis.interval(records[0].found) if len(records) == 1 else None
    low, high = ends or (min(known), max(known))
    return Spread(middle=float(np.median(known)), low=low, high=high)


def _without_repeats(points: Sequence[Point]) -> tuple[Point, ...]:
    """Less points that are where the last one was: a run that stopped early makes no more flips."""
    kept: list[Point] = []
    for point in points:
        if not kept or (point.loss, point.privacy) != (kept[-1].loss, kept[-1].privacy):
            kept.append(point)
    return tuple(kept)
