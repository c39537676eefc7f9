"""Ranks pairs by cosine; knows no link (the paper's Type I attack)."""

from dataclasses import dataclass

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.privacy.auc import auc
from ppne.privacy.leakage import unit_rows


@dataclass(frozen=True, kw_only=True, slots=True)
class AttackResult:
    """What an attack finds of the links among non-links.

    ``average_precision`` is the paper's measure (it reports one minus it).
    """

    auc: float
    average_precision: float


def cosine_attack(
    embedding: FloatArray, links: IntArray, non_links: IntArray, *, compute: Compute
) -> AttackResult:
    """Result of ranking by cosine; the paper's sigmoid on top changes no rank."""
    units, _ = unit_rows(np.asarray(embedding, dtype=np.float64))
    found = compute.pair_dot(units, units, links)
    among = compute.pair_dot(units, units, non_links)
    return AttackResult(auc=auc(found, among), average_precision=_average_precision(found, among))


def _average_precision(links: FloatArray, non_links: FloatArray) -> float:
    """Mean precision over the recall steps, ties taken together."""
    scores = np.concatenate([links, non_links])
    order = np.argsort(-scores, kind="stable")
    hits = (order < len(links)).cumsum()
    last_of_tie = np.append(np.diff(scores[order]) != 0, True)
    hits = hits[last_of_tie]
    shown = np.flatnonzero(last_of_tie) + 1
    return float((np.diff(hits, prepend=0) * hits / shown).sum() / len(links))
