"""Yardsticks of a kernel: its bytes, its time, its error, and plain calls that move as much."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy import sparse

from ppne.compute.link_rows import LinkRows

Call = Callable[[], object]

_COPIED_BYTES = 2**28
"""Of the largest array that is copied at once: far more than any cache."""

_CHUNK_BYTES = 2**18
"""Of rows gathered at once: they stay in the cache, so that only the gather itself is seen."""

_SQUARE = 256
"""Rows of the matrices that show the rate of BLAS."""


def parts(result: object) -> list[object]:
    """The arrays and matrices of a result."""
    if isinstance(result, LinkRows):
        return [result.indptr, result.indices]
    return list(result) if isinstance(result, tuple) else [result]


def size(thing: object) -> int:
    """Bytes of what a kernel is given or gives back, numbers left out."""
    if sparse.issparse(thing):
        return thing.data.nbytes + thing.indices.nbytes + thing.indptr.nbytes
    if isinstance(thing, tuple | LinkRows):
        return sum(map(size, parts(thing)))
    if isinstance(thing, bytes):
        return len(thing)
    return thing.nbytes if isinstance(thing, np.ndarray) else 0


def shape(given: tuple[object, ...]) -> str:
    """Of the largest array that a kernel is given: entries of a sparse one, bytes of a text."""
    largest = max((one for one in given if size(one)), key=size)
    lengths = (largest.nnz,) if sparse.issparse(largest) else np.shape(largest) or (len(largest),)
    return " x ".join(f"{length:,}" for length in lengths)


def error(ours: object, theirs: object) -> float:
    """Largest difference as a share of the largest entry."""
    errors = []
    for one, other in zip(parts(ours), parts(theirs), strict=True):
        a, b = (of if sparse.issparse(of) else np.asarray(of, dtype=float) for of in (one, other))
        errors.append(abs(a - b).max() / (abs(b).max() or 1.0))
    return float(max(errors))


def best(call: Call, repeats: int) -> float:
    """Least seconds of several calls."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


class Machine:
    """Plain calls that show what this machine can do, on so many threads."""

    def __init__(self, n_threads: int) -> None:
        self.n_threads = n_threads
        self.pool = ThreadPoolExecutor(n_threads)

    def spread(self, task: Callable[[int, int], None], n: int) -> object:
        """``task`` of the bounds of equal parts of ``range(n)``, one a thread."""
        if self.n_threads == 1:
            return task(0, n)
        bounds = np.linspace(0, n, self.n_threads + 1).astype(int).tolist()
        return list(self.pool.map(task, bounds[:-1], bounds[1:]))

    def copy(self, n_bytes: int) -> Call:
        """Moves so many bytes between warm arrays, half of them read and half written."""
        n_passes = -(-n_bytes // (2 * _COPIED_BYTES))
        n = max(1, n_bytes // (16 * n_passes))
        source, target = np.ones(n), np.ones(n)

        def part(low: int, high: int) -> None:
            np.copyto(target[low:high], source[low:high])

        return lambda: [self.spread(part, n) for _ in range(n_passes)]

    def gather(self, wanted: list[tuple[np.ndarray, np.ndarray]]) -> Call:
        """`numpy.take` of the rows ``(of, index)``."""

        def call() -> None:
            for of, index in wanted:
                step = max(1, _CHUNK_BYTES * len(of) // of.nbytes)

                def part(low: int, high: int, of=of, index=index, step=step) -> None:
                    for at in range(low, high, step):
                        of.take(index[at : min(at + step, high)], axis=0, mode="clip")

                self.spread(part, len(index))

        return call

    def multiply(self, n_products: int, dtype: np.dtype) -> Call:
        """So many multiplications and additions by BLAS, of square matrices in the cache."""
        square = np.ones((_SQUARE, _SQUARE), dtype=dtype)

        def part(low: int, high: int) -> None:
            for _ in range(low, high):
                square @ square

        return lambda: self.spread(part, max(1, round(n_products / _SQUARE**3)))
