"""Predicts a run's peak memory, so that it is refused before it starts rather than killed."""

import os

import numpy as np

from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.factor.methods import Method, entry_walkers, settled
from ppne.factor.spectrum import block_width
from ppne.graph.simple import Graph
from ppne.protect.protector import RunSettings

_BLOCKS = 6
"""Tall blocks of eigenvectors alive at once, at the most."""

_BASE = 400 * 2**20
"""The interpreter, the compiled loops and the row blocks of the proximity matrix."""

_ENTRIES = 500
"""Entries of a row of the exact proximity matrix: what citation graphs keep, and some more."""

_ENTRY_BYTES = 32
"""Of one of them, in the four matrices of a run."""

_GRAPH_BYTES = 40
"""Of a link seen from one end: the graph, the flipped graph, and its entry of the matrix."""

_LINK_BYTES = 64
"""Of it in DeepWalk's estimates: its shares and the pairs that they are read at."""


def predicted_bytes(graph: Graph, settings: RunSettings, *, compute: Compute) -> int:
    """About what a run takes at its peak."""
    width = block_width(graph.n_nodes, settings.n_components)
    number = np.dtype(compute.precision(graph.n_nodes)).itemsize
    blocks = _BLOCKS * number * graph.n_nodes * width
    links = _GRAPH_BYTES * 2 * graph.n_links
    return _BASE + links + blocks + _walk_bytes(graph, settings.method, compute)


def _walk_bytes(graph: Graph, method: Method, compute: Compute) -> int:
    """What DeepWalk takes beside the eigenvectors: its matrices, and its entries at links."""
    if method.window == 1:
        return 0
    n, walks = graph.n_nodes, settled(method, graph.n_nodes).walks
    if walks:
        matrices = compute.walk_bytes(n, method.window, walks)
    else:
        matrices = _ENTRY_BYTES * n * min(n, _ENTRIES)
    if entry_walkers(method, n):
        return matrices + _LINK_BYTES * 2 * graph.n_links
    return matrices + compute.working_bytes(n, method.window)


def check_memory(graph: Graph, settings: RunSettings, *, compute: Compute) -> int:
    """The bytes that the run will take, unless that is more than are free.

    Raises
    ------
    InputError
        With what it would take, what there is, and the way out.
    """
    needed, free = predicted_bytes(graph, settings, compute=compute), free_bytes()
    if needed > free:
        raise InputError(
            f"this run takes about {needed / 2**30:.1f} GiB of memory and {free / 2**30:.1f} GiB "
            "are free; choose a smaller dimension (--dim), fewer walks (--walks 20), or LINE "
            "(--method line)"
        )
    return needed


def free_bytes() -> int:
    """Memory that can be had now, in bytes; without end where the system does not say."""
    try:
        with open("/proc/meminfo") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 2**62
