"""Numbers are told from what only looks like one."""

import numpy as np
import pytest

from ppne.compute.kinds import is_number, is_whole


@pytest.mark.parametrize("value", [0, -3, 2**70, np.int64(4), np.uint8(1)])
def test_integers_are_numbers_and_whole(value):
    assert is_number(value)
    assert is_whole(value)


@pytest.mark.parametrize("value", [0.5, 4.0, float("nan"), np.float32(2)])
def test_floats_are_numbers_but_count_nothing(value):
    assert is_number(value)
    assert not is_whole(value)


@pytest.mark.parametrize("value", [True, np.True_, None, "3", 1j, [1], np.array([1, 2])])
def test_nothing_else_is_a_number(value):
    assert not is_number(value)
    assert not is_whole(value)
