"""Does protection carry over? Flips chosen on one embedding, another one published.

    python benchmarks/transfer.py PATH/TO/cora [--private sample:0.1] [--seeds 5] [--jobs 2]

Each way protects until the attack on its own embedding is at `--target-auc` (not given: until it is
indistinguishable), or the flips are made; `none` makes none. Then each embedding of the perturbed
graph is attacked and used: `cosine` is the AUC on fresh non-links that no defence saw, `type2` that
of the strongest attacker who knows pairs (`ppne audit --quick`), `f1` of node classification, and
`cost` what of it is lost against `none`. All are medians over the seeds, [least, most].
`propagated` is what an untrained graph network gives: random features, averaged over neighbours
twice.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from table import Table, add_json

from ppne.cli.inputs import graph_from, private_from
from ppne.cli.training import Plan, plan_from
from ppne.compute.backend import choose
from ppne.compute.rng import stream
from ppne.factor.directions import directions
from ppne.factor.methods import Method
from ppne.factor.proximity import normal_adjacency
from ppne.graph.simple import Graph
from ppne.outcome.audit import audit
from ppne.outcome.result import TYPE_II
from ppne.protect.greedy import pose, protect
from ppne.protect.settings import ProtectionSettings
from ppne.publish.release import make_release
from ppne.task.classify import classify
from ppne.train.settings import Training

PROTECT = ("none", "deepwalk-1", "deepwalk-5", "line", "trained-deepwalk", "trained-line")
"""What is in the loop; the number is that of the closed form's negative samples."""

PUBLISH = (*PROTECT[1:], "propagated")
"""What is published."""

MEASURES = ("cosine", "type2", "f1", "cost")


def main() -> None:
    """Read the options; a row for each way to protect and each embedding to publish."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graph", type=Path)
    parser.add_argument("--private", default="sample:0.1")
    parser.add_argument("--protect", nargs="+", choices=PROTECT, default=PROTECT)
    parser.add_argument("--publish", nargs="+", choices=PUBLISH, default=PUBLISH)
    parser.add_argument("--flips", type=float, default=0.3, help="budget, of the public links")
    parser.add_argument("--batches", type=int, default=60, help="that the budget is spent in")
    parser.add_argument("--target-auc", type=float)
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="seeds at a time")
    add_json(parser)
    given = parser.parse_args()
    _, said = graph_from(given.graph)
    print(f"{said}; {given.private}, medians of {given.seeds} [least, most]")
    table = Table(
        {
            "protect": ("protect", "<17"),
            "publish": ("publish", "<17"),
            "flips": ("flips", ">6.0f"),
            "seconds": ("s", ">6.0f"),
            **{name: (name, ">20") for name in MEASURES},
        },
        given.json,
    )
    table.head()
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        jobs = {
            way: [pool.submit(one_seed, given, way, seed) for seed in range(given.seeds)]
            for way in dict.fromkeys(("none", *given.protect))
        }
        first: list[dict] = []
        for way, started in jobs.items():
            found = [job.result() for job in started]
            first = first or found
            if way in given.protect:
                for name in given.publish:
                    table.row(_row(way, name, found, first))


def _row(way: str, name: str, found: list[dict], first: list[dict]) -> dict[str, object]:
    """Medians and ranges of a way and an embedding; every seed's figures go to the JSON."""
    row: dict[str, object] = {"protect": way, "publish": name}
    for key in ("flips", "seconds"):
        row[key] = float(np.median([seed[key] for seed in found]))
    every = [
        {**seed[name], "cost": at_first[name]["f1"] - seed[name]["f1"]}
        for seed, at_first in zip(found, first, strict=True)
    ]
    for key in MEASURES:
        values = [seed[key] for seed in every]
        row[key] = f"{np.median(values):.3f} [{min(values):.3f}, {max(values):.3f}]"
    row["seeds"] = every
    return row


def one_seed(given: argparse.Namespace, way: str, seed: int) -> dict:
    """One way to protect, one seed: its flips, and what each embedding then comes to."""
    compute = choose()
    graph, _ = graph_from(given.graph)
    links = private_from(given.private, graph, seed)
    n_public = graph.without(links).n_links
    budget = 0 if way == "none" else round(given.flips * n_public)
    plan = _plan("line" if way == "none" else way, given.dim)
    settings = ProtectionSettings.from_preset(
        "default",
        method=plan.method,
        training=plan.training,
        n_components=given.dim,
        n_flips=budget,
        target_auc=given.target_auc,
        seed=seed,
        batch_size=max(1, budget // given.batches),
    )
    problem = pose(graph, links, settings)
    with compute.steady(1):
        started = time.monotonic()
        protection = protect(problem, settings, compute=compute)
        told: dict = {"flips": len(protection.flips), "seconds": time.monotonic() - started}
        for name in given.publish:
            rows = _published(
                protection.graph, name, given.dim, directed=way != "none", compute=compute
            )
            told[name] = _measured(rows, graph, links, problem.pairs.decoys, seed)
    return told


def _plan(name: str, dim: int) -> Plan:
    """As the command line plans it."""
    trained = name.startswith("trained-")
    method, _, negatives = name.partition("-")
    return plan_from(
        None if trained else method,
        name if trained else None,
        None,
        dim,
        window=None,
        negatives=5.0 if trained or not negatives else float(negatives),
        walks="auto",
    )


def _published(graph: Graph, name: str, dim: int, *, directed: bool, compute):
    """What would be published: directions where the graph is protected."""
    if name != "propagated":
        published: Method | Training = _plan(name, dim).published
        release = make_release(graph, published, dim, directions=directed, compute=compute)
        return release.embedding
    features = stream(0, "features").standard_normal((graph.n_nodes, dim))
    normal = normal_adjacency(graph)
    for _ in range(2):
        features = features + compute.product(normal, features)
        features /= np.linalg.norm(features, axis=1, keepdims=True)
    if directed:
        features = directions(features, level=True, compute=compute)
    return features.astype(np.float32)


def _measured(rows, graph: Graph, links, decoys, seed: int) -> dict[str, float]:
    ids = graph.node_ids
    found = audit(
        rows,
        graph,
        ids[links],
        decoys=ids[decoys],
        attacks=("similarity", "learned"),
        non_links="fresh",
        utility=False,
        quick=True,
        references=False,
        random_state=seed,
        n_jobs=1,
    )
    knowing = [
        row.rates.strength
        for row in found.attacks
        if row.group == TYPE_II and row.non_links == "fresh"
    ]
    return {
        "cosine": found.row("cosine").rates.auc.value,
        "type2": max(knowing),
        "f1": classify(rows, graph.labels, seed=seed).micro_f1,
    }


if __name__ == "__main__":
    main()
