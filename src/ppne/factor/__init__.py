"""Embedding as factorisation of a proximity matrix."""
