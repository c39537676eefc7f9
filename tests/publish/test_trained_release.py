"""A trained release holds the node vectors, and says how they were trained."""

import pytest
from numpy.testing import assert_array_equal

from ppne.compute import cpu
from ppne.factor.methods import Method
from ppne.graph.synthetic import block_model
from ppne.publish.release import make_release
from ppne.train.line import Line
from ppne.train.node2vec import Node2Vec
from ppne.train.trained import train

GRAPH = block_model(n_nodes=40, n_groups=2, mean_degree=5, seed=1)


@pytest.mark.parametrize(
    ("settings", "method"),
    [
        (
            Node2Vec(n_components=4, window=3, walks_per_node=2, q=0.5),
            Method(name="trained-node2vec", window=3, negatives=5, walks=2),
        ),
        (
            Line(n_components=4, negatives=2, samples_per_node=9),
            Method(name="trained-line", window=1, negatives=2, walks=0),
        ),
    ],
)
def test_the_rows_are_published_and_the_method_is_named(settings, method):
    release = make_release(GRAPH, settings, settings.n_components, compute=cpu)
    assert release.method == method
    assert_array_equal(release.node_ids, GRAPH.node_ids)
    assert_array_equal(release.embedding, train(GRAPH, settings, compute=cpu).rows)
