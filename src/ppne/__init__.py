"""Publish node embeddings of a network without giving its private links away."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ppne.estimator import PPNE
    from ppne.graph.load import read_graph
    from ppne.graph.simple import Graph
    from ppne.graph.synthetic import block_model
    from ppne.outcome.audit import audit

__version__ = "0.1.0"
__all__ = ["PPNE", "Graph", "__version__", "audit", "block_model", "read_graph"]

_HOME = {
    "PPNE": "ppne.estimator",
    "Graph": "ppne.graph.simple",
    "audit": "ppne.outcome.audit",
    "block_model": "ppne.graph.synthetic",
    "read_graph": "ppne.graph.load",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for, so that ``ppne --help`` is quick."""
    import importlib

    if name not in _HOME:
        raise AttributeError(f"module 'ppne' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)
