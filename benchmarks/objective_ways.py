"""What a protection can descend: the package's own objectives, and others to set beside them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ppne.candidate.two_steps import draw_two_steps
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import choose
from ppne.compute.rng import stream
from ppne.factor.embedding import axis_lengths
from ppne.factor.proximity import Proximity
from ppne.factor.spectrum import Spectrum, leading_eigenpairs
from ppne.privacy.gradient import FactorGradient, kkt_gradient, spectral_gradient
from ppne.privacy.leakage import (
    cosines,
    inverse_lengths,
    learned_row_slope,
    similarity_slope,
)
from ppne.privacy.objective import PairWeights, difference_weights, ranked_weights
from ppne.private.non_links import draw_non_links
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem

Weights = Callable[[FloatArray, FloatArray], PairWeights]
Gradient = Callable[[PrivatePairs, Weights, Proximity, Spectrum, FloatArray, bool], FactorGradient]
"""From pairs, weights, matrices, eigenpairs, rows and whether these are level."""

Decoys = Callable[[Problem, int], IntArray]

_WIDTH = 0.5
"""Difference of cosines over which the smooth AUC counts a pair as won or lost."""


def differences(links: FloatArray, decoys: FloatArray) -> PairWeights:
    """The paper's: every link alike."""
    return difference_weights(len(links), len(decoys))


def smooth_auc(links: FloatArray, decoys: FloatArray) -> PairWeights:
    """Slope of the mean logistic of (link - decoy) / 0.5 over all pairs: pairs far apart fade."""
    gaps = np.clip((links[:, None] - decoys[None, :]) / _WIDTH, -50, 50)
    slope = 1.0 / (2.0 + np.exp(gaps) + np.exp(-gaps)) * 4.0
    return PairWeights(links=slope.mean(axis=1), decoys=-slope.sum(axis=0) / len(decoys))


def kkt(
    pairs: PrivatePairs,
    weights: Weights,
    matrices: Proximity,
    spectrum: Spectrum,
    rows: FloatArray,
    level: bool,
    *,
    learned: float = 0.0,
) -> FactorGradient:
    """With the context factor held still; a share of it against the learned attacker."""
    slope = _row_slope(pairs, weights, rows)
    if learned:
        against, _ = learned_row_slope(rows, pairs, compute=choose())
        slope = (1.0 - learned) * slope + learned * against
    return kkt_gradient(spectrum, slope, level=level, compute=choose())


def spectral(
    pairs: PrivatePairs,
    weights: Weights,
    matrices: Proximity,
    spectrum: Spectrum,
    rows: FloatArray,
    level: bool,
    *,
    times: int,
) -> FactorGradient:
    """Daleckii-Krein, knowing so many times the eigenpairs that are kept."""
    compute = choose()
    known = spectrum if times == 1 else _widened(matrices, spectrum, times)
    measured = _cosines(rows, pairs)
    slope = similarity_slope(rows, pairs, weights(*measured), compute=compute)
    return spectral_gradient(known, slope, level=level, compute=compute)


def cuts(
    pairs: PrivatePairs,
    weights: Weights,
    matrices: Proximity,
    spectrum: Spectrum,
    rows: FloatArray,
    level: bool,
) -> FactorGradient:
    """KKT averaged over embeddings that are cut at a half, three quarters and all of ``K``."""
    left = np.zeros_like(spectrum.kept_vectors)
    kept = [spectrum.n_kept // 2, 3 * spectrum.n_kept // 4, spectrum.n_kept]
    for n_kept in kept:
        part = Spectrum(
            values=spectrum.values,
            vectors=spectrum.vectors,
            n_kept=n_kept,
            residual=spectrum.residual,
            converged=spectrum.converged,
        )
        slope = _row_slope(pairs, weights, np.ascontiguousarray(rows[:, :n_kept]))
        left[:, :n_kept] += kkt_gradient(part, slope, level=level, compute=choose()).left / len(
            kept
        )
    return FactorGradient(left=left, right=spectrum.vectors, held=np.arange(len(left)))


def soft_cut(
    pairs: PrivatePairs,
    weights: Weights,
    matrices: Proximity,
    spectrum: Spectrum,
    rows: FloatArray,
    level: bool,
) -> FactorGradient:
    """KKT of rows whose columns fade out around ``K`` instead of ending there."""
    wide = _widened(matrices, spectrum, 2)
    n_kept = spectrum.n_kept
    fade = 1.0 / (1.0 + np.exp((np.arange(len(wide.values)) - n_kept) / (n_kept / 8)))
    faded = wide.vectors * (axis_lengths(wide.values, level=level) * fade)
    slope = _row_slope(pairs, weights, faded) * fade
    whole = Spectrum(
        values=wide.values,
        vectors=wide.vectors,
        n_kept=len(wide.values),
        residual=wide.residual,
        converged=wide.converged,
    )
    return kkt_gradient(whole, slope, level=level, compute=choose())


def drawn_anew(problem: Problem, batch: int) -> IntArray:
    """Other decoys for every batch."""
    rng = stream(batch, "drawn anew")
    taken = np.concatenate([problem.pairs.links, problem.watched])
    return draw_non_links(problem.graph, taken, len(problem.pairs.decoys), rng)


def two_steps_apart(problem: Problem, batch: int) -> IntArray:
    """Hard ones: non-links with a neighbour in common."""
    taken = np.concatenate([problem.pairs.links, problem.watched])
    count = len(problem.pairs.decoys)
    return draw_two_steps(problem.graph, taken, count, stream(0, "two steps")).pairs


def half_hard(problem: Problem, batch: int) -> IntArray:
    """Every other one of them two steps apart."""
    hard = two_steps_apart(problem, batch)[::2]
    return np.concatenate([problem.pairs.decoys[: len(hard)], hard])


@dataclass(frozen=True)
class Way:
    """What is descended, and the settings under which."""

    weights: Weights
    gradient: Gradient
    preset: str = "default"
    options: dict[str, float | str | None] = field(default_factory=dict)
    decoys: Decoys | None = None
    """Those of a batch, where they are not the run's own."""

    def pairs(self, problem: Problem, batch: int) -> PrivatePairs:
        """The links, and the decoys of this batch."""
        if self.decoys is None:
            return problem.pairs
        return PrivatePairs(links=problem.pairs.links, decoys=self.decoys(problem, batch))

    def gradient_of(
        self,
        pairs: PrivatePairs,
        matrices: Proximity,
        spectrum: Spectrum,
        rows: FloatArray,
        *,
        level: bool,
    ) -> FactorGradient:
        """The gradient at an embedding and its eigenpairs."""
        return self.gradient(pairs, self.weights, matrices, spectrum, rows, level)


_REMOVALS: dict[str, float | str | None] = {"additions": 0.0}
_PLAIN = {**_REMOVALS, "node_cap": None, "floor": 0.0, "criterion": "privacy"}

WAYS = {
    "paper": Way(differences, kkt, "paper"),
    "kkt": Way(differences, kkt, "paper", {"additions": 0.0}),
    "difference": Way(differences, kkt, options=_REMOVALS),
    "spectral": Way(differences, partial(spectral, times=1), options=_REMOVALS),
    "spectral-2K": Way(differences, partial(spectral, times=2), options=_REMOVALS),
    "cuts": Way(differences, cuts, options=_REMOVALS),
    "soft-cut": Way(differences, soft_cut, options=_REMOVALS),
    "smooth-auc": Way(smooth_auc, kkt, options=_REMOVALS),
    "ranked": Way(ranked_weights, kkt, options=_REMOVALS),
    "default": Way(ranked_weights, kkt),
    # One part of the default left out, or another in its place.
    "no-cost": Way(ranked_weights, kkt, options={**_REMOVALS, "criterion": "privacy"}),
    "ratio": Way(ranked_weights, kkt, options={**_REMOVALS, "criterion": "ratio"}),
    "marginal": Way(ranked_weights, kkt, options={**_REMOVALS, "criterion": "marginal"}),
    "constrained": Way(ranked_weights, kkt, options={**_REMOVALS, "criterion": "constrained"}),
    "no-cap": Way(ranked_weights, kkt, options={"node_cap": None}),
    "few-decoys": Way(ranked_weights, kkt, options={"n_decoys": 1.0}),
    "all-pairs": Way(differences, kkt, options={"objective": "difference", "n_decoys": 0.0}),
    "drawn-anew": Way(ranked_weights, kkt, decoys=drawn_anew),
    "hard-decoys": Way(ranked_weights, kkt, decoys=two_steps_apart),
    "half-hard": Way(ranked_weights, kkt, decoys=half_hard),
    "learned": Way(ranked_weights, partial(kkt, learned=0.3), options={"learned": 0.3}),
    "lengths": Way(ranked_weights, kkt, options={"directions": False}),
    "uniform-additions": Way(ranked_weights, kkt, options={"addition_pool": "uniform"}),
    "plain": Way(differences, kkt, options=_PLAIN),
}
"""`paper`: half the flips additions; `kkt`: the same, removals alone; then removals by other
objectives under the default's cost; `default`, and what is left of it without a part."""


def _row_slope(pairs: PrivatePairs, weights: Weights, rows: FloatArray) -> FloatArray:
    compute = choose()
    slope = similarity_slope(rows, pairs, weights(*_cosines(rows, pairs)), compute=compute)
    return slope.times(rows, scale=2.0, compute=compute)


def _cosines(rows: FloatArray, pairs: PrivatePairs) -> tuple[FloatArray, FloatArray]:
    compute = choose()
    lengths = inverse_lengths(rows, compute=compute)
    links, decoys = (
        cosines(rows, lengths, ends, compute=compute) for ends in (pairs.links, pairs.decoys)
    )
    return links, decoys


def _widened(matrices: Proximity, spectrum: Spectrum, times: int) -> Spectrum:
    """So many times the eigenpairs, of which as many as before are kept."""
    compute, n_kept = choose(), spectrum.n_kept
    found = leading_eigenpairs(
        partial(compute.product, matrices.log_above),
        len(spectrum.vectors),
        times * n_kept,
        rng=stream(0, "wide"),
        compute=compute,
        dtype=matrices.log_above.dtype.type,
        tolerance=1e-3,
    )
    return Spectrum(
        values=found.values[: times * n_kept],
        vectors=np.ascontiguousarray(found.vectors[:, : times * n_kept]),
        n_kept=n_kept,
        residual=found.residual,
        converged=found.converged,
    )
