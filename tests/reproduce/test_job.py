"""A cell's key follows from all that decides its result, the protector's own settings included."""

from dataclasses import replace

import pytest

import ppne.protect.settings as protecting
from ppne.errors import InputError
from ppne.reproduce.job import Job, takes

JOB = Job(
    dataset="block-model:60",
    private=0.1,
    label="PPNE",
    protector="ppne",
    options=(("target_auc", 0.0),),
    method="line",
    dim=4,
    flips=(4, 8),
    seed=0,
)


@pytest.mark.parametrize(
    "change",
    [
        {"dataset": "block-model:61"},
        {"private": 0.2},
        {"options": (("target_auc", 0.1),)},
        {"method": "deepwalk"},
        {"dim": 5},
        {"flips": (4, 9)},
        {"seed": 1},
        {"attacks": ("similarity",)},
        {"quick": False},
        {"repeats": 3},
    ],
)
def test_another_setting_is_another_key(change):
    assert replace(JOB, **change).key(4) != JOB.key(4)


def test_another_budget_is_another_key_and_one_more_point_none():
    assert JOB.key(4) != JOB.key(8)
    assert replace(JOB, flips=(2, 4, 8)).key(4) == JOB.key(4)


def test_another_default_of_the_protector_is_another_key(monkeypatch):
    before, cell = JOB.key(4), JOB.cell(4)
    monkeypatch.setitem(protecting.PRESETS, "default", {"n_candidates": 77})
    assert JOB.key(4) != before
    assert JOB.cell(4) == cell


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("none", None),
        ("ppne", "n_flips"),
        ("random", "n_flips"),
        ("dp", "epsilon"),
        ("dpne", "epsilon"),
        ("vector-edit", None),
    ],
)
def test_budgets_are_of_flips_of_epsilon_or_of_nothing(name, budget):
    assert takes(name) == budget


def test_what_changes_nothing_takes_no_options():
    with pytest.raises(InputError, match="target_auc is not read by 'none'"):
        replace(JOB, protector="none", flips=()).settings()
