"""The network that a run is about, its private links set apart; says what it found of both."""

from pathlib import Path

import numpy as np

from ppne.cli.console import Reporter
from ppne.cli.inputs import check_seed, graph_from, private_from, walks_said
from ppne.compute.arrays import IntArray
from ppne.errors import InputError
from ppne.factor.methods import Method
from ppne.graph.simple import Graph
from ppne.outcome.result import counted
from ppne.task.classify import can_classify


def open_network(
    path: Path,
    private: str,
    method: Method,
    *,
    labels: Path | None,
    largest: bool,
    drop_isolated: bool,
    seed: int,
    gains: bool,
    reporter: Reporter,
) -> tuple[Graph, IntArray]:
    """The graph and its private links, as the options of a run ask for them.

    ``gains`` says that the effect of flips will be worked out, which may have to be sampled.
    """
    check_seed(seed)
    graph, said = graph_from(path, labels, largest=largest)
    reporter.note(said)
    links = private_from(private, graph, seed)
    graph, links = _set_apart(graph, links, drop_isolated=drop_isolated, reporter=reporter)
    sampled = walks_said(method, graph.n_nodes, gains=gains)
    if sampled is not None:
        reporter.note(sampled)
    return graph, links


def _set_apart(
    graph: Graph, private_links: IntArray, *, drop_isolated: bool, reporter: Reporter
) -> tuple[Graph, IntArray]:
    """Say what is private and what that isolates; leave isolated nodes out if asked to."""
    public = graph.without(private_links)
    absent = len(private_links) - (graph.n_links - public.n_links)
    reporter.note(
        counted(len(private_links), "private link")
        + (f", {absent:,} of them not in the graph as it was read" if absent else "")
    )
    if graph.labels is not None and not can_classify(graph.labels):
        reporter.note("no two classes are large enough to be told apart; F1 is left out")
    alone = public.degrees == 0
    if not alone.any():
        return graph, private_links
    if not drop_isolated:
        reporter.note(
            f"{counted(int(alone.sum()), 'node')} without a public link: "
            "a zero row each (or --drop-isolated)"
        )
        return graph, private_links
    inside = ~alone[private_links].any(axis=1)
    reporter.note(
        f"left out {counted(int(alone.sum()), 'node')} without a public link, "
        f"and so {counted(int((~inside).sum()), 'private link')}"
    )
    if not inside.any():
        raise InputError(
            "every private link is at a node without a public link; nothing is left to protect "
            "(keep those nodes: no --drop-isolated)"
        )
    new_index = np.cumsum(~alone) - 1
    return graph.subgraph(~alone), new_index[private_links[inside]]
