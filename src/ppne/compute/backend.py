"""`Compute`: the few operations that the algorithm needs of a machine, and how one is chosen."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

import numpy as np
from scipy import sparse

from ppne.compute import cpu
from ppne.compute.arrays import Array, FloatArray, IntArray
from ppne.errors import InputError

T = TypeVar("T")
R = TypeVar("R")


class Compute(Protocol):
    """What a back end offers; a module with these functions is one."""

    def steady(self, n_threads: int | None = None) -> AbstractContextManager[object]:
        """A context in which results do not depend on the number of threads."""
        ...

    def spread(self, task: Callable[[T], R], items: Iterable[T]) -> list[R]:
        """``task`` of each item, in order, on as many threads as the context has."""
        ...

    def precision(self, n: int) -> type[np.floating[Any]]:
        """The type of the numbers in work on ``n`` rows."""
        ...

    def product(
        self,
        matrix: sparse.csr_array,
        x: FloatArray,
        *,
        scale: float = 1.0,
        minus: FloatArray | None = None,
    ) -> FloatArray:
        """``scale * matrix @ x - minus`` for a dense block, written over ``minus``."""
        ...

    def gram(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """``a.T @ b`` of two tall blocks."""
        ...

    def combine(
        self, a: FloatArray, small: FloatArray, *, out: FloatArray | None = None
    ) -> FloatArray:
        """``a @ small`` of a tall block and a small matrix; ``out`` may be ``a``."""
        ...

    def scale_columns(
        self, a: FloatArray, factors: FloatArray, *, out: FloatArray | None = None
    ) -> FloatArray:
        """Each of the first columns of a tall block times its factor."""
        ...

    def row_norms(self, a: FloatArray) -> FloatArray:
        """Length of each row."""
        ...

    def pair_dot(self, a: FloatArray, b: FloatArray, pairs: IntArray) -> FloatArray:
        """Inner product of row ``u`` of ``a`` and ``v`` of ``b``, over columns that both have."""
        ...

    def positive_sums(
        self,
        indptr: IntArray,
        indices: IntArray,
        terms: FloatArray,
        dtype: type[np.floating[Any]],
    ) -> sparse.csr_array:
        """``terms[i] + terms[j]`` at the stored places where that is positive."""
        ...

    def degree_shifts(
        self,
        indptr: IntArray,
        indices: IntArray,
        nodes: IntArray,
        left: FloatArray,
        held: IntArray,
        right: FloatArray,
        *,
        volume: float,
        negatives: float,
    ) -> FloatArray:
        """What a weighted sum over the log-proximity gains as each node's degree moves."""
        ...

    def polynomial_above(
        self, matrix: sparse.csr_array, coefficients: FloatArray, scale: FloatArray
    ) -> sparse.csr_array:
        """Entries above one of a scaled polynomial of a symmetric sparse matrix."""
        ...

    def polynomial_at(
        self, matrix: sparse.csr_array, coefficients: FloatArray, pairs: IntArray
    ) -> FloatArray:
        """Entries, at pairs, of a polynomial of a symmetric sparse matrix."""
        ...

    def sandwich_at(
        self, matrix: sparse.csr_array, inner: sparse.csr_array, n_terms: int, pairs: IntArray
    ) -> FloatArray:
        """Entries, at pairs, of ``sum_{s+t<n_terms} N^s inner N^t``."""
        ...

    def ratio_of_dots(
        self,
        matrix: sparse.csr_array,
        left: FloatArray,
        held: IntArray,
        right: FloatArray,
        scale: FloatArray,
    ) -> tuple[sparse.csr_array, FloatArray]:
        """Scaled inner products of two rows over each entry of a matrix, and their row sums."""
        ...

    def walk_above(
        self, graph: sparse.csr_array, coefficients: FloatArray, factor: float, n_walkers: int
    ) -> sparse.csr_array:
        """As :meth:`polynomial_above` of a graph, estimated from walkers."""
        ...

    def walk_polynomial_at(
        self, graph: sparse.csr_array, coefficients: FloatArray, pairs: IntArray, n_walkers: int
    ) -> FloatArray:
        """As :meth:`polynomial_at` of a graph, estimated from walkers."""
        ...

    def walk_sandwich_at(
        self,
        graph: sparse.csr_array,
        inner: sparse.csr_array,
        n_terms: int,
        pairs: IntArray,
        n_walkers: int,
    ) -> FloatArray:
        """As :meth:`sandwich_at` of a graph, estimated from walkers."""
        ...

    def walk_bytes(self, n: int, n_steps: int, n_walkers: int) -> int:
        """What :meth:`walk_above` and the matrices made from it take at their peak."""
        ...

    def random_walks(
        self,
        indptr: IntArray,
        indices: IntArray,
        numbers: IntArray,
        length: int,
        *,
        key: int,
        p: float = 1.0,
        q: float = 1.0,
    ) -> Array:
        """Walks along links, one a row, each by its number alone."""
        ...

    def link_steps(
        self,
        indptr: IntArray,
        indices: IntArray,
        x: FloatArray,
        y: FloatArray,
        *,
        key: int,
        n_samples: int,
        n_negatives: int,
        rate: float,
        decay: float,
    ) -> None:
        """Train two blocks in place to tell sampled links from noise."""
        ...

    def working_bytes(self, n: int, n_terms: int) -> int:
        """What :meth:`sandwich_at` takes at its peak for ``n`` rows."""
        ...


def choose(name: str = "cpu") -> Compute:
    """The back end of this name.

    Raises
    ------
    InputError
        If there is none; never a silent fallback.
    """
    if name != "cpu":
        raise InputError(f"unknown backend {name!r}; the one there is is 'cpu'")
    return cpu
