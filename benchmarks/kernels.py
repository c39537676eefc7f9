"""Time, peak memory and error of each kernel as ratios to its plain twin, within one run.

``python benchmarks/kernels.py [--nodes 1500] [--dim 64] [--repeats 3] [--threads 1]``

The twins are SciPy's sparse product, NumPy's indexing, dense matrix powers and LAPACK. A ratio of
time or memory below one is a gain. The error is the largest difference from the twin as a share of
its largest entry. BLAS runs on one thread, as in a run, and our loops on ``--threads`` (all unless
told). The first call, which compiles, is not counted. The memory is what NumPy and Numba allocate,
the result included.
"""

import argparse
import time
import tracemalloc
from collections.abc import Callable
from functools import partial

import numpy as np
from scipy import sparse

from ppne.compute import cpu
from ppne.factor.embedding import scaled_rows
from ppne.factor.methods import method_named
from ppne.factor.proximity import inverse_root_degrees, normal_adjacency, proximity
from ppne.factor.spectrum import leading_eigenpairs
from ppne.graph.synthetic import block_model

Call = Callable[[], object]


def seconds_and_bytes(call: Call, repeats: int) -> tuple[float, int]:
    """Least time of several calls, and the peak memory of one."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return min(times), peak


def dense(result: object) -> np.ndarray:
    """A result as a dense array."""
    return result.toarray() if sparse.issparse(result) else np.asarray(result)


def report(name: str, fast: Call, plain: Call, repeats: int, compare: Callable = dense) -> None:
    """Print one row of the table."""
    ours, theirs = compare(fast()), compare(plain())
    error = np.abs(ours - theirs).max() / np.abs(theirs).max()
    fast_time, fast_peak = seconds_and_bytes(fast, repeats)
    plain_time, plain_peak = seconds_and_bytes(plain, repeats)
    print(
        f"{name:20} {fast_time:9.4f} {plain_time:9.4f} {fast_time / plain_time:7.2f} "
        f"{fast_peak / 2**20:8.1f} {plain_peak / 2**20:8.1f} {fast_peak / plain_peak:7.2f} "
        f"{error:9.1e}"
    )


def powers(normal: sparse.csr_array, highest: int) -> list[np.ndarray]:
    """Dense ``N^0 … N^highest``."""
    found = [np.eye(normal.shape[0])]
    for _ in range(highest):
        found.append(normal @ found[-1])
    return found


def dense_above(normal: sparse.csr_array, window: int, scale: np.ndarray) -> sparse.csr_array:
    """`polynomial_above` by dense powers."""
    scaled = sum(powers(normal, window)[1:]) * np.outer(scale, scale)
    return sparse.csr_array(np.where(scaled > 1.0, scaled, 0.0))


def dense_sandwich(
    normal: sparse.csr_array, inner: sparse.csr_array, window: int, pairs: np.ndarray
) -> np.ndarray:
    """`sandwich_at` by the recurrence ``W_k = N W_{k-1} + G N^k``, dense."""
    walk = inner.toarray()
    moved, total = walk, walk.copy()
    for _ in range(1, window):
        moved = (normal @ moved.T).T
        walk = normal @ walk + moved
        total += walk
    return total[pairs[:, 0], pairs[:, 1]]


def lapack(matrix: sparse.csr_array, n_kept: int) -> np.ndarray:
    """Magnitudes of the leading eigenvalues, by all n of them, vectors included."""
    values, _ = np.linalg.eigh(matrix.toarray())
    return np.sort(np.abs(values))[::-1][:n_kept]


def main() -> None:
    """Read the size and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--dim", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=None)
    given = parser.parse_args()
    n, repeats = given.nodes, given.repeats

    rng = np.random.default_rng(0)
    graph = block_model(n_nodes=n, n_groups=5, mean_degree=8)
    method = method_named("deepwalk")
    window = method.window
    normal = normal_adjacency(graph)
    matrices = proximity(graph, method, compute=cpu)
    log_above = matrices.log_above
    block = rng.standard_normal((n, given.dim))
    pairs = rng.integers(n, size=(20 * n, 2))
    coefficients = np.ones(window + 1)
    coefficients[0] = 0.0
    scale = inverse_root_degrees(graph) * np.sqrt(2.0 * graph.n_links / (method.negatives * window))

    def eigenpairs() -> np.ndarray:
        product = partial(cpu.product, log_above)
        start = np.random.default_rng(1)
        spectrum = leading_eigenpairs(product, n, given.dim, rng=start, compute=cpu)
        return (scaled_rows(spectrum, compute=cpu) ** 2).sum(axis=0)

    print(f"{n} nodes, {graph.n_links} links, {log_above.nnz} entries above one, K = {given.dim}")
    print(f"{'':20} {'seconds':>27} {'MiB at the peak':>25} {'error':>9}")
    print(
        f"{'kernel':20} {'ours':>9} {'twin':>9} {'ratio':>7} {'ours':>8} {'twin':>8} {'ratio':>7}"
    )
    with cpu.steady(given.threads):
        report(
            "sparse product",
            lambda: cpu.product(log_above, block),
            lambda: log_above @ block,
            repeats,
        )
        report(
            "pair_dot",
            lambda: cpu.pair_dot(block, block, pairs),
            lambda: np.einsum("pd,pd->p", block[pairs[:, 0]], block[pairs[:, 1]]),
            repeats,
        )
        report(
            "polynomial_above",
            lambda: cpu.polynomial_above(normal, coefficients, scale),
            lambda: dense_above(normal, window, scale),
            repeats,
        )
        report(
            "sandwich_at",
            lambda: cpu.sandwich_at(normal, log_above, window, pairs),
            lambda: dense_sandwich(normal, log_above, window, pairs),
            repeats,
        )
        report("leading_eigenpairs", eigenpairs, lambda: lapack(log_above, given.dim), repeats)


if __name__ == "__main__":
    main()
