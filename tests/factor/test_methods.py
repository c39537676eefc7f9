"""The closed forms on offer, and what is refused."""

import pytest

from ppne.errors import InputError
from ppne.factor.methods import (
    EXACT_ENTRIES,
    EXACT_NODES,
    METHODS,
    Method,
    entry_walkers,
    method_named,
    settled,
)


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


def test_walks_are_decided_by_the_size_unless_told():
    deepwalk = method_named("deepwalk")
    assert settled(deepwalk, EXACT_NODES).walks == 0
    beyond = settled(deepwalk, EXACT_NODES + 1).walks
    assert beyond > settled(deepwalk, 10**6).walks > 0
    assert settled(deepwalk, 10**9).walks == settled(deepwalk, 10**8).walks > 0
    for given in (0, 7):
        told = method_named("deepwalk", walks=given)
        assert settled(told, 10) == settled(told, 10**7) == told


def test_a_window_of_one_has_no_walks():
    assert settled(method_named("line"), 10**7).walks == 0
    assert settled(method_named("deepwalk", window=1, walks=5), 10).walks == 0
    assert entry_walkers(method_named("line"), 10**7) == 0


def test_entries_are_exact_on_small_graphs_or_where_told_to_be():
    deepwalk = method_named("deepwalk")
    assert entry_walkers(deepwalk, EXACT_ENTRIES) == 0
    assert entry_walkers(deepwalk, EXACT_ENTRIES + 1) > entry_walkers(deepwalk, 10**6) > 0
    assert entry_walkers(method_named("deepwalk", walks=0), 10**6) == 0
    assert entry_walkers(method_named("deepwalk", walks=9), 50) > 0


def test_walks_below_zero_or_of_line_are_refused():
    with pytest.raises(InputError, match="walks must be at least 0, got -1"):
        method_named("deepwalk", walks=-1)
    with pytest.raises(InputError, match="LINE has no walks, got 3"):
        method_named("line", walks=3)
