"""Links that can go while every node keeps one: allocation here, the loop a kernel."""

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.compute.kernels.links import keep_a_link


def spare_in_order(links: IntArray, order: IntArray, degrees: IntArray, count: int) -> IntArray:
    """Positions of the first ``count`` links in ``order`` that leave each node one link, together.

    Parameters
    ----------
    links
        (n_links, 2).
    order
        Positions among the links, in the order in which they are to go.
    degrees
        How many links each node has.
    """
    kept = np.empty(min(count, len(order)), dtype=np.int64)
    n_kept = keep_a_link(np.ascontiguousarray(links), order, len(kept), degrees.copy(), kept)
    return kept[:n_kept]
