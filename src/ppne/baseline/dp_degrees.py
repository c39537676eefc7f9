r"""Differentially private degrees, and a graph that has them (the paper's baseline DP).

Privacy unit: one link added or removed. It changes two degrees by one each, so the list of all
degrees has L1 sensitivity 2, and discrete Laplace noise of scale :math:`2/\varepsilon` makes it
:math:`\varepsilon`-differentially private. (The authors' code draws Laplace noise of scale
:math:`1/\varepsilon`, as if one degree changed: for a whole link that is :math:`2\varepsilon`.)
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ppne.baseline.epsilon import MOST_LINKS, check_size
from ppne.baseline.meet_degrees import edit_to_degrees, random_of_degrees
from ppne.compute.arrays import IntArray
from ppne.compute.rng import stream
from ppne.errors import InputError, MissingExtraError
from ppne.factor.epsilon import check_epsilon
from ppne.graph.flips import Flips
from ppne.protect.result import Problem

SENSITIVITY = 2
"""L1 distance between the degrees of two graphs that differ in one link."""

GENERATORS: dict[str, Callable[..., Flips]] = {
    "edit": edit_to_degrees,
    "random": random_of_degrees,
}
"""How a graph is made of the noisy degrees, by name."""


def dp_flips(
    problem: Problem, *, epsilon: float, generator: str = "edit", seed: int | None
) -> Flips:
    """Flips from the public graph to one whose degrees are epsilon-differentially private.

    What epsilon covers, and what it does not:

    - The noisy degrees are epsilon-differentially private for each public link. Private links are
      not in the public graph, so no degree depends on them; what embeddings give away of them
      comes from the links around them, which an epsilon for one link hardly bounds.
    - Generator ``"random"`` sees the noisy degrees and, of the graph, only what our two rules
      need: private links and decoys stay non-links, and a node that has links is not left
      without. Both rules depend on the graph and are outside epsilon.
    - Generator ``"edit"``, the authors' one, starts from the public graph and keeps most of its
      links. The graph that it gives is **not** differentially private; only its degrees are, and
      those up to the two rules.

    Parameters
    ----------
    generator
        ``"edit"``: as few random flips as a greedy search finds, node identity kept.
        ``"random"``: a random simple graph of those degrees.
    seed
        As for :func:`noisy_degrees`; ``None`` also leaves the generator unseeded.

    Raises
    ------
    InputError
        If epsilon is not positive, or so small that the graph would not fit in memory.
    MissingExtraError
        If OpenDP is not installed.
    """
    if generator not in GENERATORS:
        raise InputError(f"unknown generator {generator!r}; choose one of {', '.join(GENERATORS)}")
    check_epsilon(epsilon)
    graph, degrees = problem.graph, problem.graph.degrees
    n_nodes, n_links = graph.n_nodes, graph.n_links
    # Half of the noise is cut off at degree zero; the other half adds 1 / epsilon to a degree.
    expected = min(n_links + n_nodes / (2 * epsilon), n_nodes * (n_nodes - 1) / 2)
    check_size(expected, epsilon, n_nodes / (2 * max(MOST_LINKS - n_links, 1)))
    wanted = np.clip(noisy_degrees(degrees, epsilon=epsilon, seed=seed), degrees > 0, n_nodes - 1)
    rng = np.random.default_rng() if seed is None else stream(seed, "degree graph")
    return GENERATORS[generator](graph, wanted, problem.forbidden, rng)


def noisy_degrees(degrees: IntArray, *, epsilon: float, seed: int | None) -> IntArray:
    r"""Degrees plus discrete Laplace noise, :math:`P(k) \propto e^{-|k|/b}`; may be negative.

    The scale ``b`` is the smallest that OpenDP's accountant lets pass at sensitivity 2, that is
    :math:`2/\varepsilon` up to rounding.

    Parameters
    ----------
    seed
        ``None``: OpenDP draws the noise, from the system's secure source; it has no seed, so the
        run cannot be repeated. A number: the same law is drawn from the seeded stream, so that
        the run can be repeated; the noise is then only as secret as the seed, and whoever guesses
        the seed has the degrees. Seeds are for experiments.
    """
    measurement, scale = _mechanism(epsilon)
    if seed is None:
        return np.array(measurement(degrees.tolist()), dtype=np.int64)
    rng = stream(seed, "degree noise")
    chance = -np.expm1(-1.0 / scale)  # the difference of two geometric counts has this very law
    noise = rng.geometric(chance, len(degrees)) - rng.geometric(chance, len(degrees))
    return degrees + noise


def spent_epsilon(epsilon: float) -> float:
    """What OpenDP's accountant says that :func:`noisy_degrees` spends for one link."""
    return float(_mechanism(epsilon)[0].map(SENSITIVITY))


def _mechanism(epsilon: float) -> tuple[Any, float]:
    """OpenDP's measurement and its scale."""
    try:
        import opendp.prelude as dp
    except ImportError as error:
        raise MissingExtraError(
            "differentially private degrees need an extra: pip install 'ppne[baselines]'"
        ) from error
    check_epsilon(epsilon)
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)

    def measurement(scale: float) -> Any:
        return dp.m.make_laplace(*space, scale=scale)

    scale = float(dp.binary_search_param(measurement, d_in=SENSITIVITY, d_out=float(epsilon)))
    return measurement(scale), scale
