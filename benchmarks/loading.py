"""Time and peak memory of reading a graph of many links, beside merely reading its bytes.

``python benchmarks/loading.py [--links 15000000] [--nodes 1700000] [--json FILE]``

A random graph is written to a temporary folder as text (with commas and with spaces), as Parquet
(integers and strings, where pyarrow is installed) and by ``scipy.sparse.save_npz``; each file is
then read in a process of its own, whose peak memory is what Linux reports. The seconds are
those of `read_graph`, without the imports; a first reading, of a small file, compiles the loops.
The ratio is to the time of reading the file's bytes alone, which the system then has in memory.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from scipy import sparse

_READ = """
import json, re, sys, time
from pathlib import Path
from ppne.graph.load import read_graph
read_graph(sys.argv[2])
started = time.perf_counter()
graph, _ = read_graph(sys.argv[1])
seconds = time.perf_counter() - started
peak = re.search(r"VmHWM:\\s+([0-9]+) kB", Path("/proc/self/status").read_text())
print(json.dumps({"links": graph.n_links, "seconds": seconds, "peak": 1024 * int(peak[1])}))
"""


def write(folder: Path, links: np.ndarray, n_nodes: int) -> list[Path]:
    """The links in each form, the same ones in all."""
    paths = [folder / "commas.csv", folder / "spaces.txt", folder / "matrix.npz"]
    for path, separator in zip(paths, (",", " "), strict=False):
        with path.open("w") as file:
            for part in np.array_split(links, max(1, len(links) // 500_000)):
                left, right = part.T.tolist()
                lines = map(f"%d{separator}%d\n".__mod__, zip(left, right, strict=True))
                file.writelines(lines)
    ones = np.ones(2 * len(links))
    ends = np.concatenate([links, links[:, ::-1]])
    matrix = sparse.coo_array((ones, (ends[:, 0], ends[:, 1])), shape=(n_nodes, n_nodes)).tocsr()
    sparse.save_npz(paths[2], matrix)
    if importlib.util.find_spec("pyarrow") is not None:
        import pyarrow
        from pyarrow import parquet

        table = pyarrow.table({"source": links[:, 0], "target": links[:, 1]})
        paths += [folder / "integers.parquet", folder / "strings.parquet"]
        parquet.write_table(table, paths[3])
        names = pyarrow.array([f"user{node}" for node in range(n_nodes)])
        table = pyarrow.table([names.take(column) for column in table.columns], table.column_names)
        parquet.write_table(table, paths[4])
    return paths


def distinct_links(n_links: int, n_nodes: int) -> np.ndarray:
    """So many different links, in any order and direction."""
    rng = np.random.default_rng(0)
    keys = np.empty(0, dtype=np.int64)
    while len(keys) < n_links:
        ends = np.sort(rng.integers(n_nodes, size=(n_links - len(keys) + 1000, 2)), axis=1)
        ends = ends[ends[:, 0] < ends[:, 1]]
        keys = np.sort(np.concatenate([keys, ends[:, 0] * n_nodes + ends[:, 1]]))
        keys = keys[np.append(True, keys[1:] != keys[:-1])]
    links = np.column_stack(np.divmod(rng.permutation(keys)[:n_links], n_nodes))
    return np.where(rng.random((n_links, 1)) < 0.5, links, links[:, ::-1])


def measure(path: Path, small: Path) -> dict[str, float]:
    """What reading the file took, in a process of its own, and reading its bytes in this one."""
    path.read_bytes()
    started = time.perf_counter()
    size = len(path.read_bytes())
    reading = time.perf_counter() - started
    command = [sys.executable, "-c", _READ, str(path), str(small)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return {"file": path.name, "bytes": size, "reading": reading, **json.loads(done.stdout)}


def main() -> None:
    """Read the options, measure in a temporary folder, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--links", type=int, default=15_000_000)
    parser.add_argument("--nodes", type=int, default=1_700_000)
    parser.add_argument("--json", type=Path, default=None)
    given = parser.parse_args()
    rows = []
    print(f"{given.links:,} links, {given.nodes:,} nodes")
    print(f"{'file':18} {'MB':>6} {'seconds':>8} {'MB/s':>6} {'ratio':>6} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as name:
        folder, small = Path(name), Path(name) / "small"
        small.mkdir()
        tiny = write(small, distinct_links(1000, 200), 200)
        paths = write(folder, distinct_links(given.links, given.nodes), given.nodes)
        for path, other in zip(paths, tiny, strict=True):
            row = measure(path, other)
            if row["links"] != given.links:
                raise SystemExit(f"{path.name}: {row['links']} links were read")
            megabytes = row["bytes"] / 2**20
            print(
                f"{row['file']:18} {megabytes:6.0f} {row['seconds']:8.2f} "
                f"{megabytes / row['seconds']:6.0f} {row['seconds'] / row['reading']:6.0f} "
                f"{row['peak'] / 2**20:8.0f}",
                flush=True,
            )
            rows.append(row)
    if given.json is not None:
        given.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
