"""Strings as numbers: allocation here, the loop a kernel."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from ppne.compute.arrays import IntArray
from ppne.compute.kernels.names import look_up, put_new, rehash

Bytes = NDArray[np.uint8]

_FEW = 2**12
"""Slots of the first table."""

_PART = 2**17
"""Strings that a thread looks up at once."""


class NameNumbers:
    """Numbers for strings, from 0, in the order in which they first appear.

    A table of hashes that grows, at most half full: 40 to 80 bytes a string, and its own.
    """

    def __init__(self) -> None:
        self._table = np.zeros((_FEW, 2), dtype=np.int64)
        self._words = np.empty(8 * _FEW, dtype=np.uint8)
        self._starts = np.zeros(_FEW // 2 + 1, dtype=np.int64)
        self._n_words = 0

    @property
    def names(self) -> tuple[Bytes, IntArray]:
        """The distinct strings by number, one after the other, and where each begins and ends."""
        starts = self._starts[: self._n_words + 1]
        return self._words[: starts[-1]], starts

    def number(self, text: Bytes, begins: IntArray, ends: IntArray) -> IntArray:
        """The number of each string ``text[begin:end]``, of less than a million bytes each.

        Threads look up those that are known; then one puts in the others, so that their order is
        that of the strings.
        """
        numbers = np.empty(len(begins), dtype=np.int64)

        def look(part: slice) -> None:
            look_up(text, begins[part], ends[part], self._table, self._words, numbers[part])

        with ThreadPoolExecutor(get_num_threads()) as pool:
            parts = range(0, len(begins), _PART)
            for _ in pool.map(look, (slice(low, low + _PART) for low in parts)):
                pass
        at = 0
        while True:
            self._n_words, at = put_new(
                text,
                begins,
                ends,
                at,
                self._table,
                self._words,
                self._starts,
                self._n_words,
                numbers,
            )
            if at == len(numbers):
                return numbers
            self._grow(int(ends[at] - begins[at]))

    def _grow(self, n_bytes: int) -> None:
        """Make room for twice as many strings, or bytes of them, whichever there is none for."""
        if 2 * (self._n_words + 1) > len(self._table):
            larger = np.zeros((2 * len(self._table), 2), dtype=np.int64)
            rehash(self._table, larger)
            self._table = larger
            self._starts = np.append(self._starts, np.zeros(len(self._starts), dtype=np.int64))
        else:
            more = np.empty(len(self._words) + n_bytes, dtype=np.uint8)
            self._words = np.concatenate([self._words, more])
