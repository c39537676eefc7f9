"""`ppne embed`: a graph in, its unprotected embedding out."""

from pathlib import Path

from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.factor.methods import Method
from ppne.graph.simple import Graph
from ppne.publish.release import make_release, save_embedding


def check_target(out: Path, source: Path) -> None:
    """Raise unless the file can be written; one that is there is replaced, but not the graph."""
    if out.suffix != ".npz":
        raise InputError(f"{out}: the embedding is written as .npz; choose a name that ends so")
    if not out.parent.is_dir():
        raise InputError(f"{out.parent}: no such folder; make it first")
    if out.is_dir():
        raise InputError(f"{out} is a folder; choose another --out")
    if out.exists() and source.exists() and out.samefile(source):
        raise InputError(f"{out} is the graph itself; choose another --out")


def embed_file(
    graph: Graph, method: Method, n_components: int, out: Path, *, compute: Compute
) -> None:
    """Write the embedding of a graph to an ``.npz`` file, whole or not at all."""
    release = make_release(graph, method, n_components, compute=compute)
    temporary = out.with_name(f".{out.name}.tmp")
    save_embedding(temporary, release)
    temporary.replace(out)
