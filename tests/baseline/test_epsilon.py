"""An epsilon is positive, and not so small that its graph is too large."""

import pytest

from ppne.baseline.epsilon import MOST_LINKS, check_epsilon, check_size
from ppne.errors import InputError


@pytest.mark.parametrize("epsilon", [0.0, -1.0, float("inf"), float("nan")])
def test_an_epsilon_that_is_no_positive_number_is_refused(epsilon):
    with pytest.raises(InputError, match=f"positive number, got {epsilon}"):
        check_epsilon(epsilon)


def test_a_positive_epsilon_is_taken():
    check_epsilon(1e-9)


def test_a_graph_too_large_is_refused_with_the_way_out():
    with pytest.raises(InputError, match=r"epsilon 0.5 .* 30,000,000 links.* must be 1.24 or more"):
        check_size(3e7, 0.5, 1.2301)


def test_a_graph_that_just_fits_is_taken():
    check_size(MOST_LINKS, 0.5, 1.0)
