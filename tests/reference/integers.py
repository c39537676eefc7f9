"""Twin of `ppne.compute.kernels.integers`, line by line with strings."""

import re

_USUAL = re.compile(r"0|-?[1-9][0-9]*")


def parse_integers(text, separator, n_columns):
    """Rows of two integers and how many third ones are not 1, or ``None``."""
    ends, weights = [], 0
    for line in text.split("\n"):
        if not line.strip(" \t"):
            if separator == "\t" and "\t" in line:  # empty fields, or blanks: not for this reader
                return None
            continue
        if separator is None:
            fields = [field for field in re.split(r"[ \t]+", line) if field]
        else:
            fields = [field.strip(" \t") for field in line.split(separator)]
        if len(fields) != n_columns or not all(map(_USUAL.fullmatch, fields)):
            return None
        numbers = [int(field) for field in fields]
        if any(abs(number) >= 2**63 for number in numbers):
            return None
        ends.append(numbers[:2])
        weights += any(number != 1 for number in numbers[2:3])
    return ends, weights
