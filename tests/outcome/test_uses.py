"""Every measure that can be taken is there, the original beside it; the others are said."""

from dataclasses import replace

import numpy as np
import pytest

from ppne.graph.simple import Graph
from ppne.outcome.target import make_target
from ppne.outcome.uses import measure_uses
from ppne.task import classify as task
from tests.outcome.planted import APART, GRAPH, noise, said_nothing

NONE = np.empty((0, 2), dtype=np.int64)
ALL = [
    ("classification", "micro F1"),
    ("classification", "macro F1"),
    ("clusters", "NMI, labels"),
    ("clusters", "NMI, original's clusters"),
    ("clusters", "AMI, labels"),
    ("clusters", "AMI, original's clusters"),
    ("public links", "AUC, held out"),
    ("neighbours", "10 nearest kept"),
    ("distances", "rank correlation"),
    ("distances", "median change"),
]


@pytest.fixture
def rows(rng):
    """Good for the labels."""
    made = noise(rng)
    made[:, 0] += 5 * (2 * GRAPH.labels - 1)
    return made


def uses(
    rows,
    original=None,
    labels=None,
    graph=GRAPH,
    links=APART,
    n_repeats=3,
    measure_original=True,
):
    """Rows by task and measure, and the notes."""
    target, _ = make_target(graph, rows, links, NONE, seed=0)
    found, notes = measure_uses(
        target,
        original,
        labels,
        seed=0,
        n_repeats=n_repeats,
        measure_original=measure_original,
        say=said_nothing,
    )
    return {(row.task, row.measure): row for row in found}, notes


def test_an_unchanged_embedding_keeps_everything(rows):
    found, notes = uses(rows, rows, GRAPH.labels)
    assert list(found) == ALL
    assert notes == []
    for key in ALL[:2] + ALL[6:7]:
        assert found[key].value == found[key].original
        assert found[key].spread >= 0
    for key in (ALL[3], ALL[5]):
        assert found[key].value == found[key].floor
    assert found["classification", "micro F1"].value > 0.95
    assert found["clusters", "AMI, labels"].value > 0.9
    assert found["neighbours", "10 nearest kept"].value == 1
    assert found["distances", "rank correlation"].value == pytest.approx(1)
    assert found["distances", "median change"].value == pytest.approx(0, abs=1e-6)


def test_another_embedding_keeps_little(rows, rng):
    found, _ = uses(noise(rng), rows, GRAPH.labels)
    assert found["classification", "micro F1"].value < found["classification", "micro F1"].original
    assert found["clusters", "AMI, original's clusters"].value < 0.5
    assert found["clusters", "AMI, original's clusters"].floor > 0.9
    assert found["neighbours", "10 nearest kept"].value < 0.4
    assert abs(found["distances", "rank correlation"].value) < 0.4
    assert found["distances", "median change"].value > 0.1


def test_the_original_is_used_only_if_that_is_asked_for(rows, rng):
    """What has changed is told all the same, and nothing else moves."""
    changed = noise(rng)
    beside, _ = uses(changed, rows, GRAPH.labels)
    alone, notes = uses(changed, rows, GRAPH.labels, measure_original=False)
    assert list(alone) == ALL
    assert notes == []
    for key, row in alone.items():
        assert row == replace(beside[key], original=None)
    assert beside[ALL[0]].original is not None


def test_what_needs_labels_or_an_original_is_left_out_and_said(rows):
    found, notes = uses(rows)
    assert list(found) == [("public links", "AUC, held out")]
    assert notes == [
        "classification left out: no labels of the nodes",
        "what changed is left out: no original embedding to compare with (against)",
    ]


def test_too_few_labels_are_said(rows):
    labels = np.full(GRAPH.n_nodes, -1)
    labels[:3] = [0, 1, 2]
    found, notes = uses(rows, labels=labels)
    assert "classification left out: too few nodes have a label" in notes
    assert ("classification", "micro F1") not in found


@pytest.mark.parametrize("kind", ["int", "str"])
def test_labels_of_half_the_nodes_are_counted_and_used(rows, kind):
    labels = np.where(np.arange(GRAPH.n_nodes) % 2, GRAPH.labels, -1)
    if kind == "str":
        labels = np.array(["", "a", "b"])[labels + 1]
    found, notes = uses(rows, labels=labels)
    assert notes[0].startswith("labels: 50 of 100 nodes have one; the others are left out")
    assert found["classification", "micro F1"].value > 0.9


def test_several_labels_a_node_are_classified_but_not_clustered(rows):
    labels = np.column_stack([GRAPH.labels == 0, GRAPH.labels == 1, np.arange(100) % 3 == 0])
    found, _ = uses(rows, labels=labels)
    assert found["classification", "micro F1"].value > 0.6
    assert ("clusters", "NMI, labels") not in found


def test_a_graph_without_public_links_says_that_none_can_be_predicted(rows):
    found, notes = uses(rows, graph=Graph.from_links(APART, n_nodes=100))
    assert found == {}
    assert any(note.startswith("prediction of public links left out: links must") for note in notes)


def test_an_original_whose_rows_are_all_alike_has_no_distances_to_keep(rows):
    found, _ = uses(rows, np.ones_like(rows), GRAPH.labels)
    assert ("distances", "rank correlation") not in found
    assert ("distances", "median change") not in found
    assert ("neighbours", "10 nearest kept") in found


def test_a_longer_look_repeats_more_often(rng):
    rows = noise(rng)  # tells no class, so that every split has another F1
    short, longer = (uses(rows, labels=GRAPH.labels, n_repeats=count)[0] for count in (1, 10))
    assert set(short) == set(longer)
    key = ("classification", "micro F1")
    assert short[key].spread is None
    assert longer[key].spread > 0


def test_a_sample_of_the_nodes_is_said(rows, monkeypatch):
    monkeypatch.setattr(task, "_MOST", 40)
    found, notes = uses(rows, rows, GRAPH.labels)
    assert notes == ["classification takes 40 of 100 nodes at a time, 2 times"]
    row = found["classification", "micro F1"]
    assert row.value == row.original
