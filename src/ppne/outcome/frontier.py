"""`Frontier`: privacy and utility along one greedy path, and its knee; table, JSON and CSV."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from ppne.attack.rates import Estimate
from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.graph.flips import apply
from ppne.graph.simple import Graph
from ppne.outcome.audit import audit
from ppne.outcome.result import counted, with_interval
from ppne.protect.result import Problem, State
from ppne.protect.settings import ProtectionSettings
from ppne.publish.release import release_rows
from ppne.task.classify import can_classify, classify

_FORMAT = "ppne-frontier/1"

_PLACES = 4
"""Digits of each figure: more would be noise."""

_ATTACKS = ("similarity", "learned")
"""What a release is held against; attackers who hold more than it are the audit's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """One graph of the path, attacked and used; it knows no pair.

    Parameters
    ----------
    batches, flips, additions
        Made before; additions are some of the flips.
    cosine
        AUC of the cosine attack on fresh non-links.
    attack, strongest
        The attack that tells most of those that know pairs at the most, and its AUC under the sign
        that the attacker would choose.
    f1
        Micro F1 of node classification, or ``None`` without labels.
    f1_cost
        What of it was lost since the path's first point.
    """

    batches: int
    flips: int
    additions: int
    cosine: Estimate
    attack: str
    strongest: Estimate
    f1: float | None = None
    f1_cost: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Field names and values, in order, all of them JSON's."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "Point":
        """The point that :meth:`as_dict` gave."""
        estimates = {name: Estimate(**content[name]) for name in ("cosine", "strongest")}
        return cls(**{**content, **estimates})


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Frontier:
    """The points of a path in its order, and the run that they are of.

    ``settings`` are told in the JSON; the seed is not among them, since with it and the public
    graph the run can be repeated.
    """

    points: tuple[Point, ...] = field(repr=False)
    n_private_links: int
    stopped: str
    settings: Mapping[str, object] = field(repr=False, default_factory=dict)

    @property
    def knee(self) -> int | None:
        """Position of the point beyond which privacy gets dear; see :func:`knee`."""
        return knee(self.points)

    def to_json(self) -> str:
        """All of it as JSON text."""
        content = {
            "format": _FORMAT,
            "settings": dict(self.settings),
            "n_private_links": self.n_private_links,
            "stopped": self.stopped,
            "knee": self.knee,
            "points": [point.as_dict() for point in self.points],
        }
        return json.dumps(content, indent=2) + "\n"

    def to_csv(self) -> str:
        """A line a point; the column ``knee`` is 1 at the knee, and an unknown figure is empty."""
        rows = [
            {**_flat(point), "knee": int(at == self.knee)} for at, point in enumerate(self.points)
        ]
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def table(self) -> tuple[str, list[str], list[list[str]]]:
        """Title, column names and cells of the table."""
        measured = self.points[0].f1 is not None
        columns = ["flips", "cosine AUC", "strongest AUC", "strongest attack"]
        cells = [
            [
                f"{point.flips:,}{' *' if at == self.knee else ''}",
                with_interval(point.cosine),
                with_interval(point.strongest),
                point.attack,
                *([f"{point.f1:.3f}", f"{point.f1_cost:.3f}"] if measured else []),
            ]
            for at, point in enumerate(self.points)
        ]
        title = [
            f"Privacy and utility of {counted(self.n_private_links, 'private link')}",
            "AUC: 0.5 is guessing; 1 gives all away, and so does 0 (take the reverse)",
            _knee_said(self.points, self.knee),
        ]
        return "\n".join(title), [*columns, *(["F1", "cost"] if measured else [])], cells


def knee(points: Sequence[Point]) -> int | None:
    r"""Position of the point farthest above the chord from the first point to the last.

    Kneedle's idea (Satopää and others, 2011): with privacy gained as :math:`y` and what was paid
    for it as :math:`x`, both scaled to [0, 1], it maximises

    .. math::
        d_i = y_i - y_0 - (y_n - y_0)\, x_i

    ====== ==================================================================================
    symbol meaning
    ====== ==================================================================================
    y      :math:`|a_0 - 1/2| - |a_i - 1/2|`, ``a`` being the AUC of the cosine attack
    x      most F1 lost up to there (so that luck in one F1 makes no knee); the flips, where
           there is no F1 or none of it was lost
    ====== ==================================================================================

    The cosine's AUC, since it is what the path descends, and the strongest attack's is that of
    another attack from point to point. Of equal ones the first. ``None`` for fewer than three
    points, and where no point gains privacy or none is above the chord.
    """
    if len(points) < 3:
        return None
    leaks = np.array([abs(point.cosine.value - 0.5) for point in points])
    gained = np.round(leaks[0] - leaks, _PLACES)
    if gained.max() <= 0:
        return None
    paid = _paid(points)
    privacy = gained / (gained.max() - gained.min())
    above = privacy - privacy[0] - (privacy[-1] - privacy[0]) * paid / paid[-1]
    above = np.round(above, 2 * _PLACES)  # equal but for the last bit is equal
    return int(above.argmax()) if above.max() > 0 else None


def _paid(points: Sequence[Point]) -> FloatArray:
    """What each point cost: 0 at the first, never less than before, most at the last."""
    costs = [point.f1_cost or 0.0 for point in points]
    lost = np.maximum.accumulate(np.maximum(costs, 0.0))
    return lost if lost[-1] > 0 else np.array([float(point.flips) for point in points])


def is_due(state: State, n_flips: int, n_points: int) -> bool:
    """Whether to look at the state: first, last, or the first beyond an even share of the budget.

    States are whole batches, so that a run that ends there has made the very same flips.
    """
    if state.stopped is not None or not state.history:
        return True
    before, now = state.history[-1].n_flips, len(state.flips)
    steps = n_points - 1
    return now * steps // n_flips > before * steps // n_flips


def batches_made(state: State) -> int:
    """How many batches of flips led to the state; a run's last step is no batch."""
    return len(state.history) - (state.stopped is not None)


def examine(
    state: State,
    problem: Problem,
    graph: Graph,
    settings: ProtectionSettings,
    *,
    first: Point | None,
    n_threads: int | None = None,
    compute: Compute,
) -> tuple[Point, tuple[str, ...]]:
    """The point of a state, and what its audit left out.

    Every point of a path meets the same fresh non-links and the same splits of the nodes, so that
    the path is all that differs. It begins at the embedding as the method gives it, so that costs
    count what levelling and directions cost as well.

    Parameters
    ----------
    graph
        The whole graph, private links and labels included.
    first
        The path's first point; ``None`` where this is it.
    """
    rows = release_rows(
        apply(problem.graph, state.flips),
        settings.embedder,
        settings.n_components,
        directions=settings.directions and len(state.flips) > 0,
        compute=compute,
    )
    ids, pairs = graph.node_ids, problem.pairs
    found = audit(
        rows,
        graph,
        ids[pairs.links],
        decoys=ids[pairs.decoys] if len(pairs.decoys) else None,
        attacks=_ATTACKS,
        non_links="fresh",
        utility=False,
        quick=True,
        references=False,
        random_state=settings.seed,
        n_jobs=n_threads,
    )
    strongest, f1 = found.strongest, None
    if graph.labels is not None and can_classify(graph.labels):
        f1 = round(classify(rows, graph.labels, seed=settings.seed).micro_f1, _PLACES)
    before = f1 if first is None else first.f1
    point = Point(
        batches=batches_made(state),
        flips=len(state.flips),
        additions=int(np.count_nonzero(state.flips.signs > 0)),
        cosine=_rounded(found.row("cosine").rates.auc),
        attack=strongest.attack,
        strongest=_rounded(_better_sign(strongest.rates.auc)),
        f1=f1,
        f1_cost=None if f1 is None or before is None else round(before - f1, _PLACES),
    )
    return point, found.notes


def _better_sign(auc: Estimate) -> Estimate:
    if auc.value >= 0.5:
        return auc
    return Estimate(value=1 - auc.value, low=1 - auc.high, high=1 - auc.low)


def _rounded(estimate: Estimate) -> Estimate:
    return Estimate(**{name: round(value, _PLACES) for name, value in asdict(estimate).items()})


def _flat(point: Point) -> dict[str, Any]:
    """As :meth:`Point.as_dict`, an estimate in three columns."""
    row: dict[str, Any] = {}
    for name, value in point.as_dict().items():
        if isinstance(value, dict):
            row |= {f"{name}_auc": value["value"]}
            row |= {f"{name}_{end}": value[end] for end in ("low", "high")}
        else:
            row[name] = value
    return row


def _knee_said(points: Sequence[Point], at: int | None) -> str:
    if at is None:
        return "No knee: no point stands out"
    point = points[at]
    said = f"Knee (*): {counted(point.flips, 'flip')}, cosine AUC {point.cosine.value:.3f}"
    return said if point.f1_cost is None else f"{said}, F1 cost {point.f1_cost:.3f}"
