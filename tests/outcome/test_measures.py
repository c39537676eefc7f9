"""Before and after are measured on the same fresh non-links, none of them seen by the defender."""

import numpy as np
import pytest

import ppne.outcome.measures as under_test
from ppne.attack.similarity import cosine_attack
from ppne.compute import cpu
from ppne.graph.pairs import contains, keys_of
from ppne.graph.synthetic import block_model
from ppne.outcome.measures import measure_embedding
from ppne.private.pairs import PrivatePairs
from ppne.protect.result import Problem

SEED = 3


@pytest.fixture
def graph():
    return block_model(n_nodes=60, seed=6)


@pytest.fixture
def problem(graph):
    links = graph.links[::8]
    pairs = np.column_stack(np.triu_indices(60, 1))
    free = pairs[~graph.has_links(pairs)]
    return Problem(
        graph=graph.without(links),
        pairs=PrivatePairs(links=links, decoys=free[:200]),
        watched=free[200:400],
    )


@pytest.fixture
def embedding(rng):
    return rng.normal(size=(60, 4))


@pytest.fixture
def drawn(monkeypatch):
    """Collects what the attack is asked to tell the private links from."""
    seen = []

    def spy(rows, links, non_links, *, compute):
        seen.append(non_links)
        return cosine_attack(rows, links, non_links, compute=compute)

    monkeypatch.setattr(under_test, "cosine_attack", spy)
    return seen


def measured(embedding, graph, problem):
    return measure_embedding(embedding, graph, problem, seed=SEED, compute=cpu)


def test_fresh_non_links_are_new_to_everyone(embedding, graph, problem, drawn):
    measured(embedding, graph, problem)
    fresh, own = drawn
    taken = np.concatenate([graph.links, problem.pairs.decoys, problem.watched])
    assert not contains(np.sort(keys_of(taken, 60)), keys_of(fresh, 60)).any()
    assert len(fresh) == 10 * len(problem.pairs.links)
    np.testing.assert_array_equal(own, problem.pairs.decoys)


def test_two_embeddings_meet_the_same_fresh_non_links(embedding, graph, problem, drawn):
    measured(embedding, graph, problem)
    measured(-embedding[::-1], graph, problem)
    np.testing.assert_array_equal(drawn[0], drawn[2])


def test_measures_are_those_of_the_attack(embedding, graph, problem):
    result = measured(embedding, graph, problem)
    own = cosine_attack(embedding, problem.pairs.links, problem.pairs.decoys, compute=cpu)
    assert result.auc_own == own.auc
    assert 0 <= result.auc_fresh <= 1
    assert 0 <= result.ap_fresh <= 1
    assert result.f1 is not None
    assert result.f1_nodes == result.f1_labelled == 60


def test_without_decoys_or_labels_their_measures_are_none(embedding, graph, problem):
    bare = graph.with_links(graph.links)
    object.__setattr__(bare, "labels", None)
    none = PrivatePairs(links=problem.pairs.links, decoys=np.empty((0, 2), dtype=np.int64))
    alone = Problem(graph=problem.graph, pairs=none, watched=problem.watched)
    result = measured(embedding, bare, alone)
    assert result.auc_own is None
    assert result.f1 is None


def test_labels_that_cannot_be_classified_give_no_f1(embedding, graph, problem):
    object.__setattr__(graph, "labels", np.zeros(60, dtype=np.int64))
    assert measured(embedding, graph, problem).f1 is None


def test_a_crowded_graph_gives_what_non_links_it_has(embedding, graph, problem, drawn):
    pairs = np.column_stack(np.triu_indices(60, 1))
    free = pairs[~graph.has_links(pairs)]
    crowded = Problem(graph=problem.graph, pairs=problem.pairs, watched=free[200:-5])
    measured(embedding, graph, crowded)
    assert len(drawn[0]) == 5
