"""DeepWalk from walkers beside the exact one: seconds, entries kept, F1, order of the gains.

    python benchmarks/walks.py PATH/TO/cora --walks auto 100 400

The first row is exact throughout. The last column is the rank correlation of its gains of removals
with those of each other row, the embedding, the gradient and the gains all made anew.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from ppne.candidate.sample import draw_removals
from ppne.cli.inputs import graph_from, method_from, private_from
from ppne.compute.backend import choose
from ppne.compute.rng import stream
from ppne.factor.embedding import scaled_rows
from ppne.factor.proximity import proximity
from ppne.graph.flips import Flips
from ppne.privacy.flip_change import leakage_changes
from ppne.privacy.gradient import kkt_gradient
from ppne.privacy.leakage import leakage, similarity_slope
from ppne.privacy.objective import ranked_weights
from ppne.protect.greedy import pose
from ppne.protect.measure import tracked_spectrum
from ppne.protect.result import State
from ppne.protect.settings import ProtectionSettings
from ppne.task.classify import classify


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graph")
    parser.add_argument("--private", default="sample:0.1")
    parser.add_argument("--walks", nargs="+", default=["auto", "100", "400"])
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--candidates", type=int, default=10_000)
    given = parser.parse_args()
    compute = choose()
    graph, said = graph_from(Path(given.graph))
    links = private_from(given.private, graph, 0)
    print(said)
    print(f"{'walks':>8} {'proximity s':>12} {'gains s':>8} {'kept':>10} {'F1':>7} {'order':>6}")
    exact = None
    with compute.steady():
        for word in ("exact", *given.walks):
            settings = ProtectionSettings(
                method=method_from("deepwalk", None, 5.0, word),
                n_components=given.dim,
                n_flips=1,
                batch_size=1,
            )
            problem = pose(graph, links, settings)
            removals = draw_removals(
                problem.graph, problem.forbidden, given.candidates, stream(0, "removals")
            )
            started = time.perf_counter()
            matrices = proximity(problem.graph, settings.method, compute=compute)
            built = time.perf_counter() - started
            start = State(flips=Flips.none())
            spectrum, _ = tracked_spectrum(matrices, settings, start, compute=compute)
            rows = scaled_rows(spectrum, compute=compute)
            leak = leakage(rows, problem.pairs, compute=compute)
            weights = ranked_weights(leak.link_cosines, leak.decoy_cosines)
            slope = similarity_slope(rows, problem.pairs, weights, compute=compute)
            row_slope = slope.times(rows, scale=2.0, compute=compute)
            gradient = kkt_gradient(spectrum, row_slope, compute=compute)
            started = time.perf_counter()
            gains = -leakage_changes(
                problem.graph, settings.method, matrices, gradient, removals, compute=compute
            )
            scored = time.perf_counter() - started
            exact = gains if exact is None else exact
            f1 = float("nan")
            if graph.labels is not None:
                f1 = classify(rows, graph.labels, seed=0, n_repeats=5).micro_f1
            print(
                f"{word:>8} {built:12.1f} {scored:8.1f} {matrices.log_above.nnz:10,} {f1:7.4f} "
                f"{np.round(spearmanr(exact, gains).statistic, 3):6.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
