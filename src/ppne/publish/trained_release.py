"""A `Release` whose embedding is trained on the perturbed graph."""

import numpy as np

from ppne.compute.backend import Compute
from ppne.factor.methods import Method
from ppne.graph.simple import Graph
from ppne.publish.release import Release
from ppne.train.settings import Training
from ppne.train.skip_gram import SkipGram
from ppne.train.trained import train


def make_trained_release(graph: Graph, settings: Training, *, compute: Compute) -> Release:
    """The release of a perturbed graph: its trained node vectors, without the context vectors.

    Those would give more of the links away than the node vectors alone. The method is named
    ``trained-…``; of the settings it holds the window, the negatives and the walks of a node.
    """
    trained = train(graph, settings, compute=compute)
    window, walks = 1, 0
    if isinstance(settings, SkipGram):
        window, walks = settings.window, settings.walks_per_node
    name = f"trained-{settings.name}"
    method = Method(name=name, window=window, negatives=settings.negatives, walks=walks)
    rows = trained.rows.astype(np.float32, copy=False)
    return Release(node_ids=graph.node_ids, embedding=rows, method=method)
