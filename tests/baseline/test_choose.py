"""Every protector has the same call and the same result, and is posed the same problem."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from ppne.baseline.choose import (
    BASELINES,
    PROTECTORS,
    flipping,
    protector_named,
    reads,
    settings_for,
)
from ppne.baseline.settings import N_DECOYS, BaselineSettings
from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.methods import method_named
from ppne.graph.flips import Flips, apply
from ppne.graph.synthetic import block_model
from ppne.protect.greedy import pose, protect
from ppne.protect.settings import ProtectionSettings
from tests.baseline.conftest import rows_of, settings_with

LINE = method_named("line")
GRAPH = block_model(n_nodes=90, seed=1)
PRIVATE = GRAPH.links[::9]


def given_for(name, **more):
    """What each needs, and what all are given alike."""
    needed = {"n_flips": 12, "epsilon": 2.0}
    return {
        **{field: value for field, value in needed.items() if field in reads(name)},
        "n_components": 6,
        **more,
    }


@pytest.mark.parametrize("name", PROTECTORS)
def test_each_gives_a_protection_of_the_problem(name):
    settings = settings_for(name, method=LINE, **given_for(name, seed=3))
    problem = pose(GRAPH, PRIVATE, settings)
    protection = protector_named(name)(problem, settings, compute=cpu)
    last = protection.history[-1]
    assert last.n_flips == len(protection.flips)
    assert last.n_additions == (protection.flips.signs > 0).sum()
    assert protection.stopped
    assert_array_equal(protection.graph.links, apply(problem.graph, protection.flips).links)
    assert not rows_of(protection.flips.pairs) & rows_of(problem.forbidden)
    has_links = problem.graph.degrees > 0
    assert (protection.graph.degrees[has_links] > 0).all()


@pytest.mark.parametrize("name", PROTECTORS)
def test_each_is_posed_the_problem_that_ppne_is(name):
    expected, found = (
        pose(GRAPH, PRIVATE, settings_for(each, method=LINE, **given_for(each, seed=5)))
        for each in ("ppne", name)
    )
    assert_array_equal(found.graph.links, expected.graph.links)
    assert_array_equal(found.forbidden, expected.forbidden)
    assert_array_equal(found.watched, expected.watched)


@pytest.mark.parametrize(
    ("name", "criterion"), [("util-modify", "utility"), ("priv-modify", "privacy")]
)
def test_the_variants_are_the_papers_algorithm_under_another_criterion(name, criterion):
    settings = settings_for(name, method=LINE, n_flips=6, n_components=6)
    assert settings == ProtectionSettings.from_preset(
        "paper", method=LINE, n_flips=6, n_components=6, criterion=criterion, n_decoys=N_DECOYS
    )
    problem = pose(GRAPH, PRIVATE, settings)
    flips = protector_named(name)(problem, settings, compute=cpu).flips
    expected = protect(problem, settings, compute=cpu).flips
    assert len(flips) == 6
    assert_array_equal(flips.pairs, expected.pairs)


def test_ppne_is_the_default_preset_unless_told():
    given = {"n_flips": 6, "n_components": 6}
    assert settings_for("ppne", method=LINE, **given) == ProtectionSettings.from_preset(
        "default", method=LINE, **given
    )
    paper = ProtectionSettings.from_preset("paper", method=LINE, k=2.0, **given)
    assert settings_for("ppne", method=LINE, preset="paper", k=2.0, **given) == paper


def test_an_unknown_name_lists_those_there_are():
    for call in (protector_named, reads, lambda name: settings_for(name, method=LINE)):
        with pytest.raises(InputError, match=r"unknown protector 'luck'.*ppne.*random.*dice"):
            call("luck")


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("random", "epsilon"),
        ("random", "recompute"),
        ("degree", "batch_size"),
        ("dice", "k"),
        ("dice", "preset"),
        ("betweenness", "additions"),
        ("ppne", "epsilon"),
        ("ppne", "generator"),
        ("util-modify", "criterion"),
        ("util-modify", "objective"),
        ("priv-modify", "preset"),
        ("priv-modify", "k"),
    ],
)
def test_a_setting_that_is_not_read_is_refused(name, field):
    with pytest.raises(InputError, match=rf"^{field} is not read by the protector '{name}'"):
        settings_for(name, method=LINE, n_flips=6, **{field: 1})


@pytest.mark.parametrize("name", [name for name in PROTECTORS if name != "vector-edit"])
def test_a_budget_that_is_read_must_be_given(name):
    with pytest.raises(InputError, match=f"must be given for the protector '{name}'"):
        settings_for(name, method=LINE)


def test_what_is_read_is_a_setting():
    known = set(BaselineSettings.__dataclass_fields__)
    assert all(baseline.reads <= known for baseline in BASELINES.values())


@pytest.mark.parametrize(
    ("n_flips", "stopped"),
    [(4, "budget of flips spent"), (5, "no candidate is left"), (None, "budget of epsilon spent")],
)
def test_why_it_stopped_is_said(problem, n_flips, stopped):
    flips = Flips.removals(problem.graph.links[np.array([0, 40, 80, 120])])
    baseline = flipping(lambda problem, settings: flips, "n_flips")
    result = baseline.protector(problem, settings_with(n_flips=n_flips), compute=cpu)
    assert result.stopped == stopped
    assert result.embedding is None
