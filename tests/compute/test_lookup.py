"""Look-ups in a sparse pattern find what a scan of the row finds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from ppne.compute import lookup as module
from ppne.compute.lookup import edited_rows, find_in_pattern, in_pattern
from tests.reference import rows as plain


@st.composite
def patterns(draw):
    """A sparse pattern, some rows empty, and places to look at."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    shape = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    pattern = sparse.csr_array(rng.random(shape) < draw(st.floats(0, 1)))
    pairs = np.column_stack([rng.integers(size, size=30) for size in shape])
    return pattern, pairs


@pytest.mark.parametrize("many", [100_000, 1], ids=["by one thread", "by all threads"])
@given(drawn=patterns())
def test_entries_are_found_where_they_are_stored(many, drawn):
    pattern, pairs = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MANY", many)
        found = find_in_pattern(pattern.indptr, pattern.indices, pairs)
    assert found.tolist() == plain.place_in_rows(pattern, pairs)
    stored = found >= 0
    assert in_pattern(pattern.indptr, pattern.indices, pairs).tolist() == stored.tolist()
    assert pattern.indices[found[stored]].tolist() == pairs[stored, 1].tolist()


@given(patterns())
def test_in_pattern_is_the_dense_matrix(drawn):
    pattern, pairs = drawn
    expected = pattern.toarray()[pairs[:, 0], pairs[:, 1]]
    assert in_pattern(pattern.indptr, pattern.indices, pairs).tolist() == expected.tolist()


def test_nothing_is_looked_up_in_nothing():
    none = np.empty((0, 2), dtype=np.int64)
    assert find_in_pattern(np.zeros(1, dtype=np.int64), np.empty(0, dtype=np.int64), none).size == 0


def test_pairs_may_be_reversed_views():
    pattern = sparse.csr_array(np.array([[0, 1, 1], [0, 0, 0], [1, 0, 0]]))
    pairs = np.array([[1, 0], [0, 0], [2, 0]])[:, ::-1]
    assert find_in_pattern(pattern.indptr, pattern.indices, pairs).tolist() == [0, -1, 1]


@given(patterns())
def test_edited_rows_have_each_named_entry_turned_over(drawn):
    pattern, pairs = drawn
    rows, columns = np.unique(pairs, axis=0).T
    dense = pattern.toarray().astype(int)
    expected = plain.edited_rows(dense, rows, columns)
    indptr, indices = edited_rows(
        pattern.indptr, pattern.indices, rows, columns, expected.sum(axis=1)
    )
    after = sparse.csr_array((np.ones(len(indices)), indices, indptr), shape=dense.shape)
    assert after.has_sorted_indices
    np.testing.assert_array_equal(after.toarray(), expected)
