"""How large the graph may be that an epsilon leads to."""

import math

from ppne.errors import InputError

MOST_LINKS = 20_000_000
"""Links that a differentially private graph is expected to have at the most: about 3 GB."""


def check_size(expected: float, epsilon: float, smallest: float) -> None:
    """Raise if more than `MOST_LINKS` are expected, naming the smallest epsilon that will do."""
    if expected > MOST_LINKS:
        up = math.ceil(smallest * 100) / 100
        raise InputError(
            f"at epsilon {epsilon:g} the graph is expected to have {expected:,.0f} links, "
            f"more than the {MOST_LINKS:,} that are held in memory; "
            f"for this graph epsilon must be {up:g} or more (--epsilon)"
        )
