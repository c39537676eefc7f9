"""Predicts a run's peak memory, so that it is refused before it starts rather than killed."""

import os

from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.factor.spectrum import block_width
from ppne.graph.simple import Graph
from ppne.protect.protector import RunSettings

_BLOCKS = 8
"""Tall blocks of eigenvectors alive at once, at the most."""

_BASE = 400 * 2**20
"""The interpreter, the compiled loops and the row blocks of the proximity matrix."""


def predicted_bytes(graph: Graph, settings: RunSettings, *, compute: Compute) -> int:
    """About what a run takes at its peak."""
    width = block_width(graph.n_nodes, settings.n_components)
    walk = compute.working_bytes(graph.n_nodes, settings.method.window)
    return _BASE + _BLOCKS * 8 * graph.n_nodes * width + (walk if settings.method.window > 1 else 0)


def check_memory(graph: Graph, settings: RunSettings, *, compute: Compute) -> None:
    """Raise if the run will not fit in the memory that is free.

    Raises
    ------
    InputError
        With what it would take, what there is, and the way out.
    """
    needed, free = predicted_bytes(graph, settings, compute=compute), free_bytes()
    if needed > free:
        raise InputError(
            f"this run takes about {needed / 2**30:.1f} GiB of memory and {free / 2**30:.1f} GiB "
            "are free; choose a smaller dimension (--dim), or LINE (--method line)"
        )


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
