"""Arithmetic on arrays: knows no graph, no pair, no setting."""
