"""Link ends become sorted symmetric rows, and values numbers, as their plain twins say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from ppne.compute import link_rows as module
from ppne.compute.link_rows import are_link_rows, link_rows, number_values
from tests.reference import links as plain

ends_of_six = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=30)


@given(ends_of_six)
def test_rows_and_counts_are_those_of_the_plain_twin(ends):
    rows = link_rows(np.array(ends, dtype=np.int64).reshape(-1, 2), 6)
    expected, counts = plain.link_rows(ends, 6)
    assert [part.tolist() for part in np.split(rows.indices, rows.indptr[1:-1])] == expected
    assert rows.indptr[-1] == len(rows.indices)
    assert {name: getattr(rows, name) for name in counts} == counts


def test_columns_of_any_layout_and_width_are_taken():
    ends = np.asfortranarray(np.array([[0, 2], [2, 1]], dtype=np.int32))
    assert link_rows(ends, 3).indices.tolist() == [2, 2, 0, 1]


def test_the_input_stays_as_it_is():
    ends = np.array([[3, 0], [0, 3]])
    link_rows(ends, 4)
    number_values(ends)
    assert ends.tolist() == [[3, 0], [0, 3]]


@given(ends_of_six, st.booleans(), st.booleans())
def test_rows_are_link_rows_if_symmetric_and_without_a_diagonal(ends, mirror, loops):
    dense = np.zeros((6, 6), dtype=bool)
    for u, v in ends:
        dense[u, v] = u != v or loops
    if mirror:
        dense |= dense.T
    rows = sparse.csr_array(dense)
    indptr, indices = rows.indptr.astype(np.int64), rows.indices.astype(np.int64)
    expected = (dense == dense.T).all() and not dense.diagonal().any()
    assert are_link_rows(indptr, indices) == expected


@given(st.lists(st.integers(-9, 9) | st.integers(-(2**63), 2**63 - 1), max_size=20), st.booleans())
def test_values_are_numbered_in_order(values, near):
    """By a table where they are near each other, by sorting where they are not."""
    values = np.array([value % 7 for value in values] if near else values, dtype=np.int64)
    pairs = values[: len(values) // 2 * 2].reshape(-1, 2)
    distinct, index = number_values(pairs)
    assert distinct.tolist() == sorted(set(pairs.ravel().tolist()))
    assert index.shape == pairs.shape
    np.testing.assert_array_equal(distinct[index], pairs)


@pytest.mark.parametrize("shift", [0, -(2**63), 2**63 - 6])
def test_a_table_begins_at_the_smallest_value_and_may_have_gaps(shift, monkeypatch):
    monkeypatch.setattr(module.np, "unique", None)  # so that sorting would fail
    for values in ([0, 1, 2, 3], [5, 0, 3, 5]):
        shifted = np.array([value + shift for value in values], dtype=np.int64)
        distinct, index = number_values(shifted)
        np.testing.assert_array_equal(distinct[index], shifted)
        assert (np.diff(distinct) > 0).all()


def test_values_beyond_64_bits_with_sign_keep_their_type():
    values = np.array([2**63 + 1, 2**63], dtype=np.uint64)
    distinct, index = number_values(values)
    assert distinct.tolist() == [2**63, 2**63 + 1]
    assert index.tolist() == [1, 0]
