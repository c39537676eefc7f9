"""`ppne embed`: a graph in, its unprotected embedding out."""

from pathlib import Path

from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.factor.methods import Method
from ppne.graph.simple import Graph
from ppne.publish.release import make_release, save_embedding


def embed_file(
    graph: Graph, method: Method, n_components: int, out: Path, *, compute: Compute
) -> None:
    """Write the embedding of a graph to an ``.npz`` file, whole or not at all."""
    if out.suffix != ".npz":
        raise InputError(f"{out}: the embedding is written as .npz; choose a name that ends so")
    if not out.parent.is_dir():
        raise InputError(f"{out.parent}: no such folder; make it first")
    release = make_release(graph, method, n_components, compute=compute)
    temporary = out.with_name(f".{out.name}.tmp")
    save_embedding(temporary, release)
    temporary.replace(out)
