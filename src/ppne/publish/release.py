"""`Release`: what is published, made from the perturbed graph and the method alone."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ppne.compute.arrays import Array, FloatArray
from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.factor.directions import directions as directions_of
from ppne.factor.directions import suits_level
from ppne.factor.embedding import embed
from ppne.factor.methods import Method, settled
from ppne.graph.array_files import GARBAGE
from ppne.graph.simple import Graph
from ppne.train.settings import Training
from ppne.train.skip_gram import SkipGram
from ppne.train.trained import Embedder, train

EMBEDDING_FILE = "embedding.npz"
MANIFEST_FILE = "manifest.json"
_FORMAT = "ppne-release/1"
_KEYS = {"name": "method", "window": "window", "negatives": "negatives", "walks": "walks"}
"""Where the manifest keeps each field of the method."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Release:
    """An embedding whose rows carry the node ids, and how it was made."""

    node_ids: Array = field(repr=False)
    embedding: NDArray[np.float32] = field(repr=False)
    method: Method
    directions: bool = False
    """Whether the rows are unit rows on axes of their own."""


def make_release(
    graph: Graph,
    method: Method | Training,
    n_components: int,
    *,
    directions: bool = False,
    compute: Compute,
) -> Release:
    """The release of a perturbed graph; depends on nothing else, no seed but a training's own.

    What is trained is released without its context vectors, which would give more of the links
    away than the node vectors alone. Its method is named ``trained-…``, and holds of its settings
    the window, the negatives and the walks of a node.

    Parameters
    ----------
    directions
        Release :func:`ppne.factor.directions.directions` instead of the rows themselves, level ones
        where that :func:`suits <ppne.factor.directions.suits_level>` the method.
    """
    rows = release_rows(graph, method, n_components, directions=directions, compute=compute)
    told = settled(method, graph.n_nodes) if isinstance(method, Method) else _method_of(method)
    return Release(
        node_ids=graph.node_ids,
        embedding=rows.astype(np.float32, copy=False),
        method=told,
        directions=directions,
    )


def release_rows(
    graph: Graph,
    embedder: Method | Training | Embedder,
    n_components: int,
    *,
    directions: bool,
    compute: Compute,
) -> FloatArray:
    """The rows of a release, in the precision that they were found in."""
    if isinstance(embedder, Method):
        rows = embed(graph, embedder, n_components, compute=compute)
    else:
        rows = train(graph, embedder, compute=compute).rows
    if not directions:
        return rows
    return directions_of(rows, level=suits_level(embedder), compute=compute)


def _method_of(training: Training) -> Method:
    window, walks = 1, 0
    if isinstance(training, SkipGram):
        window, walks = training.window, training.walks_per_node
    name = f"trained-{training.name}"
    return Method(name=name, window=window, negatives=training.negatives, walks=walks)


def save_embedding(path: Path, release: Release) -> None:
    """Write ``node_ids`` and ``embedding`` as an ``.npz`` that loads without pickle."""
    with path.open("wb") as file:
        np.savez(file, node_ids=release.node_ids, embedding=release.embedding)


def write_release(folder: Path, release: Release, *, version: str) -> None:
    """Write the two files of a release into a new folder.

    The manifest holds the method and a checksum: no pair, flip, seed or count of links.
    """
    folder.mkdir()
    save_embedding(folder / EMBEDDING_FILE, release)
    manifest = {
        "format": _FORMAT,
        "ppne_version": version,
        **{key: getattr(release.method, name) for name, key in _KEYS.items()},
        "n_nodes": release.embedding.shape[0],
        "n_components": release.embedding.shape[1],
        "dtype": str(release.embedding.dtype),
        "directions": release.directions,
        "sha256": hashlib.sha256((folder / EMBEDDING_FILE).read_bytes()).hexdigest(),
    }
    (folder / MANIFEST_FILE).write_text(json.dumps(manifest, indent=2) + "\n")


def read_release(folder: Path) -> Release:
    """The release in a folder.

    Raises
    ------
    InputError
        If a file is missing or broken, or the embedding is not the one that the manifest names.
    """
    path = folder / EMBEDDING_FILE
    try:
        manifest = json.loads((folder / MANIFEST_FILE).read_bytes())
        checksum = manifest["sha256"]
        manifest.setdefault("walks", 0)  # before there were any
        method = Method(**{name: manifest[_KEYS[name]] for name in _KEYS})
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{folder}: not a release folder ({error})") from error
    if found != checksum:
        raise InputError(
            f"{folder}: {EMBEDDING_FILE} does not match the manifest's checksum; fetch it again"
        )
    try:
        with np.load(path, allow_pickle=False) as arrays:  # from the path: never its bytes as well
            ids, rows = arrays["node_ids"], arrays["embedding"]
    except GARBAGE as error:
        raise InputError(f"{path}: not a release's embedding ({error})") from error
    return Release(
        node_ids=ids,
        embedding=rows,
        method=method,
        directions=bool(manifest.get("directions", False)),
    )
