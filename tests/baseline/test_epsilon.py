"""An epsilon is not so small that its graph is too large."""

import pytest

from ppne.baseline.epsilon import MOST_LINKS, check_size
from ppne.errors import InputError


def test_a_graph_too_large_is_refused_with_the_way_out():
    with pytest.raises(InputError, match=r"epsilon 0.5 .* 30,000,000 links.* must be 1.24 or more"):
        check_size(3e7, 0.5, 1.2301)


def test_a_graph_that_just_fits_is_taken():
    check_size(MOST_LINKS, 0.5, 1.0)
