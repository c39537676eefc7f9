"""Random-walk proximity of a graph and its truncated logarithm, as sparse matrices."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.factor.methods import Method, settled
from ppne.graph.simple import Graph


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Proximity:
    r"""The matrices that a closed-form embedding factorises.

    .. math::
        N = D^{-1/2} A D^{-1/2}, \quad
        M = \frac{vol}{bT} D^{-1/2} (N + … + N^T) D^{-1/2}, \quad
        Z = \log \max(M, 1)

    ====== ============= =======================================
    symbol name          what
    ====== ============= =======================================
    N      ``normal``    normalised adjacency, sparse, symmetric
    M      ``above``     only the entries greater than one
    Z      ``log_above`` their logarithms, in the same places
    ====== ============= =======================================

    Only ``Z`` is held; the others are worked out when they are asked for.
    """

    graph: Graph
    log_above: sparse.csr_array

    @property
    def normal(self) -> sparse.csr_array:
        """``N``."""
        return normal_adjacency(self.graph)

    @property
    def above(self) -> sparse.csr_array:
        """``M`` where it is above one."""
        logs = self.log_above
        return sparse.csr_array((np.exp(logs.data), logs.indices, logs.indptr), shape=logs.shape)


def inverse_root_degrees(graph: Graph) -> FloatArray:
    """``d^-1/2`` of each node; 0 for a node without links."""
    degrees = graph.degrees
    return np.where(degrees > 0, 1.0 / np.sqrt(np.maximum(degrees, 1)), 0.0)


def normal_adjacency(graph: Graph) -> sparse.csr_array:
    """``D^-1/2 A D^-1/2``, columns sorted."""
    scale = inverse_root_degrees(graph)
    rows = np.repeat(np.arange(graph.n_nodes), graph.degrees)
    values = scale[rows] * scale[graph.indices]
    return sparse.csr_array(
        (values, graph.indices, graph.indptr), shape=(graph.n_nodes, graph.n_nodes)
    )


def proximity(graph: Graph, method: Method, *, compute: Compute) -> Proximity:
    """`Proximity` of a graph, sparse throughout, in the precision for so many nodes.

    O(m) for LINE; for DeepWalk O(n m T), or O(n T walks) where it is sampled: by walks that are the
    same for the same graph, with nothing of a user's seed in them.
    """
    volume = 2.0 * graph.n_links
    dtype = compute.precision(graph.n_nodes)
    if method.window == 1:
        terms = 0.5 * np.log(volume / method.negatives) - np.log(np.maximum(graph.degrees, 1))
        return Proximity(
            graph=graph,
            log_above=compute.positive_sums(graph.indptr, graph.indices, terms, dtype),
        )
    coefficients = np.ones(method.window + 1)
    coefficients[0] = 0.0
    factor = volume / (method.negatives * method.window)
    normal = normal_adjacency(graph)
    if walks := settled(method, graph.n_nodes).walks:
        above = compute.walk_above(normal, coefficients, factor, walks)
    else:
        scale = inverse_root_degrees(graph) * np.sqrt(factor)
        above = compute.polynomial_above(normal, coefficients, scale)
    logs = np.log(above.data).astype(dtype, copy=False)
    return Proximity(
        graph=graph,
        log_above=sparse.csr_array((logs, above.indices, above.indptr), shape=above.shape),
    )
