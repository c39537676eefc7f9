"""What levelling alone does: cosine attack and F1 of rows as they are, and of level rows.

    python benchmarks/level.py PATH/TO/cora [PATH ...] [--methods deepwalk line trained-deepwalk]

No link is flipped. Medians of `--seeds` draws of the private links, with the least and the most.
`closer` is an attacker who makes up for levelling as far as one can who knows no link: it weighs
each direction by how far nearest neighbours agree on it (the 4th power), then takes the cosine.
"""

import argparse
from pathlib import Path

import numpy as np
from scipy.linalg import eigh
from table import Table, add_json

from ppne.attack.axes import rows_on
from ppne.attack.similarity import cosine_attack, neighbourhoods
from ppne.cli.inputs import graph_from, private_from
from ppne.cli.training import TRAINED, training_from
from ppne.compute.backend import choose
from ppne.compute.rng import stream
from ppne.factor.directions import directions
from ppne.factor.methods import METHODS, method_named
from ppne.private.non_links import draw_non_links
from ppne.publish.release import release_rows
from ppne.task.classify import classify

_POWER = 4
"""Of the agreement of neighbours, by which `closer` weighs a direction."""

_KINDS = ("given", "level")


def main() -> None:
    """Read the options; a row for each graph, method and kind of rows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graphs", type=Path, nargs="+")
    parser.add_argument("--methods", nargs="+", choices=(*METHODS, *TRAINED), default=METHODS)
    parser.add_argument("--private", default="sample:0.1")
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--threads", type=int)
    add_json(parser)
    given = parser.parse_args()
    measures = ("cosine", "closer", "f1")
    table = Table(
        {
            "graph": ("graph", "<12"),
            "method": ("method", "<17"),
            "rows": ("rows", "<11"),
            **{name: (name, ">20") for name in measures},
        },
        given.json,
    )
    table.head()
    for path in given.graphs:
        graph, _ = graph_from(path)
        for method in given.methods:
            with choose().steady(given.threads):
                found = [_one_seed(given, graph, method, seed) for seed in range(given.seeds)]
            for kind in _KINDS:
                row: dict[str, object] = {"graph": path.stem, "method": method, "rows": kind}
                for name in measures:
                    values = [one[kind][name] for one in found]
                    low, middle, high = min(values), np.median(values), max(values)
                    row[name] = f"{middle:.3f} [{low:.3f}, {high:.3f}]"
                table.row(row)


def _one_seed(given: argparse.Namespace, graph, method: str, seed: int) -> dict:
    """Measures of each kind of rows."""
    compute = choose()
    links = private_from(given.private, graph, seed)
    fresh = draw_non_links(graph, links, 10 * len(links), stream(seed, "fresh"))
    if method in TRAINED:
        embedder = training_from(method, given.dim, negatives=5, seed=seed)
    else:
        embedder = method_named(method)
    public = graph.without(links)
    rows = release_rows(public, embedder, given.dim, directions=False, compute=compute)
    kinds = {
        "given": rows,
        "level": directions(rows, level=True, compute=compute),
    }
    return {
        kind: {
            "cosine": cosine_attack(some, links, fresh, compute=compute).auc,
            "closer": cosine_attack(_closer(some), links, fresh, compute=compute).auc,
            "f1": classify(some, graph.labels, seed=seed).micro_f1,
        }
        for kind, some in kinds.items()
    }


def _closer(rows: np.ndarray) -> np.ndarray:
    """Unit rows on directions weighed by how far nearest neighbours agree on them."""
    nodes = np.arange(len(rows))
    units = rows_on(rows, np.eye(rows.shape[1]), nodes)
    means = neighbourhoods(units, nodes).means
    agree = units.T @ means
    spread = units.T @ units
    spread[np.diag_indices_from(spread)] += 1e-9 * np.trace(spread)
    values, axes = eigh(agree + agree.T, spread)
    return units @ (axes * np.maximum(values, 0.0) ** (_POWER / 2))


if __name__ == "__main__":
    main()
