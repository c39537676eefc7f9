"""Every test here runs as a user's run does, BLAS on one thread: faster on small matrices too."""

import pytest

from ppne.compute import cpu


@pytest.fixture(autouse=True)
def steady():
    with cpu.steady():
        yield
