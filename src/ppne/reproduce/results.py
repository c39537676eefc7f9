"""`RESULTS.md`, from records alone: claims met or not, exceptions, what the paper leaves out."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ppne.reproduce.beaten import standing
from ppne.reproduce.cell import WARM
from ppne.reproduce.claims import CLAIMS, Claim
from ppne.reproduce.curves import Book
from ppne.reproduce.job import NONE, Job
from ppne.reproduce.judges import OURS, Finding
from ppne.reproduce.labels import budget_text
from ppne.reproduce.legend import METHODS
from ppne.reproduce.plan import Plan
from ppne.reproduce.records import Record

_SHOWN = (
    ("cosine AUC", "auc"),
    ("own decoys", "auc_own"),
    ("1 − AP", "one_minus_ap"),
    ("TPR at 1 %", "tpr_1"),
    ("strongest Type II", "type2_auc"),
    ("strongest", "strongest_auc"),
    ("its TPR at 1 %", "strongest_tpr_1"),
    ("transfer", "transfer_auc"),
    ("F1", "f1"),
    ("NMI", "nmi"),
    ("NMI floor", "nmi_floor"),
)
"""Columns of the tables, and the measures in them."""


def judged(book: Book, plans: Sequence[Plan]) -> list[tuple[Claim, Finding]]:
    """Each claim whose plan is among these, and ours."""
    named = {plan.name: plan for plan in plans}
    return [
        (claim, claim.found(book, named[claim.plan])) for claim in CLAIMS if claim.plan in named
    ]


def results_text(book: Book, plans: Sequence[Plan], command: str) -> str:
    """All of it as Markdown."""
    parts = [
        "# What the paper claims, and what we find",
        f"Written by `{command}` from {_counted(book, plans)}; nothing here is typed in by hand. "
        "Numbers are medians over seeds. 1 − AP is of the paper's cosine attack against non-links "
        "that the defender did not see; the paper shows it against the defender's own decoys.",
        *_claims(judged(book, plans)),
        *_exceptions(book, plans),
        *_tables(book, plans),
        *_made_with(book, plans),
    ]
    return "\n\n".join(parts) + "\n"


def _records(book: Book, plans: Sequence[Plan]) -> list[Record]:
    """Those that the plans ask for, each once."""
    every = {record.key: record for plan in plans for _, _, record in book.of(plan)}
    return list(every.values())


def _counted(book: Book, plans: Sequence[Plan]) -> str:
    records = _records(book, plans)
    wanted = {job.key(budget) for plan in plans for job in plan.jobs() for budget in job.budgets}
    if len(records) == len(wanted):
        return f"{len(records):,} records"
    return f"{len(records):,} records of {len(wanted):,}: the run is not finished"


def _claims(found: Iterable[tuple[Claim, Finding]]) -> Iterator[str]:
    yield "## The paper's claims"
    rows = [
        [claim.where, claim.paper, finding.ours, f"**{finding.verdict}**"]
        for claim, finding in found
    ]
    yield _table(["where", "the paper", "ours", ""], rows) if rows else "No plan holds a claim."


def _exceptions(book: Book, plans: Sequence[Plan]) -> Iterator[str]:
    """Where PPNE's default is not above every other protector."""
    found = standing(book, list(plans))
    yield "## PPNE's default against every other protector, at each utility loss"
    if not found.n_compared:
        yield "No records to compare."
        return
    n_kept = found.n_compared - len(found.exceptions)
    yield (
        f"Of {found.n_compared} comparisons (protector, graph, embedding, attack and use) PPNE is "
        f"above at every utility loss that it reaches in {n_kept}."
    )
    if not found.exceptions:
        return
    yield (
        "The others, each at the loss where the other protector leads most. Vector edit is tuned "
        "to the very attack that 1 − AP measures; *strongest* below tells what is left of it."
    )
    rows = [
        [one.where, one.label, f"{one.loss:.3f}", f"{one.theirs:.3f}", f"{one.ours:.3f}"]
        for one in found.exceptions
    ]
    yield _table(["where", "protector", "utility loss", "its privacy", "PPNE's"], rows)


def _tables(book: Book, plans: Sequence[Plan]) -> Iterator[str]:
    """What the paper's figures do not show, a table for each graph and embedding."""
    yield "## What the paper does not show"
    yield (
        "AUC of 0.5 is guessing, and one below it tells as much as one above. *Own decoys* is the "
        "cosine attack against the non-links that the defender hid the links among. *Strongest* is "
        "the strongest attack that sees the embedding alone or knows 70 % of the pairs, under the "
        "sign that the attacker would choose; *transfer* learns from public links. *NMI floor* is "
        "what k-means gives where nothing changed."
    )
    for title, rows in _by_graph(book, plans).items():
        yield f"### {title}"
        columns = [name for name, key in _SHOWN if any(_known(some, key) for _, _, some in rows)]
        keys = dict(_SHOWN)
        yield _table(
            ["protector", "budget", *columns],
            [
                [label, budget_text(budget), *(_median(some, keys[name]) for name in columns)]
                for label, budget, some in rows
            ],
        )


_Rows = list[tuple[str, float | None, list[Record]]]


def _by_graph(book: Book, plans: Sequence[Plan]) -> dict[str, _Rows]:
    """Records of all seeds, by graph and embedding, then by protector and budget."""
    found: dict[str, dict[tuple[str, float | None], dict[str, Record]]] = {}
    for plan in plans:
        if plan.figure != "tradeoff":
            continue
        names = {panel.dataset: panel.title.partition(",")[0] for panel in plan.panels}
        for job, budget, record in book.of(plan):
            if job.protector == NONE or _is_main(job):
                title = f"{names[job.dataset]}, {METHODS[job.method]}"
                cells = found.setdefault(title, {})
                cells.setdefault((job.label, budget), {})[record.key] = record
    return {
        title: [(label, budget, list(some.values())) for (label, budget), some in cells.items()]
        for title, cells in found.items()
    }


def _is_main(job: Job) -> bool:
    """Whether it is a protector that every plan knows, not a variation of one parameter."""
    return job.protector != "ppne" or job.label in OURS


def _known(records: Sequence[Record], key: str) -> bool:
    return any(record.found.get(key) is not None for record in records)


def _median(records: Sequence[Record], key: str) -> str:
    values = [record.found[key] for record in records if record.found.get(key) is not None]
    return f"{np.median(values):.3f}" if values else ""


def _made_with(book: Book, plans: Sequence[Plan]) -> Iterator[str]:
    """Versions, seeds, time and memory."""
    records = _records(book, plans)
    if not records:
        return
    yield "## How it was made"
    rows = []
    for plan in plans:
        mine = [record for _, _, record in book.of(plan)]
        if mine:
            seeds = len({record.cell["seed"] for record in mine})
            rows.append(
                [
                    plan.name,
                    f"{len(mine):,}",
                    str(seeds),
                    f"{_hours(mine):.2f}",
                    f"{max(record.peak_mb for record in mine):,.0f}",
                ]
            )
    yield _table(["plan", "records", "seeds", "hours of one core", "peak MB of a process"], rows)
    yield f"Altogether, each cell once: {_hours(records):.2f} hours of one core."
    told = sorted({", ".join(f"{k} {v}" for k, v in one.versions.items()) for one in records})
    yield "Versions: " + "; ".join(told) + "."


def _hours(records: Sequence[Record]) -> float:
    """Work of one core: what a run shares counts once; of a timed cell, its iterations."""
    shared: dict[str, float] = {}
    total = 0.0
    for record in records:
        cell = {**record.cell, "budget": None}
        if record.cell["path"] is None:
            cell["budget"] = record.cell["budget"]
        parts = dict(record.seconds)
        total += parts.pop("measure", 0.0) + record.found.get("first_seconds", 0.0)
        total += WARM * record.found.get("warm_seconds", 0.0)
        shared[str(sorted(cell.items(), key=str))] = sum(parts.values())
    return (total + sum(shared.values())) / 3600


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines
    )
