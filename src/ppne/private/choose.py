"""Which links to call private when the user names a policy instead of a list.

Every policy leaves each node at least one public link: a link is passed over where it is the last
one of either end.
"""

import numpy as np

from ppne.compute.arrays import Array, BoolArray, IntArray
from ppne.compute.spare import spare_in_order
from ppne.errors import InputError
from ppne.graph.simple import Graph


def share_of_links(graph: Graph, share: float, rng: np.random.Generator) -> IntArray:
    """A share of all links, uniformly at random."""
    _check_share(share, "links")
    wanted = max(1, round(share * graph.n_links))
    return _spare_last_links(graph, graph.links, wanted, rng)


def among_share_of_nodes(graph: Graph, share: float, rng: np.random.Generator) -> IntArray:
    """The links among a share of the nodes, drawn uniformly (as the paper's authors do)."""
    _check_share(share, "nodes")
    chosen = np.zeros(graph.n_nodes, dtype=bool)
    chosen[rng.permutation(graph.n_nodes)[: round(share * graph.n_nodes)]] = True
    return _links_between(graph, chosen, chosen, rng)


def of_nodes(graph: Graph, nodes: IntArray, rng: np.random.Generator) -> IntArray:
    """All links of these nodes (indices)."""
    chosen = np.zeros(graph.n_nodes, dtype=bool)
    chosen[nodes] = True
    return _links_between(graph, chosen, np.ones(graph.n_nodes, dtype=bool), rng)


def between_groups(graph: Graph, first: object, second: object, rng: np.random.Generator) -> Array:
    """All links between nodes of one label and nodes of another (or the same)."""
    if graph.labels is None:
        raise InputError("private links between groups need node labels (--labels)")
    if graph.labels.ndim == 2:
        raise InputError(
            "private links between groups need one label a node, and some nodes have several; "
            "name the private links in a file"
        )
    known = {str(label) for label in np.unique(graph.labels)}
    for label in (first, second):
        if str(label) not in known:
            raise InputError(f"no node has the label {str(label)!r}; check it against the labels")
    labels = graph.labels.astype(str)
    return _links_between(graph, labels == str(first), labels == str(second), rng)


def _check_share(share: float, what: str) -> None:
    if not 0 < share < 1:
        raise InputError(f"a share of the {what} must lie between 0 and 1, got {share:g}")


def _links_between(
    graph: Graph, first: BoolArray, second: BoolArray, rng: np.random.Generator
) -> IntArray:
    links = graph.links
    u, v = links.T
    chosen = links[(first[u] & second[v]) | (second[u] & first[v])]
    if not len(chosen):
        raise InputError("no link is between the chosen nodes, so none is private; choose others")
    return _spare_last_links(graph, chosen, len(chosen), rng)


def _spare_last_links(
    graph: Graph, links: IntArray, wanted: int, rng: np.random.Generator
) -> IntArray:
    """The first ``wanted`` of the links, shuffled, whose loss isolates no node; sorted."""
    order = rng.permutation(len(links))
    taken = spare_in_order(links, order, graph.degrees, wanted)
    if not len(taken):
        raise InputError(
            "no link can be private without isolating a node; name the private links in a file"
        )
    return links[np.sort(taken)]
