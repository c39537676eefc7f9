"""`ppne embed`: a graph in, its embedding out: closed form, trained, or under DPNE's noise."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from ppne.cli.inputs import check_seed, method_from
from ppne.cli.training import PREFIX, TRAINED, training_from
from ppne.compute.backend import Compute
from ppne.errors import InputError
from ppne.factor.dpne import dpne
from ppne.factor.embedding import said_of_zero_rows
from ppne.factor.methods import METHODS, Method
from ppne.graph.simple import Graph
from ppne.publish.release import Release, make_release, save_embedding
from ppne.train.settings import Training

_DPNE = "dpne"


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


def embed_method(
    name: str,
    n_components: int,
    window: int | None,
    negatives: float,
    walks: str = "auto",
    *,
    epsilon: float | None,
    seed: int | None,
    **given: float | str | None,
) -> Method | Training:
    """The method of this name, DPNE and trained ones included.

    ``given`` are ``p``, ``q`` and ``order`` (``None``: not given). Raises where an option does not
    go with the method.
    """
    if name != _DPNE and epsilon is not None:
        raise InputError(f"--epsilon goes with --method dpne only, not with {name}; drop it")
    if name.startswith(PREFIX):
        return training_from(
            name,
            n_components,
            negatives=negatives,
            window=window,
            walks=walks,
            seed=seed,
            **given,
        )
    for option, value in given.items():
        if value is not None:
            raise InputError(f"--{option} goes with trained methods only, not with {name}; drop it")
    if name == _DPNE:
        if epsilon is None:
            raise InputError("--method dpne needs --epsilon, such as --epsilon 10")
        if seed is not None:
            check_seed(seed)
        return replace(method_from("deepwalk", window, negatives, walks), name=_DPNE)
    if seed is not None:
        raise InputError(
            f"--seed goes with --method dpne or a trained one, not with {name}; drop it"
        )
    if name not in METHODS:
        known = ", ".join((*METHODS, _DPNE, *TRAINED))
        raise InputError(f"unknown --method {name!r}; choose one of {known}")
    return method_from(name, window, negatives, walks)


def embed_file(
    graph: Graph,
    method: Method | Training,
    n_components: int,
    out: Path,
    *,
    epsilon: float | None = None,
    seed: int | None = None,
    compute: Compute,
) -> str:
    """Write the embedding of a graph to an ``.npz`` file, whole or not at all; what was made."""
    if isinstance(method, Training) or epsilon is None:
        release, said = make_release(graph, method, n_components, compute=compute), "unprotected"
    else:
        rows = dpne(graph, method, n_components, epsilon=epsilon, seed=seed, compute=compute)
        release = Release(node_ids=graph.node_ids, embedding=rows.astype(np.float32), method=method)
        said = f"with noise at epsilon {epsilon:g}"
    temporary = out.with_name(f".{out.name}.tmp")
    save_embedding(temporary, release)
    temporary.replace(out)
    zero = said_of_zero_rows(release.embedding, graph)
    return f"embedded, {said}, in {out}" + (f"; {zero}" if zero else "")
