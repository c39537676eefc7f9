"""What a budget of differential privacy must be, wherever one is given."""

import math

from ppne.errors import InputError


def check_epsilon(epsilon: float) -> None:
    """Raise unless epsilon is a positive number."""
    if not (epsilon > 0 and math.isfinite(epsilon)):
        raise InputError(f"epsilon must be a positive number, got {epsilon}")
