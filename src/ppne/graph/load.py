"""Whatever holds a graph (a file, a folder, a matrix, a NetworkX graph), as a `Graph`."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from ppne.compute.link_rows import number_values
from ppne.errors import InputError
from ppne.graph.array_files import read_array_folder, read_mtx, read_npy, read_npz
from ppne.graph.dropped import Dropped, merge
from ppne.graph.edge_list import read_edge_list
from ppne.graph.from_networkx import from_networkx, is_networkx
from ppne.graph.labels import read_labels
from ppne.graph.matrix import from_matrix, is_links
from ppne.graph.parquet_file import read_parquet
from ppne.graph.planetoid import is_planetoid, read_planetoid
from ppne.graph.simple import Graph

_READERS = {
    ".npz": read_npz,
    ".npy": read_npy,
    ".parquet": read_parquet,
    ".pq": read_parquet,
}


def read_graph(
    path: str | os.PathLike[str], *, labels: str | os.PathLike[str] | None = None
) -> tuple[Graph, Dropped]:
    """Graph in a file or folder, and what was dropped to make it simple and undirected.

    ============================= ================================================
    path                          holds
    ============================= ================================================
    ``.npz``                      matrix, written by ``scipy.sparse.save_npz``
    ``.npy``                      links ``(n_links, 2)`` of integers, or a matrix
    ``.mtx``, ``.mtx.gz``         matrix, in Matrix Market form
    ``.parquet``, ``.pq``         links, two columns of integer or string ids
    folder with ``ind.NAME.graph`` Planetoid, labels included
    folder with ``edges.npy``     links; labels if ``labels.npy`` or ``.npz`` is there
    anything else, ``.gz`` or not text, a link a line
    ============================= ================================================

    Parameters
    ----------
    path
        The file or folder.
    labels
        File of labels (see :func:`ppne.graph.labels.read_labels`), in place of any that come
        with the graph.

    Raises
    ------
    InputError
        If there is no such file, or it is not what its name says; the text names the line.
    MissingExtraError
        If the file is Parquet and pyarrow is not installed.
    """
    place = Path(path)
    graph, dropped = _reader(place)(place)
    if labels is not None:
        graph = replace(graph, labels=read_labels(labels, graph))
    return graph, dropped


def as_graph(thing: Any) -> tuple[Graph, Dropped]:
    """Graph of anything that holds one, and what was dropped.

    Parameters
    ----------
    thing
        A `Graph`, a path (see :func:`read_graph`), a square NumPy or SciPy matrix, links as an
        ``(n_links, 2)`` array of integer ids, or a NetworkX graph.

    Raises
    ------
    InputError
        If it is none of these, or holds what a graph cannot.
    """
    if isinstance(thing, Graph):
        return thing, Dropped()
    if isinstance(thing, str | os.PathLike):
        return read_graph(thing)
    if isinstance(thing, np.ndarray) and is_links(thing, "the array"):
        ids, ends = number_values(thing)
        return merge(ends, ids)
    if isinstance(thing, np.ndarray) or sparse.issparse(thing):
        return from_matrix(thing)
    if is_networkx(thing):
        return from_networkx(thing)
    raise InputError(
        f"cannot make a graph of a {type(thing).__name__}; give a Graph, a path, a square NumPy "
        "or SciPy matrix, an (n_links, 2) array of integers, or a NetworkX graph"
    )


def _reader(path: Path) -> Any:
    """The function that reads what is at the path."""
    if path.is_dir():
        if is_planetoid(path):
            return read_planetoid
        if (path / "edges.npy").exists():
            return read_array_folder
        raise InputError(
            f"{path}: a folder without ind.NAME.graph (Planetoid) or edges.npy; "
            "give one that has them, or a file of links"
        )
    if not path.exists():
        raise InputError(f"{path}: no such file or folder; check the path")
    name = path.name.lower()
    if name.endswith((".mtx", ".mtx.gz")):
        return read_mtx
    return _READERS.get(path.suffix.lower(), read_edge_list)
