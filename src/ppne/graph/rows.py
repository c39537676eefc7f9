"""Rows of a text file of two columns or more, each with the line it stands on."""

import gzip
import re
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from ppne.errors import InputError


@dataclass(frozen=True, kw_only=True, slots=True)
class Layout:
    """What a file's two columns are: said in errors, and looked for in a header.

    Parameters
    ----------
    expects
        The two columns in words.
    n_ids
        How many of the two are node ids: 1 or 2.
    names
        Names that the two go by in headers, in lower case without punctuation.
    """

    expects: str
    n_ids: int
    names: Sequence[tuple[str, str]]


LINKS = Layout(
    expects="two node ids",
    n_ids=2,
    names=(
        *(
            (source + suffix, target + suffix)
            for source, target in (("source", "target"), ("src", "dst"), ("from", "to"))
            for suffix in ("", "id", "node", "nodeid")
        ),
        *((word + "1", word + "2") for word in ("node", "id", "user", "nodeid", "vertex")),
        ("nodea", "nodeb"),
        ("src", "dest"),
        ("fromnodeid", "tonodeid"),
        ("start", "end"),
        ("head", "tail"),
        ("u", "v"),
        ("i", "j"),
    ),
)
"""A link a row."""

LABELS = Layout(
    expects="a node id and a label",
    n_ids=1,
    names=tuple(
        product(
            ("node", "nodeid", "id", "user", "name"),
            ("label", "class", "group", "community", "category"),
        )
    ),
)
"""A node and its label a row."""

_INTEGER = re.compile(r"-?[1-9][0-9]*|0")
_QUOTED_OR_DATA = re.compile(r'"[^"]*"|\{.*|\s[#%].*')
_SAMPLE = 1000
LONGEST_ID = 500
"""Characters that a node id may have."""
_OPEN_QUOTE = "\0"  # cannot be an id: a text with a zero byte is refused


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Rows:
    """The columns that matter, without the header; ``third`` is "" where a row has none."""

    left: list[str] = field(repr=False)
    right: list[str] = field(repr=False)
    third: list[str] = field(repr=False)
    lines: list[int] = field(repr=False)


def read_bytes(path: Path) -> bytes:
    """The file's content, unpacked where it is gzip.

    Raises
    ------
    InputError
        If the file cannot be read or unpacked.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    if path.suffix.lower() != ".gz":
        return content
    try:
        return gzip.decompress(content)
    except (EOFError, OSError, zlib.error) as error:
        raise InputError(
            f"{path}: not a whole gzip file ({error}); fetch or pack it again"
        ) from error


def read_text(path: Path) -> str:
    r"""The file's text, with ``\n`` at each line's end and no byte-order mark.

    Raises
    ------
    InputError
        If the file cannot be read, is empty or is not UTF-8 text.
    """
    return as_text(path, read_bytes(path))


def as_text(path: Path, content: bytes) -> str:
    """As :func:`read_text`, of bytes that have been read."""
    if not content:
        raise InputError(f"{path}: the file is empty; expected a row a line")
    try:
        text = content.decode("utf-8-sig")
        at = content.find(b"\0")
    except UnicodeDecodeError as error:
        at = error.start
    if at >= 0:
        # Outside the handler, so that the error does not carry the file's bytes along.
        line = content.count(b"\n", 0, at) + 1
        raise InputError(f"{path}, line {line}: not UTF-8 text; save the file as UTF-8 text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_rows(path: Path, text: str, layout: Layout, known: Collection[str] = ()) -> Rows:
    """The text's rows, columns found by a header's names or else the first two.

    Comments (``#``, ``%``) and blank lines are passed over. A first row that holds one of the
    ``known`` node ids is no header.

    Raises
    ------
    InputError
        If a row lacks one of the two columns; the text names the line and quotes nothing of it.
    """
    numbered = [
        (line, number) for number, line in enumerate(text.split("\n"), start=1) if is_content(line)
    ]
    separator = find_separator([line for line, _ in numbered[:_SAMPLE]])
    first = split(numbered[0][0], separator) if numbered else []
    named = find_columns(first, layout)
    at = named or (0, 1)
    rows = _pick(path, numbered, separator, layout, (*at, _weight_column(first, at)))
    if is_header(rows, layout, known, named=named is not None):
        rows = Rows(
            left=rows.left[1:], right=rows.right[1:], third=rows.third[1:], lines=rows.lines[1:]
        )
    elif named is not None:  # no header after all, so its words place no column
        at = 0, 1
        rows = _pick(path, numbered, separator, layout, (0, 1, 2))
    for column, names in zip(at, (rows.left, rows.right), strict=True):
        _check_fields(path, names, rows.lines, column + 1)
    return rows


def is_content(line: str) -> bool:
    """Whether the line is neither blank nor a comment."""
    return bool(stripped := line.strip()) and stripped[0] not in "#%"


def find_separator(lines: Sequence[str]) -> str | None:
    """Tab, comma or semicolon if half of the lines or more hold it, else ``None``: white space.

    What stands in quotes, after ``{`` (NetworkX data) or in a comment at the end is not looked at.
    """
    sample = [_QUOTED_OR_DATA.sub("", line) for line in lines[:_SAMPLE]]
    for separator in "\t,;":
        if sample and 2 * sum(separator in line for line in sample) >= len(sample):
            return separator
    return None


def split(line: str, separator: str | None) -> list[str]:
    """The line's fields, without quotes and without spaces around them."""
    if '"' in line:
        return _split_quoted(line, separator)
    if separator is None:
        return line.split()
    return [part.strip() for part in line.split(separator)]


def is_integer(name: str) -> bool:
    """Whether the name is an integer in its one usual form: no plus sign, no zeros in front."""
    return _INTEGER.fullmatch(name) is not None


def find_columns(names: Sequence[str], layout: Layout) -> tuple[int, int] | None:
    """Where the two columns stand by the names in a header, or ``None`` if it has none of them."""
    plain = [re.sub(r"[\W_]+", "", name).lower() for name in names]
    for first, second in layout.names:
        if first in plain and second in plain:
            at = plain.index(first), plain.index(second)
            if max(at) == 1 or len(first) > 1:  # a lone letter further on is no column's name
                return at
    return None


def is_header(rows: Rows, layout: Layout, known: Collection[str], *, named: bool) -> bool:
    """Whether the first row is a header: by its words, or as the one row without integers.

    ``named`` says that its words are such as name columns; still it is no header if one of them
    is a node's id further down or among ``known``.
    """
    columns = (rows.left, rows.right)[: layout.n_ids]
    names = [column[0] for column in columns if column]
    if not names or any(name in known or is_number(name) for name in names):
        return False
    below = [column[1:] for column in columns]
    if named:
        return not any(name in column for name in names for column in below)
    return bool(below[0]) and all(is_integer(name) for column in below for name in column)


def is_number(name: str) -> bool:
    """Whether the name reads as a number of any form."""
    try:
        float(name)
    except ValueError:
        return False
    return True


def _weight_column(header: Sequence[str], at: tuple[int, int]) -> int:
    """Where the weights stand: by name, else third, else past the end."""
    for column, name in enumerate(header):
        if name.lower() == "weight" and column not in at:
            return column
    return 2 if sorted(at) == [0, 1] else len(header)


def _pick(
    path: Path,
    numbered: Sequence[tuple[str, int]],
    separator: str | None,
    layout: Layout,
    columns: tuple[int, int, int],
) -> Rows:
    """The three columns of every line, the first included; raises where one has too few."""
    first, second, third = columns
    rows = Rows(left=[], right=[], third=[], lines=[])
    for line, number in numbered:
        fields = split(line, separator)
        n_fields = len(fields)
        if n_fields <= first or n_fields <= second:
            raise InputError(
                f"{path}, line {number}: expected {layout.expects}, got {n_fields} "
                f"column{'s' if n_fields > 1 else ''}; complete the line or drop it"
            )
        rows.left.append(fields[first])
        rows.right.append(fields[second])
        rows.third.append(fields[third] if n_fields > third else "")
        rows.lines.append(number)
    return rows


def _check_fields(path: Path, names: list[str], lines: list[int], column: int) -> None:
    """Raise unless each of the column's fields can be an id or a label."""
    if not all(names):
        wrong, said = "", "is empty; complete the line or drop it"
    elif _OPEN_QUOTE in names:
        wrong, said = _OPEN_QUOTE, "has a quote that is not closed; close it or drop it"
    elif len(longest := max(names, key=len, default="")) > LONGEST_ID:
        wrong, said = longest, f"has over {LONGEST_ID} characters; shorten it"
    else:
        return
    raise InputError(f"{path}, line {lines[names.index(wrong)]}: column {column} {said}")


def _split_quoted(line: str, separator: str | None) -> list[str]:
    """As :func:`split`, where a quoted field may hold the separator and ``""`` for a quote."""
    if separator is None:
        pattern = r'\s*(?:"((?:[^"]|"")*)"(?=\s|$)|(\S+))'
    else:
        pattern = rf' *(?:"((?:[^"]|"")*)" *|([^{separator}]*))(?:{separator}|$)'
        line = line.rstrip(" ") + separator  # so that each field ends in one
    fields = []
    for match in re.finditer(pattern, line):
        quoted, plain = match.groups()
        if quoted is not None:
            fields.append(quoted.replace('""', '"').strip())
        else:
            fields.append(_OPEN_QUOTE if plain.startswith('"') else plain.strip())
    return fields if separator is None else fields[:-1]
