"""Files of arrays (.npz, .npy, .mtx) and folders of them, as a `Graph`."""

import io
import json
import struct
import tokenize
import warnings
import zipfile
import zlib
from pathlib import Path
from typing import IO, Any

import numpy as np
from scipy import sparse
from scipy.io import mmread

from ppne.compute.arrays import Array
from ppne.compute.link_rows import number_values
from ppne.errors import InputError
from ppne.graph.dropped import Dropped, merge
from ppne.graph.edge_list import graph_of_ends
from ppne.graph.matrix import from_matrix, is_links
from ppne.graph.rows import read_bytes
from ppne.graph.simple import Graph

GARBAGE = (
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    OverflowError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What NumPy and zipfile raise on bytes that are not what they should be."""


def read_npz(path: Path) -> tuple[Graph, Dropped]:
    """Graph of the matrix that ``scipy.sparse.save_npz`` wrote, and what was dropped."""
    return from_matrix(_read_sparse(path), name=str(path))


def read_mtx(path: Path) -> tuple[Graph, Dropped]:
    """Graph of the Matrix Market file, packed or not, ids from 0; and what was dropped."""
    content = read_bytes(path)
    try:
        matrix = mmread(io.BytesIO(content))
    except GARBAGE as error:
        raise InputError(f"{path}: not a Matrix Market file ({error}); write it again") from error
    return from_matrix(matrix, name=str(path))


def read_npy(path: Path) -> tuple[Graph, Dropped]:
    """Graph of a square matrix, or of links as ``(n_links, 2)`` integer ids; what was dropped."""
    array = read_array(path)
    if not is_links(array, str(path)):
        return from_matrix(array, name=str(path))
    ids, ends = number_values(_as_int64(array, path))
    return graph_of_ends(path, ids, ends)


def read_array_folder(folder: Path) -> tuple[Graph, Dropped]:
    """Graph of ``edges.npy`` with the folder's labels, if it has any, and what was dropped.

    Labels are in ``labels.npy``, one a node, or else in ``labels.npz``, a sparse matrix
    (n_nodes, n_classes) where a node may have several. The links are indices from 0.
    How many nodes there are is told by ``"n"`` in ``meta.json``, or else by the labels, or else by
    the largest index.

    Raises
    ------
    InputError
        If a file is not what it should be, or the files contradict each other.
    """
    path = folder / "edges.npy"
    array = read_array(path)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise InputError(
            f"{path}: expected integers of shape (n_links, 2), got {array.dtype} of {array.shape}"
        )
    ends = _as_int64(array, path)
    if ends.min(initial=0) < 0:
        raise InputError(f"{path}: holds a negative node index")
    labels = _read_labels(folder)
    n_nodes = int(ends.max(initial=-1)) + 1
    told = n_nodes if labels is None else len(labels)
    if (folder / "meta.json").exists():
        told = _count(folder / "meta.json", told)
    if told < n_nodes:
        raise InputError(f"{path}: holds node {n_nodes - 1}, but there are {told} nodes")
    if labels is not None and len(labels) != told:
        raise InputError(
            f"{folder}: the labels must be of {told} nodes, got {len(labels)}; complete them"
        )
    return merge(ends, np.arange(told), labels=labels)


def read_array(path: Path) -> Array:
    """The array of an ``.npy`` file; objects are refused, so that a hostile file runs nothing."""
    content = read_bytes(path)
    try:
        return array_in(io.BytesIO(content))
    except GARBAGE as error:
        raise InputError(
            f"{path}: not a NumPy array ({error}); write it with numpy.save"
        ) from error


def array_in(stream: IO[bytes]) -> Array:
    """The array of an ``.npy`` stream, never unpickled; raises one of `GARBAGE` if it has none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of headers by Python 2, which are read all the same
        return np.lib.format.read_array(stream, allow_pickle=False)


def _read_sparse(path: Path) -> Any:
    """The matrix that ``scipy.sparse.save_npz`` wrote."""
    content = read_bytes(path)
    try:
        return sparse.load_npz(io.BytesIO(content))
    except GARBAGE as error:
        raise InputError(
            f"{path}: not a sparse matrix ({error}); write it with scipy.sparse.save_npz"
        ) from error


def _read_labels(folder: Path) -> Array | None:
    """One label a node, or which of the classes each node has, or ``None`` without a file."""
    if (path := folder / "labels.npy").exists():
        labels = read_array(path)
        if labels.ndim != 1:
            raise InputError(
                f"{path}: expected a label a node, got shape {labels.shape}; where nodes have "
                "several, write a sparse matrix (n_nodes, n_classes) to labels.npz"
            )
        return labels
    if (path := folder / "labels.npz").exists():
        marked = _read_sparse(path)
        if marked.ndim != 2:
            raise InputError(f"{path}: expected shape (n_nodes, n_classes), got {marked.shape}")
        return np.asarray(marked.astype(bool).toarray())
    return None


def _as_int64(array: Array, path: Path) -> Array:
    if array.size and array.max() > np.iinfo(np.int64).max:
        raise InputError(f"{path}: holds an integer beyond 64 bits with sign; renumber the nodes")
    return array.astype(np.int64, copy=False)


def _count(path: Path, otherwise: int) -> int:
    """The number of nodes that the file tells of."""
    try:
        count = json.loads(read_bytes(path)).get("n", otherwise)
    except (AttributeError, ValueError) as error:
        raise InputError(f"{path}: not a JSON object; mend it or drop it") from error
    if type(count) is not int or count < 0:
        raise InputError(f'{path}: "n" must be the number of nodes')
    return count
