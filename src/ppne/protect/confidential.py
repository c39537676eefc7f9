"""What the holder keeps: flips, perturbed graph, history, settings, pairs; never published."""

import csv
import dataclasses
import json
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from ppne.compute.arrays import Array, IntArray
from ppne.protect.protector import RunSettings
from ppne.protect.result import Problem, Protection


def write_confidential(
    folder: Path,
    problem: Problem,
    protection: Protection,
    settings: RunSettings,
    summary: dict[str, object],
    *,
    published: str,
    protector: str = "ppne",
    reads: Collection[str] | None = None,
) -> None:
    """Write the holder's files, in the user's node ids, into a folder only the owner can read.

    ================= ====================================================
    file              holds
    ================= ====================================================
    private_links.csv the links that were protected
    decoys.csv        the non-links that they were hidden among
    flips.csv         each flip in the order made, ``+1`` adds, ``-1`` removes
    graph.csv         the links of the perturbed graph
    history.csv       a row a batch: attack and expected gain
    settings.json     the protector, what is published, settings with the seed, why it stopped
    summary.json      before and after
    ================= ====================================================

    Of the settings only those named in ``reads`` are written; all, where it is ``None``.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    ids = problem.graph.node_ids
    quoted = _like_comments(ids)
    for name, pairs in (
        ("private_links.csv", problem.pairs.links),
        ("decoys.csv", problem.pairs.decoys),
        ("graph.csv", protection.graph.links),
    ):
        rows = zip(*_ends(ids, pairs), strict=True)
        _write_csv(folder / name, ("source", "target"), rows, quoted=quoted)
    flips = protection.flips
    signs = [f"{sign:+d}" for sign in flips.signs.tolist()]
    changes = zip(*_ends(ids, flips.pairs), signs, strict=True)
    _write_csv(folder / "flips.csv", ("source", "target", "change"), changes, quoted=quoted)
    steps = [step.as_dict() for step in protection.history]
    _write_csv(folder / "history.csv", list(steps[0]), [list(step.values()) for step in steps])
    every = dataclasses.asdict(settings)
    read = {name: value for name, value in every.items() if reads is None or name in reads}
    said = {"protector": protector, "published": published, **read, "stopped": protection.stopped}
    for name, content in (("settings.json", said), ("summary.json", summary)):
        (folder / name).write_text(json.dumps(content, indent=2) + "\n")


def _ends(ids: Array, pairs: IntArray) -> tuple[list[object], list[object]]:
    """The first and the second end of each pair: two long lists, not a short one a pair."""
    return ids[pairs[:, 0]].tolist(), ids[pairs[:, 1]].tolist()


def _like_comments(ids: Array) -> bool:
    """Whether an id would make a comment of its line, did it stand there without quotes."""
    return ids.dtype.kind == "U" and any(name[:1] in ("#", "%") for name in ids.tolist())


def _write_csv(
    path: Path,
    header: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    quoted: bool = False,
) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        if quoted:
            writer = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
        else:
            writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
