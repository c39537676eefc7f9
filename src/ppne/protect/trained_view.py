"""`TrainedView`: what the loop sees of a graph whose embedding is trained."""

import math
from dataclasses import replace
from functools import cached_property

import numpy as np

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.factor.directions import levelled
from ppne.factor.proximity import Proximity, proximity
from ppne.graph.simple import Graph
from ppne.privacy.gradient import FactorGradient, context_gradient, mean_gradient
from ppne.protect.result import State
from ppne.protect.settings import ProtectionSettings
from ppne.protect.view import RowSlope
from ppne.train.settings import Training
from ppne.train.skip_gram import SkipGram
from ppne.train.trained import Embedder, Trained, train

_WALKS = 0.4
"""Share of the walks that vectors to choose flips by are trained on; what is published has all."""


class TrainedView:
    """Vectors trained on the graph as it is now, from several seeds where the settings say so.

    Flips move them through the closed form's matrices, since what skip-gram and LINE fit is those.
    Each batch trains from nothing: vectors that go on from the last batch's still remember links
    that are gone, and the attack on them tells more than one on the release.
    """

    def __init__(
        self,
        graph: Graph,
        trained: list[Trained],
        settings: ProtectionSettings,
        compute: Compute,
    ) -> None:
        self._graph, self._trained = graph, trained
        self._settings, self._compute = settings, compute
        self._seen = [self._see(one.rows) for one in trained]
        self.rows = self._seen[0][0]

    @classmethod
    def of(
        cls, graph: Graph, settings: ProtectionSettings, state: State, *, compute: Compute
    ) -> "TrainedView":
        """The view of the graph after the flips of the state."""
        training = settings.training
        if not isinstance(training, Training):
            return cls(graph, [train(graph, _given(training), compute=compute)], settings, compute)
        rng = stream(settings.seed, "training", len(state.history))
        trained = []
        for _ in range(settings.trainings):
            alone = replace(_brief(training), seed=int(rng.integers(2**31)))
            trained.append(train(graph, alone, compute=compute))
        return cls(graph, trained, settings, compute)

    @cached_property
    def matrices(self) -> Proximity:
        """Those of the settings' method."""
        return proximity(self._graph, self._settings.method, compute=self._compute)

    def gradient(self, row_slope: RowSlope) -> FactorGradient:
        """The mean, over the trainings, of :func:`~ppne.privacy.gradient.context_gradient`."""
        found = []
        for one, (rows, turn) in zip(self._trained, self._seen, strict=True):
            context = one.context
            context = self._context(one.rows) if context is None else self._precise(context)
            slope = row_slope(rows)
            found.append(context_gradient(context, *slope, turn=turn, compute=self._compute))
        return mean_gradient(found)

    def sharper(self) -> "TrainedView":
        """As it is."""
        return self

    def published(self) -> "TrainedView":
        """Trained from nothing, with the seed that it is published with."""
        made = train(self._graph, _given(self._settings.training), compute=self._compute)
        return TrainedView(self._graph, [made], self._settings, self._compute)

    def keep(self, state: State) -> State:
        """As it is."""
        return state

    def _see(self, rows: FloatArray) -> tuple[FloatArray, FloatArray | None]:
        """Rows to judge and descend, and the matrix that they were turned by, if any."""
        rows = self._precise(rows)
        return levelled(rows, compute=self._compute) if self._settings.level else (rows, None)

    def _precise(self, rows: FloatArray) -> FloatArray:
        return np.ascontiguousarray(rows, dtype=self._compute.precision(self._graph.n_nodes))

    def _context(self, rows: FloatArray) -> FloatArray:
        """The ``Y`` for which ``X Y^T`` comes nearest to ``Z``, by least squares."""
        rows = self._precise(rows)
        seen = self._compute.product(self.matrices.log_above, rows)
        inner = np.linalg.pinv(self._compute.gram(rows, rows), hermitian=True)
        return self._compute.combine(seen, inner)


def _given(training: Training | Embedder | None) -> Training | Embedder:
    assert training is not None
    return training


def _brief(training: Training) -> Training:
    """The training with fewer walks, where it walks."""
    if isinstance(training, SkipGram):
        return replace(training, walks_per_node=math.ceil(_WALKS * training.walks_per_node))
    return training
