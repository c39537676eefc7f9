"""The rows that a run publishes: a graph's closed form, or what is trained on it."""

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import Compute
from ppne.factor.directions import directions
from ppne.factor.embedding import embed
from ppne.graph.simple import Graph
from ppne.protect.settings import ProtectionSettings
from ppne.train.trained import train


def published_rows(graph: Graph, settings: ProtectionSettings, *, compute: Compute) -> FloatArray:
    """The embedding of a perturbed graph, under the settings that it was protected with."""
    if settings.training is None:
        rows = embed(graph, settings.method, settings.n_components, compute=compute)
    else:
        rows = train(graph, settings.training, compute=compute).rows
    return directions(rows, compute=compute) if settings.directions else rows
