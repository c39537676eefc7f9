"""A back end is asked for by name, and is never another one."""

import inspect

import pytest

from ppne.compute import cpu
from ppne.compute.backend import Compute, choose
from ppne.errors import InputError

operations = [name for name in vars(Compute) if not name.startswith("_")]


def test_the_processor_is_the_default():
    assert choose() is cpu
    assert choose("cpu") is cpu


@pytest.mark.parametrize("name", ["gpu", "CPU", ""])
def test_a_backend_that_is_not_there_is_an_error_and_never_a_fallback(name):
    with pytest.raises(InputError, match=f"unknown backend '{name}'"):
        choose(name)


@pytest.mark.parametrize("name", operations)
def test_the_processor_offers_every_operation_with_the_arguments_of_the_protocol(name):
    wanted = list(inspect.signature(getattr(Compute, name)).parameters)[1:]
    assert list(inspect.signature(getattr(choose(), name)).parameters) == wanted
