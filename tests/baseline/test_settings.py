"""Settings of the baselines are checked when built."""

import pytest

from ppne.baseline.settings import BaselineSettings
from ppne.errors import InputError
from ppne.factor.methods import method_named
from tests.baseline.conftest import settings_with


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n_components", 0),
        ("n_flips", -1),
        ("n_samples", 0),
        ("n_decoys", -0.5),
        ("n_decoys", float("nan")),
        ("n_decoys", float("inf")),
        ("seed", -1),
        ("additions", -0.1),
        ("additions", 1.1),
        ("additions", float("nan")),
        ("additions", None),
        ("epsilon", 0.0),
        ("epsilon", float("nan")),
        ("epsilon", float("inf")),
    ],
)
def test_a_value_out_of_range_is_named(name, value):
    with pytest.raises(InputError, match=rf"^{name} must .*{value}"):
        settings_with(**{name: value})


def test_an_unknown_generator_is_named_with_those_there_are():
    with pytest.raises(InputError, match=r"unknown generator 'luck'; .*edit, random"):
        settings_with(generator="luck")


def test_a_batch_means_nothing_unless_recomputed():
    with pytest.raises(InputError, match="batch_size has a meaning only with recompute"):
        settings_with(batch_size=3)
    with pytest.raises(InputError, match="batch_size must be at least 1"):
        settings_with(batch_size=0, recompute=True)
    assert settings_with(batch_size=3, recompute=True).batch_size == 3


def test_the_defaults_are_the_papers():
    settings = BaselineSettings(method=method_named("line"))
    assert settings.additions == 0.5
    assert settings.n_flips is settings.epsilon is settings.batch_size is None
