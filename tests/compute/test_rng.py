"""One seed gives independent named streams."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from ppne.compute.rng import stream

keys = st.tuples(st.integers(0, 2**63), st.text(max_size=8), st.integers(0, 1000))


def draw(key):
    return stream(*key).integers(2**62, size=4)


@given(keys)
def test_the_same_seed_name_and_index_give_the_same_numbers(key):
    assert_array_equal(draw(key), draw(key))


@given(keys, keys)
def test_any_difference_in_seed_name_or_index_gives_other_numbers(one, other):
    if one != other:
        assert (draw(one) != draw(other)).all()  # four chances in 2^62 to be wrong


def test_the_index_is_zero_unless_given():
    assert_array_equal(stream(3, "decoys").random(4), stream(3, "decoys", 0).random(4))


def test_streams_of_neighbouring_indices_are_uncorrelated():
    n = 20_000
    first, second = (stream(0, "spectrum", index).standard_normal(n) for index in (0, 1))
    assert abs(np.corrcoef(first, second)[0, 1]) < 6 / np.sqrt(n)  # six standard errors
