"""The audit finds what was planted, in any order of rows, and says what it left out."""

import dataclasses
import json

import numpy as np
import pandas
import pytest
from gensim.models import KeyedVectors
from pyarrow import parquet, table
from scipy import sparse

import ppne
from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.publish.named_rows import NamedRows
from tests.outcome.planted import APART, GRAPH, SHORT, giving_all_away, noise, reversing

NAMES = np.array([f"Zq{node:03d}w" for node in range(GRAPH.n_nodes)])
NAMED = dataclasses.replace(GRAPH, node_ids=NAMES)
PRIVATE = [tuple(pair) for pair in NAMES[APART].tolist()]


def figures(found):
    """All but the notes."""
    told = json.loads(found.to_json())
    del told["notes"]
    return told


@pytest.mark.parametrize(
    ("n_seeds", "settings", "at_least"),
    [(12, SHORT, 0.8), (3, SHORT | {"attacks": "learned"}, 0.5)],
    ids=["similarity", "learned"],
)
def test_noise_tells_nothing(rng, n_seeds, settings, at_least):
    """Attacks on one embedding are right or wrong together, so fewer than 95 % may hold 0.5."""
    inside = []
    for seed in range(n_seeds):
        found = ppne.audit(noise(rng), GRAPH, GRAPH.links[::4], random_state=seed, **settings)
        inside += [row.rates.auc.low <= 0.5 <= row.rates.auc.high for row in found.attacks]
        assert found.strongest.rates.strength < 0.7
    assert np.mean(inside) >= at_least


def test_ends_that_share_a_direction_give_all_away(rng):
    found = ppne.audit(giving_all_away(rng), GRAPH, APART, **SHORT)
    assert found.strongest.attack == "cosine"
    for non_links in ("fresh", "degree-matched", "two-hop"):
        rates = found.row("cosine", non_links).rates
        assert rates.auc.value == rates.tpr_at_01_percent.value == 1
        assert rates.privacy.value == 0
    assert found.breaks(max_auc=0.99)


def test_the_control_guesses_where_all_is_given_away(rng):
    settings = SHORT | {"attacks": ("similarity", "learned")}
    found = ppne.audit(giving_all_away(rng), GRAPH, APART, **settings)
    controls = [row for row in found.attacks if row.group == "control"]
    assert [row.attack for row in controls] == ["control: cosine", "control: boosting hadamard"]
    for row in controls:
        assert abs(row.rates.auc.value - 0.5) < 0.25
        assert row.rates.auc.high - row.rates.auc.low < 0.6


def test_without_references_there_is_neither_control_nor_a_measure_of_the_original(rng):
    rows = giving_all_away(rng)
    settings = SHORT | {"against": rows, "utility": True, "repeats": 2}
    told, bare = (ppne.audit(rows, GRAPH, APART, references=on, **settings) for on in (True, False))
    attacks = [row for row in told.attacks if row.group != "control"]
    assert list(bare.attacks) == attacks
    assert len(told.attacks) > len(bare.attacks)
    assert [row.value for row in bare.utility] == [row.value for row in told.utility]
    assert {row.original for row in bare.utility} == {None}
    assert {row.original for row in told.utility} != {None}


def test_without_references_nothing_is_told_without_the_embedding(rng):
    settings = SHORT | {"attacks": ("similarity", "knowledgeable")}
    told, bare = (
        ppne.audit(giving_all_away(rng), GRAPH, APART, references=on, **settings)
        for on in (True, False)
    )
    groups = [{row.group for row in found.attacks} for found in (told, bare)]
    assert groups[0] - groups[1] == {"no embedding", "control"}
    assert not any("no embedding" in note for note in bare.notes)


def test_fewer_kinds_of_non_links_leave_the_figures_of_the_others_as_they_are(rng):
    rows = noise(rng)
    told = ppne.audit(rows, GRAPH, APART, **SHORT)
    for kinds in ("two-hop", ("fresh", "two-hop")):
        fewer = ppne.audit(rows, GRAPH, APART, non_links=kinds, **SHORT)
        kept = [row for row in told.attacks if row.non_links in ("fresh", "two-hop")]
        assert {row.non_links for row in kept} < {row.non_links for row in told.attacks}
        assert [row for row in fewer.attacks if row.group != "control"] == [
            row for row in kept if row.group != "control"
        ]


def test_an_unknown_kind_of_non_links_is_refused_with_those_there_are(rng):
    with pytest.raises(InputError, match=r"non_links must be out of fresh, own.*, got distant"):
        ppne.audit(noise(rng), GRAPH, APART, non_links=("fresh", "distant"), **SHORT)


def test_rows_of_nothing_are_told_of_and_nothing_but_these_refused(rng):
    rows = giving_all_away(rng)
    rows[:2] = 0
    notes = ppne.audit(rows, GRAPH, APART, **SHORT).notes
    assert any(f"2 of {GRAPH.n_nodes} rows are zero" in note for note in notes)
    with pytest.raises(InputError, match="every row of the embedding is zero"):
        ppne.audit(np.zeros_like(rows), GRAPH, APART, **SHORT)


@pytest.mark.parametrize("linked", [APART[:3], GRAPH.links[:4]], ids=["private", "public"])
def test_decoys_that_are_links_are_refused(rng, linked):
    with pytest.raises(InputError, match=f"decoys: {len(linked)} of {len(linked)} pairs are links"):
        ppne.audit(noise(rng), GRAPH, APART, decoys=GRAPH.node_ids[linked], **SHORT)


def test_links_that_are_hidden_too_well_are_told_as_leaking(rng):
    found = ppne.audit(reversing(rng), GRAPH, APART, **SHORT)
    assert found.strongest.attack == "cosine"
    assert found.strongest.rates.sign == "-"
    assert found.strongest.rates.auc.value == 0
    assert found.strongest.rates.advantage.value == 1
    assert found.breaks(max_auc=0.6)
    assert found.breaks(max_advantage=0.99)
    assert found.exposure.ranks[:, 0].min() == 1


def test_the_worst_hidden_link_has_the_highest_rank(rng):
    rows = noise(rng, n_columns=12)
    rows[APART[:, 1]] += rows[APART[:, 0]]
    rows[APART[17, 1]] = rows[APART[17, 0]]
    found = ppne.audit(rows, GRAPH, APART[3:], **SHORT)
    ranks = found.exposure.ranks[:, found.exposure.attacks.index("cosine")]
    assert ranks[14] == ranks.max() == 1
    assert np.array_equal(found.exposure.node_ids, APART[3:])


def test_the_same_figures_come_of_the_same_seed_whatever_the_threads(rng):
    rows = noise(rng)
    one, two = (
        ppne.audit(rows, GRAPH, APART, quick=True, n_jobs=n_jobs).to_json() for n_jobs in (1, 2)
    )
    assert one == two
    other = ppne.audit(rows, GRAPH, APART, random_state=1, **SHORT)
    assert other.row("cosine") != ppne.audit(rows, GRAPH, APART, **SHORT).row("cosine")


def test_the_order_of_rows_that_have_ids_does_not_matter(rng):
    rows, order = noise(rng), rng.permutation(GRAPH.n_nodes)
    told = [
        ppne.audit(embedding, NAMED, PRIVATE, node_ids=ids, **SHORT).to_json()
        for embedding, ids in (
            (rows, None),
            (rows[order], NAMES[order]),
            (NamedRows(node_ids=NAMES[order], rows=rows[order]), None),
            (pandas.DataFrame(rows[order], index=NAMES[order]), None),
        )
    ]
    assert len(set(told)) == 1


def test_a_node_without_a_row_is_counted_and_leaves_the_rest_in_place(rng):
    rows, keep = noise(rng), np.ones(GRAPH.n_nodes, dtype=bool)
    keep[[0, 99]] = False  # one is an end of a private link
    part = ppne.audit(rows[keep], NAMED, PRIVATE, node_ids=NAMES[keep], **SHORT)
    whole = ppne.audit(rows[keep], NAMED.subgraph(keep), PRIVATE[1:], **SHORT)
    assert part.notes[:2] == (
        "embedding: no row for 2 nodes of the graph",
        "1 private link left out: an end has no row",
    )
    assert figures(part) == figures(whole)
    assert part.n_nodes == 98
    assert part.n_private_links == 29


def test_a_row_of_no_node_is_counted_and_leaves_the_rest_in_place(rng):
    rows = noise(rng, n_nodes=101)
    ids = np.array(["stranger", *NAMES])
    more = ppne.audit(rows, NAMED, PRIVATE, node_ids=ids, **SHORT)
    assert "embedding: 1 row left out, of no node of the graph" in more.notes
    assert figures(more) == figures(ppne.audit(rows[1:], NAMED, PRIVATE, **SHORT))


def test_an_original_with_other_nodes_leaves_out_what_is_not_in_both(rng):
    rows, keep = noise(rng), np.arange(GRAPH.n_nodes) != 5
    decoys = [(NAMES[5], NAMES[90]), (NAMES[70], NAMES[90])]
    found = ppne.audit(
        NamedRows(node_ids=NAMES, rows=rows),
        NAMED,
        PRIVATE,
        against=NamedRows(node_ids=NAMES[keep], rows=rows[keep]),
        decoys=decoys,
        **SHORT | {"utility": True},
    )
    assert "against: no row for 1 node of the graph" in found.notes
    assert "1 decoy left out: an end has no row" in found.notes
    assert found.row("cosine", "own").n_non_links == 1
    assert {row.task: row.value for row in found.utility}["neighbours"] == 1


@pytest.mark.parametrize("name", ["e.npz", "e.txt", "e.bin", "e.csv", "e.parquet"])
def test_every_format_gives_the_same_figures(rng, tmp_path, name):
    rows, path = noise(rng).astype(np.float32), tmp_path / name
    order = rng.permutation(GRAPH.n_nodes)
    ids, mixed = NAMES[order], rows[order]
    if path.suffix == ".npz":
        np.savez(path, node_ids=ids, embedding=mixed)
    elif path.suffix == ".csv":
        pandas.DataFrame(mixed, index=ids).to_csv(path, index_label="node")
    elif path.suffix == ".parquet":
        columns = {"node": ids.tolist()} | {f"x{at}": mixed[:, at] for at in range(8)}
        parquet.write_table(table(columns), path)
    else:
        vectors = KeyedVectors(8)
        vectors.add_vectors(ids.tolist(), mixed)
        vectors.save_word2vec_format(str(path), binary=path.suffix == ".bin")
    expected = ppne.audit(rows, NAMED, PRIVATE, **SHORT)
    assert ppne.audit(path, NAMED, PRIVATE, **SHORT).to_json() == expected.to_json()


def test_rows_without_ids_are_those_of_the_nodes_in_order_or_refused(rng, tmp_path):
    rows, path = noise(rng), tmp_path / "e.npy"
    np.save(path, rows)
    with pytest.raises(InputError, match=r"e\.npy: holds no node ids, and the graph's nodes"):
        ppne.audit(path, NAMED, PRIVATE, **SHORT)
    expected = ppne.audit(rows, GRAPH, APART, **SHORT).to_json()
    assert ppne.audit(path, GRAPH, APART, **SHORT).to_json() == expected
    bare = sparse.csr_array(GRAPH.adjacency)
    assert ppne.audit(rows, bare, APART, **SHORT).to_json() == expected
    np.save(path, rows[:-1])
    with pytest.raises(InputError, match="has 99 rows for a graph of 100 nodes"):
        ppne.audit(path, GRAPH, APART, **SHORT)
    with pytest.raises(InputError, match=r"^embedding: holds no node ids, and has 99 rows"):
        ppne.audit(rows[:-1], GRAPH, APART, **SHORT)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda rows: np.where(rows == rows[4, 2], np.nan, rows), "1 of 100 rows hold a number"),
        (lambda rows: rows[0], "expected an embedding of numbers of shape"),
        (lambda rows: rows.astype(str), "expected an embedding of numbers of shape"),
        (lambda rows: rows[:, :0], "one column or more"),
    ],
)
@pytest.mark.parametrize("name", ["embedding", "against"])
def test_rows_that_are_no_embedding_are_refused_by_name(rng, spoil, said, name):
    rows = noise(rng)
    given = {"embedding": rows, "against": rows} | {name: spoil(rows)}
    with pytest.raises(InputError, match=f"^{name}: .*{said}"):
        ppne.audit(given["embedding"], GRAPH, APART, against=given["against"], **SHORT)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"attacks": ["guess"]}, "attacks must be out of similarity, .*, got guess"),
        ({"attacks": "magic"}, "got magic"),
        ({"attacks": []}, "got none"),
        ({"attacks": "knowledgeable"}, "must include similarity or learned"),
        ({"known": 0.0}, "known must be a share between 0 and 1, got 0.0"),
        ({"known": 1.0}, "known must be a share between 0 and 1, got 1.0"),
        ({"known": float("nan")}, "known must be a share"),
        ({"random_state": -1}, "random_state must be at least 0, got -1"),
        ({"n_jobs": 0}, "threads must be from 1"),
        ({"labels": [0, 1]}, "labels must have one entry a node"),
        ({"decoys": [(0, 1000)]}, "decoys, row 0: no node"),
        ({"node_ids": [1, 2]}, "embedding: expected one node id a row"),
    ],
)
def test_what_does_not_fit_together_is_refused(rng, given, said):
    with pytest.raises(InputError, match=said):
        ppne.audit(noise(rng), GRAPH, APART, **SHORT | given)


def test_private_links_that_are_none_or_outside_are_refused(rng):
    rows = noise(rng)
    with pytest.raises(InputError, match="private_links: holds no pair"):
        ppne.audit(rows, GRAPH, [], **SHORT)
    with pytest.raises(InputError, match="no private link has both ends in the embedding"):
        ppne.audit(rows[50:], GRAPH, APART[:5], node_ids=np.arange(50, 100), **SHORT)
    with pytest.raises(InputError, match="none of its 100 node ids is a node"):
        ppne.audit(rows, GRAPH, APART, node_ids=np.arange(100) + 1000, **SHORT)


def test_labels_are_taken_from_a_file_an_array_or_the_graph(rng, tmp_path):
    rows = noise(rng)
    rows[:, 0] += 4 * GRAPH.labels
    bare = dataclasses.replace(GRAPH, labels=None)
    path = tmp_path / "labels.csv"
    path.write_text("".join(f"{node},{label}\n" for node, label in enumerate(GRAPH.labels)))
    settings = SHORT | {"utility": True}
    told = [
        ppne.audit(rows, graph, APART, labels=labels, **settings)
        for graph, labels in ((GRAPH, None), (bare, path), (bare, GRAPH.labels.tolist()))
    ]
    assert len({found.to_json() for found in told}) == 1
    without = ppne.audit(rows, bare, APART, **settings)
    assert "classification left out: no labels of the nodes" in without.notes
    assert figures(without)["attacks"] == figures(told[0])["attacks"]


def test_a_quick_look_has_the_same_rates_and_rougher_intervals(rng):
    rows = noise(rng)
    quick, longer = (
        ppne.audit(rows, GRAPH, APART, **SHORT | {"quick": quick}).row("cosine").rates.auc
        for quick in (True, False)
    )
    assert quick.value == longer.value
    assert quick.low != longer.low
    assert quick.low == pytest.approx(longer.low, abs=0.1)


def test_repeats_are_as_many_as_asked_for(rng):
    settings = SHORT | {"utility": True}
    few, many = (ppne.audit(noise(rng), GRAPH, APART, repeats=n, **settings) for n in (1, 4))
    spread = [
        next(row.spread for row in found.utility if row.measure == "micro F1")
        for found in (few, many)
    ]
    assert spread[0] is None
    assert spread[1] > 0
    assert (few.settings["repeats"], many.settings["repeats"]) == (1, 4)
    with pytest.raises(InputError, match="repeats must be at least 1, got 0"):
        ppne.audit(noise(rng), GRAPH, APART, repeats=0, **SHORT)


def test_what_is_being_done_is_said(rng):
    heard = []
    ppne.audit(noise(rng), GRAPH, APART, say=heard.append, **SHORT)
    assert heard == ["attacks without knowledge"]


def test_a_graph_in_any_order_of_ids_keeps_rows_with_their_nodes(rng):
    rows, order = giving_all_away(rng), rng.permutation(GRAPH.n_nodes)
    place = np.argsort(order)
    turned = Graph.from_links(place[GRAPH.links], node_ids=order)
    found = ppne.audit(rows, turned, APART, node_ids=np.arange(100), **SHORT)
    assert found.row("cosine").rates.auc.value == 1
    assert np.array_equal(
        np.sort(np.sort(found.exposure.node_ids, axis=1), axis=0), np.sort(APART, axis=0)
    )
