"""Betweenness of links from compressed rows: checks and allocation here, the loop in kernels/."""

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.kernels.paths import link_dependencies

_GROUPS = 8
"""Parts of the sum over sources that are added up apart, whatever the number of threads."""


def link_betweenness(
    indptr: IntArray, indices: IntArray, link: IntArray, n_links: int, sources: IntArray
) -> FloatArray:
    r"""Shortest paths from the sources over each link, shared among equally short ones.

    .. math::
        b(e) = \sum_{s \in S} \sum_{t \ne s} \frac{\sigma_{st}(e)}{\sigma_{st}}

    ============= ============================================= ===========
    symbol        name                                          shape
    ============= ============================================= ===========
    S             ``sources``                                   (n_sources,)
    e             ``link``: the link of each arc in ``indices`` (n_arcs,)
    ============= ============================================= ===========

    With every node a source this is twice the edge betweenness of an undirected graph.
    O(n_sources n_arcs).
    """
    n_nodes = len(indptr) - 1
    room = (_GROUPS, n_nodes)
    out = np.zeros((_GROUPS, n_links))
    link_dependencies(
        indptr,
        indices,
        link,
        sources,
        np.full(room, -1, dtype=np.int64),
        np.empty(room),
        np.zeros(room),
        np.empty(room, dtype=np.int64),
        out,
    )
    total: FloatArray = out.sum(axis=0)
    return total
