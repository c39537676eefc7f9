"""One batch of flips: candidates drawn, scored, and the best of them picked."""

from dataclasses import replace

import numpy as np

from ppne.candidate.sample import draw_additions, draw_removals, held_share
from ppne.candidate.two_steps import draw_two_steps
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.factor.proximity import Proximity
from ppne.graph.flips import Flips
from ppne.graph.simple import Graph
from ppne.privacy.flip_change import leakage_changes
from ppne.privacy.gradient import FactorGradient
from ppne.privacy.leakage import Leakage, cosines
from ppne.protect.result import Problem, State, Step
from ppne.protect.score import (
    choose_batch,
    degree_cost,
    gain_over_cost,
    gain_within,
    restoring,
)
from ppne.protect.settings import ProtectionSettings
from ppne.protect.stop import batch_size, progress
from ppne.protect.view import View
from ppne.utility.loss import tail_loss
from ppne.utility.modes import leading_modes

_SURE = 100
"""Share of the budget, as one over this, that a batch flips whatever its flips score."""

_MAKE_UP = 2
"""Times the share of links that no removal may take, up to which flips add one."""

_TRIED = 20
"""Additions whose gain is worked out for each that is wanted: a gain is dear, and half have one."""

_FIND, _FOLLOW = 300, 12
"""Products that the modes are found with, and followed with from batch to batch."""


def flip_batch(
    problem: Problem,
    settings: ProtectionSettings,
    state: State,
    step: Step,
    graph: Graph,
    view: View,
    gradient: FactorGradient,
    leak: Leakage,
    *,
    compute: Compute,
) -> tuple[State, Step, str | None]:
    """State and step with the best flips made, or with why there are none."""
    size = batch_size(settings, state, step)
    n_additions: int | None = None
    restores = settings.addition_pool == "near" and settings.criterion == "degree"
    if settings.additions is not None:
        share = settings.additions
        if restores and share < 1:  # where links are to spare, and at first, removals do better
            share = min(share, _MAKE_UP * held_share(graph)) * progress(settings, state, step)
        due = int(share * (len(state.flips) + size) + 1e-9) - step.n_additions
        n_additions = max(0, min(size, due))
    candidates = _draw(problem, settings, state, graph, n_additions)
    restored: FloatArray | None = None
    if n_additions and restores:
        candidates, restored = _most_restoring(
            candidates, view.rows, leak, graph, _TRIED * n_additions, compute=compute
        )
    if not len(candidates):
        return state, step, "no candidate is left"
    gains = -leakage_changes(
        graph, settings.method, view.matrices, gradient, candidates, compute=compute
    )
    scores, losses, state = _scores(
        settings, state, graph, view.matrices, candidates, gains, compute
    )
    if restored is not None:
        added = candidates.signs > 0
        scores[added] = np.where(gains[added] > 0, restored, -np.inf)

    def pick() -> IntArray:
        return choose_batch(
            candidates,
            scores,
            graph.degrees,
            size=size,
            n_additions=n_additions,
            node_cap=settings.node_cap,
            floor=settings.floor,
            n_sure=max(1, settings.n_flips // _SURE),
        )

    chosen = pick()
    if not len(chosen) and n_additions:  # none to add: remove instead, unless that is ruled out
        n_additions = 0
        chosen = pick()
    if not len(chosen):
        return state, step, "no flip improves privacy"
    step = replace(
        step,
        expected_gain=float(gains[chosen].sum()),
        utility_loss=float("nan") if losses is None else float(losses[chosen].mean()),
    )
    return replace(state, flips=state.flips + candidates.take(chosen)), step, None


def _draw(
    problem: Problem,
    settings: ProtectionSettings,
    state: State,
    graph: Graph,
    n_additions: int | None,
) -> Flips:
    batch = len(state.history)
    flips = Flips.none()
    if settings.additions != 1:  # private links and decoys are no links of the public graph
        rng = stream(settings.seed, "removals", batch)
        flips = flips + draw_removals(graph, state.flips.pairs, settings.n_candidates, rng)
    if n_additions != 0:
        forbidden = np.concatenate([problem.forbidden, state.flips.pairs])
        rng = stream(settings.seed, "additions", batch)
        draw = draw_two_steps if settings.addition_pool == "near" else draw_additions
        flips = flips + draw(graph, forbidden, settings.n_candidates, rng)
    return flips


def _most_restoring(
    candidates: Flips,
    rows: FloatArray,
    leak: Leakage,
    graph: Graph,
    count: int,
    *,
    compute: Compute,
) -> tuple[Flips, FloatArray]:
    """The candidates with the additions that restore most alone, and what these score."""
    removals, additions = (
        candidates.take(np.flatnonzero(candidates.signs == sign)) for sign in (-1, 1)
    )
    likeness = cosines(rows, leak.inverse_norms, additions.pairs, compute=compute)
    scores = restoring(likeness, graph.degrees, additions)
    best = np.sort(np.argsort(-scores, kind="stable")[:count])
    return removals + additions.take(best), scores[best]


def _scores(
    settings: ProtectionSettings,
    state: State,
    graph: Graph,
    matrices: Proximity,
    candidates: Flips,
    gains: FloatArray,
    compute: Compute,
) -> tuple[FloatArray, FloatArray | None, State]:
    """Score of each candidate, its utility loss where that was worked out, and the warm modes."""
    if settings.criterion == "privacy":
        return gain_over_cost(gains, np.ones(len(gains)), 0.0), None, state
    if settings.criterion == "degree":
        cost = degree_cost(graph.degrees, candidates)
        return gain_over_cost(gains, cost, settings.k), None, state
    modes = leading_modes(
        matrices.normal,
        settings.method.window,
        settings.n_components,
        rng=stream(settings.seed, "modes", len(state.history)),
        compute=compute,
        start=state.mode_vectors,
        max_products=_FIND if state.mode_vectors is None else _FOLLOW,
    )
    state = replace(state, mode_vectors=modes.vectors)
    losses = tail_loss(graph, settings.method, modes, candidates, compute=compute)
    if settings.criterion == "utility":
        return -losses, losses, state
    if settings.criterion == "ratio":
        return gain_over_cost(gains, losses, settings.k), losses, state
    if settings.criterion == "constrained":
        return gain_within(gains, losses, float(np.median(losses))), losses, state
    added = losses - losses.min()
    floor = max(float(np.median(added)), 1e-300)
    return gain_over_cost(gains, added + floor, settings.k), losses, state
