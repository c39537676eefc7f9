"""Eigenpairs by magnitude and the embedding they give, by LAPACK on the dense matrix."""

import numpy as np

from ppne.factor.spectrum import Spectrum


def leading_eigenpairs(dense, n_kept):
    """A `Spectrum` with all n pairs, by descending magnitude."""
    values, vectors = np.linalg.eigh(dense)
    order = np.argsort(-np.abs(values), kind="stable")
    return Spectrum(
        values=values[order],
        vectors=vectors[:, order],
        n_kept=n_kept,
        residual=0.0,
        converged=True,
    )


def similarities(dense, n_kept):
    """``X X^T`` of the embedding: ``V |L| V^T`` over the kept pairs."""
    spectrum = leading_eigenpairs(dense, n_kept)
    vectors = spectrum.kept_vectors
    return (vectors * np.abs(spectrum.kept_values)) @ vectors.T


def projector(vectors):
    """Orthogonal projector on the span of orthonormal columns."""
    return vectors @ vectors.T
