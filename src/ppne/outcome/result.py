"""`Audit`: what an embedding gives away and is still good for; its table, JSON and data frame."""

import dataclasses
import json
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ppne.attack.rates import Estimate, Rates
from ppne.errors import InputError, MissingExtraError
from ppne.outcome.exposure import Exposure

TYPE_I = "no knowledge"
TYPE_II = "known pairs"
KNOWLEDGE = "more knowledge"
WITHOUT = "no embedding"
CONTROL = "control"
_FORMAT = "ppne-audit/1"
_WIDTH = 80


@dataclass(frozen=True, kw_only=True, slots=True)
class AttackRow:
    """One attack on one set of non-links.

    Parameters
    ----------
    group
        What the attacker knows: `TYPE_I`, `TYPE_II`, `KNOWLEDGE`, `WITHOUT`; or `CONTROL`.
    non_links
        ``"fresh"``, ``"own"`` (the defender's decoys), ``"degree-matched"`` or ``"two-hop"``.
    n_links, n_non_links
        How many of each were judged, in one trial.
    """

    group: str
    attack: str
    non_links: str
    n_links: int
    n_non_links: int
    rates: Rates


@dataclass(frozen=True, kw_only=True, slots=True)
class UtilityRow:
    """One measure of what the embedding is good for, and of the original beside it.

    ``spread`` is the standard deviation over the repeats; ``floor`` what the measure gives where
    nothing changed but the seed.
    """

    task: str
    measure: str
    value: float
    spread: float | None = None
    original: float | None = None
    floor: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Audit:
    """The result of an audit. Only ``exposure`` knows the private links; nothing else does.

    Parameters
    ----------
    attacks
        A row for each attack and set of non-links.
    utility
        A row for each measure.
    notes
        What was left out, and why.
    exposure
        How well each private link is hidden; confidential.
    settings
        Attacks, share known, quick or not, seed: with the version, enough to repeat the audit.
    """

    n_nodes: int
    n_components: int
    n_private_links: int
    attacks: tuple[AttackRow, ...] = field(repr=False)
    utility: tuple[UtilityRow, ...] = field(repr=False)
    notes: tuple[str, ...] = field(repr=False)
    exposure: Exposure = field(repr=False)
    settings: Mapping[str, object] = field(repr=False, default_factory=dict)

    @property
    def strongest(self) -> AttackRow:
        """The headline: the attack on fresh non-links that tells most, knowing pairs at most.

        Attackers who hold labels or the public graph are told apart: what they know without the
        embedding is not the embedding's to hide.
        """
        return max(
            (row for row in self.attacks if row.group in (TYPE_I, TYPE_II) and _fresh(row)),
            key=lambda row: row.rates.strength,
        )

    def breaks(self, *, max_auc: float | None = None, max_advantage: float | None = None) -> bool:
        """Whether the strongest attack is beyond a bar; its AUC is under the better sign."""
        rates = self.strongest.rates
        return (max_auc is not None and rates.strength > max_auc) or (
            max_advantage is not None and rates.advantage.value > max_advantage
        )

    def row(self, attack: str, non_links: str = "fresh") -> AttackRow:
        """The row of this attack on this set of non-links."""
        for row in self.attacks:
            if (row.attack, row.non_links) == (attack, non_links):
                return row
        names = sorted({row.attack for row in self.attacks})
        raise InputError(f"no attack {attack!r} on {non_links!r} non-links; there are {names}")

    def to_json(self) -> str:
        """All of it but the exposure, as JSON text."""
        content = {
            "format": _FORMAT,
            "settings": dict(self.settings),
            "n_nodes": self.n_nodes,
            "n_components": self.n_components,
            "n_private_links": self.n_private_links,
            "strongest": _attack_dict(self.strongest),
            "attacks": [_attack_dict(row) for row in self.attacks],
            "utility": [dataclasses.asdict(row) for row in self.utility],
            "notes": list(self.notes),
        }
        return json.dumps(content, indent=2) + "\n"

    def to_frame(self) -> Any:
        """A pandas data frame, a row for each attack and set of non-links."""
        try:
            import pandas
        except ImportError as error:
            raise MissingExtraError(
                "to_frame needs pandas, an extra: pip install 'ppne[audit]'"
            ) from error
        records = []
        for row in self.attacks:
            record: dict[str, object] = {}
            for key, value in _attack_dict(row).items():
                if isinstance(value, dict):
                    record |= {key: value["value"]}
                    record |= {f"{key}_{end}": value[end] for end in ("low", "high")}
                else:
                    record[key] = value
            records.append(record)
        return pandas.DataFrame.from_records(records)

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Title, column names and cells of each table."""
        told = [_attack_table(self)]
        if self.utility:
            told.append(_utility_table(self.utility))
        return told

    def table(self) -> str:
        """Both tables and the notes as plain text, 80 columns wide; also ``str(audit)``."""
        blocks = [_plain_table(*table) for table in self.tables()]
        notes = "\n".join(
            textwrap.fill(f"- {note}", _WIDTH, subsequent_indent="  ") for note in self.notes
        )
        return "\n\n".join([*blocks, *([notes] if notes else [])])

    def __str__(self) -> str:
        return self.table()


def counted(number: int, thing: str) -> str:
    """``1 node``, ``2,000 nodes``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _fresh(row: AttackRow) -> bool:
    return row.non_links == "fresh"


def _attack_dict(row: AttackRow) -> dict[str, Any]:
    rates = row.rates
    told: dict[str, Any] = {
        name: getattr(row, name)
        for name in ("group", "attack", "non_links", "n_links", "n_non_links")
    }
    told["sign"] = rates.sign
    for name in (
        "auc",
        "advantage",
        "average_precision",
        "privacy",
        "tpr_at_1_percent",
        "tpr_at_01_percent",
        "micro_f1",
        "macro_f1",
    ):
        estimate = getattr(rates, name)
        told["one_minus_ap" if name == "privacy" else name] = (
            None if estimate is None else dataclasses.asdict(estimate)
        )
    return told


_SETS = (
    ("own", "own", "decoys"),
    ("degree-matched", "degree", "alike"),
    ("two-hop", "2-hop", "shared neighbour"),
)
"""Sets of non-links besides the fresh ones, the column of each, and what it holds."""


def _attack_table(audit: Audit) -> tuple[str, list[str], list[list[str]]]:
    """Each attack on one line: AUC and interval on fresh non-links, AUC on the other sets."""
    shown = [
        (name, title, what)
        for name, title, what in _SETS
        if any(row.non_links == name for row in audit.attacks)
    ]
    columns = ["attack", "AUC, fresh", "1-AP", "TPR@1%", "@0.1%", *(title for _, title, _ in shown)]
    others = {(row.attack, row.non_links): row.rates.auc.value for row in audit.attacks}
    cells = []
    group = ""
    for row in filter(_fresh, audit.attacks):
        if row.group != group:
            group = row.group
            cells.append([group, *[""] * (len(columns) - 1)])
        mark = "*" if row is audit.strongest else ""
        cells.append(
            [
                f"  {row.attack.removeprefix('control: ')}{mark}",
                with_interval(row.rates.auc),
                f"{row.rates.privacy.value:.3f}",
                f"{row.rates.tpr_at_1_percent.value:.3f}",
                f"{row.rates.tpr_at_01_percent.value:.3f}",
                *(_or_blank(others.get((row.attack, name))) for name, _, _ in shown),
            ]
        )
    strongest = audit.strongest
    title = [
        f"What the embedding gives away of {counted(audit.n_private_links, 'private link')}",
        f"Strongest (*): {strongest.attack}, AUC {strongest.rates.strength:.3f}, "
        f"advantage {with_interval(strongest.rates.advantage)}",
        *_beyond(audit.attacks),
        "AUC: 0.5 is guessing; 1 gives all away, and so does 0 (take the reverse)",
        "TPR@1%: links found where 1 % of non-links are taken for links, too",
    ]
    if shown:
        told = ", ".join(f"{column} ({what})" for _, column, what in shown)
        title.append(f"AUC on other non-links: {told}")
    return "\n".join(title), columns, cells


def _beyond(rows: tuple[AttackRow, ...]) -> list[str]:
    """A line each on the strongest who know more, and who have no embedding, if there are any."""
    lines = []
    for name, group in (("With more knowledge", KNOWLEDGE), ("Without the embedding", WITHOUT)):
        some = [row for row in rows if row.group == group and _fresh(row)]
        if some:
            strongest = max(some, key=lambda row: row.rates.strength)
            lines.append(f"{name}: {strongest.attack}, AUC {strongest.rates.strength:.3f}")
    return lines


def _utility_table(rows: tuple[UtilityRow, ...]) -> tuple[str, list[str], list[list[str]]]:
    """Each measure on one line; a column that no row fills is left out."""
    columns = [
        name
        for name in ("spread", "original", "floor")
        if any(getattr(row, name) is not None for row in rows)
    ]
    cells = [
        [
            f"{row.task}: {row.measure}",
            f"{row.value:.3f}",
            *(_or_blank(getattr(row, name)) for name in columns),
        ]
        for row in rows
    ]
    title = ["What it is good for"]
    if "floor" in columns:
        title.append("floor: what k-means gives where only its seed differs")
    return "\n".join(title), ["measure", "value", *columns], cells


def with_interval(estimate: Estimate) -> str:
    """``0.860 [0.84, 0.88]``."""
    return f"{estimate.value:.3f} [{estimate.low:.2f}, {estimate.high:.2f}]"


def _or_blank(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _plain_table(title: str, columns: list[str], cells: list[list[str]]) -> str:
    lines = [columns, *cells]
    widths = [max(len(line[at]) for line in lines) for at in range(len(columns))]
    told = [
        " ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([title, *told])
