"""Columns of integers in a text: chunks and allocation here, the loop a kernel."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numba import get_num_threads

from ppne.compute.arrays import IntArray
from ppne.compute.kernels.integers import SPACE, count_rows, parse_rows

_CHUNK = 2**22
"""Bytes, about, that one thread reads at once."""


def parse_integers(
    text: bytes, start: int, separator: str | None, n_columns: int
) -> tuple[IntArray, int] | None:
    r"""The first two columns of a text of integers, and how many of the third are not 1.

    ``None`` unless every line from ``start`` on is blank or ``n_columns`` integers (two or more) in
    their usual form: no plus sign, no zeros in front, no further than 64 bits with sign. Lines end
    in ``\n``. One pass counts the lines, one reads them; beyond the result, nothing is allocated.

    Parameters
    ----------
    separator
        One character, with blanks around it or not; ``None`` for blanks alone.
    """
    content = np.frombuffer(text, dtype=np.uint8)
    bounds = [start]
    while bounds[-1] < len(text):
        at = text.find(b"\n", bounds[-1] + _CHUNK)
        bounds.append(at + 1 if at >= 0 else len(text))
    chunks = list(pairwise(bounds))
    code = SPACE if separator is None else ord(separator)
    with ThreadPoolExecutor(get_num_threads()) as pool:
        counts = list(pool.map(lambda chunk: count_rows(content, *chunk), chunks))
        firsts = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        ends = np.empty((int(firsts[-1]), 2), dtype=np.int64)

        def parse(at: int) -> int:
            return int(parse_rows(content, *chunks[at], code, n_columns, firsts[at], ends))

        weights = list(pool.map(parse, range(len(chunks))))
    if min(weights, default=0) < 0:
        return None
    return ends, sum(weights)
