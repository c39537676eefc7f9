"""From a graph to its closed-form embedding."""

from functools import partial

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import EmptyEmbeddingError, InputError
from ppne.factor.methods import Method
from ppne.factor.proximity import Proximity, proximity
from ppne.factor.spectrum import (
    Spectrum,
    affordable_products,
    block_width,
    leading_eigenpairs,
)
from ppne.graph.simple import Graph

_TOLERANCE = {8: 1e-6, 4: 1e-4}
"""Residual at which the eigenpairs are good enough to publish, by the bytes of a number."""

ZERO_ROW = 1e-4
"""Rows shorter than this share of the longest are zero: their direction means nothing."""

FAINT = 0.03
"""Axes along which rows are shorter, as a whole, than this share of the longest hold noise."""


def check_dimension(graph: Graph, n_components: int) -> None:
    """Raise unless the graph has more nodes than the embedding has columns."""
    if n_components < 1:
        raise InputError(f"the dimension must be at least 1, got {n_components}")
    if n_components >= graph.n_nodes:
        raise InputError(
            f"a dimension of {n_components} needs more than {n_components} nodes, the graph has "
            f"{graph.n_nodes}; choose a smaller one, such as {max(1, graph.n_nodes // 2)} (--dim)"
        )


def axis_lengths(values: FloatArray, *, level: bool = False) -> FloatArray:
    r"""Length of a closed form's rows along each eigenvector: :math:`|\lambda|^{1/2}`.

    ``level``: one along each instead, and none along those so faint that what they hold is what
    the iteration left there.
    """
    lengths: FloatArray = np.sqrt(np.abs(values))
    return (lengths > FAINT * lengths.max(initial=0.0)).astype(np.float64) if level else lengths


def scaled_rows(spectrum: Spectrum, *, level: bool = False, compute: Compute) -> FloatArray:
    r""":math:`X = V |\Lambda|^{1/2}`, one row a node; ``level``: ``V`` (:func:`axis_lengths`)."""
    return compute.scale_columns(spectrum.vectors, axis_lengths(spectrum.kept_values, level=level))


def embed(graph: Graph, method: Method, n_components: int, *, compute: Compute) -> FloatArray:
    """The closed-form embedding of a graph, (n_nodes, n_components), the same for the same graph.

    A row that is next to nothing (`ZERO_ROW`) is zero: what is left of it is what the iteration
    had not yet taken away, in directions that give the links of small components away.

    Raises
    ------
    InputError
        If ``n_components`` is not below the number of nodes.
    EmptyEmbeddingError
        If every row would be zero.
    """
    check_dimension(graph, n_components)
    matrices = proximity(graph, method, compute=compute)
    rows = scaled_rows(published_spectrum(matrices, n_components, compute=compute), compute=compute)
    norms = compute.row_norms(rows)
    if not norms.max() > 0:
        raise EmptyEmbeddingError(
            f"every row of the embedding is zero: beside {method.negatives:g} negative samples no "
            "two nodes are nearer than chance; choose fewer negatives, such as 1"
        )
    rows[norms <= ZERO_ROW * norms.max()] = 0.0
    return rows


def nodes_without_row(rows: FloatArray, graph: Graph) -> IntArray:
    """Nodes that have links but a zero row."""
    return np.flatnonzero((graph.degrees > 0) & ~rows.any(axis=1))


def said_of_zero_rows(rows: FloatArray, graph: Graph) -> str:
    """How many nodes have links but a zero row, and what can be done; empty if none has."""
    n_zero, n_linked = len(nodes_without_row(rows, graph)), int((graph.degrees > 0).sum())
    if not n_zero:
        return ""
    return (
        f"{n_zero:,} of {n_linked:,} nodes with links have a zero row; fewer negatives reach more"
    )


def published_spectrum(matrices: Proximity, n_components: int, *, compute: Compute) -> Spectrum:
    """Eigenpairs good enough to publish.

    The start of the iteration is fixed: no seed of a user's goes into what is published.
    """
    log_above = matrices.log_above
    n_nodes = log_above.shape[0]
    dtype = compute.precision(n_nodes)
    return leading_eigenpairs(
        partial(compute.product, log_above),
        n_nodes,
        n_components,
        rng=stream(0, "spectrum"),
        compute=compute,
        dtype=dtype,
        tolerance=_TOLERANCE[np.dtype(dtype).itemsize],
        max_products=affordable_products(log_above.nnz, block_width(n_nodes, n_components), dtype),
    )
