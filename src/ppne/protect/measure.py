"""How exposed the private links are in an embedding, as one `Step` of a run's history."""

from functools import partial

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.factor.proximity import Proximity
from ppne.factor.spectrum import Spectrum, leading_eigenpairs
from ppne.graph.flips import Flips
from ppne.privacy.auc import auc
from ppne.privacy.leakage import Leakage, leakage, unit_rows
from ppne.protect.protector import RunSettings
from ppne.protect.result import Problem, Step

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
