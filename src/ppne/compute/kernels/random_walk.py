"""Numba: random walks along links, uniform or weighed by the step before.

The random numbers of a walk depend only on the key and on the number of the walk: not on threads,
and not on links that it does not come by.
"""

from numba import njit, prange

from ppne.compute.kernels.rows import place
from ppne.compute.kernels.spread import salt_of, uniform


@njit(parallel=True, cache=True)
def uniform_walks(indptr, indices, numbers, key, out):
    """Fill row ``w`` of ``out`` with walk ``numbers[w]``, each step to a neighbour at random.

    A walk starts at its number modulo the number of nodes; every node has a neighbour.
    """
    n = indptr.size - 1
    for w in prange(numbers.size):
        salt = salt_of(key, numbers[w])
        node = numbers[w] % n
        out[w, 0] = node
        for step in range(1, out.shape[1]):
            node = indices[_at_random(indptr, node, salt, step, 0)]
            out[w, step] = node


@njit(parallel=True, cache=True)
def second_order_walks(indptr, indices, numbers, key, back, far, out):
    """As :func:`uniform_walks`, a neighbour's weight depending on the node before.

    ``back`` for that node itself, 1 for its neighbours, ``far`` for others. Columns sorted.
    """
    n = indptr.size - 1
    for w in prange(numbers.size):
        salt = salt_of(key, numbers[w])
        before = numbers[w] % n
        out[w, 0] = before
        if out.shape[1] > 1:
            node = indices[_at_random(indptr, before, salt, 1, 0)]
            out[w, 1] = node
            for step in range(2, out.shape[1]):
                after = _next(indptr, indices, before, node, salt, step, back, far)
                before = node
                node = after
                out[w, step] = node


@njit(cache=True)
def _at_random(indptr, node, salt, step, draw):
    """Where a neighbour of the node is stored, each as likely."""
    low = indptr[node]
    degree = indptr[node + 1] - low
    return low + min(int(uniform(salt, step, draw) * degree), degree - 1)


@njit(cache=True)
def _weight(indptr, indices, before, node, back, far):
    """Of a step to ``node`` for one who comes from ``before``."""
    if node == before:
        return back
    return 1.0 if place(indptr, indices, before, node) >= 0 else far


@njit(cache=True)
def _next(indptr, indices, before, node, salt, step, back, far):
    """A neighbour by weight: drawn and rejected, as often as there are neighbours at the most.

    After so many draws a pass over all of them, as exact as the draws, takes no longer.
    """
    low = indptr[node]
    end = indptr[node + 1]
    top = max(back, 1.0, far)
    for draw in range(end - low):
        after = indices[_at_random(indptr, node, salt, step, 2 * draw)]
        weight = _weight(indptr, indices, before, after, back, far)
        if uniform(salt, step, 2 * draw + 1) * top < weight:
            return after
    total = 0.0
    for e in range(low, end):
        total += _weight(indptr, indices, before, indices[e], back, far)
    left = uniform(salt, step, 2 * (end - low)) * total
    for e in range(low, end - 1):
        left -= _weight(indptr, indices, before, indices[e], back, far)
        if left < 0.0:
            return indices[e]
    return indices[end - 1]
