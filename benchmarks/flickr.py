"""`ppne protect` on a graph of Flickr's size: time, peak memory, attack and F1, from one command.

    python benchmarks/flickr.py [--flips 1000000] [--batch 10000] [--json FILE]

The graph is a stand-in, since the real one cannot be passed on: a degree-corrected block model of
Flickr's 1,715,255 nodes, about 15,555,042 links and 5 groups, with a power law of degrees and
triangles; a pair is linked four to five times as likely within a group as across. It is written
to a temporary folder, which the command line reads in a process of its own. 1 % of the links are
private, s = 500,000 candidates, f = 10,000 flips a batch, 100 batches, removals alone: the whole
budget (``--until budget``). Some of the nodes are labelled: with all of them, most of the time
would go to classifying. What stands after ``--`` goes to `ppne protect` as it is.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from child import measured, tell
from table import Table, add_json


def main() -> None:
    """Read the options; generate, protect and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=1_715_255)
    parser.add_argument("--links", type=int, default=15_555_042)
    parser.add_argument("--groups", type=int, default=5)
    parser.add_argument("--mixing", type=float, default=0.4, help="share of links between groups")
    parser.add_argument("--labelled", type=int, default=50_000, help="nodes with a label")
    parser.add_argument("--private", default="sample:0.01")
    parser.add_argument("--flips", type=int, default=1_000_000)
    parser.add_argument("--batch", type=int, default=10_000)
    parser.add_argument("--candidates", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--generate", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("more", nargs="*", metavar="OPTIONS", help="for ppne protect, after --")
    add_json(parser)
    given = parser.parse_args()
    if given.generate:
        generate(given, given.generate)
        return
    with tempfile.TemporaryDirectory() as folder:
        run(given, Path(folder))


def run(given: argparse.Namespace, folder: Path) -> None:
    """Make the graph, protect it, print the table."""
    table = Table({"what": ("", "<34"), "value": ("", ">22")}, given.json)
    told = ("nodes", "links", "groups", "mixing", "labelled", "seed")
    options = [word for name in told for word in (f"--{name}", str(getattr(given, name)))]
    made = measured([sys.executable, __file__, "--generate", str(folder), *options], 3600)
    if "links" not in made:
        sys.exit(f"no graph was made: {made['note']}")
    command = [sys.executable, "-m", "ppne", "protect", str(folder), "--method", "line"]
    for name in ("private", "flips", "batch", "candidates", "seed"):
        command += [f"--{name}", str(getattr(given, name))]
    command += ["--until", "budget", "--balance", "removals"]
    command += ["--out", str(folder / "out"), *given.more]
    print(" ".join(command[2:]).replace(str(folder), "FOLDER"))
    spent = protect(command)
    summary = json.loads((folder / "out" / "confidential" / "summary.json").read_text())
    n_batches = max(-(-summary["flips"] // given.batch), 1)
    flipping = spent["flipping"]
    for what, value in (
        ("nodes", f"{made['nodes']:,}"),
        ("links", f"{made['links']:,}"),
        ("largest degree", f"{made['largest']:,}"),
        ("links within a group", f"{made['within']:.1%}"),
        ("graph made in", f"{made['making']:.1f} s"),
        ("flips", f"{summary['flips']:,}"),
        ("why it stopped", summary["stopped"]),
        ("whole command", f"{spent['seconds']:,.0f} s"),
        ("flips alone", "-" if flipping is None else f"{flipping:,.0f} s"),
        ("a batch", "-" if flipping is None else f"{flipping / n_batches:.1f} s"),
        ("peak memory", f"{spent['peak_mb']:,.0f} MB"),
        ("attack AUC, fresh non-links", change(summary, "auc_fresh")),
        ("attack AUC, own decoys", change(summary, "auc_own")),
        ("classification micro F1", change(summary, "f1")),
    ):
        table.row({"what": what, "value": value})
    del given.json, given.generate
    table.write({**vars(given), **made, **spent, **summary})


def change(summary: dict[str, float], name: str) -> str:
    """Before and after, in words."""
    before, after = summary[f"{name}_before"], summary[f"{name}_after"]
    return "-" if before is None else f"{before:.3f} -> {after:.3f}"


def protect(command: list[str]) -> dict[str, float | None]:
    """Run the command; its seconds, those that went to flips, and its peak memory."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    flipping = None  # told on standard error, unless --quiet
    for line in process.stderr:
        sys.stderr.write(line)
        if found := re.search(r"flips? in ([\d.]+) s", line):
            flipping = float(found[1])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"ppne protect ended with status {process.returncode}")
    peak = used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return {"seconds": time.perf_counter() - started, "flipping": flipping, "peak_mb": peak}


def generate(given: argparse.Namespace, folder: Path) -> None:
    """Write the links and labels of the stand-in, in this process."""
    from ppne.graph.synthetic import block_model

    started = time.perf_counter()
    graph = block_model(
        n_nodes=given.nodes,
        n_groups=given.groups,
        mean_degree=2 * given.links / given.nodes,
        mixing=given.mixing,
        seed=given.seed,
    )
    making = time.perf_counter() - started
    rng = np.random.default_rng(given.seed)
    hidden = rng.permutation(given.nodes)[given.labelled :]
    labels = np.array(graph.labels)
    within = float((labels[graph.links[:, 0]] == labels[graph.links[:, 1]]).mean())
    labels[hidden] = -1
    np.save(folder / "edges.npy", graph.links)
    np.save(folder / "labels.npy", labels)
    tell(
        nodes=graph.n_nodes,
        links=graph.n_links,
        largest=int(graph.degrees.max()),
        within=within,
        making=making,
    )


if __name__ == "__main__":
    main()
