"""Graphs by name: in a folder, fetched into it from their public homes, or made on the spot."""

import os
from pathlib import Path

from ppne.errors import InputError
from ppne.graph.load import read_graph
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model, random_graph
from ppne.reproduce.fetch import HOMES, fetch

FOLDER = "PPNE_DATA"
"""The environment variable that names the folder of graphs."""

_MADE = ("block-model", "random")
"""Graphs made on the spot; their name goes on with a colon and the number of nodes."""

_STAND_IN = "flickr-size"
"""A block model as large as Flickr, for whoever cannot have Flickr itself."""

_MEAN_DEGREE = 10
"""Of a random graph, as in the paper."""


def check_name(name: str) -> None:
    """Raise unless there is a graph of this name."""
    kind, colon, size = name.partition(":")
    made = kind in _MADE and colon and size.isdecimal() and int(size) >= 2 * _MEAN_DEGREE
    if not (made or name in HOMES or name == _STAND_IN):
        raise InputError(
            f"no dataset {name!r}; choose one of {', '.join(HOMES)}, {_STAND_IN}, "
            f"block-model:NODES or random:NODES, of {2 * _MEAN_DEGREE} nodes or more"
        )


def data_folder(given: Path | None, otherwise: Path) -> Path:
    """The folder given, or that of `FOLDER`, or ``otherwise``."""
    return given or Path(os.environ.get(FOLDER) or otherwise)


def missing(names: set[str], folder: Path) -> list[str]:
    """Those of the names that must be fetched, in order."""
    return sorted(name for name in names if name in HOMES and not (folder / name).is_dir())


def fetch_all(names: set[str], folder: Path) -> list[str]:
    """Fetch what is missing into the folder; the names fetched."""
    wanted = missing(names, folder)
    for name in wanted:
        fetch(name, folder)
    return wanted


def open_dataset(name: str, folder: Path, seed: int) -> Graph:
    """The graph of this name; one made on the spot is another one for each seed.

    Raises
    ------
    InputError
        If there is none, or it is not in the folder.
    """
    check_name(name)
    kind, _, size = name.partition(":")
    if kind == "block-model":
        return block_model(n_nodes=int(size), seed=seed)
    if kind == "random":
        return random_graph(int(size), mean_degree=_MEAN_DEGREE, seed=seed)
    if name == _STAND_IN:
        return _as_large_as_flickr(seed)
    place = folder / name
    if not place.is_dir():
        raise InputError(f"{place}: no such folder; fetch the dataset first (ppne reproduce does)")
    if (place / "raw").is_dir() and not (place / "edges.npy").exists():
        place = place / "raw"
    return read_graph(place)[0]


def _as_large_as_flickr(seed: int) -> Graph:
    """Five groups on as many nodes and links as the paper's Flickr has."""
    nodes, links = HOMES["flickr"].n_nodes, HOMES["flickr"].n_links
    return block_model(n_nodes=nodes, n_groups=5, mean_degree=2 * links / nodes, seed=seed)
