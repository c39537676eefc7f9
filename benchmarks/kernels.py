"""Each kernel beside its plain twin and beside a copy of as many bytes, within one run.

    python benchmarks/kernels.py [--nodes 200000] [--dim 128] [--repeats 3] [--threads T]

`ours` and `twin` are the best of the repeats, the twin being the plain way (`kernel_twins.py`), and
`/twin` is their ratio: below one is a gain. `MB` is what the kernel has to move: what it is given
and gives back, and in place of an array from which rows are gathered, each row as often as it is;
of walkers, 52 bytes (two bounds, a column, what two nodes hold) for each step that there can be; of
shortest paths, the column and the distance of each arc, out and back from each source. `copy` is
the time in which `numpy.copyto` moves as many bytes, half of them read and half written, between
warm arrays on as many threads as the kernel can use, and `/copy` the ratio to it. A kernel above
`NEAR` gets a line below the table on what holds it back, with the time of a plain call that does
just this. `error` is the largest difference from the twin as a share of its largest entry; that of
walkers is their scatter. What has a twin of n x n runs at `kernel_cases.SMALL` nodes in double
precision, all else at ``--nodes`` in single. BLAS runs on one thread a call, as in a run, and the
twins on one throughout. Compiling is not counted.
"""

import argparse
from functools import partial

import kernel_twins as plain
from kernel_cases import Case, every_case
from kernel_yardsticks import Machine, best, error, shape
from numba import get_num_threads
from table import Table, add_json

from ppne.compute import cpu
from ppne.graph.synthetic import block_model

NEAR = 2.0


def measure(case: Case, repeats: int) -> dict[str, object]:
    """A row of the table, with the reason in ``why`` if the kernel is far from a copy."""
    name = case.kernel.__name__
    fast = partial(case.kernel, *case.given, **case.options)
    slow = partial(case.twin or getattr(plain, name), *case.given, **case.options)
    result = fast()
    row = {
        "kernel": name,
        "size": shape(case.given),
        "error": error(result, slow()),
        "bytes": case.n_bytes(result) if case.copied else None,
    }
    del result
    row["ours"], row["twin"] = best(fast, repeats), best(slow, repeats)
    row["to_twin"] = row["ours"] / row["twin"]
    if not case.copied:
        return row
    machine = Machine(min(get_num_threads(), case.most_threads or get_num_threads()))
    row["mb"] = row["bytes"] / 1e6
    row["copy"] = best(machine.copy(row["bytes"]), repeats + 1)
    row["to_copy"] = row["ours"] / row["copy"]
    if row["to_copy"] > NEAR:
        row["why"] = f"{row['to_copy']:.1f} times its copy: {case.why}"
        if call := case.held_back(machine):
            row["held_back"] = best(call[1], repeats + 1)
            row["why"] += f" ({call[0]}: {1e3 * row['held_back']:.2f} ms)"
    return row


def main() -> None:
    """Read the sizes, print the table and what holds back."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=None)
    add_json(parser)
    given = parser.parse_args()
    columns = {
        "kernel": ("kernel", "<18"),
        "size": ("size", ">15"),
        "ours": ("ours s", ">9.5f"),
        "twin": ("twin s", ">9.5f"),
        "to_twin": ("/twin", ">7.3f"),
        "mb": ("MB", ">9,.1f"),
        "copy": ("copy s", ">9.5f"),
        "to_copy": ("/copy", ">7.2f"),
        "error": ("error", ">8.1e"),
    }
    table = Table(columns, given.json)
    graph = block_model(n_nodes=given.nodes)
    with cpu.steady(given.threads):
        print(f"{graph.n_nodes:,} nodes, {graph.n_links:,} links, {get_num_threads()} threads")
        table.head()
        rows = []
        for case in every_case(graph, given.dim):
            rows.append(measure(case, given.repeats))
            table.row(rows[-1])
    for row in rows:
        if "why" in row:
            print(f"{row['kernel']}: {row['why']}")


if __name__ == "__main__":
    main()
