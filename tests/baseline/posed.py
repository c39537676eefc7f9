"""Problems to solve, and the rules that every protector keeps."""

import numpy as np
from hypothesis import strategies as st

from ppne.graph.flips import apply
from ppne.graph.synthetic import block_model
from ppne.private.choose import share_of_links
from ppne.private.non_links import draw_non_links
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem
from tests.strategies import graphs

NO_PAIRS = np.empty((0, 2), dtype=np.int64)


def posed(graph, private, n_decoys, rng):
    """The problem of hiding some links of a graph."""
    decoys = draw_non_links(graph, NO_PAIRS, n_decoys, rng)
    return Problem(
        graph=graph.without(private),
        pairs=PrivatePairs(links=private, decoys=decoys),
        watched=NO_PAIRS,
    )


def block_problem(n_nodes=400, seed=3):
    """A tenth of the links of a block model, none of them a node's last."""
    graph = block_model(n_nodes=n_nodes, mean_degree=6, seed=seed)
    rng = np.random.default_rng(seed)
    private = share_of_links(graph, 0.1, rng)
    return posed(graph, private, len(private), rng)


@st.composite
def problems(draw):
    """Small graphs with a few private links and decoys; nodes may be left without links."""
    graph = draw(graphs(min_nodes=4, min_links=3))
    private = graph.links[:: draw(st.integers(2, 5))]
    room = graph.n_nodes * (graph.n_nodes - 1) // 2 - graph.n_links
    rng = np.random.default_rng(draw(st.integers(0, 9)))
    return posed(graph, private, min(room, draw(st.integers(0, 4))), rng)


def keeps_the_rules(problem, flips):
    """The graph after the flips: no node newly alone, no private link or decoy linked."""
    after = apply(problem.graph, flips)
    assert (after.degrees[problem.graph.degrees > 0] > 0).all()
    assert not after.has_links(problem.forbidden).any()
    return after
