"""Hypothesis strategies for graphs, pairs and flips."""

import numpy as np
from hypothesis import strategies as st

from ppne.graph.flips import Flips
from ppne.graph.simple import Graph
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem


@st.composite
def pairs(draw, n_nodes, *, min_size=0, max_size=20):
    """Distinct index pairs ``(u, v)``, ``u < v``, in any order."""
    all_pairs = np.column_stack(np.triu_indices(n_nodes, 1))
    size = min(len(all_pairs), max_size)
    chosen = draw(
        st.lists(
            st.integers(0, max(len(all_pairs) - 1, 0)),
            unique=True,
            min_size=min(min_size, size),
            max_size=size,
        )
    )
    return all_pairs[np.array(chosen, dtype=np.int64)].astype(np.int64)


@st.composite
def graphs(draw, *, min_nodes=2, max_nodes=12, min_links=0, labelled=None):
    """Simple graphs with integer or string ids, with labels or without (unless told)."""
    n_nodes = draw(st.integers(min_nodes, max_nodes))
    links = draw(pairs(n_nodes, min_size=min_links, max_size=40))
    ids = draw(
        st.one_of(
            st.just(np.arange(n_nodes)),
            st.permutations([7 * node + 3 for node in range(n_nodes)]).map(np.array),
            st.permutations([f"node {node}" for node in range(n_nodes)]).map(np.array),
        )
    )
    if labelled is None:
        labelled = draw(st.booleans())
    classes = draw(st.lists(st.integers(0, 2), min_size=n_nodes, max_size=n_nodes))
    return Graph.from_links(links, node_ids=ids, labels=np.array(classes) if labelled else None)


@st.composite
def flips(draw, graph, *, max_size=10):
    """Flips that can be applied to the graph: additions of non-links, removals of links."""
    chosen = draw(pairs(graph.n_nodes, max_size=max_size))
    signs = np.where(graph.has_links(chosen), -1, 1).astype(np.int64)
    return Flips(pairs=chosen, signs=signs)


@st.composite
def problems(draw, *, min_nodes=4, max_nodes=12):
    """Public graphs of at least one link, with private links and decoys that they do not have."""
    graph = draw(graphs(min_nodes=min_nodes, max_nodes=max_nodes, min_links=1, labelled=False))
    every = np.column_stack(np.triu_indices(graph.n_nodes, 1)).astype(np.int64)
    free = every[~graph.has_links(every)]
    if not len(free):
        graph = graph.with_links(graph.links[1:])
        free = every[~graph.has_links(every)]
    order = np.array(draw(st.permutations(range(len(free)))))
    n_private = draw(st.integers(1, len(free)))
    n_decoys = draw(st.integers(0, len(free) - n_private))
    ends = free[order]
    return Problem(
        graph=graph,
        pairs=PrivatePairs(links=ends[:n_private], decoys=ends[n_private : n_private + n_decoys]),
        watched=ends[n_private + n_decoys :],
    )
