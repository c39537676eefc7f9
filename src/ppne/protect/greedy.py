"""The greedy loop: embed, score candidates, flip a batch, and again; prints and writes nothing."""

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.factor.embedding import check_dimension
from ppne.graph.flips import Flips, apply
from ppne.graph.simple import Graph
from ppne.privacy.gradient import FactorGradient, spectral_gradient
from ppne.privacy.leakage import (
    Leakage,
    SimilaritySlope,
    leakage,
    learned_row_slope,
    similarity_slope,
)
from ppne.privacy.objective import difference_weights, ranked_weights
from ppne.private.non_links import count_non_links, draw_non_links
from ppne.private.pairs import PrivatePairs
from ppne.protect.batch import flip_batch
from ppne.protect.measure import measure
from ppne.protect.memory import check_memory
from ppne.protect.protector import RunSettings
from ppne.protect.result import Problem, Protection, State
from ppne.protect.settings import ProtectionSettings
from ppne.protect.stop import AIMS, must_be_sharp, why_stop
from ppne.protect.trained_view import TrainedView
from ppne.protect.view import ClosedView, View

GradientOf = Callable[[View, Leakage], FactorGradient]
"""From what the loop sees, and what it leaks, to the gradient to descend."""

_WATCHED = 10
"""Watched non-links for each private link: fewer would make the stop a matter of luck."""

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
    gradient_of: GradientOf | None = None,
) -> Iterator[State]:
    """States after each batch; the last has ``stopped`` set.

    Started again from any of them, it goes on to the same end, bit for bit. ``gradient_of`` takes
    the place of the objective of the settings: any attack that has a slope along the rows plugs in
    there, through :meth:`ppne.protect.view.View.gradient`.
    """
    state = State(flips=Flips.none()) if state is None else state

    def own(view: View, leak: Leakage) -> FactorGradient:
        return _gradient(problem, settings, view, leak, compute)

    while state.stopped is None:
        state = _advance(problem, settings, state, gradient_of or own, compute)
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
    problem: Problem,
    settings: ProtectionSettings,
    state: State,
    gradient_of: GradientOf,
    compute: Compute,
) -> State:
    """Embed the graph as it is now, then stop or flip a batch."""
    graph = apply(problem.graph, state.flips)
    seen = ClosedView if settings.training is None else TrainedView
    view: View = seen.of(graph, settings, state, compute=compute)
    look = partial(measure, problem, state.flips, learned=settings.learned > 0, compute=compute)
    step, leak = look(view.rows)
    if must_be_sharp(settings, state, step, view.rows.dtype.itemsize):
        view = view.sharper()
        step, leak = look(view.rows)
    stopped = why_stop(settings, state, step)
    if stopped in AIMS:  # judged on what would be published
        view = view.published()
        step, leak = look(view.rows)
        stopped = why_stop(settings, state, step)
    state = view.keep(state)
    if stopped is None:
        gradient = gradient_of(view, leak)
        state, step, stopped = flip_batch(
            problem, settings, state, step, graph, view, gradient, leak, compute=compute
        )
    return replace(state, history=(*state.history, step), stopped=stopped)


def _gradient(
    problem: Problem,
    settings: ProtectionSettings,
    view: View,
    leak: Leakage,
    compute: Compute,
) -> FactorGradient:
    """The leakage's gradient along ``Z``, cosine and learned attacker weighed together."""

    def slope_along(rows: FloatArray) -> SimilaritySlope:
        seen = leak if rows is view.rows else leakage(rows, problem.pairs, compute=compute)
        if settings.objective == "ranked":
            weights = ranked_weights(seen.link_cosines, seen.decoy_cosines)
        else:
            weights = difference_weights(len(seen.link_cosines), len(seen.decoy_cosines))
        return similarity_slope(rows, problem.pairs, weights, compute=compute)

    def row_slope(rows: FloatArray) -> tuple[FloatArray, IntArray | None]:
        slope = slope_along(rows)
        if not settings.learned:
            return slope.along_rows(rows, compute=compute)
        along = slope.times(rows, scale=2.0, compute=compute)
        learned, _ = learned_row_slope(rows, problem.pairs, compute=compute)
        return (1.0 - settings.learned) * along + settings.learned * learned, None

    if settings.gradient == "spectral" and isinstance(view, ClosedView):
        slope = slope_along(view.rows)
        return spectral_gradient(view.spectrum, slope, level=settings.level, compute=compute)
    return view.gradient(row_slope)
