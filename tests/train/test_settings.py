"""Settings of trained embedders are checked when built, and default to the authors' own."""

import pytest

from ppne.errors import InputError
from ppne.train.deepwalk import DeepWalk
from ppne.train.line import Line
from ppne.train.node2vec import Node2Vec


def test_the_defaults_are_those_of_the_authors():
    walked = DeepWalk()
    assert (walked.n_components, walked.window, walked.negatives) == (128, 10, 5)
    assert (walked.walks_per_node, walked.walk_length, walked.passes) == (10, 40, 1)
    assert (Line().order, Line().negatives, Line().n_components) == ("2", 5, 128)
    assert (Node2Vec().p, Node2Vec().q) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("kind", "given", "text"),
    [
        (DeepWalk, {"n_components": 0}, "n_components must be a whole number of at least 1, got 0"),
        (Line, {"negatives": 2.5}, "negatives must be a whole number of at least 1, got 2.5"),
        (Line, {"rate": 0.0}, "rate must be a positive number, got 0.0"),
        (Line, {"rate": float("nan")}, "rate must be a positive number, got nan"),
        (DeepWalk, {"seed": -1}, "seed must be at least 0, got -1"),
        (DeepWalk, {"window": 0}, "window must be a whole number of at least 1, got 0"),
        (DeepWalk, {"walk_length": 1}, "walk_length must be from 2 to 10000, got 1"),
        (DeepWalk, {"walk_length": 10_001}, "walk_length must be from 2 to 10000, got 10001"),
        (DeepWalk, {"frequent": 1.0}, "frequent must be at least 0 and below 1, got 1.0"),
        (Node2Vec, {"p": 0.0}, "p must be a positive number, got 0.0"),
        (Node2Vec, {"q": float("inf")}, "q must be a positive number, got inf"),
        (Node2Vec, {"passes": 0}, "passes must be a whole number of at least 1, got 0"),
        (Line, {"order": "3"}, "order must be one of 1, 2, both, got '3'"),
        (Line, {"order": "both", "n_components": 7}, "n_components must be even for both orders"),
        (Line, {"samples_per_link": -1}, "samples_per_link must be at least 0, got -1"),
        (Line, {"decay": -0.1}, "decay must be at least 0, got -0.1"),
        (Line, {"samples_per_node": 0}, "samples_per_node must be a whole number of at least 1"),
    ],
)
def test_a_setting_out_of_its_range_is_refused(kind, given, text):
    with pytest.raises(InputError, match=text):
        kind(**given)
