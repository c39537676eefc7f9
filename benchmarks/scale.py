"""Time of an iteration over the size of the graph, beside one bare product with the same matrix.

    python benchmarks/scale.py [--sizes 1000 10000 100000 1000000] [--methods line] [--json FILE]
    python benchmarks/scale.py --graphs PATH/TO/pubmed PATH/TO/ogbn_arxiv

Random graphs (Erdős–Rényi) of mean degree 10, 1 % of the links private, s = 10,000 candidates, f =
100 flips a batch: the paper's own figure, which ends at three hours an iteration. `cold` is the
first iteration, `warm` the median of the next three, `product` the best of three products of ``Z``
with a block of 128 columns in single precision, and `ratio` is warm over product. Every size runs
in a process of its own; graphs of one's own are timed in place of the random ones. The slope is
that of log time over log n from 10,000 nodes on. Compiling is not counted.
"""

import argparse
import statistics
import sys
import time

import numpy as np
from child import measured, peak_mb, tell
from table import Table, add_json


def main() -> None:
    """Read the options; a row for each method and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[10**3, 10**4, 10**5, 10**6])
    parser.add_argument("--graphs", nargs="+", default=[], help="files or folders to time instead")
    parser.add_argument("--methods", nargs="+", default=["line", "deepwalk"])
    parser.add_argument("--degree", type=float, default=10.0)
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--candidates", type=int, default=10_000)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--warm", type=int, default=3, help="warm iterations to time")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds a row may take")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    add_json(parser)
    given = parser.parse_args()
    if given.one:
        measure(given, *given.one)
        return
    table = Table(
        {
            "method": ("method", "<8"),
            "nodes": ("nodes", ">9,d"),
            "links": ("links", ">9,d"),
            "entries": ("entries of Z", ">13,d"),
            "cold": ("cold s", ">8.2f"),
            "warm": ("warm s", ">8.2f"),
            "product": ("product s", ">9.4f"),
            "ratio": ("ratio", ">7.1f"),
            "peak_mb": ("peak MB", ">8,.0f"),
        },
        given.json,
    )
    table.head()
    for method in given.methods:
        rows = [one_row(given, table, method, str(of)) for of in given.graphs or given.sizes]
        slopes(table, method, [row for row in rows if "warm" in row and row["nodes"] >= 10**4])


def one_row(given: argparse.Namespace, table: Table, method: str, of: str) -> dict[str, object]:
    """Measure one size, or one graph, in a process of its own."""
    told = ["degree", "dim", "candidates", "batch", "warm"]
    options = [word for name in told for word in (f"--{name}", str(getattr(given, name)))]
    command = [sys.executable, __file__, "--one", method, of, *options]
    row = {"method": method, "graph": of, **measured(command, given.limit)}
    table.row(row)
    return row


def slopes(table: Table, method: str, rows: list[dict[str, object]]) -> None:
    """Print how time grows with n."""
    if len(rows) < 2:
        return
    sizes = np.log([row["nodes"] for row in rows])
    found = {
        name: float(np.polyfit(sizes, np.log([row[name] for row in rows]), 1)[0])
        for name in ("cold", "warm", "product")
    }
    words = ", ".join(f"{name} {slope:.2f}" for name, slope in found.items())
    ends = f"{rows[0]['nodes']:,} to {rows[-1]['nodes']:,} nodes"
    print(f"{method}: slope of log time over log n, {ends}: {words}")
    table.write({"method": method, "slopes": found, "nodes": [row["nodes"] for row in rows]})


def measure(given: argparse.Namespace, name: str, of: str) -> None:
    """Time a few iterations and a product, in this process."""
    from ppne.compute.backend import choose
    from ppne.factor.methods import method_named
    from ppne.factor.proximity import proximity

    compute, method = choose(), method_named(name)
    small = argparse.Namespace(**{**vars(given), "dim": min(given.dim, 64), "warm": 1})
    with compute.steady():
        timed(small, method, "500")  # compiles
        graph, times = timed(given, method, of)
        log_above = proximity(graph, method, compute=compute).log_above
        block = np.random.default_rng(0).standard_normal((graph.n_nodes, 128), dtype=np.float32)
        products = []
        for _ in range(4):  # the first compiles
            started = time.perf_counter()
            compute.product(log_above, block)
            products.append(time.perf_counter() - started)
    warm = statistics.median(times[1:])
    tell(
        nodes=graph.n_nodes,
        links=graph.n_links,
        entries=int(log_above.nnz),
        cold=times[0],
        warm=warm,
        product=min(products[1:]),
        ratio=warm / min(products[1:]),
        peak_mb=peak_mb(),
    )


def timed(given: argparse.Namespace, method, of: str):
    """The public graph, and the seconds of its first iterations."""
    from ppne.compute.backend import choose
    from ppne.compute.rng import stream
    from ppne.graph.load import read_graph
    from ppne.graph.synthetic import random_graph
    from ppne.private.choose import share_of_links
    from ppne.protect.greedy import pose, run
    from ppne.protect.settings import ProtectionSettings

    if of.isdigit():
        graph = random_graph(int(of), mean_degree=given.degree)
    else:
        graph, _ = read_graph(of)
    settings = ProtectionSettings.from_preset(
        "default",
        method=method,
        n_flips=given.batch * (given.warm + 1),
        n_components=min(given.dim, graph.n_nodes // 4),
        batch_size=given.batch,
        n_candidates=given.candidates,
        target_auc=0.0,
    )
    problem = pose(graph, share_of_links(graph, 0.01, stream(0, "private")), settings)
    steps = run(problem, settings, compute=choose())
    times = []
    for _ in range(given.warm + 1):
        started = time.perf_counter()
        next(steps)
        times.append(time.perf_counter() - started)
    return problem.graph, times


if __name__ == "__main__":
    main()
