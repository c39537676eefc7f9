"""`View`: the embedding of the graph as it is now, and what a slope along its rows comes to."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.factor.embedding import published_spectrum, scaled_rows
from ppne.factor.proximity import Proximity, proximity
from ppne.factor.spectrum import Spectrum
from ppne.graph.simple import Graph
from ppne.privacy.gradient import FactorGradient, kkt_gradient
from ppne.protect.measure import sharpened, tracked_spectrum
from ppne.protect.result import State
from ppne.protect.settings import ProtectionSettings

RowSlope = Callable[[FloatArray], tuple[FloatArray, IntArray | None]]
"""From rows to the slope of what is descended along them, and the nodes that it is given at."""


class View(Protocol):
    """What the loop sees of a graph."""

    @property
    def matrices(self) -> Proximity:
        """The matrices through which flips move the embedding."""
        ...

    @property
    def rows(self) -> FloatArray:
        """The embedding, level where level rows are published."""
        ...

    def gradient(self, row_slope: RowSlope) -> FactorGradient:
        """The gradient along ``Z`` of that whose slope along rows is given."""
        ...

    def sharper(self) -> "View":
        """The same graph with more work spent on it."""
        ...

    def published(self) -> "View":
        """The same graph embedded as it would be published."""
        ...

    def keep(self, state: State) -> State:
        """The state with what the next view starts from."""
        ...


class ClosedView:
    """A closed form's: eigenpairs followed from batch to batch."""

    def __init__(
        self,
        matrices: Proximity,
        spectrum: Spectrum,
        residual: float,
        batch: int,
        settings: ProtectionSettings,
        compute: Compute,
    ) -> None:
        self.matrices, self.spectrum = matrices, spectrum
        self.rows = scaled_rows(spectrum, level=settings.level, compute=compute)
        self._residual, self._batch = residual, batch
        self._settings, self._compute = settings, compute

    @classmethod
    def of(
        cls, graph: Graph, settings: ProtectionSettings, state: State, *, compute: Compute
    ) -> "ClosedView":
        """The view of the graph after the flips of the state."""
        matrices = proximity(graph, settings.method, compute=compute)
        spectrum, residual = tracked_spectrum(matrices, settings, state, compute=compute)
        return cls(matrices, spectrum, residual, len(state.history), settings, compute)

    def gradient(self, row_slope: RowSlope) -> FactorGradient:
        """By :func:`~ppne.privacy.gradient.kkt_gradient`."""
        return kkt_gradient(
            self.spectrum,
            *row_slope(self.rows),
            level=self._settings.level,
            compute=self._compute,
        )

    def sharper(self) -> "ClosedView":
        """With eigenpairs as good as those found from nothing."""
        return self._with(
            sharpened(
                self.spectrum, self.matrices, self._settings, self._batch, compute=self._compute
            )
        )

    def published(self) -> "ClosedView":
        """With eigenpairs good enough to publish."""
        n_components = self._settings.n_components
        return self._with(published_spectrum(self.matrices, n_components, compute=self._compute))

    def keep(self, state: State) -> State:
        """With the eigenvectors."""
        return replace(state, vectors=self.spectrum.vectors, residual=self._residual)

    def _with(self, spectrum: Spectrum) -> "ClosedView":
        return ClosedView(
            self.matrices, spectrum, self._residual, self._batch, self._settings, self._compute
        )
