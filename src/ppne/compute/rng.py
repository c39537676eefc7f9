"""One seed, split by name into independent random streams."""

import hashlib

import numpy as np


def stream(seed: int, name: str, index: int = 0) -> np.random.Generator:
    """Generator that depends on ``(seed, name, index)`` alone.

    Two names, or two indices, give independent streams, so that a run that resumes at step
    ``index`` draws what the uninterrupted run would have drawn.
    """
    word = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
    return np.random.default_rng(np.random.SeedSequence([seed, word, index]))
