"""Fetches a graph from its public home into a folder, and checks that it is the right one."""

import gzip
import hashlib
import io
import shutil
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.io import loadmat

from ppne.compute.arrays import Array, IntArray
from ppne.errors import InputError, MissingExtraError
from ppne.graph.load import read_graph
from ppne.graph.simple import Graph

_N_GROUPS = 5
"""Largest groups of Flickr that are its classes, as in the paper."""

_TOLERANCE = 1000
"""One link in so many may be missing: papers count loops and repeats in different ways."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """Where a graph is published, how to tell that it is the right one, and how it is read.

    Parameters
    ----------
    url
        What the names of the files are appended to.
    files
        Name and SHA-256 of each; ``None`` where the graph itself is checked instead.
    n_nodes, n_links
        Of the graph.
    degrees
        SHA-256 of its degrees in order of size, or ``None``.
    convert
        Makes ``edges.npy`` and labels of the files in a folder; ``None`` where they can be read as
        they are.
    """

    url: str
    files: Mapping[str, str | None] = field(repr=False)
    n_nodes: int
    n_links: int
    degrees: str | None = field(default=None, repr=False)
    convert: Callable[[Path], None] | None = field(default=None, repr=False)


def fetch(name: str, folder: Path) -> None:
    """Put the graph of this name under ``folder/name``, whole or not at all.

    Raises
    ------
    MissingExtraError
        If pooch is not installed.
    InputError
        If a file cannot be had, or what came is not the graph.
    """
    home, place = HOMES[name], folder / name
    temporary = folder / f".{name}.partial"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    for file, checksum in home.files.items():
        _download(home.url + file, checksum, temporary / file)
    if home.convert is not None:
        home.convert(temporary)
        for file in home.files:
            (temporary / file).unlink()
    _check(name, read_graph(temporary)[0], home)
    temporary.rename(place)


def degree_digest(graph: Graph) -> str:
    """SHA-256 of the degrees in order of size: the same however nodes are numbered."""
    return hashlib.sha256(np.sort(graph.degrees).astype("<i8").tobytes()).hexdigest()


def _download(url: str, checksum: str | None, path: Path) -> None:
    try:
        import pooch
    except ImportError as error:
        raise MissingExtraError(
            "fetching a dataset needs an extra: pip install 'ppne[reproduce]'"
        ) from error
    pooch.get_logger().setLevel("ERROR")
    known = None if checksum is None else f"sha256:{checksum}"
    try:
        pooch.retrieve(url, known_hash=known, fname=path.name, path=path.parent)
    except (OSError, ValueError) as error:  # of requests, and of a wrong checksum
        raise InputError(
            f"{url}: could not be fetched ({error}); fetch it by hand into a folder and name that "
            "with --data"
        ) from error


def _check(name: str, graph: Graph, home: Home) -> None:
    """Raise unless the graph is the one that the home is known for."""
    off = abs(graph.n_links - home.n_links)
    if graph.n_nodes != home.n_nodes or off > home.n_links // _TOLERANCE:
        raise InputError(
            f"{name}: expected {home.n_nodes:,} nodes and {home.n_links:,} links, got "
            f"{graph.n_nodes:,} and {graph.n_links:,}; its home may have changed"
        )
    if home.degrees is not None and degree_digest(graph) != home.degrees:
        raise InputError(f"{name}: its degrees are not those expected; its home may have changed")


def _write(folder: Path, links: IntArray, labels: Array | sparse.csr_array) -> None:
    np.save(folder / "edges.npy", links)
    if sparse.issparse(labels):
        sparse.save_npz(folder / "labels.npz", labels)
    else:
        np.save(folder / "labels.npy", labels)


def _from_mat(folder: Path) -> None:
    """``network`` and ``group``, both sparse."""
    content = loadmat(folder / "blogcatalog.mat")
    network = sparse.coo_array(content["network"])
    upper = network.row < network.col
    links = np.column_stack([network.row[upper], network.col[upper]]).astype(np.int64)
    _write(folder, links, sparse.csr_array(content["group"] != 0))


def _from_ogb(folder: Path) -> None:
    """Two columns of ``edge.csv.gz``, and a label a line."""
    with zipfile.ZipFile(folder / "arxiv.zip") as archive:
        links, labels = (
            np.loadtxt(
                io.BytesIO(gzip.decompress(archive.read(f"arxiv/raw/{name}.csv.gz"))),
                delimiter=",",
                dtype=np.int64,
            )
            for name in ("edge", "node-label")
        )
    _write(folder, links, labels)


def _from_flickr(folder: Path) -> None:
    """A link a line, a membership a line, nodes from 1; classes are the five largest groups.

    A node in several of them is of the smallest, one in none has no label.
    """
    links, members = (
        np.loadtxt(folder / f"flickr-{name}.txt.gz", dtype=np.int64)
        for name in ("links", "groupmemberships")
    )
    groups, sizes = np.unique(members[:, 1], return_counts=True)
    largest = groups[np.argsort(-sizes, kind="stable")[:_N_GROUPS]]
    labels = np.full(max(int(links.max()), int(members[:, 0].max())), -1, dtype=np.int64)
    for label, group in enumerate(largest):
        labels[members[members[:, 1] == group, 0] - 1] = label
    nodes = int(links.max())
    _write(folder, links - 1, labels[:nodes])


_PLANETOID = (
    "https://github.com/kimiyoung/planetoid/raw/af6abf468a772cc055bec88c52e4d6f51b7c37e3/data/"
)
_DEEPWALK = "https://github.com/phanein/deepwalk/raw/6e6dff245e4692e9bea47e9017c1034e51afbf29/"

HOMES: dict[str, Home] = {
    "cora": Home(
        url=_PLANETOID,
        files={
            "ind.cora.graph": "58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d",
            "ind.cora.ally": "2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71",
            "ind.cora.ty": "41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad",
            "ind.cora.test.index": (
                "297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875"
            ),
        },
        n_nodes=2708,
        n_links=5278,
    ),
    "citeseer": Home(
        url=_PLANETOID,
        files={
            "ind.citeseer.graph": (
                "d79a4ef9d3e7169aee8946145f6b7306e35bc79bffad26346cfb94e10e9912a7"
            ),
            "ind.citeseer.ally": "f704b2d986dde6c2669934de1f3ae5696a6cf9455c0f6b2646a2d135ea0a1c95",
            "ind.citeseer.ty": "55e5bd1ba1e733a04598753ad1a8d57957f4b8f89e74519f41f4f4938767e4ce",
            "ind.citeseer.test.index": (
                "2af990671580b6b2df5d158d1038f8292e30c9cd821b5453f399659b25b723d4"
            ),
        },
        n_nodes=3327,
        n_links=4552,
    ),
    "pubmed": Home(
        url=_PLANETOID,
        files={
            "ind.pubmed.graph": "5b89f0036ca22909471f1e6558eb42fa06e0c730a577bde5b058b40638f81dc9",
            "ind.pubmed.ally": "0c37bbe3b5014ec365e9d393cf4791925e5ed94fb194305d74f064a8d7b50f0e",
            "ind.pubmed.ty": "ee2e0d4819d9fbcc403689c3bf2e49face401b605932f093bc58ab6461130fdd",
            "ind.pubmed.test.index": (
                "b101d421688bbaecbd82e8a18f1e282378d6830f3a37666f28ebc47f844341b5"
            ),
        },
        n_nodes=19717,
        n_links=44324,
    ),
    "blogcatalog": Home(
        url=_DEEPWALK + "example_graphs/",
        files={"blogcatalog.mat": None},
        n_nodes=10312,
        n_links=333983,
        degrees="0cf79577522c37a95b66bd25e8b0fb5b68af5ab4db0f5ebf9568e5dcc14b638b",
        convert=_from_mat,
    ),
    "ogbn_arxiv": Home(
        url="http://snap.stanford.edu/ogb/data/nodeproppred/",
        files={"arxiv.zip": None},
        n_nodes=169343,
        n_links=1157799,
        degrees="028276cfc70a0b5e41e615980a9aca7a480703e9c55bd3382eca86850cdbd009",
        convert=_from_ogb,
    ),
    "flickr": Home(
        url="http://socialnetworks.mpi-sws.org/data/",
        files={"flickr-links.txt.gz": None, "flickr-groupmemberships.txt.gz": None},
        n_nodes=1715255,
        n_links=15555042,
        convert=_from_flickr,
    ),
}
"""Public homes; a graph without a checksum for its files is checked by its own numbers."""
