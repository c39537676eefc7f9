"""The knee stands where paying more buys little, and each point is what an audit of it says."""

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ppne.outcome.frontier as under_test
from ppne.attack.rates import Estimate
from ppne.compute import cpu
from ppne.factor.directions import directions, suits_level
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.flips import Flips, apply
from ppne.graph.synthetic import block_model
from ppne.outcome.audit import audit
from ppne.outcome.frontier import Frontier, Point, batches_made, examine, is_due, knee
from ppne.protect.greedy import pose, run
from ppne.protect.result import State
from ppne.protect.settings import ProtectionSettings
from ppne.task.classify import classify

SEED = 4


def estimate(value):
    return Estimate(value=value, low=value - 0.02, high=value + 0.02)


def point(flips, auc, cost=None):
    f1 = None if cost is None else 0.8 - cost
    return Point(
        batches=flips // 10,
        flips=flips,
        additions=0,
        cosine=estimate(auc),
        attack="boosting hadamard",
        strongest=estimate(0.8),
        f1=f1,
        f1_cost=cost,
    )


def path(aucs, costs=None):
    costs = [None] * len(aucs) if costs is None else costs
    return [point(10 * at, *row) for at, row in enumerate(zip(aucs, costs, strict=True))]


BENT = [0.9, 0.7, 0.6, 0.59, 0.58]


def test_the_knee_is_where_the_curve_bends():
    assert knee(path(BENT, [0.0, 0.01, 0.02, 0.03, 0.04])) == 2


def test_without_f1_the_flips_are_what_is_paid():
    assert knee(path(BENT)) == 2
    late = [replace(one, flips=2 * one.flips if at > 1 else 1) for at, one in enumerate(path(BENT))]
    assert knee(late) == 1


def test_where_no_f1_is_lost_the_flips_are_what_is_paid():
    assert knee(path(BENT, [0.0, -0.01, 0.0, -0.02, 0.0])) == 2


@pytest.mark.parametrize("scale", [0.01, 1, 100])
def test_the_knee_does_not_depend_on_the_units_of_f1(scale):
    assert knee(path(BENT, [scale * cost for cost in (0.0, 0.001, 0.01, 0.012, 0.02)])) == 1


def test_luck_in_one_f1_makes_no_knee():
    """A point is taken for no cheaper than those before it."""
    assert knee(path([0.9, 0.7, 0.6, 0.61, 0.58], [0.0, 0.01, 0.02, -0.05, 0.04])) == 2


def test_a_reversed_ranking_gives_as_much_away():
    assert knee(path([0.9, 0.5, 0.1])) == 1
    assert knee(path([0.1, 0.4, 0.48, 0.49])) == knee(path([0.9, 0.6, 0.52, 0.51]))


@pytest.mark.parametrize(
    "aucs",
    [[], [0.9], [0.9, 0.6], [0.6, 0.7, 0.8], [0.6, 0.6, 0.6], [0.9, 0.8, 0.7], [0.9, 0.88, 0.6]],
    ids=["none", "one", "two", "worse", "level", "straight", "better and better"],
)
def test_no_point_stands_out(aucs):
    assert knee(path(aucs)) is None


@given(st.lists(st.integers(0, 100), min_size=3, max_size=9), st.booleans())
def test_a_knee_is_a_point_between_that_gained_privacy(percents, labelled):
    costs = [0.0, *(at % 3 / 100 for at in percents[1:])] if labelled else None
    aucs = [percent / 100 for percent in percents]
    at = knee(path(aucs, costs))
    if at is not None:
        assert 0 < at < len(aucs)
        assert abs(aucs[at] - 0.5) < max(abs(auc - 0.5) for auc in aucs)


@pytest.fixture
def curve():
    return Frontier(
        points=tuple(path(BENT, [0.0, 0.01, 0.02, 0.03, 0.04])),
        n_private_links=7,
        stopped="budget of flips spent",
        settings={"method": "line"},
    )


def test_a_point_comes_back_from_json(curve):
    for one in curve.points:
        assert Point.from_dict(json.loads(json.dumps(one.as_dict()))) == one


def test_csv_and_json_tell_the_same(curve):
    told = json.loads(curve.to_json())
    rows = list(csv.DictReader(io.StringIO(curve.to_csv())))
    assert len(rows) == len(told["points"]) == 5
    for row, one in zip(rows, told["points"], strict=True):
        assert int(row["flips"]) == one["flips"]
        assert float(row["cosine_auc"]) == one["cosine"]["value"]
        assert float(row["strongest_high"]) == one["strongest"]["high"]
        assert float(row["f1_cost"]) == one["f1_cost"]
    assert [row["knee"] for row in rows].index("1") == told["knee"] == 2


def test_the_table_marks_the_knee(curve):
    title, columns, cells = curve.table()
    assert "Knee (*): 20 flips, cosine AUC 0.600, F1 cost 0.020" in title
    assert [row[0] for row in cells] == ["0", "10", "20 *", "30", "40"]
    assert columns[-2:] == ["F1", "cost"]
    assert {len(row) for row in cells} == {len(columns)}


def test_without_labels_the_table_has_no_f1():
    bent = Frontier(points=tuple(path(BENT)), n_private_links=1, stopped="")
    title, columns, _ = bent.table()
    assert "1 private link\n" in title
    assert "Knee (*): 20 flips, cosine AUC 0.600" in title.splitlines()
    assert "F1" not in columns
    assert bent.to_csv().splitlines()[1].endswith(",,,0")
    short = Frontier(points=tuple(path(BENT)[:2]), n_private_links=1, stopped="")
    assert "No knee" in short.table()[0]


@pytest.fixture(scope="module")
def graph():
    return block_model(n_nodes=70, seed=6)


def settings_of(**given):
    method = method_named("line")
    given = {"n_components": 5, "n_flips": 12, "batch_size": 2, "seed": SEED, **given}
    return ProtectionSettings.from_preset("default", method=method, target_auc=0.0, **given)


@pytest.fixture(scope="module")
def problem(graph):
    return pose(graph, graph.links[::8], settings_of())


@pytest.mark.parametrize("batch", [1, 2, 5, 50])
@pytest.mark.parametrize("n_points", [2, 4, 13])
def test_points_are_the_first_the_last_and_even_steps_between(problem, batch, n_points):
    settings = settings_of(batch_size=batch, criterion="utility", n_candidates=50)
    states = [State(flips=Flips.none()), *run(problem, settings, compute=cpu)]
    due = sorted({len(state.flips) for state in states if is_due(state, 12, n_points)})
    assert (due[0], due[-1]) == (0, len(states[-1].flips))
    assert len(due) <= n_points
    for before, after in pairwise(due):
        assert after - before < 12 / (n_points - 1) + batch
    assert [batches_made(state) for state in states] == [*range(len(states) - 1), len(states) - 2]


def test_a_path_begins_at_the_rows_as_the_method_gives_them(graph, problem, monkeypatch):
    monkeypatch.setattr(under_test, "_ATTACKS", ("similarity",))
    none = State(flips=Flips.none())
    one, other = (
        examine(none, problem, graph, some, first=None, n_threads=1, compute=cpu)[0]
        for some in (settings_of(), settings_of(directions=False))
    )
    assert one == other


def test_a_point_is_what_the_audit_and_the_classifier_say(graph, problem, monkeypatch):
    monkeypatch.setattr(under_test, "_ATTACKS", ("similarity",))
    settings = settings_of()
    state = State(flips=Flips.removals(problem.graph.links[5:9]), history=())
    perturbed = apply(problem.graph, state.flips)
    rows = embed(perturbed, settings.method, 5, compute=cpu)
    rows = directions(rows, level=suits_level(settings.method), compute=cpu)
    found, notes = examine(state, problem, graph, settings, first=None, n_threads=1, compute=cpu)
    expected = audit(
        rows,
        graph,
        problem.pairs.links,
        decoys=problem.pairs.decoys,
        attacks="similarity",
        utility=False,
        quick=True,
        random_state=SEED,
        n_jobs=1,
    )
    assert (found.flips, found.additions, found.f1_cost) == (4, 0, 0.0)
    assert found.cosine.value == round(expected.row("cosine").rates.auc.value, 4)
    assert found.attack == expected.strongest.attack
    assert found.strongest.value == round(expected.strongest.rates.strength, 4)
    assert found.strongest.low <= found.strongest.value <= found.strongest.high
    assert found.f1 == round(classify(rows, graph.labels, seed=SEED).micro_f1, 4)
    assert notes == expected.notes


def test_the_cost_is_counted_from_the_first_point(graph, problem, monkeypatch):
    monkeypatch.setattr(under_test, "_ATTACKS", ("similarity",))
    state = State(flips=Flips.none())
    first = replace(point(0, 0.9, 0.0), f1=1.0)
    found, _ = examine(state, problem, graph, settings_of(), first=first, n_threads=1, compute=cpu)
    assert found.f1 < 1
    assert found.f1_cost == round(1 - found.f1, 4)


def test_without_labels_or_decoys_the_rest_is_told(graph, monkeypatch):
    monkeypatch.setattr(under_test, "_ATTACKS", ("similarity",))
    settings = settings_of(n_decoys=0.0, objective="difference")
    bare = replace(graph, labels=None)
    problem = pose(bare, graph.links[::8], settings)
    state = State(flips=Flips.none())
    found, _ = examine(state, problem, bare, settings, first=None, n_threads=1, compute=cpu)
    assert found.f1 is None
    assert found.f1_cost is None
    assert np.isfinite(found.cosine.value)


def test_an_attack_that_is_surely_wrong_is_told_under_the_other_sign():
    assert under_test._better_sign(Estimate(value=0.25, low=0.125, high=0.5)) == Estimate(
        value=0.75, low=0.5, high=0.875
    )
