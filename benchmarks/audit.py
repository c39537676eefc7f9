"""Time and peak memory of `ppne audit` at scale, beside reading the bytes and the embedding's size.

    python benchmarks/audit.py --nodes 1000000 --private 100000

A random graph and a random embedding are written to a temporary folder; the command runs in a
process of its own, whose peak memory is what the system reports.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from scipy import sparse


def main() -> None:
    """Read the options and measure in a temporary folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--degree", type=int, default=10)
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--private", type=int, default=100_000)
    parser.add_argument("--attacks", default="similarity")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(given, Path(folder))


def measure(given: argparse.Namespace, folder: Path) -> None:
    """Write the input, run the command, print what it took."""
    rng = np.random.default_rng(0)
    n = given.nodes
    ends = rng.integers(n, size=(n * given.degree // 2, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    ones = np.ones(len(ends), dtype=np.int8)
    matrix = sparse.coo_array((ones, (ends[:, 0], ends[:, 1])), shape=(n, n)).tocsr()
    sparse.save_npz(folder / "graph.npz", (matrix + matrix.T).astype(bool), compressed=False)
    np.save(folder / "private.npy", ends[: given.private])
    path = folder / "embedding.npy"
    np.save(path, rng.standard_normal((n, given.dim), dtype=np.float32))
    del ends, matrix
    size = path.stat().st_size
    started = time.perf_counter()
    np.load(path).sum()
    reading = time.perf_counter() - started
    command = [sys.executable, "-m", "ppne", "audit", str(path), "--quiet", "--no-utility"]
    command += ["--graph", str(folder / "graph.npz"), "--private", str(folder / "private.npy")]
    started = time.perf_counter()
    subprocess.run(
        [*command, "--attacks", given.attacks, "--json", str(folder / "a.json")], check=True
    )
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"{n:,} rows x {given.dim}, {given.private:,} private links, {given.attacks} attacks")
    print(f"time   {seconds:6.1f} s, {seconds / reading:.0f} times reading and summing the rows")
    print(f"memory {peak / 2**20:6.0f} MB, {peak / size:.2f} times the embedding")


if __name__ == "__main__":
    main()
