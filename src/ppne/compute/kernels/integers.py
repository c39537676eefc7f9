"""Numba: a text of integers, line by line, without a string a line."""

from numba import njit

SPACE, TAB, NEWLINE, MINUS, ZERO, NINE = 32, 9, 10, 45, 48, 57
"""The bytes that mean something, beside the separator."""

_TENTH = (2**63 - 1) // 10


@njit(nogil=True, cache=True)
def count_rows(text, start, end):
    """How many lines of ``text[start:end]`` hold more than blanks."""
    n_rows = 0
    filled = False
    for at in range(start, end):
        byte = text[at]
        if byte == NEWLINE:
            n_rows += filled
            filled = False
        elif byte not in (SPACE, TAB):
            filled = True
    return n_rows + filled


@njit(nogil=True, cache=True)
def _integer(text, at, end):
    """The integer that begins at ``at`` and where it ends, or -1 there if it is not a usual one."""
    negative = text[at] == MINUS
    if negative:
        at += 1
    begin = at
    value = 0
    while at < end and ZERO <= text[at] <= NINE:
        digit = int(text[at]) - ZERO
        if value > _TENTH or (value == _TENTH and digit > 7):
            return value, -1
        value = 10 * value + digit
        at += 1
    if at == begin or (text[begin] == ZERO and (negative or at > begin + 1)):
        return value, -1
    return (-value if negative else value), at


@njit(nogil=True, cache=True)
def parse_rows(text, start, end, separator, n_columns, first, ends):
    """Write the first two columns of the lines from row ``first`` of ``ends`` on.

    Gives back how many integers of the third column are not 1, or -1 where a line is not
    ``n_columns`` integers in their usual form, each in 64 bits with sign, the ``separator`` in
    between (blanks for `SPACE`).
    """
    row = first
    column = 0
    weights = 0
    due = True  # an integer must follow before a separator or the line's end, unless it is blank
    at = start
    while at < end:
        byte = text[at]
        if byte == NEWLINE:
            if column or not due:
                if due or column != n_columns:
                    return -1
                row += 1
                column = 0
                due = True
            at += 1
        elif byte == separator and separator != SPACE:
            if due:
                return -1
            due = True
            at += 1
        elif byte in (SPACE, TAB):
            at += 1
        else:
            if column == n_columns or not (due or separator == SPACE):
                return -1
            value, after = _integer(text, at, end)
            if after < 0 or (after < end and text[after] not in (separator, SPACE, TAB, NEWLINE)):
                return -1
            if column < 2:
                ends[row, column] = value
            elif column == 2:
                weights += value != 1
            column += 1
            due = False
            at = after
    return -1 if column and (due or column != n_columns) else weights
