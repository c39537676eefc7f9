"""Privacy and utility along one greedy path: attack, learned attack, F1, time and peak memory.

    python benchmarks/curve.py PATH/TO/cora --method deepwalk --flips 1000 --batch 10 --every 200

Every row embeds the perturbed graph anew and attacks it with non-links that the defender never saw.
"""

import argparse
import resource
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedShuffleSplit

from ppne.attack.similarity import cosine_attack
from ppne.cli.inputs import graph_from, private_from, settings_from
from ppne.compute.backend import choose
from ppne.compute.rng import stream
from ppne.factor.methods import method_named
from ppne.graph.flips import apply
from ppne.privacy.leakage import unit_rows
from ppne.private.non_links import draw_non_links
from ppne.protect.greedy import pose, run
from ppne.publish.release import release_rows
from ppne.task.classify import classify


def hadamard_attack(rows, links, non_links):
    """AUC of logistic regression on Hadamard products, 70 % of pairs known; best C, 5 splits."""
    units, _ = unit_rows(rows)
    pairs = np.concatenate([links, non_links])
    features = units[pairs[:, 0]] * units[pairs[:, 1]]
    truth = np.repeat([1, 0], [len(links), len(non_links)])
    best = 0.0
    for strength in (1.0, 10.0, 100.0):
        scores = []
        for train, test in StratifiedShuffleSplit(5, test_size=0.3, random_state=0).split(
            features, truth
        ):
            model = LogisticRegression(C=strength, max_iter=1000).fit(features[train], truth[train])
            scores.append(roc_auc_score(truth[test], model.decision_function(features[test])))
        best = max(best, float(np.mean(scores)))
    return best


def flips_to(auc, seen):
    """Flips after which the attack first is at an AUC, between rows on a straight line; or nan."""
    for (before, above), (after, below) in pairwise(seen):
        if above > auc >= below:
            return before + (after - before) * (above - auc) / (above - below)
    return np.nan


def main():
    """Run one path and print its curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graph")
    parser.add_argument("--largest-component", action="store_true")
    parser.add_argument("--private", default="sample:0.1")
    parser.add_argument("--method", default="deepwalk")
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--candidates", type=int)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--every", type=int, default=200)
    parser.add_argument("--reach", type=float, help="say after how many flips AUC-fresh is there")
    parser.add_argument("--preset", default="default")
    parser.add_argument("--balance")
    parser.add_argument("--until")
    parser.add_argument("--target-auc", type=float)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int)
    given = parser.parse_args()

    compute = choose()
    graph, said = graph_from(Path(given.graph), largest=given.largest_component)
    links = private_from(given.private, graph, given.seed)
    method = method_named(given.method)
    settings = settings_from(
        method,
        given.preset,
        given.flips,
        n_components=given.dim,
        batch_size=given.batch,
        n_candidates=given.candidates,
        n_iterations=given.iterations,
        balance=given.balance,
        until=given.until,
        target_auc=given.target_auc,
        seed=given.seed,
    )
    problem = pose(graph, links, settings)
    taken = np.concatenate([problem.forbidden, problem.watched])
    fresh = draw_non_links(graph, taken, 10 * len(links), stream(given.seed, "fresh"))
    print(
        said, f"{len(links)} private, {given.method}, {given.preset}, seed {given.seed}", sep="; "
    )
    print("flips  adds  AUC-own  AUC-fresh   1-AP  Hadamard  microF1  F1-cost  seconds  peak-MB")
    first = None
    spent = 0.0
    seen = []

    def row(state):
        nonlocal first
        rows = release_rows(
            apply(problem.graph, state.flips),
            method,
            given.dim,
            directions=settings.directions and len(state.flips) > 0,
            compute=compute,
        )
        attack = cosine_attack(rows, links, fresh, compute=compute)
        equal = cosine_attack(rows, links, fresh[: len(links)], compute=compute)
        own = cosine_attack(rows, links, problem.pairs.decoys, compute=compute)
        learned = hadamard_attack(rows, links, fresh[: len(links)])
        f1 = classify(rows, graph.labels, seed=0).micro_f1 if graph.labels is not None else np.nan
        first = f1 if first is None else first
        seen.append((len(state.flips), attack.auc))
        adds = int((state.flips.signs > 0).sum())
        print(
            f"{len(state.flips):5d} {adds:5d}  {own.auc:7.3f}  {attack.auc:9.3f}  "
            f"{1 - equal.average_precision:5.3f}  {learned:8.3f}  {f1:7.4f}  {first - f1:7.4f}  "
            f"{spent:7.1f}  {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:7.0f}",
            flush=True,
        )

    with compute.steady(given.threads):
        due = 0
        started = time.perf_counter()
        for state in run(problem, settings, compute=compute):
            spent += time.perf_counter() - started
            if not due:
                row(type(state)(flips=state.flips.take(np.arange(0))))
                due = given.every
            if len(state.flips) >= due or state.stopped:
                row(state)
                due = len(state.flips) // given.every * given.every + given.every
            started = time.perf_counter()
    print(f"{state.stopped}; {len(state.history) - 1} batches in {spent:.1f} s")
    if given.reach is not None:
        print(f"AUC-fresh of {given.reach:g} after {flips_to(given.reach, seen):.0f} flips")


if __name__ == "__main__":
    main()
