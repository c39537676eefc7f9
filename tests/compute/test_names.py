"""Strings get the numbers that a dictionary gives them, wherever they lie."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.compute import names as module
from ppne.compute.names import NameNumbers
from tests.reference import names as plain


def numbered(numbers, names):
    """Numbers of the names, which lie one after the other with a byte in between."""
    lengths = np.array([len(name) for name in names], dtype=np.int64)
    begins = np.cumsum(lengths + 1) - lengths - 1
    text = np.frombuffer(b"".join(name + b"|" for name in names), dtype=np.uint8)
    return numbers.number(text, begins, begins + lengths).tolist()


def names_of(numbers):
    text, starts = numbers.names
    return [text[begin:end].tobytes() for begin, end in pairwise(starts.tolist())]


some = st.lists(st.sampled_from([b"a", b"b", b"ab", b"", b"aa"]) | st.binary(max_size=9))


@given(some, some)
def test_numbers_are_those_of_a_dictionary_over_all_calls(first, second):
    numbers = NameNumbers()
    found = numbered(numbers, first) + numbered(numbers, second)
    assert found == plain.number_names(first + second)
    assert names_of(numbers) == list(dict.fromkeys(first + second))


@given(some, st.integers(1, 9))
def test_a_table_that_grows_at_every_turn_gives_the_same(names, part):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_FEW", 2)
        patch.setattr(module, "_PART", part)
        numbers = NameNumbers()
        assert numbered(numbers, names) == plain.number_names(names)


def test_strings_that_share_a_slot_are_told_apart(rng):
    """As thousands do in a table half full."""
    names = [b"%d" % value for value in rng.integers(15_000, size=30_000)]
    numbers = NameNumbers()
    assert numbered(numbers, names[:9000]) + numbered(numbers, names[9000:]) == plain.number_names(
        names
    )
