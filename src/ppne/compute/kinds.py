"""Whether a value that a user gave is a number, or a whole one."""

import numpy as np


def is_number(value: object) -> bool:
    """Whether it is a real number; yes and no are none."""
    kinds = (int, float, np.integer, np.floating)
    return isinstance(value, kinds) and not isinstance(value, bool)


def is_whole(value: object) -> bool:
    """Whether it is an integer, of Python or NumPy: 4, but not 4.0, which counts nothing."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
