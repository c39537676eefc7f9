"""`Step`, `State` and `Protection`: what a run has done so far, and what it came to."""

from dataclasses import asdict, dataclass, field

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.graph.flips import Flips, apply
from ppne.graph.simple import Graph
from ppne.private.pairs import PrivatePairs


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """The state before a batch (or at the end), and what the batch was expected to bring.

    Parameters
    ----------
    n_flips, n_additions
        Made before this batch.
    leakage
        The paper's ``PL``.
    auc_own
        Cosine attack against the defender's own decoys; NaN if there are none.
    auc_fresh
        The same against non-links that the defender does not use.
    auc_learned
        Of the learned attacker, where there is one in the loop, on the same; cross-fitted.
    auc_low
        Lower end of the 95 % interval of the stronger of these two.
    expected_gain
        Sum of the batch's estimated gains; 0 at the end.
    utility_loss
        Mean estimated utility loss of the batch, NaN where the criterion has no need of it.
    """

    n_flips: int
    n_additions: int
    leakage: float
    auc_own: float
    auc_fresh: float
    auc_learned: float = float("nan")
    auc_low: float = float("nan")
    expected_gain: float = 0.0
    utility_loss: float = float("nan")

    @property
    def auc_strongest(self) -> float:
        """AUC of the strongest attack in the loop."""
        return float(np.fmax(self.auc_fresh, self.auc_learned))

    def as_dict(self) -> dict[str, float]:
        """Field names and values, in order."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class State:
    """All that the next batch depends on besides problem and settings: enough to resume from.

    ``residual`` is that of the eigenpairs when they were last found rather than followed.
    """

    flips: Flips
    history: tuple[Step, ...] = ()
    residual: float = float("inf")
    vectors: FloatArray | None = field(repr=False, default=None)
    mode_vectors: FloatArray | None = field(repr=False, default=None)
    stopped: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Problem:
    """The public graph, the pairs to hide, and the non-links that progress is watched on."""

    graph: Graph
    pairs: PrivatePairs
    watched: IntArray = field(repr=False)

    @property
    def forbidden(self) -> IntArray:
        """Pairs that no flip may touch: private links and decoys."""
        return np.concatenate([self.pairs.links, self.pairs.decoys])


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Protection:
    """What a protector gives back; the repr shows no pair.

    ``embedding`` holds the rows to publish instead of the perturbed graph's own; ``None`` where
    the graph alone decides what is published.
    """

    graph: Graph
    flips: Flips
    history: tuple[Step, ...] = field(repr=False)
    stopped: str
    embedding: FloatArray | None = field(repr=False, default=None)


def conclude(
    problem: Problem, flips: Flips, *, stopped: str, embedding: FloatArray | None = None
) -> Protection:
    """The result of flips that were chosen all at once, without looking at an embedding.

    Its one step tells how many there are; the attack on them is not known yet, and so NaN.
    """
    unknown = float("nan")
    step = Step(
        n_flips=len(flips),
        n_additions=int((flips.signs > 0).sum()),
        leakage=unknown,
        auc_own=unknown,
        auc_fresh=unknown,
    )
    graph = apply(problem.graph, flips)
    return Protection(
        graph=graph, flips=flips, history=(step,), stopped=stopped, embedding=embedding
    )
