"""Publish node embeddings of a network without giving its private links away."""

__version__ = "0.1.0"
