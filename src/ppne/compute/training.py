"""What trained embedders are made of: walks along links, and stochastic steps on sampled links."""

import numpy as np

from ppne.compute.arrays import Array, FloatArray, IntArray
from ppne.compute.kernels import random_walk, sampled_links

_NOISE_POWER = 0.75
"""Noise nodes are drawn by degree to this power, as in word2vec."""


def random_walks(
    indptr: IntArray,
    indices: IntArray,
    numbers: IntArray,
    length: int,
    *,
    key: int,
    p: float = 1.0,
    q: float = 1.0,
) -> Array:
    r"""(n_walks, length) nodes, as 32-bit integers; the walk of a number is always the same.

    Walk ``numbers[w]`` starts at that number modulo the number of nodes. A step from ``v`` to
    ``w``, having come from ``u``, has weight :math:`1/p` if ``w`` is ``u``, :math:`1` if it is
    linked to ``u``, and :math:`1/q` if it is not (Grover and Leskovec 2016); all alike if
    ``p = q = 1``. Every node must have a link, and columns be sorted.

    A uniform step is O(1). Another one is as many draws as are rejected, each O(log degree), and
    O(degree log degree) at the most; no table is kept of pairs of links.
    """
    out = np.empty((len(numbers), length), dtype=np.int32)
    rows = indptr.astype(np.int64), indices.astype(np.int32)
    if p == q == 1.0:
        random_walk.uniform_walks(*rows, numbers, key, out)
    else:
        random_walk.second_order_walks(*rows, numbers, key, 1.0 / p, 1.0 / q, out)
    return out


def link_steps(
    indptr: IntArray,
    indices: IntArray,
    x: FloatArray,
    y: FloatArray,
    *,
    key: int,
    n_samples: int,
    n_negatives: int,
    rate: float,
    decay: float,
) -> None:
    r"""Train ``x`` and ``y`` in place by descent on sampled links, as LINE does.

    .. math::
        -\log \sigma(x_u^\top y_v)
        - \sum_{i=1}^{b} \log \sigma(-x_u^\top y_{w_i})
        + \frac{\gamma}{2} \sum_{w \in \{v, w_1, …, w_b\}}
        \frac{\lVert x_u \rVert^2}{\sqrt{d_u}} + \frac{\lVert y_w \rVert^2}{\sqrt{d_w}},
        \qquad P(w) \propto d_w^{3/4}

    A step draws a link in either direction and ``b = n_negatives`` noise nodes from an alias
    table; links all weigh the same, so theirs would be the uniform draw. ``γ = decay``; a node
    takes part as often as it has links, so that its decay in all goes by the root of its degree,
    between the trace norm's and the weighted one's (Srebro and Salakhutdinov 2010).

    Both blocks are of one type and contiguous; ``y`` may be ``x`` itself. One thread, so that the
    result does not depend on how many there are. O(n_samples n_negatives n_columns).
    """
    degrees = np.diff(indptr)
    heads = np.repeat(np.arange(len(degrees), dtype=np.int32), degrees)
    links = np.column_stack([heads, indices.astype(np.int32)])
    chances, others = np.empty(len(degrees)), np.empty(len(degrees), dtype=np.int64)
    sampled_links.alias_table(degrees**_NOISE_POWER, chances, others)
    decays = decay / np.sqrt(degrees)
    sampled_links.link_steps(
        links, chances, others, decays, key, n_samples, n_negatives, rate, x, y
    )
