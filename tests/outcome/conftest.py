"""One thread for every test here: on a busy machine, threads spend their time on waiting."""

import pytest
from threadpoolctl import threadpool_limits

import ppne.task.classify  # noqa: F401  limits bind only the threads of what is loaded
from ppne.compute import cpu


@pytest.fixture(autouse=True)
def one_thread():
    with cpu.steady(1), threadpool_limits(limits=1):
        yield
