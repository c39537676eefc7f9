"""What is dropped is counted, and said in a plain sentence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppne.graph.dropped import Dropped, merge


@pytest.mark.parametrize(
    ("dropped", "text"),
    [
        (Dropped(), ""),
        (Dropped(weights=1), "dropped 1 weight"),
        (
            Dropped(self_loops=3, duplicates=2, weights=10),
            "dropped 3 self-loops, 2 repeated links and 10 weights",
        ),
        (Dropped(duplicates=1, directions=1234), "dropped 1 repeated link and 1,234 directions"),
    ],
)
def test_the_count_is_said_in_words(dropped, text):
    assert str(dropped) == text


def test_a_list_counts_loops_repeats_and_reverses():
    ends = np.array([[0, 1], [1, 0], [1, 0], [2, 2], [3, 1]])
    graph, dropped = merge(ends, np.arange(4), weights=5)
    assert graph.links.tolist() == [[0, 1], [1, 3]]
    assert dropped == Dropped(self_loops=1, duplicates=1, directions=1, weights=5)


def test_a_mirrored_input_counts_missing_reverses_and_each_repeat_once():
    ends = np.array([[0, 1], [1, 0], [0, 1], [1, 0], [2, 0]])
    graph, dropped = merge(ends, np.arange(3), mirrored=True)
    assert graph.links.tolist() == [[0, 1], [0, 2]]
    assert dropped == Dropped(duplicates=1, directions=1)


def test_nothing_is_merged_into_nothing():
    graph, dropped = merge(np.empty((0, 2), dtype=np.int64), np.arange(0))
    assert (graph.n_nodes, graph.n_links) == (0, 0)
    assert dropped == Dropped()


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=30))
def test_every_row_is_a_link_or_counted_as_dropped(rows):
    graph, dropped = merge(np.array(rows, dtype=np.int64).reshape(-1, 2), np.arange(6))
    lost = dropped.self_loops + dropped.duplicates + dropped.directions
    assert graph.n_links + lost == len(rows)
    assert {tuple(link) for link in graph.links.tolist()} == {
        tuple(sorted(row)) for row in rows if row[0] != row[1]
    }
