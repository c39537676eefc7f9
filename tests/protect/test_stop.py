"""When a run ends, and how it slows down before it does."""

import numpy as np
import pytest

from ppne.factor.methods import method_named
from ppne.graph.flips import Flips
from ppne.protect.result import State, Step
from ppne.protect.settings import ProtectionSettings
from ppne.protect.stop import aim, batch_size, must_be_sharp, progress, why_stop


def settings_with(**given):
    fields = {"method": method_named("line"), "n_flips": 1000, "batch_size": 100}
    return ProtectionSettings(**{**fields, **given})


def step(auc, low=None, n_flips=0, **given):
    low = auc - 0.02 if low is None else low
    return Step(
        n_flips=n_flips,
        n_additions=0,
        leakage=1.0,
        auc_own=auc,
        auc_fresh=auc,
        auc_low=low,
        **given,
    )


def after(*steps):
    return State(flips=Flips.none(), history=steps)


@pytest.mark.parametrize(
    ("auc", "low", "stopped"),
    [
        (0.52, 0.499, "indistinguishable"),
        (0.52, 0.501, None),
        (0.60, 0.400, None),  # so wide an interval proves nothing
        (0.54, 0.400, "indistinguishable"),
        (0.48, 0.455, "indistinguishable"),
        (0.40, 0.200, "indistinguishable"),  # a few links may lie anywhere
        (0.47, 0.450, None),  # a ranking that is inverted tells as much
        (0.40, 0.380, None),
    ],
)
def test_a_run_ends_where_the_interval_contains_chance_and_the_auc_is_near_it(auc, low, stopped):
    assert why_stop(settings_with(), after(), step(auc, low)) == stopped


def test_an_objective_that_cannot_turn_round_stops_below_chance_and_says_so():
    settings = settings_with(objective="difference")
    assert why_stop(settings, after(), step(0.4)) == "the ranking is inverted"
    assert why_stop(settings, after(), step(0.49)) == "indistinguishable"
    assert why_stop(settings, after(), step(0.6)) is None
    assert why_stop(settings_with(target_auc=0.5), after(), step(0.3)) == "target AUC reached"


def test_the_cosine_is_inverted_whatever_the_learned_attacker_finds():
    assert why_stop(settings_with(), after(), step(0.3, low=0.48, auc_learned=0.5)) is None


def test_a_target_takes_the_place_of_until():
    settings = settings_with(target_auc=0.3)
    assert aim(settings, step(0.4)) == 0.3
    assert why_stop(settings, after(), step(0.4)) is None
    assert why_stop(settings, after(), step(0.3)) == "target AUC reached"


@pytest.mark.parametrize(
    ("given", "auc", "behind"),
    [
        ({"target_auc": 0.6}, 0.9, 0.0),
        ({"target_auc": 0.6}, 0.7, 0.5),
        ({"target_auc": 0.6}, 0.5, 1.0),
        ({"target_auc": 0.9}, 0.9, 1.0),
        ({"until": "budget"}, 0.6, 2 / 3),
        ({}, 0.66, 0.5),  # indistinguishable: an interval of 0.02 ends at 0.52
        ({}, 0.48, 1.0),
        ({}, 0.34, 0.5),  # as far below
    ],
)
def test_progress_is_the_share_of_the_way_to_the_aim(given, auc, behind):
    state = after(step(0.8))
    assert progress(settings_with(**given), state, step(auc)) == pytest.approx(behind)
    assert progress(settings_with(**given), after(), step(auc)) == 0.0


def test_until_the_budget_aims_at_nothing():
    settings = settings_with(until="budget")
    assert aim(settings, step(0.5)) is None
    assert why_stop(settings, after(), step(0.2)) is None
    assert why_stop(settings, after(), step(0.2, n_flips=1000)) == "budget of flips spent"


def test_the_learned_attacker_counts_where_it_is_the_stronger():
    strong = step(0.50, low=0.58, auc_learned=0.60)
    assert strong.auc_strongest == 0.60
    assert why_stop(settings_with(), after(), strong) is None
    assert step(0.55).auc_strongest == 0.55


def test_batches_shrink_where_the_pace_would_pass_the_aim():
    # 100 flips took 0.10; the aim (0.52) is 0.04 away.
    history = after(step(0.66, n_flips=0))
    assert batch_size(settings_with(), history, step(0.56, n_flips=100)) in (40, 41)
    assert batch_size(settings_with(), history, step(0.521, n_flips=100)) == 5
    assert batch_size(settings_with(until="budget"), history, step(0.56, n_flips=100)) == 100


def test_batches_shrink_on_the_way_up_too():
    history = after(step(0.34, n_flips=0))
    assert batch_size(settings_with(), history, step(0.44, n_flips=100)) in (40, 41)


def test_a_batch_is_whole_at_first_and_where_the_last_did_not_help():
    assert batch_size(settings_with(), after(), step(0.56)) == 100
    assert batch_size(settings_with(), after(step(0.55)), step(0.56, n_flips=100)) == 100


def test_a_batch_never_passes_the_budget():
    assert batch_size(settings_with(), after(), step(0.9, n_flips=990)) == 10


def test_eigenpairs_are_sharp_near_the_aim_alone():
    followed = State(flips=Flips.none(), vectors=np.zeros((2, 2)))
    assert must_be_sharp(settings_with(), followed, step(0.60), 8)
    assert not must_be_sharp(settings_with(), followed, step(0.60), 4)
    assert not must_be_sharp(settings_with(), followed, step(0.70), 8)
    assert not must_be_sharp(settings_with(), after(), step(0.60), 8)
    assert not must_be_sharp(settings_with(until="budget"), followed, step(0.60), 8)
