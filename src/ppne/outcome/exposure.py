"""`Exposure` of each private link: its rank among fresh non-links; confidential."""

import csv
import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ppne.attack.rates import Trial
from ppne.compute.arrays import Array, FloatArray
from ppne.errors import InputError
from ppne.privacy.auc import share_below


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Exposure:
    """For each private link and attack, the share of fresh non-links that look less like a link.

    0.5 is well hidden; near 1 the link stands out. NaN where the attack did not judge the link.

    Parameters
    ----------
    node_ids
        Ids of the two ends of each link, ``(n_links, 2)``.
    ranks
        A column for each attack, ``(n_links, n_attacks)``.
    """

    node_ids: Array = field(repr=False)
    attacks: tuple[str, ...]
    ranks: FloatArray = field(repr=False)

    def write(self, path: Path) -> None:
        """Write a CSV, the most exposed link first, that only the owner can read."""
        if path.is_dir() or not path.parent.is_dir():
            raise InputError(f"{path}: cannot be written; name a file in a folder that is there")
        worst = np.argsort(-np.nan_to_num(self.ranks, nan=-1.0).max(axis=1), kind="stable")
        temporary = path.with_name(f".{path.name}.tmp")
        temporary.unlink(missing_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["source", "target", *self.attacks])
            for at in worst:
                told = ["" if np.isnan(rank) else f"{rank:.4f}" for rank in self.ranks[at]]
                writer.writerow([*self.node_ids[at].tolist(), *told])
        temporary.replace(path)


def ranks_of(trials: list[Trial], n_links: int) -> FloatArray:
    """Each link's mean rank among the non-links of the trials that judged it."""
    total, count = np.zeros(n_links), np.zeros(n_links)
    for trial in trials:
        total[trial.links] += share_below(trial.link_scores, trial.non_link_scores)
        count[trial.links] += 1
    ranks: FloatArray = np.divide(total, count, out=np.full(n_links, np.nan), where=count > 0)
    return ranks
