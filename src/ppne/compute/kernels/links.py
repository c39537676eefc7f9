"""Numba: link ends, with repeats and in any direction, as sorted symmetric rows; ids as numbers."""

from numba import njit


@njit(nogil=True, cache=True)
def key_ends(ends, n_nodes, keys):
    """Write a key for either end of each link, loops left out; give back how many keys.

    A key is ``2 (row n_nodes + column)``, plus 1 where the link leads from column to row.
    """
    n_keys = 0
    for e in range(ends.shape[0]):
        u = ends[e, 0]
        v = ends[e, 1]
        if u != v:
            keys[n_keys] = 2 * (u * n_nodes + v)
            keys[n_keys + 1] = 2 * (v * n_nodes + u) + 1
            n_keys += 2
    return n_keys


@njit(nogil=True, cache=True)
def merge_keys(keys, indptr, found):
    """Put the distinct columns, row after row, in the place of sorted keys; give back how many.

    ``indptr`` gets where each row begins. ``found`` gets, over the links: copies beyond the first
    in each direction, links in both directions, and copies beyond the first in the direction that
    has more.
    """
    n_nodes = indptr.size - 1
    n_kept = 0
    e = 0
    for row in range(n_nodes):
        indptr[row] = n_kept
        first = 2 * row * n_nodes
        while e < keys.size and keys[e] < first + 2 * n_nodes:
            place = keys[e] >> 1
            there = 0
            back = 0
            while e < keys.size and keys[e] >> 1 == place:
                if keys[e] & 1:
                    back += 1
                else:
                    there += 1
                e += 1
            column = place - row * n_nodes
            keys[n_kept] = column
            n_kept += 1
            if row < column:
                found[0] += max(there - 1, 0) + max(back - 1, 0)
                found[1] += there > 0 and back > 0
                found[2] += max(there, back) - 1
    indptr[n_nodes] = n_kept
    return n_kept


@njit(nogil=True, cache=True)
def turned_keys(indptr, indices, keys):
    """Write ``column n + row`` of each entry below the diagonal; give back how many.

    That is -1 where an entry is on the diagonal, or there are more than ``keys`` takes.
    """
    n = indptr.size - 1
    n_keys = 0
    for row in range(n):
        for e in range(indptr[row], indptr[row + 1]):
            column = indices[e]
            if column == row:
                return -1
            if column < row:
                if n_keys == keys.size:
                    return -1
                keys[n_keys] = column * n + row
                n_keys += 1
    return n_keys


@njit(nogil=True, cache=True)
def are_above(indptr, indices, keys):
    """Whether the entries above the diagonal, in order, have just these keys."""
    n = indptr.size - 1
    at = 0
    for row in range(n):
        for e in range(indptr[row], indptr[row + 1]):
            if indices[e] > row:
                if at == keys.size or keys[at] != row * n + indices[e]:
                    return False
                at += 1
    return at == keys.size


@njit(nogil=True, cache=True)
def mark(values, low, seen):
    """Set ``seen[value - low]`` for each value."""
    for e in range(values.size):
        seen[values[e] - low] = True


@njit(nogil=True, cache=True)
def renumber(values, low, number, out):
    """Set ``out`` to ``number[value - low]`` of each value."""
    for e in range(values.size):
        out[e] = number[values[e] - low]


@njit(nogil=True, cache=True)
def keep_a_link(links, order, count, left, kept):
    """List in ``kept`` the first links in ``order`` that leave either end another one, together.

    ``left`` holds how many links each node has, and is brought down with each that is listed.
    Gives back how many are listed, ``count`` at the most.
    """
    n_kept = 0
    for at in range(order.size):
        if n_kept == count:
            break
        u = links[order[at], 0]
        v = links[order[at], 1]
        if left[u] > 1 and left[v] > 1:
            left[u] -= 1
            left[v] -= 1
            kept[n_kept] = order[at]
            n_kept += 1
    return n_kept
