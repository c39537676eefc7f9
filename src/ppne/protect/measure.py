"""How exposed the private links are in an embedding, as one `Step` of a run's history."""

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.graph.flips import Flips
from ppne.privacy.auc import auc
from ppne.privacy.leakage import Leakage, leakage, unit_rows
from ppne.protect.result import Problem, Step


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
