"""Twin of `ppne.compute.kernels.sampled_links`: what a table stands for, and steps in NumPy."""

import numpy as np

from tests.reference.spread import uniform


def probabilities(chances, others):
    """Of each place, by an alias table."""
    out = np.zeros(len(chances))
    for place, (chance, other) in enumerate(zip(chances, others, strict=True)):
        out[place] += chance / len(chances)
        out[other] += (1.0 - chance) / len(chances)
    return out


def drawn(chances, others, number):
    """The place that a number in [0, 1) stands for."""
    place = int(number * len(chances))
    return place if number * len(chances) - place < chances[place] else others[place]


def link_steps(links, table, decays, key, n_samples, n_negatives, rate, x, y):
    """Moves ``x`` and ``y``, a directed link of ``links`` a step."""
    for sample in range(n_samples):
        pace = rate * max(1.0 - sample / n_samples, 1e-4)
        u, v = links[int(uniform(key, sample, 0, 0) * len(links))]
        noise = [drawn(*table, uniform(key, sample, 0, 1 + at)) for at in range(n_negatives)]
        moved = np.zeros(x.shape[1])
        for w, truth in [(v, 1.0), *((w, 0.0) for w in noise if w != v)]:
            slope = pace * (truth - 1.0 / (1.0 + np.exp(-x[u] @ y[w])))
            moved = moved + slope * y[w] - pace * decays[u] * x[u]
            y[w] = y[w] + slope * x[u] - pace * decays[w] * y[w]
        x[u] = x[u] + moved
