"""Words of the command line made into graphs, private links, budgets and settings."""

from pathlib import Path
from typing import Any

import numpy as np

from ppne.baseline.choose import AnySettings, reads, settings_for
from ppne.compute.arrays import IntArray
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.factor.methods import Method, entry_walkers, method_named, settled
from ppne.graph.clean import largest_component
from ppne.graph.load import read_graph
from ppne.graph.load_pairs import read_pairs
from ppne.graph.node_names import index_of_names
from ppne.graph.simple import Graph
from ppne.outcome.result import counted
from ppne.private.choose import among_share_of_nodes, between_groups, of_nodes, share_of_links


def graph_from(
    path: Path, labels: Path | None = None, *, largest: bool = False
) -> tuple[Graph, str]:
    """The graph (or its largest component), and a sentence on it and on what was dropped."""
    graph, dropped = read_graph(path, labels=labels)
    n_read = graph.n_nodes
    if largest and n_read:
        graph = largest_component(graph)
    if graph.n_nodes < 2 or graph.n_links == 0:
        raise InputError(
            f"{path}: a graph of {graph.n_nodes} nodes and {graph.n_links} links; "
            "there is nothing to embed"
        )
    said = f"{path.name}: {graph.n_nodes:,} nodes, {graph.n_links:,} links"
    if graph.n_nodes < n_read:
        said += f" in the largest component; left out {n_read - graph.n_nodes:,} nodes"
    return graph, f"{said}; {dropped}" if str(dropped) else said


def private_from(words: str, graph: Graph, seed: int) -> IntArray:
    """Private links named by a file, or drawn by a policy.

    ============== =================================================
    words          private links
    ============== =================================================
    FILE           those in the file
    sample:SHARE   a share of all links
    among:SHARE    the links among a share of the nodes
    nodes:ID,ID…   all links of these nodes
    between:A,B    all links between two groups (labels)
    ============== =================================================
    """
    policy, colon, rest = words.partition(":")
    rng = stream(seed, "private")
    if not colon or policy not in ("sample", "among", "nodes", "between"):
        return read_pairs(Path(words), graph)
    if policy == "nodes":
        index = index_of_names(graph)
        names = [name.strip() for name in rest.split(",")]
        for name in names:
            if name not in index:
                raise InputError(
                    f"--private nodes: no node {name!r} in the graph; ids stand as in nodes:7,9"
                )
        return of_nodes(graph, np.array([index[name] for name in names]), rng)
    if policy == "between":
        groups = [name.strip() for name in rest.split(",")]
        if len(groups) != 2:
            raise InputError("--private between: takes two labels, as in between:3,5")
        if graph.labels is None:
            raise InputError(
                "--private between: needs a label of each node; name their file with --labels"
            )
        return between_groups(graph, groups[0], groups[1], rng)
    share = number(rest, f"--private {policy}: takes a number, as in {policy}:0.1")
    return (share_of_links if policy == "sample" else among_share_of_nodes)(graph, share, rng)


def number(word: str, expects: str) -> float:
    """A finite number, or an error that says what was expected."""
    try:
        value = float(word)
    except ValueError:
        value = float("nan")
    if not np.isfinite(value):
        raise InputError(f"{expects}, got {word!r}")
    return value


def method_from(name: str, window: int | None, negatives: float, walks: str = "auto") -> Method:
    """The method of this name."""
    if not np.isfinite(negatives):
        raise InputError(f"--negatives takes a finite number, got {negatives}")
    return method_named(name, window=window, negatives=negatives, walks=walks_from(walks))


def walks_from(word: str) -> int | None:
    """Walks of each node: ``auto`` (``None``), ``exact`` (0) or a count."""
    if word in ("auto", "exact"):
        return 0 if word == "exact" else None
    if word.isdecimal() and int(word) > 0:
        return int(word)
    raise InputError(f"--walks takes auto, exact or a count (100), got {word!r}")


def walks_said(method: Method, n_nodes: int, *, gains: bool) -> str | None:
    """What of DeepWalk is sampled on a graph of so many nodes, or ``None``."""
    walks, walkers = settled(method, n_nodes).walks, entry_walkers(method, n_nodes)
    effects = f"the effect of a flip from {walkers:,} walkers a node"
    exact = "(--walks exact works all of it out, in time that grows with the square of the nodes)"
    if walks:
        said = f"DeepWalk is sampled: the proximity from {counted(walks, 'walk')} a node"
        return f"{said}, {effects} {exact}" if gains else f"{said} {exact}"
    return f"DeepWalk is exact, {effects} {exact}" if gains and walkers else None


def check_seed(seed: int) -> None:
    """Raise unless the seed can seed anything."""
    if seed < 0:
        raise InputError(f"--seed must be at least 0, got {seed}")


_BUDGET = "0.3"
"""Share of the links that may be flipped unless the user says otherwise."""


def flips_from(word: str | None, n_links: int, protector: str = "ppne") -> int | None:
    """A budget: a count (``500``) or a share of the links (``0.1``, ``10%``).

    Where the user gave none it is 0.3 of the links, or ``None`` if the protector reads none.
    """
    if word is None:
        if "n_flips" not in reads(protector):
            return None
        word = _BUDGET
    expects = "--flips takes a count (500) or a share below 1 (0.1 or 10%)"
    if word.isdecimal() and int(word) > 0:
        return int(word)
    share = number(word[:-1], expects) / 100 if word.endswith("%") else number(word, expects)
    if not 0 < share < 1:
        raise InputError(f"{expects}, got {word!r}")
    return max(1, round(share * n_links))


def additions_from(word: str) -> float | None:
    """Share of additions: a number from 0 to 1, ``removals``, ``additions`` or ``free``."""
    named = {"removals": 0.0, "additions": 1.0, "free": None}
    expects = "--balance takes removals, additions, free or a number from 0 to 1"
    return named[word] if word in named else number(word, expects)


_OPTIONS = {
    "n_components": "--dim",
    "n_flips": "--flips",
    "trainings": "--trainings",
    "preset": "--preset",
    "criterion": "--criterion",
    "objective": "--objective",
    "gradient": "--gradient",
    "epsilon": "--epsilon",
    "generator": "--generator",
    "recompute": "--recompute",
    "n_candidates": "--candidates",
    "batch_size": "--batch",
    "additions": "--balance",
    "n_decoys": "--decoys",
    "learned": "--learned",
    "directions": "--keep-lengths",
    "n_iterations": "--iterations",
    "target_gain": "--target-gain",
    "target_auc": "--target-auc",
    "until": "--until",
    "k": "--k",
}
"""Fields of the settings under the names that the user knows them by."""


def settings_from(
    method: Method,
    preset: str | None,
    n_flips: int | None,
    *,
    protector: str = "ppne",
    **given: Any,
) -> AnySettings:
    """Settings of a protector from the options that the user gave (``None``: not given).

    Raises
    ------
    InputError
        If one is out of its range or not read by the protector; the text names the option.
    """
    given = {"preset": preset, "n_flips": n_flips, **given}
    chosen = {name: value for name, value in given.items() if value is not None}
    if "balance" in chosen:
        chosen["additions"] = additions_from(chosen.pop("balance"))
    try:
        return settings_for(protector, method=method, **chosen)
    except InputError as error:
        field, space, rest = str(error).partition(" ")
        raise InputError(f"{_OPTIONS.get(field, field)}{space}{rest}") from error
