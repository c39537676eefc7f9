"""Degrees are met as nearly as the rules allow, by few flips."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.baseline.meet_degrees import edit_to_degrees, random_of_degrees
from ppne.graph.flips import apply
from ppne.graph.simple import Graph
from tests.baseline.posed import NO_PAIRS, block_problem, keeps_the_rules, problems

PROBLEM = block_problem()
WAYS = [edit_to_degrees, random_of_degrees]


def distance(degrees, wanted):
    return int(np.abs(degrees - wanted).sum())


@given(problem=problems(), seed=st.integers(0, 9), draw=st.data())
def test_edits_bring_no_degree_further_off_and_keep_the_rules(problem, seed, draw):
    graph = problem.graph
    wanted = np.array(draw.draw(st.tuples(*[st.integers(1, 5)] * graph.n_nodes)))
    flips = edit_to_degrees(graph, wanted, problem.forbidden, np.random.default_rng(seed))
    after = keeps_the_rules(problem, flips)
    before = distance(graph.degrees, wanted)
    assert distance(after.degrees, wanted) <= before
    assert 2 * len(flips) >= before - distance(after.degrees, wanted)


@pytest.mark.parametrize("way", WAYS)
def test_most_wanted_degrees_are_met(way, rng):
    graph = PROBLEM.graph
    wanted = np.maximum(graph.degrees + rng.integers(-2, 3, graph.n_nodes), 1)
    after = apply(graph, way(graph, wanted, PROBLEM.forbidden, rng))
    assert distance(after.degrees, wanted) <= 0.02 * wanted.sum()


def test_degrees_that_are_met_already_take_no_edit(rng):
    graph = PROBLEM.graph
    assert len(edit_to_degrees(graph, graph.degrees, PROBLEM.forbidden, rng)) == 0


def test_two_ends_with_too_many_lose_the_link_between_them(rng):
    square = Graph.from_links(np.array([[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]]))
    flips = edit_to_degrees(square, np.array([2, 2, 2, 2]), NO_PAIRS, rng)
    assert flips.pairs.tolist() == [[0, 2]]
    assert flips.signs.tolist() == [-1]


def test_a_lone_surplus_is_moved_to_a_node_that_wants_it(rng):
    # Node 0 has one too many, node 4 one too few: a link of 0 is handed over, which is two flips.
    graph = Graph.from_links(np.array([[0, 1], [0, 2], [0, 3], [1, 2], [2, 3], [4, 5], [1, 3]]))
    wanted = graph.degrees + np.array([-1, 0, 0, 0, 1, 0])
    flips = edit_to_degrees(graph, wanted, NO_PAIRS, rng)
    assert sorted(flips.signs.tolist()) == [-1, 1]
    assert apply(graph, flips).degrees.tolist() == wanted.tolist()


def test_edits_are_few(rng):
    graph = PROBLEM.graph
    wanted = np.maximum(graph.degrees + rng.integers(-2, 3, graph.n_nodes), 1)
    flips = edit_to_degrees(graph, wanted, PROBLEM.forbidden, rng)
    assert len(flips) <= distance(graph.degrees, wanted)  # twice the lower bound


def test_a_random_graph_shares_few_links_with_the_original(rng):
    graph = PROBLEM.graph
    after = apply(graph, random_of_degrees(graph, graph.degrees, PROBLEM.forbidden, rng))
    assert graph.has_links(after.links).mean() < 0.3


def test_a_node_that_finds_no_partner_gets_one_of_its_own_links_back(rng):
    star = Graph.from_links(np.array([[0, 1], [0, 2], [0, 3]]), n_nodes=5)
    flips = random_of_degrees(star, np.array([1, 1, 1, 0, 0]), NO_PAIRS, rng)
    after = apply(star, flips)
    assert (after.degrees[:4] > 0).all()
    assert after.degrees[4] == 0


def test_each_of_the_possible_random_graphs_turns_up_about_alike(rng):
    ring = Graph.from_links(np.column_stack([np.arange(5), (np.arange(5) + 1) % 5]))
    draws = 600
    seen = {}
    for _ in range(draws):
        after = apply(ring, random_of_degrees(ring, ring.degrees, NO_PAIRS, rng))
        if distance(after.degrees, ring.degrees) == 0:
            name = after.links.tobytes()
            seen[name] = seen.get(name, 0) + 1
    assert len(seen) == 12  # the 5-cycles on five nodes
    counts = np.array(list(seen.values()))
    assert np.abs(counts - counts.mean()).max() < 6 * np.sqrt(counts.mean())
