"""`ppne demo`: protects a network made on the spot and shows what that bought."""

import json
import shutil
from functools import partial
from pathlib import Path

import numpy as np

from ppne.cli.console import Reporter
from ppne.cli.inputs import check_seed, private_from, settings_from
from ppne.cli.partial import check_free
from ppne.cli.protect import protect
from ppne.cli.whole_file import write_whole
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model
from ppne.outcome.audit import audit
from ppne.report.audit_page import audit_page

_MADE = {"release", "confidential", "summary.json", "report.html"}
"""What a demo leaves; a folder that holds anything else is not replaced."""

_BATCHES, _ENOUGH = 60, 0.55
"""Fewer batches than by default, and an end before chance: a demo is to be quick."""


def demo(out: Path, *, seed: int, overwrite: bool, reporter: Reporter, compute: Compute) -> None:
    """Protect a labelled block model, 10 % of its links private; what that bought as a page."""
    check_seed(seed)
    if overwrite and out.is_dir() and {path.name for path in out.iterdir()} <= _MADE:
        shutil.rmtree(out)
    check_free(out)
    graph = block_model(n_nodes=2000, seed=seed)
    links = private_from("sample:0.1", graph, seed)
    reporter.say(
        f"a block model of {graph.n_nodes:,} nodes and {graph.n_links:,} links, "
        f"{len(links):,} of them private"
    )
    budget = (graph.n_links - len(links)) // 5
    settings = settings_from(
        method_named("deepwalk"),
        "default",
        budget,
        batch_size=budget // _BATCHES,
        target_auc=_ENOUGH,
        seed=seed,
    )
    summary = protect(
        graph,
        links,
        settings,
        out,
        published=settings.method,
        restart=True,
        reporter=reporter,
        compute=compute,
    )
    (out / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
    reporter.say(f"protection took {summary['seconds']} s; now the attacks, before and after")
    original = embed(graph.without(links), settings.method, settings.n_components, compute=compute)
    page = _report(graph, links, out / "release", original.astype(np.float32), seed)
    write_whole(out / "report.html", page)
    reporter.say(f"read {out}/report.html in a browser; all results are in {out}/")


def _report(graph: Graph, links: IntArray, release: Path, original: FloatArray, seed: int) -> str:
    """The page on the release and on the embedding that would have been published without."""
    look = partial(audit, graph=graph, private_links=graph.node_ids[links], quick=True)
    before = look(original, utility=False, random_state=seed)
    after = look(release, against=original, random_state=seed)
    return audit_page(after, before=before, name="the demo's release")
