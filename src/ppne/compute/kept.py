"""Memory of large arrays, kept for the next ones: fresh pages cost more than the work on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

import numpy as np

from ppne.compute.arrays import Array

_LEAST_BYTES = 16 * 2**20
"""Arrays below this come and go as they always do."""

_LINE = 64
"""Bytes of a cache line, at which the arrays begin."""

_REQUESTS = 40
"""Requests for which memory is kept while nothing takes it up."""


class _Shelf:
    """Memory that is free, each piece with the number of the request before which it came back."""

    def __init__(self) -> None:
        self.users = 0
        self.requests = 0
        self.free: list[tuple[int, Array]] = []
        self.lock = RLock()  # a thread that takes may collect garbage, and so give back

    def take(self, n_bytes: int) -> Array:
        """The smallest piece that is large enough without waste, or a fresh one."""
        with self.lock:
            self.requests += 1
            pieces, self.free = self.free, []
            recent = [piece for piece in pieces if self.requests - piece[0] <= _REQUESTS]
            fitting = [piece for piece in recent if n_bytes <= len(piece[1]) <= 2 * n_bytes]
            best = min(fitting, key=lambda piece: len(piece[1]), default=None)
            self.free += [piece for piece in recent if piece is not best]
        if best is None:
            return np.empty(n_bytes + n_bytes // 64, dtype=np.uint8)  # a little more will fit too
        return best[1]

    def give_back(self, memory: Array) -> None:
        """Keep the piece, unless nobody is going to ask for it."""
        with self.lock:
            if self.users:
                self.free.append((self.requests, memory))


_SHELF = _Shelf()


class _Owner:
    """Lives as long as an array or a view on its memory does, then gives the memory back."""

    def __init__(self, memory: Array, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self.memory = memory
        address = -(-memory.ctypes.data // _LINE) * _LINE
        self.__array_interface__ = {
            "shape": shape,
            "typestr": dtype.str,
            "data": (address, False),
            "version": 3,
        }

    def __del__(self) -> None:
        _SHELF.give_back(self.memory)


@contextmanager
def keeping() -> Iterator[None]:
    """While it is open, memory from :func:`empty` is kept; then all of it is let go."""
    with _SHELF.lock:
        _SHELF.users += 1
    try:
        yield
    finally:
        with _SHELF.lock:
            _SHELF.users -= 1
            if not _SHELF.users:
                _SHELF.free.clear()


def empty(shape: tuple[int, ...], dtype: Any) -> Array:
    """As `numpy.empty`; large ones in memory that an earlier one has left, if there is any."""
    kind = np.dtype(dtype)
    n_bytes = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
    if n_bytes < _LEAST_BYTES or not _SHELF.users:
        return np.empty(shape, dtype=kind)
    return np.asarray(_Owner(_SHELF.take(n_bytes + _LINE), shape, kind))
