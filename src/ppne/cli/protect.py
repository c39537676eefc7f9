"""`ppne protect`: a graph and its private links in, a release folder out."""

import json
import time
from pathlib import Path

import numpy as np

from ppne import __version__
from ppne.baseline.choose import BASELINES, AnySettings, protector_named, reads
from ppne.cli.console import Reporter
from ppne.cli.partial import (
    check_free,
    is_done,
    keep_states,
    kept_state,
    partial_of,
    put_in_place,
)
from ppne.cli.training import Plan
from ppne.compute.arrays import IntArray
from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.factor.embedding import said_of_zero_rows
from ppne.factor.methods import Method, settled
from ppne.graph.flips import Flips
from ppne.graph.simple import Graph
from ppne.outcome.measures import Measures, measure_embedding
from ppne.outcome.result import counted
from ppne.protect.checkpoint import fingerprint
from ppne.protect.confidential import write_confidential
from ppne.protect.greedy import finish, pose
from ppne.protect.memory import check_memory
from ppne.protect.result import Problem, Protection, State
from ppne.protect.settings import ProtectionSettings
from ppne.protect.stop import BUDGET_SPENT, ENOUGH_ITERATIONS, INDISTINGUISHABLE, INVERTED
from ppne.publish.release import Release, make_release, write_release
from ppne.train.settings import Training

CONFIDENTIAL = "confidential"
"""Folder of what only the holder may see."""


def protect(
    graph: Graph,
    private_links: IntArray,
    settings: AnySettings,
    out: Path,
    *,
    published: Method | Training,
    protector: str = "ppne",
    restart: bool,
    reporter: Reporter,
    compute: Compute,
) -> dict[str, object]:
    """Protect, publish and keep: everything appears under ``out`` at once, at the end.

    Until then the work is in ``OUT.partial``, from which the same command goes on; a baseline
    keeps none there, and begins anew. ``published`` is how the perturbed graph is embedded.
    """
    problem = pose(graph, private_links, settings)
    needed = check_memory(problem.graph, settings, compute=compute)
    reporter.note(f"about {needed / 1e9:.1f} GB of memory at the most")
    mark = fingerprint(problem, settings, f"{__version__} {published}")
    if not restart and is_done(out, mark, inside=CONFIDENTIAL):
        reporter.say("done already by this very command")
        summary = json.loads((out / CONFIDENTIAL / "summary.json").read_text())
        show(summary, reporter)
        return dict(summary)
    check_free(out)
    with partial_of(out) as partial:
        checkpoint = partial / "checkpoint.npz"
        state = kept_state(checkpoint, mark, restart=restart, reporter=reporter)
        started = time.monotonic()
        if isinstance(settings, ProtectionSettings):
            protection = _loop(problem, settings, state, checkpoint, mark, reporter, compute)
        else:
            reporter.say("")
            protection = protector_named(protector)(problem, settings, compute=compute)
        seconds = time.monotonic() - started
        reporter.say(
            f"{counted(len(protection.flips), 'flip')} in {seconds:.1f} s ({protection.stopped})"
        )
        release = _release(protection, published, settings, compute)
        summary = _measure(graph, problem, protection, release, published, settings, compute)
        with put_in_place(partial, mark, inside=CONFIDENTIAL) as ready:
            write_confidential(
                ready / CONFIDENTIAL,
                problem,
                protection,
                settings,
                summary,
                published=release.method.name,
                protector=protector,
                reads=reads(protector) if protector in BASELINES else None,
            )
            write_release(ready / "release", release, version=__version__)
    show(summary, reporter)
    reporter.say(said_of_zero_rows(release.embedding, protection.graph))
    if _aims_at_chance(settings) and protection.stopped != INDISTINGUISHABLE:
        reporter.say(_warning(protection.stopped, float(str(summary["auc_fresh_after"]))))
    return {**summary, "seconds": round(seconds, 2)}


_WAYS_OUT = {
    BUDGET_SPENT: "allow more flips (--flips)",
    ENOUGH_ITERATIONS: "allow more batches (--iterations)",
    INVERTED: "--objective ranked turns it round",
}
"""What may help a run that ended for this reason; of others, that it looked at more candidates."""


def _warning(stopped: str, auc: float) -> str:
    """That the run ended before private links were as likely as non-links, and the way out."""
    way_out = _WAYS_OUT.get(stopped, "look at more candidates (--candidates) or try another --seed")
    as_much = f", as telling as {1 - auc:.3f}" if auc < 0.5 else ""
    return (
        f"warning: {stopped} before the attack's interval contained chance; its AUC on fresh "
        f"non-links is {auc:.3f}{as_much}; {way_out}"
    )


def _aims_at_chance(settings: AnySettings) -> bool:
    """Whether the run is to go on until private links cannot be told from non-links."""
    return (
        isinstance(settings, ProtectionSettings)
        and settings.until == INDISTINGUISHABLE
        and settings.target_auc is None
    )


def check_publishing(plan: Plan, protector: str, trainings: int | None) -> None:
    """Raise unless the protector, and averaging over trainings, go with what is published."""
    if trainings is not None and plan.training is None:
        raise InputError("--trainings is for what is trained in the loop; drop it or add --publish")
    if isinstance(plan.published, Method):
        return
    if protector == "vector-edit":
        raise InputError("--protector vector-edit edits a closed form's rows; drop --publish")
    if plan.training is not None and protector in BASELINES:
        raise InputError(
            f"--protector {protector} has no embedder in its loop; add --embedder closed"
        )


def _release(
    protection: Protection, published: Method | Training, settings: AnySettings, compute: Compute
) -> Release:
    """The perturbed graph's embedding, or the rows that the protector gave instead of it."""
    graph, rows = protection.graph, protection.embedding
    if rows is None or isinstance(published, Training):
        return make_release(
            graph,
            published,
            settings.n_components,
            directions=settings.directions,
            compute=compute,
        )
    return Release(
        node_ids=graph.node_ids,
        embedding=rows.astype(np.float32),
        method=settled(published, graph.n_nodes),
    )


def _measure(
    graph: Graph,
    problem: Problem,
    protection: Protection,
    release: Release,
    published: Method | Training,
    settings: AnySettings,
    compute: Compute,
) -> dict[str, object]:
    """Before and after."""
    original = make_release(problem.graph, published, settings.n_components, compute=compute)
    before, after = (
        measure_embedding(one.embedding, graph, problem, seed=settings.seed, compute=compute)
        for one in (original, release)
    )
    return summarise(before, after, protection)


def _loop(
    problem: Problem,
    settings: ProtectionSettings,
    start: State | None,
    checkpoint: Path,
    mark: str,
    reporter: Reporter,
    compute: Compute,
) -> Protection:
    state = State(flips=Flips.none()) if start is None else start
    with reporter.flips(settings.n_flips, len(state.flips)) as progress:
        for after in keep_states(
            problem,
            settings,
            state,
            checkpoint,
            mark,
            needed=lambda _: False,
            progress=progress,
            compute=compute,
        ):
            state = after
    return finish(problem, state)


_ROWS = (
    ("attack AUC, own decoys", "auc_own"),
    ("attack AUC, fresh non-links", "auc_fresh"),
    ("attack 1 - AP, fresh non-links", "ap_fresh"),
    ("classification micro F1", "f1"),
)


def summarise(before: Measures, after: Measures, protection: Protection) -> dict[str, object]:
    """Before and after as flat numbers, rounded to what they mean."""
    summary: dict[str, object] = {}
    for _, name in _ROWS:
        for when, measures in (("before", before), ("after", after)):
            value = getattr(measures, name)
            summary[f"{name}_{when}"] = None if value is None else round(value, 4)
    summary["f1_nodes"], summary["f1_labelled"] = after.f1_nodes, after.f1_labelled
    summary["flips"] = len(protection.flips)
    summary["additions"] = int(np.count_nonzero(protection.flips.signs > 0))
    summary["stopped"] = protection.stopped
    return summary


def show(summary: dict[str, object], reporter: Reporter) -> None:
    """The before/after table."""
    rows = []
    for words, name in _ROWS:
        before, after = summary[f"{name}_before"], summary[f"{name}_after"]
        if isinstance(before, float) and isinstance(after, float):
            if name.startswith("ap"):
                before, after = 1.0 - before, 1.0 - after
            if name == "f1" and summary["f1_nodes"] != summary["f1_labelled"]:
                words += f" ({summary['f1_nodes']:,} of {summary['f1_labelled']:,} nodes)"
            rows.append([words, f"{before:.3f}", f"{after:.3f}", f"{after - before:+.3f}"])
    reporter.table(
        counted(int(str(summary["flips"])), "flip"), ["", "before", "after", "change"], rows
    )
