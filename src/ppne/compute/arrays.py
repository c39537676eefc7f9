"""Names for the array types used in signatures; nothing else."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
"""Any array."""

FloatArray = NDArray[np.floating[Any]]
"""Real numbers, single or double precision."""

IntArray = NDArray[np.int64]
"""Indices and counts."""

BoolArray = NDArray[np.bool_]
"""One yes or no an entry."""
