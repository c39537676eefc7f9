"""Every attack is there, under its name, in its order; what cannot be run is said."""

import importlib.util

import numpy as np
import pytest

import ppne.outcome.attackers as under_test
from ppne.attack.learned import LEARNERS, LOGISTIC, XGBOOST
from ppne.compute import cpu
from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.outcome.attackers import run_attacks
from ppne.outcome.settings import KINDS, AttackSettings
from ppne.outcome.target import make_target
from tests.outcome.planted import APART, GRAPH, giving_all_away, noise, said_nothing

NONE = np.empty((0, 2), dtype=np.int64)
SIMILARITIES = [
    "cosine",
    "inner",
    "euclidean",
    "correlation",
    "norm",
    "magnitude",
    "sparse magnitude",
    "smoothed",
    "density",
]


def attack(rows, links=APART, graph=GRAPH, labels=None, decoys=NONE, **settings):
    """Rows of all attacks by name, and the notes."""
    target, _ = make_target(graph, rows, links, decoys, seed=0)
    chosen = AttackSettings(
        **{"n_repeats": 1, "n_replicates": 20, "learners": (LOGISTIC,)} | settings
    )
    done, notes = run_attacks(target, labels, chosen, compute=cpu, say=said_nothing)
    return {attacked.rows[0].attack: attacked for attacked in done}, notes


def test_every_kind_of_attack_is_run_in_the_order_of_the_table(rng):
    done, _ = attack(noise(rng), labels=GRAPH.labels, decoys=np.array([[60, 70], [61, 71]]))
    groups = {name: attacked.rows[0].group for name, attacked in done.items()}
    assert list(groups.items()) == [
        *((name, "no knowledge") for name in SIMILARITIES),
        ("logistic hadamard", "known pairs"),
        ("inverted cosine", "more knowledge"),
        ("transfer logistic", "more knowledge"),
        ("transfer boosting", "more knowledge"),
        ("transfer kernel", "more knowledge"),
        ("predicted classes", "more knowledge"),
        ("labels, known pairs", "more knowledge"),
        ("degrees alone", "no embedding"),
        ("labels alone", "no embedding"),
        ("whole public graph", "no embedding"),
        ("control: cosine", "control"),
        ("control: boosting hadamard", "control"),
    ]
    for attacked in done.values():
        sets = [row.non_links for row in attacked.rows]
        control = attacked.rows[0].group == "control"
        assert sets == (["fresh"] if control else ["fresh", "own", "degree-matched", "two-hop"])
        assert len(attacked.ranks) == len(APART)


def test_the_settings_cover_every_learner_unless_told_otherwise():
    assert AttackSettings().learners == LEARNERS
    assert AttackSettings().kinds == KINDS


def test_attackers_who_learn_decide_and_others_only_rank(rng):
    done, _ = attack(noise(rng), labels=GRAPH.labels)
    decide = {name for name, attacked in done.items() if attacked.rows[0].rates.micro_f1}
    assert decide == {
        "logistic hadamard",
        "transfer logistic",
        "transfer boosting",
        "transfer kernel",
        "labels, known pairs",
        "control: boosting hadamard",
    }


def test_the_inverted_cosine_is_the_cosine_under_the_other_sign(rng):
    done, _ = attack(giving_all_away(rng), kinds=("similarity", "knowledgeable"))
    for row, other in zip(done["cosine"].rows, done["inverted cosine"].rows, strict=True):
        assert row.rates.auc.value == pytest.approx(1 - other.rates.auc.value)


def test_an_attacker_who_learns_is_judged_on_pairs_that_it_did_not_know(rng):
    done, _ = attack(noise(rng), kinds=("learned",), known=0.8)
    row = done["logistic hadamard"].rows[0]
    assert row.n_links == 6
    assert np.isnan(done["logistic hadamard"].ranks).sum() == 24
    target, _ = make_target(GRAPH, noise(rng), APART, NONE, seed=0)
    assert row.n_non_links == round(0.2 * len(target.sets["fresh"]))


def test_labels_alone_tell_links_within_groups(rng):
    inside = GRAPH.links[GRAPH.labels[GRAPH.links[:, 0]] == GRAPH.labels[GRAPH.links[:, 1]]]
    done, _ = attack(noise(rng), links=inside[:40], labels=GRAPH.labels, kinds=KINDS[::2])
    assert 0.7 < done["labels alone"].rows[0].rates.auc.value < 0.8  # half of all pairs are inside


def test_public_degrees_alone_tell_links_between_busy_nodes(rng):
    hubs = np.array([[0, 20], [0, 40], [20, 40]])
    leaves = [(hub, hub + leaf) for hub in (0, 20, 40) for leaf in range(1, 20)]
    graph = Graph.from_links(np.concatenate([leaves, hubs]), n_nodes=60)
    kinds = ("similarity", "knowledgeable")
    done, _ = attack(rng.normal(size=(60, 4)), links=hubs, graph=graph, kinds=kinds)
    assert done["degrees alone"].rows[0].rates.auc.value == 1


def test_several_labels_a_node_are_knowledge_too(rng):
    labels = np.zeros((GRAPH.n_nodes, 40), dtype=bool)
    labels[APART.ravel(), np.repeat(np.arange(30), 2)] = True
    done, _ = attack(noise(rng), labels=labels)
    assert done["labels alone"].rows[0].rates.auc.value == 1


def test_what_needs_no_embedding_is_found_without_it_and_said_to(rng):
    kinds, links = ("similarity", "knowledgeable"), GRAPH.links[::10]
    done, notes = attack(noise(rng), links=links, kinds=kinds)
    again, _ = attack(giving_all_away(rng), links=links, kinds=kinds)
    public = done["whole public graph"]
    assert public.rows == again["whole public graph"].rows
    assert public.rows[0].rates.auc.value > 0.6
    assert any("none can protect against it" in note for note in notes)


@pytest.mark.parametrize("n_links", [1, 9])
def test_a_few_links_leave_out_what_learns(rng, n_links):
    done, notes = attack(noise(rng), links=APART[:n_links], labels=GRAPH.labels)
    said = "1 private link" if n_links == 1 else "9 private links"
    assert f"attacks that learn left out: {said}, and they need 10" in notes
    assert not [name for name in done if "known pairs" in name or name == "logistic hadamard"]
    assert not [name for name in done if name.startswith("control: boosting")]
    for name in SIMILARITIES:
        assert done[name].rows[0].n_links == n_links
    with pytest.raises(InputError, match=r"need 10 private links, got .*; ask for similarity"):
        attack(noise(rng), links=APART[:n_links], kinds=("learned",))


def test_no_public_link_leaves_out_who_learns_from_them(rng):
    done, notes = attack(noise(rng), links=GRAPH.links, kinds=("similarity", "knowledgeable"))
    assert "transfer left out: all links are private, so there is none to see" in notes
    assert not [name for name in done if name.startswith("transfer")]


def test_a_missing_xgboost_is_said(rng, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    done, notes = attack(noise(rng), kinds=("learned",), learners=(XGBOOST, LOGISTIC))
    assert notes == ["xgboost concat left out: it needs XGBoost, pip install 'ppne[audit]'"]
    assert "logistic hadamard" in done


def test_neighbours_that_cannot_be_afforded_are_looked_for_at_fewer_pairs(rng, monkeypatch):
    monkeypatch.setattr(under_test, "most_ends", lambda n_nodes: 80)
    rows = giving_all_away(rng)
    done, notes = attack(rows, kinds=("similarity",))
    assert notes == [
        "smoothed, density: judged on at most 10 pairs of each kind, since nearest neighbours "
        "are looked for among all nodes"
    ]
    assert done["smoothed"].rows[0].n_links == done["density"].rows[0].n_non_links == 10
    assert done["cosine"].rows[0].n_links == 30
    assert np.isfinite(done["smoothed"].ranks).sum() == 10


def test_what_is_being_done_is_said(rng):
    target, _ = make_target(GRAPH, noise(rng), APART, NONE, seed=0)
    heard = []
    settings = AttackSettings(n_repeats=1, n_replicates=2, learners=(LOGISTIC,))
    run_attacks(target, None, settings, compute=cpu, say=heard.append)
    assert heard == [
        "attacks without knowledge",
        "attack with known pairs: logistic hadamard",
        "attackers who hold labels or the public graph",
    ]
