"""How exposed the private links are in an embedding, as one `Step` of a run's history."""

from dataclasses import replace
from functools import partial

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.factor.proximity import Proximity
from ppne.factor.spectrum import (
    Spectrum,
    affordable_products,
    block_width,
    follow_eigenpairs,
    leading_eigenpairs,
)
from ppne.graph.flips import Flips
from ppne.privacy.auc import auc, auc_interval
from ppne.privacy.leakage import Leakage, cosines, leakage, learned_scores
from ppne.protect.protector import RunSettings
from ppne.protect.result import Problem, State, Step

_TOLERANCE = 1e-3
"""Residual that the eigenpairs meet at the start of a run; the release is embedded anew."""

_DRIFT = 0.25
"""What the residual may grow by, from batch to batch, before the eigenpairs are found anew."""


def tracked_spectrum(
    matrices: Proximity, settings: RunSettings, state: State, *, compute: Compute
) -> tuple[Spectrum, float]:
    """Eigenpairs good enough to choose flips by and to watch progress on.

    Followed from the last batch's by a single product; found anew where there are none, or
    where the matrix has moved too far away from them. Also returns the residual of the last found.
    """
    if state.vectors is not None:
        product = partial(compute.product, matrices.log_above)
        n_kept = settings.n_components
        followed = follow_eigenpairs(product, state.vectors, n_kept, compute=compute)
        if followed is not None and followed.residual <= state.residual + _DRIFT:
            return followed, state.residual
    found = _found(matrices, settings, len(state.history), compute=compute)
    return found, found.residual


def sharpened(
    spectrum: Spectrum, matrices: Proximity, settings: RunSettings, batch: int, *, compute: Compute
) -> Spectrum:
    """Followed eigenpairs, iterated on until they are as good as found ones.

    Followed ones lag behind, so that an attack on them tells a little less than one on the release.
    """
    return _found(matrices, settings, batch, spectrum.vectors, compute=compute)


def _found(
    matrices: Proximity,
    settings: RunSettings,
    batch: int,
    start: FloatArray | None = None,
    *,
    compute: Compute,
) -> Spectrum:
    """Eigenpairs from nothing, or from a start."""
    log_above = matrices.log_above
    width = block_width(log_above.shape[0], settings.n_components)
    return leading_eigenpairs(
        partial(compute.product, log_above),
        log_above.shape[0],
        settings.n_components,
        rng=stream(settings.seed, "spectrum", batch),
        compute=compute,
        start=start,
        dtype=log_above.dtype.type,
        tolerance=_TOLERANCE,
        max_products=affordable_products(log_above.nnz, width, log_above.dtype.type),
    )


def measure(
    problem: Problem,
    made: Flips,
    rows: FloatArray,
    *,
    learned: bool = False,
    compute: Compute,
) -> tuple[Step, Leakage]:
    """The step that ``rows``, the embedding after the flips made, comes to; and its leakage.

    ``learned`` says whether a learned attacker is in the loop, to be judged as the cosine is.
    """
    leak = leakage(rows, problem.pairs, compute=compute)
    watched = cosines(rows, leak.inverse_norms, problem.watched, compute=compute)
    own = auc(leak.link_cosines, leak.decoy_cosines) if len(leak.decoy_cosines) else float("nan")
    fresh, half = auc_interval(leak.link_cosines, watched)
    step = Step(
        n_flips=len(made),
        n_additions=int((made.signs > 0).sum()),
        leakage=leak.value,
        auc_own=own,
        auc_fresh=fresh,
        auc_low=fresh - half,
    )
    if learned and len(problem.pairs.links) > 1:
        folds = [
            auc_interval(*fold) for fold in learned_scores(rows, problem.pairs, problem.watched)
        ]
        value = float(np.mean([fold[0] for fold in folds]))
        half = float(np.linalg.norm([fold[1] for fold in folds])) / len(folds)
        low = value - half if value > fresh else step.auc_low
        step = replace(step, auc_learned=value, auc_low=low)
    return step, leak
