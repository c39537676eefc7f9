"""What one embedding gives away and is good for, as the numbers of a record."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ppne.attack.rates import Rates
from ppne.compute.arrays import FloatArray
from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.outcome.audit import audit
from ppne.outcome.result import KNOWLEDGE, TYPE_I, TYPE_II, AttackRow, Audit
from ppne.private.pairs import PrivatePairs
from ppne.reproduce.job import Job

_PLACES = 5
"""Digits of each number: more would be noise."""

_USES = {
    "f1": ("micro F1", "value"),
    "macro_f1": ("macro F1", "value"),
    "nmi": ("NMI, original's clusters", "value"),
    "nmi_floor": ("NMI, original's clusters", "floor"),
    "nmi_labels": ("NMI, labels", "value"),
    "public_links": ("AUC, held out", "value"),
    "neighbours_kept": ("10 nearest kept", "value"),
    "distance_rank": ("rank correlation", "value"),
    "distance_change": ("median change", "value"),
}
"""Names of the record for measures of the audit."""


def measure(
    rows: FloatArray, original: FloatArray, graph: Graph, pairs: PrivatePairs, job: Job
) -> dict[str, Any]:
    """Measures of an embedding by name; the cosine's are on fresh non-links unless named ``own``.

    Parameters
    ----------
    original
        The embedding before protection.
    graph
        The whole graph, private links and labels included.
    """
    ids = graph.node_ids
    found = audit(
        rows.astype(np.float32),
        graph,
        ids[pairs.links],
        against=original.astype(np.float32),
        decoys=ids[pairs.decoys] if len(pairs.decoys) else None,
        attacks=job.attacks,
        non_links=("fresh", "own"),
        quick=job.quick,
        repeats=job.repeats,
        references=False,  # cells without protection tell of the original
        random_state=job.seed,
        n_jobs=1,
    )
    return {**_privacy(found), **_uses(found)}


def _privacy(found: Audit) -> dict[str, Any]:
    fresh = [row for row in found.attacks if row.non_links == "fresh"]
    told: dict[str, Any] = {}
    cosine = _row(found, "cosine")
    if cosine is not None:
        rates = cosine.rates
        told |= {
            "auc": rates.auc.value,
            "auc_low": rates.auc.low,
            "auc_high": rates.auc.high,
            "ap": rates.average_precision.value,
            "one_minus_ap": rates.privacy.value,
            "one_minus_ap_low": rates.privacy.low,
            "one_minus_ap_high": rates.privacy.high,
            "tpr_1": rates.tpr_at_1_percent.value,
        }
    own = _row(found, "cosine", "own")
    if own is not None:
        told |= {"auc_own": own.rates.auc.value, "one_minus_ap_own": own.rates.privacy.value}
    for name, groups in (
        ("type1", (TYPE_I,)),
        ("type2", (TYPE_II,)),
        ("strongest", (TYPE_I, TYPE_II)),
        ("knowledge", (KNOWLEDGE,)),
    ):
        told |= _strongest(name, [row for row in fresh if row.group in groups])
    told |= _strongest("transfer", [row for row in fresh if row.attack.startswith("transfer")])
    f1 = _paper_f1(fresh)
    told |= {} if f1 is None else {"type2_f1": f1}
    return {name: rounded(value) for name, value in told.items()}


def _row(found: Audit, attack: str, non_links: str = "fresh") -> AttackRow | None:
    try:
        return found.row(attack, non_links)
    except InputError:
        return None


def _strongest(name: str, rows: list[AttackRow]) -> dict[str, Any]:
    """AUC under the attacker's sign, attack, and the largest share found at 1 % of false alarms."""
    if not rows:
        return {}
    best = max(rows, key=lambda row: row.rates.strength)
    return {
        f"{name}_auc": best.rates.strength,
        f"{name}_attack": best.attack,
        f"{name}_tpr_1": max(_found_at_1_percent(row.rates) for row in rows),
    }


def _found_at_1_percent(rates: Rates) -> float:
    return rates.tpr_at_1_percent.value


def _paper_f1(rows: list[AttackRow]) -> float | None:
    """Micro F1 of the authors' attacker, or ``None`` where it was left out."""
    for row in rows:
        if row.group == TYPE_II and "xgboost" in row.attack.lower() and row.rates.micro_f1:
            return row.rates.micro_f1.value
    return None


def _uses(found: Audit) -> dict[str, Any]:
    rows = {row.measure: row for row in found.utility}
    return {
        name: rounded(getattr(rows[measure], part))
        for name, (measure, part) in _USES.items()
        if measure in rows
    }


def rounded(value: Any) -> Any:
    """A number to some digits, ``None`` for one that is none; anything else as it is."""
    if not isinstance(value, float):
        return value
    return round(value, _PLACES) if math.isfinite(value) else None


def rounded_all(row: Mapping[str, Any]) -> dict[str, Any]:
    """As :func:`rounded`, each value of a row."""
    return {name: rounded(float(value)) for name, value in row.items()}
