"""No set of non-links holds a link, a private link, a decoy or what an attacker learns from."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.pairs import keys_of
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model, ring, star
from ppne.outcome.target import make_target
from tests.outcome.planted import APART, GRAPH

NONE = np.empty((0, 2), dtype=np.int64)


def target_of(graph, links, decoys=NONE, seed=0):
    return make_target(graph, np.zeros((graph.n_nodes, 2)), links, decoys, seed=seed)


def keys(pairs, graph):
    return set(keys_of(pairs, graph.n_nodes).tolist())


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32), n_links=st.integers(1, 30), degree=st.floats(2, 12))
def test_what_is_judged_is_no_link_and_was_not_learned_from(seed, n_links, degree):
    graph = block_model(n_nodes=80, n_groups=2, mean_degree=degree, seed=seed)
    links = graph.links[:n_links]
    free = np.array([[u, v] for u in range(20) for v in range(u + 1, 20)])
    decoys = free[~graph.has_links(free)][:25]
    target, _ = target_of(graph, links, decoys, seed)
    matched, two_hop = (target.sets.get(name, NONE) for name in ("degree-matched", "two-hop"))
    for hard in (matched, two_hop):  # the two may overlap
        groups = [target.sets["fresh"], decoys, hard, target.never, target.spare]
        together = [key for pairs in groups for key in keys(pairs, graph)]
        assert len(set(together)) == sum(map(len, groups))
        assert not set(together) & keys(graph.links, graph)
    assert len(target.spare) == len(target.sets["fresh"])
    assert len(target.never) == n_links


def test_private_links_that_the_graph_lacks_are_in_no_set():
    target, _ = target_of(GRAPH.without(APART), APART)
    for pairs in (*target.sets.values(), target.never, target.spare):
        assert not keys(pairs, GRAPH) & keys(APART, GRAPH)


def test_the_public_graph_is_the_graph_less_the_private_links():
    links = GRAPH.links[::5]
    target, _ = target_of(GRAPH, links)
    assert not target.public.has_links(links).any()
    assert target.public.n_links == GRAPH.n_links - len(links)


def test_fresh_non_links_are_ten_thousand_or_ten_a_link_where_there_is_room():
    graph = ring(1100)
    assert len(target_of(graph, graph.links[:3])[0].sets["fresh"]) == 10_000
    assert len(target_of(graph, graph.links)[0].sets["fresh"]) == 11_000


def test_decoys_are_a_set_of_their_own():
    decoys = np.array([[60, 70], [61, 71]])
    assert list(target_of(GRAPH, APART, decoys)[0].sets)[:2] == ["fresh", "own"]
    assert "own" not in target_of(GRAPH, APART)[0].sets


def test_a_graph_without_hard_non_links_says_so():
    target, notes = target_of(Graph.from_links(APART, n_nodes=100), APART)
    assert notes == ["two-hop non-links left out: the graph has only 0 of them"]
    assert list(target.sets) == ["fresh", "degree-matched"]


@pytest.mark.parametrize("n_nodes", [4, 14])
def test_a_graph_with_too_few_non_links_is_refused(n_nodes):
    graph = star(n_nodes)
    with pytest.raises(
        InputError, match=r"only \d+ non-links .* an audit needs 100; audit a larger"
    ):
        target_of(graph, graph.links[:2])
    full = Graph.from_links(np.column_stack(np.triu_indices(60, 1)))
    with pytest.raises(InputError, match="only 0 non-links"):
        target_of(full, full.links[:20])


def test_the_smallest_graph_that_can_be_audited_has_all_sets():
    graph = star(16)  # 105 non-links
    target, _ = target_of(graph, graph.links[:15])
    assert len(target.sets["fresh"]) == len(target.spare) == 21
    assert len(target.never) == 15


def test_the_same_seed_gives_the_same_pairs_and_another_gives_others():
    first, again, other = (target_of(GRAPH, APART, seed=seed)[0] for seed in (1, 1, 2))
    for name, pairs in first.sets.items():
        assert np.array_equal(pairs, again.sets[name])
        assert not np.array_equal(pairs, other.sets[name])


def test_the_repr_shows_no_pair():
    assert "links" not in repr(target_of(GRAPH, APART)[0]).replace("n_links", "")
