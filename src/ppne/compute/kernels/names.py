"""Numba: strings numbered in the order of their first appearance, by a table of hashes.

A string is a range of bytes. A slot of the table is empty, ``(0, 0)``, or holds a string's hash and
its number plus one, 32 bits each, and where it stands among the words and its length, 44 and 20
bits. It is looked for from the hash on and known by its bytes, never by the hash alone.
"""

import numpy as np
from numba import njit

BLOCK = 1024
"""Strings that are looked up at once, so that they wait for memory together."""

LONGEST = 2**20 - 1
"""Bytes that a string may have."""


@njit(nogil=True, cache=True)
def _hash(text, start, end):
    """31 bits that depend on every byte (Fowler, Noll and Vo, 1a)."""
    value = 2166136261
    for at in range(start, end):
        value = ((value ^ int(text[at])) * 16777619) & 0xFFFFFFFF
    return (value ^ (value >> 15)) & 0x7FFFFFFF


@njit(nogil=True, cache=True)
def _same(text, start, end, words, place):
    """Whether the string is the word at a place."""
    if end - start != place & LONGEST:
        return False
    shift = (place >> 20) - start
    at = start
    while at < end and text[at] == words[at + shift]:
        at += 1
    return at == end


@njit(nogil=True, cache=True)
def _slot(text, begin, end, tag, table, words):
    """The string's slot, or the empty one where it would be put."""
    mask = table.shape[0] - 1
    slot = tag & mask
    while table[slot, 0] and not (
        table[slot, 0] >> 32 == tag and _same(text, begin, end, words, table[slot, 1])
    ):
        slot = (slot + 1) & mask
    return slot


@njit(nogil=True, cache=True)
def look_up(text, begins, ends, table, words, numbers):
    """Write the number of each string, or -1 where it has none."""
    mask = table.shape[0] - 1
    tags = np.empty(BLOCK, dtype=np.int64)
    places = np.empty(BLOCK, dtype=np.int64)
    for first in range(0, numbers.size, BLOCK):
        size = min(BLOCK, numbers.size - first)
        for at in range(size):
            tags[at] = _hash(text, begins[first + at], ends[first + at])
        for at in range(size):
            slot = tags[at] & mask
            found = table[slot, 0]
            places[at] = table[slot, 1]
            numbers[first + at] = (found & 0xFFFFFFFF) - 1 if found >> 32 == tags[at] else -1
        for at in range(first, first + size):
            if numbers[at] < 0 or not _same(text, begins[at], ends[at], words, places[at - first]):
                slot = _slot(text, begins[at], ends[at], tags[at - first], table, words)
                numbers[at] = (table[slot, 0] & 0xFFFFFFFF) - 1


@njit(nogil=True, cache=True)
def put_new(text, begins, ends, first, table, words, word_starts, n, numbers):
    """Write the number of each string from ``first`` on that has -1, new ones in order.

    ``n`` strings have numbers already. Gives back how many have then, and the string for which the
    table, half full, or the words have no room; past the last if there is none.
    """
    for at in range(first, numbers.size):
        if numbers[at] >= 0:
            continue
        begin = begins[at]
        end = ends[at]
        tag = _hash(text, begin, end)
        slot = _slot(text, begin, end, tag, table, words)
        if not table[slot, 0]:
            used = word_starts[n]
            if 2 * (n + 1) > table.shape[0] or used + end - begin > words.size:
                return n, at
            for step in range(end - begin):
                words[used + step] = text[begin + step]
            table[slot, 0] = (tag << 32) + n + 1
            table[slot, 1] = (used << 20) + end - begin
            n += 1
            word_starts[n] = used + end - begin
        numbers[at] = (table[slot, 0] & 0xFFFFFFFF) - 1
    return n, numbers.size


@njit(nogil=True, cache=True)
def rehash(table, larger):
    """Put the slots that are taken into a larger table."""
    mask = larger.shape[0] - 1
    for at in range(table.shape[0]):
        if table[at, 0]:
            slot = (table[at, 0] >> 32) & mask
            while larger[slot, 0]:
                slot = (slot + 1) & mask
            larger[slot, 0] = table[at, 0]
            larger[slot, 1] = table[at, 1]
