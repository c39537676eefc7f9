"""Numba loops over arrays and scalars; checks and allocation are the caller's."""
