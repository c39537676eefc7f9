"""A plan of seconds, and records made up for it."""

import pytest

from ppne.reproduce.plan import read_plan
from tests.reproduce.made_up import TINY


@pytest.fixture
def plan_file(tmp_path):
    """The plan's file."""
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    return path


@pytest.fixture
def tiny(plan_file):
    """The plan."""
    return read_plan(plan_file)
