"""Flips worth scoring."""
