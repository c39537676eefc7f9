"""The `rng` and `real_data` fixtures and the hypothesis profile."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("ppne", deadline=None, derandomize=True)  # CI fails by no luck
settings.load_profile("ppne")

_BESIDE = Path(__file__).parents[1] / ".." / "shared" / "data"


@pytest.fixture
def rng():
    """A generator; what a test claims must hold for any seed."""
    return np.random.default_rng(20240229)


@pytest.fixture
def real_data():
    """The folder of real graphs, named by PPNE_DATA or beside the repository."""
    folder = Path(os.environ.get("PPNE_DATA", _BESIDE))
    if not folder.is_dir():
        pytest.skip(f"no real graphs at {folder}; set PPNE_DATA to their folder")
    return folder
