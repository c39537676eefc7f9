"""`train`: rows and contexts of every embedder, tied to nodes, repeatable, and of use."""

from dataclasses import replace

import numpy as np
import pytest
from numba import config
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model
from ppne.privacy.auc import auc
from ppne.privacy.leakage import unit_rows
from ppne.private.non_links import draw_non_links
from ppne.train.deepwalk import DeepWalk
from ppne.train.line import Line
from ppne.train.node2vec import Node2Vec
from ppne.train.trained import Trained, train, training_named

GRAPH = block_model(n_nodes=150, n_groups=3, mean_degree=8, seed=4)
WALKS = {"n_components": 16, "frequent": 0.0}
EVERY = [
    DeepWalk(**WALKS),
    Node2Vec(**WALKS, p=0.5, q=2.0),
    Line(n_components=16, order="1"),
    Line(n_components=16, order="2"),
    Line(n_components=16, order="both"),
]
by_name = pytest.mark.parametrize("settings", EVERY, ids=lambda given: type(given).__name__)


def exposure(rows, rng):
    """AUC of ranking the graph's links above non-links by cosine."""
    units, _ = unit_rows(rows)
    non_links = draw_non_links(GRAPH, np.empty((0, 2), dtype=np.int64), 2000, rng)
    links, others = (cpu.pair_dot(units, units, pairs) for pairs in (GRAPH.links, non_links))
    return auc(links, others)


@by_name
def test_links_can_be_told_from_the_rows_and_better_from_the_fit(settings, rng):
    found = train(GRAPH, settings, compute=cpu)
    assert found.rows.shape == found.context.shape == (150, 16)
    assert found.rows.dtype == found.context.dtype == np.float32
    assert exposure(found.rows, rng) > 0.6
    assert exposure(found.rows[::-1], rng) < 0.58  # so every row is its own node's
    fit = found.rows @ found.context.T
    there = GRAPH.adjacency.toarray() > 0
    assert auc(fit[there], fit[~there]) > 0.9


@by_name
def test_a_seed_repeats_the_vectors_on_any_number_of_threads(settings):
    made = []
    for n_threads in (1, min(2, config.NUMBA_NUM_THREADS)):
        with cpu.steady(n_threads):
            found = train(GRAPH, settings, compute=cpu)
        made.append(found.rows.tobytes() + found.context.tobytes())
    assert made[0] == made[1]
    other = training_named(type(settings).__name__.lower(), n_components=16, seed=settings.seed + 1)
    assert train(GRAPH, other, compute=cpu).rows.tobytes() != found.rows.tobytes()


@by_name
def test_nodes_without_links_have_zero_rows_and_others_keep_their_place(settings, rng):
    place = np.sort(rng.permutation(160)[:150])  # ten more nodes, between the others
    wide = Graph.from_links(place[GRAPH.links], n_nodes=160)
    found, alone = train(wide, settings, compute=cpu), train(GRAPH, settings, compute=cpu)
    for wider, block in ((found.rows, alone.rows), (found.context, alone.context)):
        assert wider.shape == (160, 16)
        assert_array_equal(wider[place], block)
        assert not np.delete(wider, place, axis=0).any()


@by_name
def test_a_start_with_tiny_steps_stays_where_it_was(settings):
    first = train(GRAPH, settings, compute=cpu)
    still = train(GRAPH, replace(settings, rate=1e-9), compute=cpu, start=first)
    assert_allclose(still.rows, first.rows, rtol=0, atol=1e-3)
    assert_allclose(still.context, first.context, rtol=0, atol=1e-3)


def test_the_context_of_the_first_order_is_the_rows_themselves():
    found = train(GRAPH, Line(n_components=8, order="1", samples_per_node=10), compute=cpu)
    assert found.context is not None
    assert np.shares_memory(found.context, found.rows)
    both = train(GRAPH, Line(n_components=8, order="both", samples_per_node=10), compute=cpu)
    assert_array_equal(both.rows[:, :4], both.context[:, :4])
    assert (both.rows[:, 4:] != both.context[:, 4:]).any()


def test_a_line_that_lost_a_row_starts_it_at_random_again():
    settings = Line(n_components=8, samples_per_node=200)
    rows = np.zeros((150, 8), dtype=np.float32)
    lost = Trained(rows=rows, context=rows, settings=settings)
    found = train(GRAPH, settings, compute=cpu, start=lost)
    assert_array_equal(found.rows, train(GRAPH, settings, compute=cpu).rows)


def test_any_function_of_the_graph_is_an_embedder():
    found = train(GRAPH, lambda graph: graph.adjacency.toarray()[:, :5].astype(int), compute=cpu)
    assert found.context is None
    assert_array_equal(found.rows, GRAPH.adjacency.toarray()[:, :5])
    assert found.rows.dtype == np.float64


def test_vectors_cannot_be_written_over_and_are_not_shown():
    own = np.ones((150, 2))
    found = train(GRAPH, lambda graph: own, compute=cpu)
    own[0] = 5.0
    assert found.rows[0, 0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        found.rows[0] = 2.0
    assert "rows" not in repr(found)


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (np.ones(150), r"one row a node, \(150, n_components\), got shape \(150,\)"),
        (np.ones((149, 3)), r"got shape \(149, 3\)"),
        (np.ones((150, 0)), r"got shape \(150, 0\)"),
        (np.full((150, 2), np.nan), "must give finite real numbers"),
        (np.full((150, 2), 1j), "must give finite real numbers"),
    ],
)
def test_a_function_that_gives_something_else_is_refused(rows, text):
    with pytest.raises(InputError, match=text):
        train(GRAPH, lambda graph: rows, compute=cpu)


def test_a_start_that_does_not_fit_is_refused():
    given = train(GRAPH, lambda graph: np.ones((150, 16)), compute=cpu)
    with pytest.raises(InputError, match="start has no context vectors"):
        train(GRAPH, DeepWalk(**WALKS), compute=cpu, start=given)
    with pytest.raises(InputError, match="takes no start"):
        train(GRAPH, lambda graph: np.ones((150, 16)), compute=cpu, start=given)
    small = train(GRAPH, Line(n_components=4, samples_per_node=1), compute=cpu)
    with pytest.raises(InputError, match=r"rows of shape \(150, 16\), got \(150, 4\)"):
        train(GRAPH, DeepWalk(**WALKS), compute=cpu, start=small)


def test_a_graph_without_links_is_refused():
    empty = Graph.from_links(np.empty((0, 2), dtype=np.int64), n_nodes=3)
    with pytest.raises(InputError, match="the graph has no links"):
        train(empty, Line(), compute=cpu)


def test_a_trainer_is_named_with_what_it_reads():
    assert training_named("node2vec", p=2.0) == Node2Vec(p=2.0)
    with pytest.raises(InputError, match="unknown trainer 'sage'; choose one of deepwalk, node2v"):
        training_named("sage")
    with pytest.raises(InputError, match="q is nothing that deepwalk reads; leave it out"):
        training_named("deepwalk", q=2.0)
