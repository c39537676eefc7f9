"""Pairs are checked, keyed and looked up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.errors import InputError
from ppne.graph.pairs import as_pairs, contains, keys_of, pairs_of
from tests import strategies


def test_pairs_come_out_ordered_sorted_and_without_repeats():
    given_pairs = np.array([[3, 1], [0, 2], [1, 3], [0, 2]])
    np.testing.assert_array_equal(as_pairs(given_pairs, 4, "links"), [[0, 2], [1, 3]])


def test_no_pairs_are_an_empty_array_of_two_columns():
    assert as_pairs(np.array([]), 4, "links").shape == (0, 2)


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ([[0, 4]], "indices from 0 to 3"),
        ([[-1, 2]], "indices from 0 to 3"),
        ([[2, 2]], "with itself"),
        ([0, 1], "shape"),
        ([[0, 1, 2]], "shape"),
        ([[0.0, 1.0]], "float64"),
    ],
)
def test_what_is_no_pair_is_refused_by_name(wrong, text):
    with pytest.raises(InputError, match=f"private links.*{text}"):
        as_pairs(np.array(wrong), 4, "private links")


@given(strategies.pairs(9))
def test_keys_lead_back_to_their_pairs(pairs):
    np.testing.assert_array_equal(pairs_of(keys_of(pairs, 9), 9), pairs)


@given(strategies.pairs(9))
def test_keys_are_ordered_as_the_pairs_are(pairs):
    by_key = pairs[np.argsort(keys_of(pairs, 9))]
    assert [tuple(pair) for pair in by_key] == sorted(tuple(pair) for pair in pairs)


@given(st.sets(st.integers(0, 30)), st.lists(st.integers(-5, 40)))
def test_contains_agrees_with_a_set(there, asked):
    found = contains(np.array(sorted(there), dtype=np.int64), np.array(asked, dtype=np.int64))
    assert found.tolist() == [key in there for key in asked]
