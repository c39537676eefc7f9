"""The closed forms on offer, and what is refused."""

import pytest

from ppne.errors import InputError
from ppne.factor.methods import METHODS, Method, method_named


def test_deepwalk_has_a_window_of_ten_and_line_of_one():
    assert method_named("deepwalk") == Method(name="deepwalk", window=10, negatives=5.0)
    assert method_named("line") == Method(name="line", window=1, negatives=5.0)


def test_what_is_given_goes_before_the_defaults():
    assert method_named("deepwalk", window=3, negatives=1.5).window == 3
    assert method_named("line", window=1, negatives=1.5).negatives == 1.5


def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(InputError, match=f"'node2vec'; choose one of {', '.join(METHODS)}"):
        method_named("node2vec")


def test_line_refuses_a_window():
    with pytest.raises(InputError, match="window of 1, got 2"):
        method_named("line", window=2)


@pytest.mark.parametrize("window", [0, -1])
def test_a_window_below_one_is_refused(window):
    with pytest.raises(InputError, match=f"window must be at least 1, got {window}"):
        method_named("deepwalk", window=window)


@pytest.mark.parametrize("negatives", [0.0, -1.0, float("nan")])
def test_negatives_must_be_positive(negatives):
    with pytest.raises(InputError, match="negatives must be positive"):
        method_named("line", negatives=negatives)
