"""`Plan`: what a figure shows and the jobs behind it, read from TOML and checked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ppne.errors import InputError
from ppne.factor.methods import METHODS
from ppne.outcome.settings import KINDS
from ppne.reproduce.datasets import check_name
from ppne.reproduce.job import NAMES, NONE, Job, takes
from ppne.reproduce.toml_table import Table, read_toml

PLANS = Path(__file__).parent / "plans"
"""The plans that come with the package."""

_PROTECTORS = Path(__file__).parent / "protectors.toml"
"""Protectors that every plan knows by their labels."""

FIGURES = {"tradeoff": "outcome", "convergence": "trace", "scalability": "time"}
"""Kinds of figures, and what their jobs measure."""

PRIVACY = ("one_minus_ap", "type2_privacy", "strongest_privacy")
UTILITY = ("f1_loss", "nmi_loss")
"""What the axes of a trade-off can show; see :mod:`ppne.reproduce.axes`."""

_GREEDY = ("ppne", "util-modify", "priv-modify")
"""Protectors that choose flips batch by batch, to which a panel can give the size of one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Series:
    """A protector as a plan names it."""

    label: str
    protector: str
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Panel:
    """A graph, the curves drawn for it, and their budgets."""

    title: str
    dataset: str
    private: float
    methods: tuple[str, ...]
    series: tuple[Series, ...]
    flips: tuple[int, ...]
    epsilons: tuple[float, ...]
    seeds: int
    repeats: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A figure: its title, the paper's claim, its panels and its axes."""

    name: str
    title: str
    figure: str
    paper: str
    claim: str
    panels: tuple[Panel, ...]
    privacy: tuple[str, ...]
    utility: tuple[str, ...]
    dim: int
    attacks: tuple[str, ...]
    quick: bool

    def jobs(self) -> Iterator[Job]:
        """Every job, seed by seed, so that an unfinished run has all curves of the first ones."""
        for seed in range(max(panel.seeds for panel in self.panels)):
            for panel in self.panels:
                if seed >= panel.seeds:
                    continue
                for method in panel.methods:
                    for series in panel.series:
                        yield from self._of(panel, method, series, seed)

    def with_seeds(self, seeds: int) -> "Plan":
        """The same, every panel under so many seeds."""
        return replace(self, panels=tuple(replace(panel, seeds=seeds) for panel in self.panels))

    def _of(self, panel: Panel, method: str, series: Series, seed: int) -> Iterator[Job]:
        measure = FIGURES[self.figure]
        if series.protector == NONE:
            measure = "outcome"  # it has no steps to trace, and plans share it

        def job(**budget: Any) -> Job:
            return Job(
                dataset=panel.dataset,
                private=panel.private,
                label=series.label,
                protector=series.protector,
                options=series.options,
                method=method,
                dim=self.dim,
                seed=seed,
                measure=measure,
                attacks=self.attacks,
                quick=self.quick,
                repeats=panel.repeats,
                **budget,
            )

        budget = takes(series.protector)
        if budget == "n_flips":
            yield job(flips=panel.flips)
        elif budget == "epsilon":
            yield from (job(epsilon=epsilon) for epsilon in panel.epsilons)
        else:
            yield job()


def plan_names() -> list[str]:
    """Names of the plans that come with the package, in the order of the page."""
    return [path.stem.partition("-")[2] for path in sorted(PLANS.glob("*.toml"))]


def find_plan(word: str) -> Path:
    """The file of a plan that is named, or given as a file.

    Raises
    ------
    InputError
        If there is none.
    """
    for path in PLANS.glob("*.toml"):
        if path.stem.partition("-")[2] == word:
            return path
    if word.endswith(".toml"):
        return Path(word)
    raise InputError(
        f"no plan {word!r}; choose out of {', '.join(plan_names())}, or give a .toml file"
    )


def read_plan(path: Path, *, quick: bool = False) -> Plan:
    """The plan in a file; with ``quick``, under what its table ``[quick]`` puts in place.

    Raises
    ------
    InputError
        With the file and the key, if one is unknown, missing or has a value that cannot be.
    """
    content = read_toml(path)
    short = content.pop("quick", {})
    if not isinstance(short, dict):
        raise InputError(f"{path}: quick must be a table")
    top = Table(path, "", {**content, **(short if quick else {})})
    shared = Table(_PROTECTORS, "", read_toml(_PROTECTORS))
    series = {one.label: one for one in (*_series(shared), *_series(top))}
    seeds = top.count("seeds", 5)
    name = path.stem.partition("-")[2] if path.parent == PLANS else path.stem
    plan = Plan(
        name=name,
        title=top.text("title"),
        figure=top.word("figure", tuple(FIGURES)),
        paper=top.text("paper"),
        claim=top.text("claim"),
        privacy=top.words("privacy", PRIVACY, ("one_minus_ap",)),
        utility=top.words("utility", UTILITY, ("f1_loss",)),
        dim=top.count("dim", 128),
        attacks=top.words("attacks", KINDS, ("similarity", "learned")),
        quick=top.flag("audit_quick", True),
        panels=tuple(_panel(table, seeds, series) for table in top.tables("panel")),
    )
    top.close()
    _check(plan, path)
    return plan


def _check(plan: Plan, path: Path) -> None:
    """Raise unless every job of the first seed has settings that can be."""
    for job in plan.with_seeds(1).jobs():
        try:
            job.settings()
        except InputError as error:
            raise InputError(f"{path}: protector {job.label!r}: {error}") from error


def _series(table: Table) -> Iterator[Series]:
    """Protectors that a table lists; none if it has no such list."""
    for one in table.tables("protector") if table.has("protector") else ():
        yield Series(
            label=one.text("label"),
            protector=one.word("name", NAMES),
            options=tuple(sorted(one.table("options").items())),
        )
        one.close()


def _in_batches(one: Series, batch: int) -> Series:
    """The series with this size of a batch (0: its own), if it chooses in batches."""
    if not batch or one.protector not in _GREEDY:
        return one
    return replace(one, options=tuple(sorted((dict(one.options) | {"batch_size": batch}).items())))


def _panel(table: Table, seeds: int, series: Mapping[str, Series]) -> Panel:
    chosen = table.words("protectors", tuple(series), None)
    batch = table.count("batch", 0)
    panel = Panel(
        title=table.text("title", ""),
        dataset=table.text("dataset"),
        private=table.share("private"),
        methods=table.words("methods", METHODS, METHODS),
        series=tuple(_in_batches(series[label], batch) for label in chosen),
        flips=table.rising("flips"),
        epsilons=table.numbers("epsilons"),
        seeds=table.count("seeds", seeds),
        repeats=table.count("repeats", 10),
    )
    table.close()
    with table.at("dataset"):
        check_name(panel.dataset)
    for one in panel.series:
        needed = {"n_flips": panel.flips, "epsilon": panel.epsilons}.get(
            takes(one.protector) or "", (1,)
        )
        if not needed:
            budget = "flips" if takes(one.protector) == "n_flips" else "epsilons"
            raise table.error(budget, f"must be given for the protector {one.label!r}")
    return panel
