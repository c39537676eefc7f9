"""A folder in the Planetoid layout (Cora, Citeseer, Pubmed), as a labelled `Graph`."""

import io
import pickle
from collections import defaultdict
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ppne.compute.arrays import Array, IntArray
from ppne.errors import InputError
from ppne.graph.dropped import Dropped, merge
from ppne.graph.rows import read_bytes, read_text
from ppne.graph.simple import Graph

_ADMITTED: dict[tuple[str, str], Any] = {
    ("collections", "defaultdict"): defaultdict,
    ("__builtin__", "list"): list,
    ("__builtin__", "dict"): dict,
    ("builtins", "list"): list,
    ("builtins", "dict"): dict,
    ("numpy", "ndarray"): np.ndarray,
    ("numpy", "dtype"): np.dtype,
    # The function goes by two addresses, of which each numpy has one; an array knows it too.
    ("numpy.core.multiarray", "_reconstruct"): np.empty(0).__reduce__()[0],
    ("numpy._core.multiarray", "_reconstruct"): np.empty(0).__reduce__()[0],
}
_GARBAGE = (
    pickle.UnpicklingError,
    AttributeError,
    EOFError,
    ImportError,
    LookupError,
    MemoryError,
    OverflowError,
    TypeError,
    ValueError,
)


class _Unpickler(pickle.Unpickler):
    """Builds dicts, lists and arrays, so that a hostile file can call nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """The class or function of that name, if it is one of the few admitted."""
        if (module, name) not in _ADMITTED:
            raise pickle.UnpicklingError(f"it asks for {module}.{name}")
        return _ADMITTED[module, name]


def is_planetoid(folder: Path) -> bool:
    """Whether the folder holds an ``ind.NAME.graph``."""
    return any(folder.glob("ind.*.graph"))


def read_planetoid(folder: Path) -> tuple[Graph, Dropped]:
    """Graph of ``ind.NAME.graph`` with labels, and what was dropped.

    Labels come from ``ind.NAME.ally``, then from ``ind.NAME.ty`` in the order of
    ``ind.NAME.test.index``; a node in none of them is labelled -1. Pickles are read without
    running anything that they hold.

    Raises
    ------
    InputError
        If the folder holds two such graphs, or a file is missing or is not what it should be.
    """
    paths = sorted(folder.glob("ind.*.graph"))
    if len(paths) > 1:
        raise InputError(
            f"{folder}: holds {len(paths)} graphs ({paths[0].name}, {paths[1].name}, …); "
            "give a folder with one"
        )
    stem = paths[0].name.removesuffix("graph")
    nodes, ends = _neighbours(paths[0])
    ally = _classes(folder / f"{stem}ally")
    ty = _classes(folder / f"{stem}ty")
    test = _test_index(folder / f"{stem}test.index")
    if len(test) != len(ty):
        raise InputError(f"{folder}: {stem}test.index has {len(test)} nodes, {stem}ty {len(ty)}")
    largest = max(part.max(initial=-1) for part in (nodes, ends, test))
    n_nodes = max(int(largest) + 1, len(ally))
    labels = np.full(n_nodes, -1, dtype=np.int64)
    labels[: len(ally)] = ally
    labels[test] = ty
    return merge(ends, np.arange(n_nodes), labels=labels, mirrored=True)


def _unpickle(path: Path) -> Any:
    try:
        return _Unpickler(io.BytesIO(read_bytes(path)), encoding="latin1").load()
    except InputError:
        raise
    except _GARBAGE as error:
        raise InputError(
            f"{path}: not a Planetoid pickle ({error}); fetch the file again"
        ) from error


def _neighbours(path: Path) -> tuple[IntArray, IntArray]:
    """The nodes that have a list, and every entry of the lists as ``(node, neighbour)``."""
    lists = _unpickle(path)
    try:
        nodes = np.fromiter(lists.keys(), dtype=np.int64)
        lengths = [len(neighbours) for neighbours in lists.values()]
        others = np.fromiter(chain.from_iterable(lists.values()), dtype=np.int64)
    except (AttributeError, OverflowError, TypeError, ValueError) as error:
        raise InputError(
            f"{path}: expected a dict of lists of node indices; fetch the file again"
        ) from error
    if min(nodes.min(initial=0), others.min(initial=0)) < 0:
        raise InputError(f"{path}: holds a negative node index; fetch the file again")
    return nodes, np.column_stack([np.repeat(nodes, lengths), others])


def _classes(path: Path) -> IntArray:
    """The class of each row of a one-hot array; -1 for a row of zeros."""
    one_hot: Array = _unpickle(path)
    if not isinstance(one_hot, np.ndarray) or one_hot.ndim != 2 or one_hot.dtype.kind not in "biuf":
        raise InputError(f"{path}: expected a two-dimensional array, one row a node")
    return np.where(one_hot.any(axis=1), one_hot.argmax(axis=1), -1)


def _test_index(path: Path) -> IntArray:
    try:
        index = np.array(read_text(path).split(), dtype=np.int64)
    except (OverflowError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: expected a node index a line; fetch it again") from error
    if index.min(initial=0) < 0:
        raise InputError(f"{path}: holds a negative node index")
    return index
