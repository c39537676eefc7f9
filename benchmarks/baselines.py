"""Every protector side by side on one graph: what the attacks of the audit find, and what is left.

    python benchmarks/baselines.py PATH/TO/cora --flips 200 400 800 --epsilon 1 10

The same private links, decoys, fresh non-links and splits for each protector. `strongest` is the
strongest attack of the audit that knows 70 % of the pairs, and `any` the strongest of all that
see only the embedding; NMI is between the clusters before and after, and its floor what k-means
gives where nothing changed.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from ppne.baseline.choose import PROTECTORS, protector_named, reads, settings_for
from ppne.cli.inputs import private_from
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import choose
from ppne.factor.dpne import dpne
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.flips import apply
from ppne.graph.load import read_graph
from ppne.graph.simple import Graph
from ppne.outcome.audit import audit
from ppne.outcome.result import TYPE_II, Audit
from ppne.protect.greedy import pose
from ppne.protect.result import Problem, Protection


def main() -> None:
    """Read the options; a line for each protector and budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--private", default="sample:0.1")
    parser.add_argument("--method", default="deepwalk")
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--flips", type=int, nargs="+", default=[200, 400, 800])
    parser.add_argument("--epsilon", type=float, nargs="+", default=[1.0, 10.0])
    parser.add_argument("--protectors", nargs="+", default=[*PROTECTORS, "dpne"])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="as ppne audit --quick")
    parser.add_argument("--json", type=Path, help="write a line of JSON for each row there")
    given = parser.parse_args()
    graph, _ = read_graph(given.graph)
    links = private_from(given.private, graph, given.seed)
    bench = Bench(given, graph, links)
    print(
        f"{'protector':20} {'budget':>8} {'flips':>6} {'cosine':>6} {'1-AP':>6} {'strongest':>9} "
        f"{'any':>6} {'F1':>6} {'NMI':>6} {'floor':>6} {'s':>6}"
    )
    with choose().steady():
        original = embed(graph.without(links), bench.method, given.dim, compute=choose())
        bench.row("none", "", 0, original, original, 0.0)
        for name in given.protectors:
            if name != "dpne" and "n_flips" in reads(name):
                bench.run_by_flips(name, original)
            elif name == "dpne" or "epsilon" in reads(name):
                for epsilon in given.epsilon:
                    bench.run(name, f"eps {epsilon:g}", {"epsilon": epsilon}, original)
            else:
                bench.run(name, "", {}, original)


class Bench:
    """One graph and its private links, the same for all."""

    def __init__(self, given: argparse.Namespace, graph: Graph, links: IntArray) -> None:
        self.given, self.graph, self.links = given, graph, links
        self.method = method_named(given.method)

    def run(self, name: str, budget: str, options: dict[str, float], original: FloatArray) -> None:
        """Protect once, embed and audit; print a line."""
        given, compute = self.given, choose()
        started = time.perf_counter()
        if name == "dpne":
            public = self.graph.without(self.links)
            rows = dpne(public, self.method, given.dim, seed=given.seed, compute=compute, **options)
            n_flips = 0
        else:
            protection = self.protect(name, options)[1]
            n_flips, rows = len(protection.flips), protection.embedding
            if rows is None:
                rows = embed(protection.graph, self.method, given.dim, compute=compute)
        self.row(name, budget, n_flips, rows, original, time.perf_counter() - started)

    def run_by_flips(self, name: str, original: FloatArray) -> None:
        """Protect under the largest budget; the smaller ones are its first flips."""
        started = time.perf_counter()
        options: dict[str, float] = {"n_flips": max(self.given.flips)}
        if name == "ppne":
            options["target_auc"] = 0.0  # at equal flips: no early stop
        problem, protection = self.protect(name, options)
        seconds = time.perf_counter() - started
        for count in self.given.flips:
            flips = protection.flips.take(np.arange(min(count, len(protection.flips))))
            graph = apply(problem.graph, flips)
            rows = embed(graph, self.method, self.given.dim, compute=choose())
            self.row(name, f"{count}", len(flips), rows, original, seconds)

    def protect(self, name: str, options: dict[str, float]) -> tuple[Problem, Protection]:
        """The problem that all are posed, and what this protector makes of it."""
        settings = settings_for(
            name, method=self.method, n_components=self.given.dim, seed=self.given.seed, **options
        )
        problem = pose(self.graph, self.links, settings)
        return problem, protector_named(name)(problem, settings, compute=choose())

    def row(
        self,
        name: str,
        budget: str,
        n_flips: int,
        rows: FloatArray,
        original: FloatArray,
        seconds: float,
    ) -> None:
        """Audit and print."""
        found = audit(
            rows.astype(np.float32),
            self.graph,
            self.graph.node_ids[self.links],
            against=original.astype(np.float32),
            attacks=("similarity", "learned"),
            quick=self.given.quick,
            random_state=self.given.seed,
        )
        told = figures(found)
        print(
            f"{name:20} {budget:>8} {n_flips:6d} {told['cosine']:6.3f} {told['one_minus_ap']:6.3f} "
            f"{told['strongest']:9.3f} {told['any']:6.3f} {told['f1']:6.3f} {told['nmi']:6.3f} "
            f"{told['floor']:6.3f} {seconds:6.1f}",
            flush=True,
        )
        if self.given.json:
            record = {"protector": name, "budget": budget, "n_flips": n_flips, **told}
            with self.given.json.open("a") as file:
                file.write(json.dumps({**record, "seconds": round(seconds, 2)}) + "\n")


def figures(found: Audit) -> dict[str, float]:
    """The columns of the table."""
    cosine = found.row("cosine").rates
    learned = [row for row in found.attacks if row.group == TYPE_II and row.non_links == "fresh"]
    uses = {row.measure: row for row in found.utility}
    kept = uses["NMI, original's clusters"]
    return {
        "cosine": cosine.auc.value,
        "one_minus_ap": cosine.privacy.value,
        "strongest": max(row.rates.strength for row in learned),
        "any": found.strongest.rates.strength,
        "f1": uses["micro F1"].value if "micro F1" in uses else float("nan"),
        "nmi": kept.value,
        "floor": kept.floor if kept.floor is not None else float("nan"),
    }


if __name__ == "__main__":
    main()
