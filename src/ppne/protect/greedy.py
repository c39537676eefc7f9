"""The greedy loop: embed, score candidates, flip a batch, and again; prints and writes nothing."""

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ppne.candidate.near import draw_near_additions, nearest_nodes
from ppne.candidate.sample import draw_additions, draw_removals
from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.factor.embedding import check_dimension, scaled_rows
from ppne.factor.proximity import Proximity, proximity
from ppne.factor.spectrum import Spectrum
from ppne.graph.flips import Flips, apply
from ppne.graph.simple import Graph
from ppne.privacy.flip_change import leakage_changes
from ppne.privacy.gradient import FactorGradient, kkt_gradient, spectral_gradient
from ppne.privacy.leakage import (
    Leakage,
    learned_row_slope,
    similarity_slope,
    unit_rows,
)
from ppne.privacy.objective import difference_weights, hidden_weights
from ppne.private.non_links import count_non_links, draw_non_links
from ppne.private.pairs import PrivatePairs
from ppne.protect.measure import measure, sharpened, tracked_spectrum
from ppne.protect.memory import check_memory
from ppne.protect.protector import RunSettings
from ppne.protect.result import Problem, Protection, State, Step
from ppne.protect.score import choose_batch, degree_cost, gain_over_cost
from ppne.protect.settings import ProtectionSettings
from ppne.utility.loss import tail_loss
from ppne.utility.modes import leading_modes

_WATCHED = 10
"""Watched non-links for each private link: fewer would make the stop a matter of luck."""

_NEAR = {8: 0.1, 4: 0.0}
"""Distance of the attack's AUC from its target from which on eigenpairs are sharpened, by the bytes
of a number: where that is dear, only before the run would stop."""

_ENOUGH = 100_000
"""Decoys, and watched non-links, beyond which more than one for each private link tell no more."""


def pose(graph: Graph, private_links: IntArray, settings: RunSettings) -> Problem:
    """The problem to solve: private links taken out of the graph, decoys drawn.

    Raises
    ------
    InputError
        If nothing public is left, the dimension is too large, or non-links run out.
    """
    public = graph.without(private_links)
    if public.n_links == 0:
        raise InputError(
            "every link of the graph is private, so there is nothing to embed; "
            "leave some links public"
        )
    check_dimension(public, settings.n_components)
    third = count_non_links(graph, private_links) // 3  # for decoys, to watch, for the audit
    if third == 0:
        raise InputError(
            "nearly every pair of nodes is linked, so private links have no non-links to hide "
            "among; protect a sparser graph"
        )
    enough = max(_ENOUGH, len(private_links))
    n_decoys = min(math.ceil(settings.n_decoys * len(private_links)), enough, third)
    decoys = draw_non_links(graph, private_links, n_decoys, stream(settings.seed, "decoys"))
    watched = draw_non_links(
        graph,
        np.concatenate([private_links, decoys]),
        min(max(_WATCHED * len(private_links), 1000), enough, third),
        stream(settings.seed, "watched"),
    )
    return Problem(
        graph=public, pairs=PrivatePairs(links=private_links, decoys=decoys), watched=watched
    )


def run(
    problem: Problem,
    settings: ProtectionSettings,
    *,
    compute: Compute,
    state: State | None = None,
) -> Iterator[State]:
    """States after each batch; the last has ``stopped`` set.

    Started again from any of them, it goes on to the same end, bit for bit.
    """
    state = State(flips=Flips.none()) if state is None else state
    while state.stopped is None:
        state = _advance(problem, settings, state, compute)
        yield state


def protect(problem: Problem, settings: ProtectionSettings, *, compute: Compute) -> Protection:
    """The result of a whole run, refused at once where it will not fit in memory."""
    check_memory(problem.graph, settings, compute=compute)
    last = deque(run(problem, settings, compute=compute), maxlen=1).pop()
    return finish(problem, last)


def finish(problem: Problem, state: State) -> Protection:
    """The result of a run that has stopped."""
    return Protection(
        graph=apply(problem.graph, state.flips),
        flips=state.flips,
        history=state.history,
        stopped=str(state.stopped),
    )


def _advance(
    problem: Problem, settings: ProtectionSettings, state: State, compute: Compute
) -> State:
    """Embed the graph as it is now, then stop or flip a batch."""
    graph = apply(problem.graph, state.flips)
    matrices = proximity(graph, settings.method, compute=compute)
    spectrum, residual = tracked_spectrum(matrices, settings, state, compute=compute)
    rows = scaled_rows(spectrum, compute=compute)
    step, leak = measure(problem, state.flips, rows, compute=compute)
    if _near_target(settings, state, step, _NEAR[rows.dtype.itemsize]):
        batch = len(state.history)
        spectrum = sharpened(spectrum, matrices, settings, batch, compute=compute)
        rows = scaled_rows(spectrum, compute=compute)
        step, leak = measure(problem, state.flips, rows, compute=compute)
    if state.nearest is None and settings.addition_pool == "near" and settings.additions != 0:
        state = replace(state, nearest=nearest_nodes(unit_rows(rows)[0]))
    state = replace(state, vectors=spectrum.vectors, residual=residual)
    stopped = _why_stop(settings, state, step)
    if stopped is None:
        gradient = _gradient(problem, settings, spectrum, rows, leak, compute)
        state, step, stopped = _flip_batch(
            problem, settings, state, step, graph, matrices, gradient, compute
        )
    return replace(state, history=(*state.history, step), stopped=stopped)


def _near_target(settings: ProtectionSettings, state: State, step: Step, distance: float) -> bool:
    """Whether followed eigenpairs bring the attack so near its target that they must be sharp."""
    followed = state.vectors is not None
    target = settings.target_auc
    return followed and target is not None and step.auc_fresh <= target + distance


def _why_stop(settings: ProtectionSettings, state: State, step: Step) -> str | None:
    first = state.history[0] if state.history else step
    if settings.target_auc is not None and step.auc_fresh <= settings.target_auc:
        return "target AUC reached"
    if settings.target_gain is not None and first.leakage - step.leakage >= settings.target_gain:
        return "target gain reached"
    if step.n_flips >= settings.n_flips:
        return "budget of flips spent"
    if settings.n_iterations is not None and len(state.history) >= settings.n_iterations:
        return "number of iterations reached"
    return None


def _gradient(
    problem: Problem,
    settings: ProtectionSettings,
    spectrum: Spectrum,
    rows: FloatArray,
    leak: Leakage,
    compute: Compute,
) -> FactorGradient:
    """The leakage's gradient along ``Z``, cosine and learned attacker weighed together."""
    if settings.objective == "hidden":
        weights = hidden_weights(leak.link_cosines, leak.decoy_cosines)
    else:
        weights = difference_weights(len(leak.link_cosines), len(leak.decoy_cosines))
    slope = similarity_slope(rows, problem.pairs, weights, compute=compute)
    if settings.gradient == "spectral":
        return spectral_gradient(spectrum, slope, compute=compute)
    if settings.learned:
        row_slope = slope.times(rows, scale=2.0, compute=compute)
        learned, _ = learned_row_slope(rows, problem.pairs, compute=compute)
        row_slope = (1.0 - settings.learned) * row_slope + settings.learned * learned
        return kkt_gradient(spectrum, row_slope, compute=compute)
    return kkt_gradient(spectrum, *slope.along_rows(rows, compute=compute), compute=compute)


def _flip_batch(
    problem: Problem,
    settings: ProtectionSettings,
    state: State,
    step: Step,
    graph: Graph,
    matrices: Proximity,
    gradient: FactorGradient,
    compute: Compute,
) -> tuple[State, Step, str | None]:
    """Draw candidates, score them, and make the best flips."""
    size = min(settings.batch_size, settings.n_flips - len(state.flips))
    n_additions: int | None = None
    if settings.additions is not None:
        due = int(settings.additions * (len(state.flips) + size) + 1e-9) - step.n_additions
        n_additions = max(0, min(size, due))
    candidates = _draw(problem, settings, state, graph, n_additions)
    if not len(candidates):
        return state, step, "no candidate is left"
    gains = -leakage_changes(
        graph, settings.method, matrices, gradient, candidates, compute=compute
    )
    scores, losses, state = _scores(settings, state, graph, matrices, candidates, gains, compute)

    def pick() -> IntArray:
        return choose_batch(
            candidates,
            scores,
            graph.degrees,
            size=size,
            n_additions=n_additions,
            node_cap=settings.node_cap,
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
        if state.nearest is None:
            flips = flips + draw_additions(graph, forbidden, settings.n_candidates, rng)
        else:
            touched = graph.degrees < problem.graph.degrees
            touched[problem.pairs.links] = True
            flips = flips + draw_near_additions(
                graph, state.nearest, touched, forbidden, settings.n_candidates, rng
            )
    return flips


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
    )
    state = replace(state, mode_vectors=modes.vectors)
    losses = tail_loss(graph, settings.method, modes, candidates, compute=compute)
    if settings.criterion == "utility":
        return -losses, losses, state
    if settings.criterion == "ratio":
        return gain_over_cost(gains, losses, settings.k), losses, state
    added = losses - losses.min()
    floor = max(float(np.median(added)), 1e-300)
    return gain_over_cost(gains, added + floor, settings.k), losses, state
