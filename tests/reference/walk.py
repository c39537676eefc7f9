"""Twins of `ppne.compute.kernels.walk` and of what `cpu` makes of them, by dense powers."""

import numpy as np


def power(matrix, exponent):
    """``N^exponent``, dense."""
    return np.linalg.matrix_power(matrix.toarray(), exponent)


def polynomial_rows(matrix, coefficients, first, n_rows):
    """Rows ``first … first + n_rows - 1`` of ``sum_t coefficients[t] N^t``."""
    whole = sum(c * power(matrix, t) for t, c in enumerate(coefficients))
    return whole[first : first + n_rows]


def count_above(dense, row_scale, column_scale):
    """How many scaled entries of each row are greater than one."""
    return (row_scale[:, None] * dense * column_scale > 1.0).sum(axis=1)


def keep_above(dense, row_scale, column_scale):
    """The scaled entries greater than one; zero elsewhere."""
    scaled = row_scale[:, None] * dense * column_scale
    return np.where(scaled > 1.0, scaled, 0.0)


def polynomial_above(matrix, coefficients, scale):
    """Entries above one of ``diag(scale) p(N) diag(scale)``, dense; zero elsewhere."""
    return keep_above(polynomial_rows(matrix, coefficients, 0, matrix.shape[0]), scale, scale)


def polynomial_at(matrix, coefficients, pairs):
    """Entries of ``p(N)`` at pairs."""
    return polynomial_rows(matrix, coefficients, 0, matrix.shape[0])[pairs[:, 0], pairs[:, 1]]


def sandwich_at(matrix, inner, n_terms, pairs):
    """Entries at pairs of ``sum_{s+t<T} N^s G N^t``."""
    middle = inner.toarray()
    whole = sum(
        power(matrix, s) @ middle @ power(matrix, t)
        for s in range(n_terms)
        for t in range(n_terms - s)
    )
    return whole[pairs[:, 0], pairs[:, 1]]


def sandwich_groups(matrix, inner, n_terms, pairs, n_groups, width):
    """The same, one row a group: panels of the middle index, dealt out to the groups in turn.

    A term ``N^s G N^t`` with ``s <= t`` is split at the columns of ``N^s G``; its transpose is
    the term with ``s`` and ``t`` the other way round.
    """
    panels = np.arange(matrix.shape[0]) // width % n_groups
    shares = []
    for group in range(n_groups):
        chosen = panels == group
        whole = sum(
            (0.5 if s == t else 1.0)
            * (power(matrix, s) @ inner.toarray())[:, chosen]
            @ power(matrix, t)[chosen]
            for s in range(n_terms)
            for t in range(s, n_terms - s)
        )
        whole = whole + whole.T
        shares.append(whole[pairs[:, 0], pairs[:, 1]])
    return np.array(shares)
