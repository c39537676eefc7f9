"""Integers are read from text as its plain twin reads them, in one chunk or in many."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ppne.compute import integer_text
from ppne.compute.integer_text import parse_integers
from tests.reference import integers as plain


def parsed(text, separator, n_columns, start=0):
    found = parse_integers(text.encode(), start, separator, n_columns)
    return found if found is None else (found[0].tolist(), found[1])


pieces = st.lists(
    st.sampled_from(["0", "1", "7", "-", "42", ",", ",", " ", "\t", "\n", "\n", "x", "9" * 19]),
    max_size=25,
).map("".join)
separators = st.sampled_from([None, ",", ";", "\t"])


@given(pieces, separators, st.integers(2, 3))
@example("\t", "\t", 2)
def test_any_text_is_read_or_refused_as_by_the_plain_twin(text, separator, n_columns):
    assert parsed(text, separator, n_columns) == plain.parse_integers(text, separator, n_columns)


numbers = st.integers(-(2**63) + 1, 2**63 - 1) | st.integers(-2, 2)
rows = st.lists(st.lists(numbers, min_size=3, max_size=3), min_size=1, max_size=8)


@given(rows, st.integers(2, 3), separators, st.sampled_from(["", " "]), st.integers(1, 30))
def test_rows_come_back_however_the_text_is_cut(rows, n_columns, separator, blank, chunk):
    mark = blank + (separator or " ") + blank
    text = "".join(mark.join(map(str, row[:n_columns])) + "\n" for row in rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(integer_text, "_CHUNK", chunk)
        ends, weights = parsed(text, separator, n_columns)
    assert ends == [row[:2] for row in rows]
    assert weights == (sum(row[2] != 1 for row in rows) if n_columns == 3 else 0)


def test_what_stands_before_the_start_is_not_looked_at():
    assert parsed("a b\n1 2\n", None, 2, start=4) == ([[1, 2]], 0)


@pytest.mark.parametrize("text", ["", "\n", " \t\n\n"])
def test_a_text_without_rows_has_none(text):
    assert parsed(text, ",", 2) == ([], 0)


@pytest.mark.parametrize(
    "text",
    ["1,2\n3", "1,2\n3,", "1,2\n,3", "1,2\n-", "1,2\n3,-", "1,2\n1 2,3", "1,2\n,\n", "1,,2"],
)
def test_a_broken_last_line_is_refused(text):
    assert parsed(text, ",", 2) is None
