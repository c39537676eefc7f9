"""Settings are checked when built; each refusal names its field."""

import pytest

from ppne.errors import InputError
from ppne.factor.methods import method_named
from ppne.protect.settings import (
    CRITERIA,
    GRADIENTS,
    OBJECTIVES,
    POOLS,
    PRESETS,
    ProtectionSettings,
)

LINE = method_named("line")


def build(**given):
    return ProtectionSettings(**{"method": LINE, "n_flips": 10, "batch_size": 2, **given})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n_components", 0),
        ("n_flips", -1),
        ("n_candidates", 0),
        ("batch_size", 0),
        ("k", -0.5),
        ("n_decoys", -1.0),
        ("seed", -1),
        ("n_iterations", -1),
        ("node_cap", 0),
        ("additions", -0.1),
        ("additions", 1.1),
        ("additions", float("nan")),
        ("learned", -0.1),
        ("learned", 1.5),
        ("target_auc", -0.1),
        ("target_auc", 2.0),
        ("criterion", "best"),
        ("objective", "all"),
        ("gradient", "exact"),
        ("addition_pool", "far"),
    ],
)
def test_a_value_out_of_its_range_is_refused_by_name(name, value):
    with pytest.raises(InputError, match=name):
        build(**{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n_flips", 0),
        ("n_iterations", 0),
        ("n_iterations", None),
        ("node_cap", None),
        ("additions", None),
        ("additions", 0.0),
        ("additions", 1.0),
        ("target_auc", 0.0),
        ("k", 0.0),
    ],
)
def test_the_ends_of_the_ranges_are_taken(name, value):
    assert getattr(build(**{name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("criterion", CRITERIA),
        ("objective", OBJECTIVES),
        ("gradient", GRADIENTS),
        ("addition_pool", POOLS),
    ],
)
def test_every_known_name_is_taken(name, known):
    for value in known:
        assert getattr(build(learned=0.0, **{name: value}), name) == value


@pytest.mark.parametrize("given", [{"objective": "ranked", "learned": 0.0}, {"learned": 0.5}])
def test_decoys_over_all_pairs_need_the_papers_objective(given):
    with pytest.raises(InputError, match="decoys over all pairs"):
        build(n_decoys=0, **{"objective": "difference", **given})


def test_decoys_over_all_pairs_are_taken_with_the_papers_objective():
    assert build(n_decoys=0, objective="difference", learned=0.0).n_decoys == 0


def test_the_spectral_gradient_refuses_a_learned_attacker():
    with pytest.raises(InputError, match="learned"):
        build(gradient="spectral", learned=0.5)


def test_the_papers_preset_is_the_papers_algorithm():
    paper = ProtectionSettings.from_preset("paper", method=LINE, n_flips=1000)
    assert (paper.criterion, paper.objective, paper.gradient) == ("ratio", "difference", "kkt")
    assert (paper.additions, paper.addition_pool, paper.learned) == (0.5, "uniform", 0.0)
    assert (paper.n_decoys, paper.node_cap, paper.floor) == (1.0, None, 0.0)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_the_defaults_but_for_its_own_fields(preset):
    made = ProtectionSettings.from_preset(preset, method=LINE, n_flips=10, batch_size=2)
    assert made == build(**PRESETS[preset])


def test_the_default_preset_stops_at_chance_and_the_papers_does_not():
    default, paper = (
        ProtectionSettings.from_preset(preset, method=LINE, n_flips=10)
        for preset in ("default", "paper")
    )
    assert (default.until, paper.until) == ("indistinguishable", "budget")
    assert default.target_auc is paper.target_auc is None


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_given_goes_before_the_preset(preset):
    made = ProtectionSettings.from_preset(
        preset, method=LINE, n_flips=10, additions=1.0, batch_size=3
    )
    assert (made.additions, made.batch_size) == (1.0, 3)


@pytest.mark.parametrize(("n_flips", "batch_size"), [(0, 1), (50, 1), (450, 3)])
def test_the_batch_is_a_small_share_of_the_flips_and_never_nothing(n_flips, batch_size):
    made = ProtectionSettings.from_preset("default", method=LINE, n_flips=n_flips)
    assert made.batch_size == batch_size


@pytest.mark.parametrize(
    ("batch_size", "n_candidates"), [(1, 10_000), (100, 10_000), (400, 40_000)]
)
def test_a_large_batch_chooses_among_more_candidates(batch_size, n_candidates):
    def made(preset, **given):
        return ProtectionSettings.from_preset(
            preset, method=LINE, n_flips=1000, batch_size=batch_size, **given
        )

    assert made("default").n_candidates == n_candidates
    assert made("default", n_candidates=7).n_candidates == 7
    assert made("paper").n_candidates == 10_000


def test_a_batch_of_another_kind_is_named():
    with pytest.raises(InputError, match="batch_size must be a whole number"):
        ProtectionSettings.from_preset("default", method=LINE, n_flips=10, batch_size="many")


def test_an_unknown_preset_is_refused_with_those_there_are():
    with pytest.raises(InputError, match=f"'best'; choose one of {', '.join(PRESETS)}"):
        ProtectionSettings.from_preset("best", method=LINE, n_flips=10)


@pytest.mark.parametrize("name", ["k", "n_decoys", "additions", "learned", "target_gain"])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_that_is_not_finite_is_refused_by_name(name, value):
    with pytest.raises(InputError, match=name):
        ProtectionSettings(method=method_named("line"), n_flips=1, batch_size=1, **{name: value})
