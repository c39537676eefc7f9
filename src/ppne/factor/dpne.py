r"""DPNE: factorisation of the closed-form matrix under a perturbed objective (Xu et al. 2018)."""

import math

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.factor.embedding import check_dimension
from ppne.factor.epsilon import check_epsilon
from ppne.factor.methods import Method
from ppne.factor.proximity import proximity
from ppne.graph.simple import Graph


def dpne(
    graph: Graph,
    method: Method,
    n_components: int,
    *,
    epsilon: float,
    seed: int | None,
    compute: Compute,
    clip: float = 1.0,
    regularisation: float = 10.0,
    n_iterations: int = 20,
) -> FloatArray:
    r"""Node vectors that minimise a factorisation's objective with a random linear term added.

    .. math::
        \min_{X, Y} \; \lVert \min(Z, c) - X Y^\top \rVert^2
        + \rho \, (\lVert X \rVert^2 + \lVert Y \rVert^2) + \sum_i \eta_i^\top x_i,
        \qquad \lVert y_j \rVert = 1, \qquad
        p(\eta_i) \propto e^{-\varepsilon \lVert \eta_i \rVert / 4c}

    ======= ================== ==================================================
    symbol  name               what
    ======= ================== ==================================================
    Z       ``log_above``      of :func:`ppne.factor.proximity.proximity`, sparse
    X       returned           (n_nodes, n_components)
    Y       (thrown away)      context vectors, (n_nodes, n_components)
    c       ``clip``           bound on an entry of ``Z``
    ρ       ``regularisation`` weight of the squared lengths
    η       (thrown away)      noise, one vector a node, drawn once
    ======= ================== ==================================================

    Each step solves for ``X`` with ``Y`` held, then for ``Y``, whose rows are then scaled to
    length one; ``Y`` starts at random. O(n_iterations (nnz + n n_components) n_components), and
    nothing n x n.

    **Noise scale.** For a given ``Y`` the objective is quadratic in ``x_i``, so :math:`\eta_i \to
    x_i` is one to one with a Jacobian that does not depend on ``Z``. A change of ``Z_ij`` by at
    most ``c`` moves the slope along ``x_i`` by at most :math:`2c \lVert y_j \rVert \le 2c`;
    ``Z`` is symmetric, so the slope along ``x_j`` moves as well, :math:`4c` together, hence
    the density above: a uniform direction and a length of law Gamma(n_components, 4c/ε).

    **What epsilon covers.** The vectors ``X``, given ``Y``, when one pair of symmetric entries of
    ``Z`` changes. It does *not* cover:

    - one *link*: it moves two degrees and the volume, so other entries of the two rows change with
      it, and with a window above 1 every entry whose walks pass there. The sensitivity argument
      is one of entries; for a link this noise has **no proven guarantee**, least for DeepWalk;
    - the way that ``X`` depends on the graph through ``Y``, which is learnt from ``Z`` too;
    - a link of a graph so large that ``Z`` is sampled (``method.walks``): it moves walks as well;
    - a seed that becomes known, or rounding: the noise is drawn in double precision.

    **Choices.** Written from the paper's abstract and the construction that it takes up (objective
    perturbation of matrix factorisation, Hua et al. 2015; Chaudhuri et al. 2011); its full text
    was not at hand. Open there, or decided here: the matrix (the closed form ``Z`` of this
    package), the bound on its entries (clipped at ``c``, not read off the data), both symmetric
    entries counted (one alone would halve the noise), context vectors of length exactly one
    (at most one is what the bound needs; short ones only drown sooner), noise on ``X`` alone, and
    alternating least squares. ``c = 1``, ρ = 10 and unit contexts had the best F1 at ε = 10 of
    the settings tried on Cora with one seed; they were not tuned elsewhere.

    Parameters
    ----------
    method
        Whose ``Z``: window and negative samples.
    seed
        Repeats the noise, which is then only as secret as the seed; ``None`` draws afresh.

    Raises
    ------
    InputError
        If ``n_components`` is not below the number of nodes, or a parameter is not positive.
    """
    check_dimension(graph, n_components)
    for name, value in (("regularisation", regularisation), ("n_iterations", n_iterations)):
        if not value > 0:
            raise InputError(f"{name} must be positive, got {value}")
    scale = noise_scale(epsilon, clip)
    rng = np.random.default_rng() if seed is None else stream(seed, "dpne")
    half_noise = 0.5 * draw_noise((graph.n_nodes, n_components), scale, rng)
    z = proximity(graph, method, compute=compute).log_above
    z.data = np.minimum(z.data, clip)
    contexts = _unit(rng.standard_normal(half_noise.shape))
    rows = contexts
    for step in range(n_iterations):
        if step:
            contexts = _unit(_solve(compute.product(z, rows), rows, regularisation, compute))
        wanted = compute.product(z, contexts) - half_noise
        rows = _solve(wanted, contexts, regularisation, compute)
    return rows


def noise_scale(epsilon: float, clip: float) -> float:
    r""":math:`4c/\varepsilon`, by which the length of each noise vector is scaled.

    Raises
    ------
    InputError
        If either is not a positive number.
    """
    check_epsilon(epsilon)
    if not (clip > 0 and math.isfinite(clip)):
        raise InputError(f"clip must be a positive number, got {clip}")
    return 4.0 * clip / epsilon


def draw_noise(shape: tuple[int, int], scale: float, rng: np.random.Generator) -> FloatArray:
    r"""Rows of density :math:`\propto e^{-\lVert \eta \rVert / scale}`."""
    lengths = rng.gamma(shape[1], scale, size=(shape[0], 1))
    noise: FloatArray = lengths * _unit(rng.standard_normal(shape))
    return noise


def _solve(
    wanted: FloatArray, others: FloatArray, regularisation: float, compute: Compute
) -> FloatArray:
    """``wanted (O^T O + ρ I)^-1``: each row's least squares solution with the others held."""
    gram = compute.gram(others, others)
    gram[np.diag_indices_from(gram)] += regularisation
    return compute.combine(wanted, np.linalg.inv(gram))


def _unit(rows: FloatArray) -> FloatArray:
    """Rows of length one; zero rows stay zero."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: FloatArray = rows / np.where(norms > 0, norms, 1.0)
    return unit
