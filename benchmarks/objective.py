"""What to descend: curves at equal flips, fit to single flips and calibration, way by way.

    python benchmarks/objective.py PATH/TO/cora [--ways paper kkt default ...] [--flips 200 400 600]

`cosine` is the AUC on fresh non-links that no defence saw, `strongest` the strongest attack of
`ppne audit --quick` that sees the embedding or knows pairs, `F1 cost` that of node classification.
All ways meet the same private links, fresh non-links and splits; `--seeds N` gives medians of so
many, `--jobs N` at a time. `order` is the rank correlation, over `--singles` random removals, of
the estimated gain with that of re-embedding, both in the way's own weights. `calibration` is the
sum of the gains that were expected over the first 100 flips, over what the next embeddings showed
of them (1: as promised).
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from objective_ways import WAYS, Way
from scipy.stats import spearmanr
from table import Table, add_json

from ppne.candidate.sample import draw_removals
from ppne.cli.inputs import graph_from, private_from
from ppne.compute.backend import choose
from ppne.compute.rng import stream
from ppne.factor.directions import levelled
from ppne.factor.embedding import embed, scaled_rows
from ppne.factor.methods import method_named
from ppne.factor.proximity import proximity
from ppne.graph.flips import Flips, apply
from ppne.graph.simple import Graph
from ppne.outcome.frontier import Point, examine
from ppne.privacy.flip_change import leakage_changes
from ppne.privacy.leakage import Leakage, leakage
from ppne.protect.greedy import pose, run
from ppne.protect.measure import tracked_spectrum
from ppne.protect.result import Problem, State
from ppne.protect.settings import ProtectionSettings

MEASURES = ("cosine", "strongest", "f1_cost", "order", "calibration")

_PROMISED = 100
"""Flips over which what was expected is held against what came."""


def main() -> None:
    """Read the options; a row for each way and number of flips."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graph", type=Path)
    parser.add_argument("--private", default="sample:0.1")
    parser.add_argument("--method", default="deepwalk")
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=[*WAYS][:10])
    parser.add_argument("--flips", type=int, nargs="+", default=[200, 400, 600])
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--singles", type=int, default=40, help="flips to embed one by one")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="seeds at a time")
    parser.add_argument("--threads", type=int)
    add_json(parser)
    given = parser.parse_args()
    _, said = graph_from(given.graph)
    print(f"{said}; {given.private}, {given.method}, median of {given.seeds}")
    table = Table(
        {
            "way": ("way", "<18"),
            "flips": ("flips", ">6d"),
            "cosine": ("cosine", ">7.3f"),
            "strongest": ("strongest", ">9.3f"),
            "f1_cost": ("F1 cost", ">8.4f"),
            "order": ("order", ">6.2f"),
            "calibration": ("calibration", ">11.2f"),
        },
        given.json,
    )
    table.head()
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        seeds = list(pool.map(partial(one_seed, given), range(given.seeds)))
    for at, row in enumerate(seeds[0]):
        same = [rows[at] for rows in seeds]
        found = {key: [one[key] for one in same if key in one] for key in MEASURES}
        medians = {key: float(np.median(values)) for key, values in found.items() if values}
        table.row({**row, **medians, "method": given.method, "seeds": found})


def one_seed(given: argparse.Namespace, seed: int) -> list[dict]:
    """The rows of one seed: every way at every number of flips."""
    graph, _ = graph_from(given.graph)
    known, rows = Known(), []
    with choose().steady(given.threads):
        for name in given.ways:
            course = Course(given, graph, WAYS[name], seed, known)
            for flips, point in zip(sorted(given.flips), course.points, strict=True):
                row: dict = {"way": name, "flips": flips, "cosine": point.cosine.value}
                row["strongest"] = point.strongest.value
                if point.f1_cost is not None:
                    row["f1_cost"] = point.f1_cost
                if point is course.points[0]:
                    row["order"], row["calibration"] = course.order, course.calibration
                rows.append(row)
    return rows


@dataclass
class Known:
    """What ways share and is found once."""

    firsts: dict[int, Point] = field(default_factory=dict)
    """Before any flip, by seed."""

    singles: dict[tuple[int, int, bool], list[Leakage]] = field(default_factory=dict)
    """After each single removal, by seed, number of decoys, and whether rows are level."""


class Course:
    """One way, one seed: its points, its order and its calibration."""

    def __init__(
        self,
        given: argparse.Namespace,
        graph: Graph,
        way: Way,
        seed: int,
        known: Known,
    ) -> None:
        self.given, self.graph, self.way = given, graph, way
        self.links = private_from(given.private, graph, seed)
        self.settings = ProtectionSettings.from_preset(
            way.preset,
            method=method_named(given.method),
            n_components=given.dim,
            n_flips=max(given.flips),
            batch_size=given.batch,
            seed=seed,
            **{"until": "budget", **way.options},
        )
        self.problem = pose(graph, self.links, self.settings)
        self.known = known
        if seed not in known.firsts:
            known.firsts[seed] = self._point(State(flips=Flips.none()), None)
        self.points: list[Point] = []
        self.calibration = self._walk(known.firsts[seed])
        self.order = self._order() if given.singles else float("nan")

    def _walk(self, first: Point) -> float:
        """Go along the path, looking at it where asked; the calibration."""
        seen: list[Leakage] = []

        def gradient_of(view, leak):
            seen.append(leak)
            pairs = self.way.pairs(self.problem, len(seen))
            return self.way.gradient_of(
                pairs, view.matrices, view.spectrum, view.rows, level=self.settings.level
            )

        due = sorted(self.given.flips)
        expected = came = 0.0
        for state in run(self.problem, self.settings, compute=choose(), gradient_of=gradient_of):
            if len(seen) > 1 and state.history[-1].n_flips <= _PROMISED and state.stopped is None:
                expected += state.history[-2].expected_gain
                came += _fallen(self.way, seen[-2], seen[-1])
            while due and (len(state.flips) >= due[0] or state.stopped):
                flips = state.flips.take(np.arange(min(due.pop(0), len(state.flips))))
                self.points.append(self._point(State(flips=flips), first))
        return expected / came if came else float("nan")

    def _point(self, state: State, first: Point | None) -> Point:
        point, _ = examine(
            state,
            self.problem,
            self.graph,
            self.settings,
            first=first,
            n_threads=self.given.threads,
            compute=choose(),
        )
        return point

    def _order(self) -> float:
        """Rank correlation of estimated and true gains of single removals."""
        compute, problem, settings = choose(), self.problem, self.settings
        matrices = proximity(problem.graph, settings.method, compute=compute)
        start = State(flips=Flips.none())
        spectrum, _ = tracked_spectrum(matrices, settings, start, compute=compute)
        rows = scaled_rows(spectrum, level=settings.level, compute=compute)
        leak = leakage(rows, problem.pairs, compute=compute)
        pairs = self.way.pairs(problem, 0)
        gradient = self.way.gradient_of(pairs, matrices, spectrum, rows, level=settings.level)
        none = np.empty((0, 2), dtype=np.int64)
        flips = draw_removals(problem.graph, none, self.given.singles, stream(0, "singles"))
        estimated = -leakage_changes(
            problem.graph, settings.method, matrices, gradient, flips, compute=compute
        )
        drawn = settings.seed, len(problem.pairs.decoys), settings.level
        if drawn not in self.known.singles:
            self.known.singles[drawn] = [
                _leak_after(problem, settings, flips.take(np.array([at])))
                for at in range(len(flips))
            ]
        true = [_fallen(self.way, leak, after) for after in self.known.singles[drawn]]
        return float(spearmanr(estimated, true).statistic)


def _fallen(way: Way, before: Leakage, after: Leakage) -> float:
    """By how much the objective has fallen, in the weights that it had before."""
    if not len(before.decoy_cosines):  # all pairs
        return before.value - after.value
    weights = way.weights(before.link_cosines, before.decoy_cosines)
    links = weights.links @ (before.link_cosines - after.link_cosines)
    return float(links + weights.decoys @ (before.decoy_cosines - after.decoy_cosines))


def _leak_after(problem: Problem, settings: ProtectionSettings, flips: Flips) -> Leakage:
    """What the graph's embedding leaks with the flips made."""
    graph = apply(problem.graph, flips)
    rows = embed(graph, settings.method, settings.n_components, compute=choose())
    if settings.level:
        rows, _ = levelled(rows, compute=choose())
    return leakage(rows, problem.pairs, compute=choose())


if __name__ == "__main__":
    main()
