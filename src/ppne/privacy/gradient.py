"""From the leakage's slope along similarities to its gradient along the factorised matrix."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.factor.embedding import axis_lengths
from ppne.factor.spectrum import Spectrum
from ppne.privacy.leakage import SimilaritySlope

_THIN = 1e-9
"""Share of the context's largest squared length under which a direction counts for nothing."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class FactorGradient:
    r""":math:`G = \partial PL / \partial Z = L R^\top + R L^\top`, kept as its two thin factors.

    Columns that one of them has more than the other count for nothing. Of ``L`` only the rows of
    some nodes are held, the others being zero: ``held`` says where in ``left`` a node's row is,
    -1 if it is not.
    """

    left: FloatArray = field(repr=False)
    right: FloatArray = field(repr=False)
    held: IntArray = field(repr=False)

    def at(self, pairs: IntArray, *, compute: Compute) -> FloatArray:
        """Entries ``G_uv`` at pairs; O(n_components) each."""
        out = np.zeros(len(pairs))
        for u, v in (pairs.T, pairs.T[::-1]):
            at = self.held[u]
            some = np.flatnonzero(at >= 0)
            ends = np.column_stack([at[some], v[some]])
            out[some] += compute.pair_dot(self.left, self.right, ends)
        return out


def kkt_gradient(
    spectrum: Spectrum,
    row_slope: FloatArray,
    nodes: IntArray | None = None,
    *,
    level: bool = False,
    compute: Compute,
) -> FactorGradient:
    r"""Gradient with the context factor held still, as in the paper.

    With :math:`X = Z V \Lambda^{-1} \ell`, :math:`\ell` the rows' length along each eigenvector
    (:func:`ppne.factor.embedding.axis_lengths`), and :math:`B = \partial PL / \partial X`
    (``row_slope``),

    .. math::
        G = \tfrac12 B \ell \Lambda^{-1} V^\top + (\cdot)^\top,

    which for a function of similarities, :math:`B = 2 S X`, and :math:`\ell = |\Lambda|^{1/2}` is
    :math:`S V \operatorname{sgn}(\Lambda) V^\top` and its transpose. Holding the subspace still
    makes it the steadier compass where there is no gap at ``K``. Any differentiable attack plugs in
    through ``row_slope``, the rows of ``B`` at ``nodes`` (default: at all), which is overwritten.
    """
    values = spectrum.kept_values
    usable = np.abs(values) > 1e-12 * np.abs(values[0])
    lengths = axis_lengths(values, level=level)
    turn = np.where(usable, 0.5 * lengths / np.where(usable, values, 1.0), 0.0)
    left = compute.scale_columns(row_slope, turn, out=row_slope)
    return FactorGradient(
        left=left, right=spectrum.vectors, held=_held(nodes, len(spectrum.vectors))
    )


def context_gradient(
    context: FloatArray,
    row_slope: FloatArray,
    nodes: IntArray | None = None,
    *,
    turn: FloatArray | None = None,
    compute: Compute,
) -> FactorGradient:
    r"""Gradient at trained vectors, their context vectors ``Y`` held still, as in the paper.

    .. math::
        G = \tfrac12 B (Y^\top Y)^{-1} Y^\top + (\cdot)^\top

    of which :func:`kkt_gradient` is what it comes to at a closed form's. Directions that the
    context hardly has are left out of the inverse. Where the slope is along rows turned by a
    symmetric matrix, :math:`X W`, ``turn`` is that matrix, held still too.
    """
    inverse = np.linalg.pinv(compute.gram(context, context), rcond=_THIN, hermitian=True)
    inverse = inverse if turn is None else turn @ inverse
    left = compute.combine(row_slope, np.ascontiguousarray(0.5 * inverse, dtype=row_slope.dtype))
    return FactorGradient(left=left, right=context, held=_held(nodes, len(context)))


def mean_gradient(gradients: Sequence[FactorGradient]) -> FactorGradient:
    """The mean of several that hold the same nodes."""
    if len(gradients) == 1:
        return gradients[0]
    left = np.concatenate([one.left for one in gradients], axis=1) / len(gradients)
    right = np.concatenate([one.right for one in gradients], axis=1)
    return FactorGradient(left=left, right=right, held=gradients[0].held)


def spectral_gradient(
    spectrum: Spectrum, slope: SimilaritySlope, *, level: bool = False, compute: Compute
) -> FactorGradient:
    r"""Gradient of :math:`\Gamma = f(Z)`, :math:`f(\lambda) = |\lambda|` on the kept eigenvalues.

    .. math::
        G = V (F \circ V^\top S V) V^\top + R f(\Lambda) \Lambda^{-1} V_K^\top + (\cdot)^\top,
        \quad R = (I - V V^\top) S V_K, \quad
        F_{pq} = \frac{f(\lambda_p) - f(\lambda_q)}{\lambda_p - \lambda_q}

    (Daleckii–Krein; the transpose belongs to the second term). ``V`` holds every column of the
    spectrum, ``V_K`` the kept ones; eigenvalues beyond the spectrum are taken as 0. Of level rows
    (:func:`ppne.factor.embedding.axis_lengths`) f is one on the kept.
    """
    values, vectors, n_kept = spectrum.values, spectrum.vectors, spectrum.n_kept
    moved = slope.times(vectors, compute=compute)
    inner = compute.gram(vectors, moved)
    kept = values[:n_kept]
    image = np.zeros_like(values)
    image[:n_kept] = axis_lengths(kept, level=level) ** 2
    usable = image[:n_kept] > 0
    over = np.where(usable, image[:n_kept] / np.where(usable, kept, 1.0), 0.0)
    derivative = np.zeros_like(values) if level else np.sign(values) * (image > 0)
    differences = _divided_differences(values, image, derivative)
    left = compute.combine(vectors, 0.5 * differences * inner)
    rest = moved[:, :n_kept] - compute.combine(vectors, inner[:, :n_kept])
    left[:, :n_kept] += rest * over
    return FactorGradient(left=left, right=vectors, held=_held(None, len(vectors)))


def _held(nodes: IntArray | None, n: int) -> IntArray:
    """Where each of ``n`` nodes stands among ``nodes``, -1 if it does not; ``None`` is all."""
    if nodes is None:
        return np.arange(n)
    held = np.full(n, -1)
    held[nodes] = np.arange(len(nodes))
    return held


def _divided_differences(
    values: FloatArray, image: FloatArray, derivative: FloatArray
) -> FloatArray:
    """``F`` of the spectral gradient; where two eigenvalues meet, the derivative of ``f``."""
    gap = values[:, None] - values[None, :]
    near = np.abs(gap) <= 1e-12 * np.abs(values).max()
    return np.where(
        near,
        (derivative[:, None] + derivative[None, :]) / 2,
        (image[:, None] - image[None, :]) / np.where(near, 1.0, gap),
    )
