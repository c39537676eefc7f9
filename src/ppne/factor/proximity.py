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
    """

    normal: sparse.csr_array
    above: sparse.csr_array
    log_above: sparse.csr_array


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
    """`Proximity` of a graph, sparse throughout.

    O(m) for LINE; for DeepWalk O(n m T), or O(n T walks) where it is sampled: by walks that are the
    same for the same graph, with nothing of a user's seed in them.
    """
    normal = normal_adjacency(graph)
    volume = 2.0 * graph.n_links
    scale = inverse_root_degrees(graph) * np.sqrt(volume / (method.negatives * method.window))
    if method.window == 1:
        rows = np.repeat(np.arange(graph.n_nodes), graph.degrees)
        values = normal.data * scale[rows] * scale[graph.indices]
        keep = values > 1.0
        counts = np.bincount(rows[keep], minlength=graph.n_nodes)
        indptr = np.concatenate([[0], np.cumsum(counts)])
        above = sparse.csr_array((values[keep], graph.indices[keep], indptr), shape=normal.shape)
    else:
        coefficients = np.ones(method.window + 1)
        coefficients[0] = 0.0
        walks = settled(method, graph.n_nodes).walks
        if walks:
            factor = volume / (method.negatives * method.window)
            above = compute.walk_above(normal, coefficients, factor, walks)
        else:
            above = compute.polynomial_above(normal, coefficients, scale)
    log_above = sparse.csr_array(
        (np.log(above.data), above.indices, above.indptr), shape=above.shape
    )
    return Proximity(normal=normal, above=above, log_above=log_above)
