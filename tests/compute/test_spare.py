"""Links that can go are those of the plain loop over them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ppne.compute.spare import spare_in_order
from tests.reference import links as plain
from tests.strategies import graphs


@given(graphs(), st.randoms(), st.integers(0, 40))
def test_the_links_that_can_go_are_those_of_the_plain_loop(graph, random, count):
    order = list(range(graph.n_links))
    random.shuffle(order)
    degrees = graph.degrees.copy()
    found = spare_in_order(graph.links, np.array(order, dtype=np.int64), degrees, count)
    assert found.tolist() == plain.spare_in_order(graph.links.tolist(), order, degrees, count)
    np.testing.assert_array_equal(degrees, graph.degrees)
