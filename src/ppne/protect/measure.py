"""How exposed the private links are in an embedding, as one `Step` of a run's history."""

from functools import partial

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.factor.embedding import scaled_rows
from ppne.factor.proximity import Proximity, proximity
from ppne.factor.spectrum import Spectrum, leading_eigenpairs
from ppne.graph.flips import Flips, apply
from ppne.privacy.auc import auc
from ppne.privacy.leakage import Leakage, leakage, unit_rows
from ppne.protect.protector import RunSettings
from ppne.protect.result import Problem, Protection, Step

_TOLERANCE = 1e-3
"""Residual that the eigenpairs meet within a run; the release is embedded anew."""


def rough_spectrum(
    matrices: Proximity,
    settings: RunSettings,
    batch: int,
    start: FloatArray | None,
    *,
    compute: Compute,
) -> Spectrum:
    """Eigenpairs good enough to choose flips by and to watch progress on."""
    return leading_eigenpairs(
        partial(compute.product, matrices.log_above),
        matrices.log_above.shape[0],
        settings.n_components,
        rng=stream(settings.seed, "spectrum", batch),
        compute=compute,
        start=start,
        tolerance=_TOLERANCE,
    )


def measure(
    problem: Problem, made: Flips, rows: FloatArray, *, compute: Compute
) -> tuple[Step, Leakage]:
    """The step that ``rows``, the embedding after the flips made, comes to; and its leakage."""
    leak = leakage(rows, problem.pairs, compute=compute)
    units, _ = unit_rows(rows)
    watched = compute.pair_dot(units, units, problem.watched)
    own = auc(leak.link_cosines, leak.decoy_cosines) if len(leak.decoy_cosines) else float("nan")
    step = Step(
        n_flips=len(made),
        n_additions=int((made.signs > 0).sum()),
        leakage=leak.value,
        auc_own=own,
        auc_fresh=auc(leak.link_cosines, watched),
    )
    return step, leak


def conclude(
    problem: Problem,
    flips: Flips,
    settings: RunSettings,
    *,
    stopped: str,
    compute: Compute,
    embedding: FloatArray | None = None,
) -> Protection:
    """The result of flips that were chosen all at once: a history of two steps, first and last.

    Parameters
    ----------
    embedding
        Rows to publish instead of the perturbed graph's own; the last step is then theirs.
    """
    graph = apply(problem.graph, flips)
    spectrum = rough_spectrum(
        proximity(problem.graph, settings.method, compute=compute),
        settings,
        0,
        None,
        compute=compute,
    )
    first, _ = measure(problem, Flips.none(), scaled_rows(spectrum), compute=compute)
    rows = embedding
    if rows is None:
        matrices = proximity(graph, settings.method, compute=compute)
        rows = scaled_rows(rough_spectrum(matrices, settings, 1, spectrum.vectors, compute=compute))
    last, _ = measure(problem, flips, rows, compute=compute)
    return Protection(
        graph=graph, flips=flips, history=(first, last), stopped=stopped, embedding=embedding
    )
