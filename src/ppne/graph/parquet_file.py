"""A Parquet file with a link a row, as a `Graph`; needs pyarrow (extra ``parquet``)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ppne.compute.arrays import Array, IntArray
from ppne.compute.link_rows import number_values
from ppne.compute.names import NameNumbers
from ppne.errors import InputError, MissingExtraError
from ppne.graph.array_files import GARBAGE
from ppne.graph.dropped import Dropped
from ppne.graph.edge_list import graph_of_ends
from ppne.graph.rows import LINKS, LONGEST_ID, find_columns
from ppne.graph.simple import Graph


def import_pyarrow() -> Any:
    """The package pyarrow, its Parquet part loaded.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError(
            "a Parquet file needs an extra: pip install 'ppne[parquet]'"
        ) from error
    return pyarrow


def read_parquet(path: Path) -> tuple[Graph, Dropped]:
    """Graph of the file's links, and what was dropped.

    The ends of a link stand in two columns of integers or of strings: those whose names say so, as
    in a text's header, or else the first two. Ids are integers, in order, or strings, in the order
    in which they first appear. Of the other columns only ``weight`` is looked at, to count what
    differs from 1.

    Raises
    ------
    InputError
        If the file cannot be read, a column is not of ids, or there is no link.
    MissingExtraError
        If pyarrow is not installed.
    """
    ids, ends, weights = _read(path)
    return graph_of_ends(path, ids, ends, weights=weights)


def read_parquet_ends(path: Path) -> Array:
    """The ids in the two columns, (n_rows, 2); raises as :func:`read_parquet`."""
    ids, ends, _ = _read(path)
    named: Array = ids[ends]
    return named


def _read(path: Path) -> tuple[Array, IntArray, int]:
    """The ids, the links as indices into them, and how many weights are not 1."""
    pyarrow = import_pyarrow()
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            names = _choose(path, file.schema_arrow)
            weight = [name for name in file.schema_arrow.names if name.lower() == "weight"]
            weights = sum(_count_weights(part.column(0)) for part in _parts(file, weight[:1]))
            if pyarrow.types.is_integer(file.schema_arrow.field(names[0]).type):
                ids, ends = number_values(_integers(path, file, names))
            else:
                ids, ends = _number_strings(path, file, names)
            return ids, ends, weights
    except InputError:
        raise
    except (pyarrow.ArrowException, *GARBAGE) as error:
        raise InputError(f"{path}: not a Parquet file ({error!s:.200}); write it again") from error


def _choose(path: Path, schema: Any) -> list[str]:
    """The names of the two columns."""
    from pyarrow import types

    if len(set(schema.names)) < len(schema.names):
        raise InputError(f"{path}: two columns have the same name; rename one")
    if len(schema.names) < 2:
        raise InputError(f"{path}: expected two columns of node ids, got {len(schema.names)}")
    chosen = [schema.names[at] for at in find_columns(schema.names, LINKS) or (0, 1)]
    kinds = set()
    for name in chosen:
        kind = schema.field(name).type
        inner = kind.value_type if types.is_dictionary(kind) else kind
        if types.is_integer(kind):
            kinds.add("integers")
        elif types.is_string(inner) or types.is_large_string(inner) or types.is_string_view(inner):
            kinds.add("strings")
        else:
            raise InputError(
                f"{path}: column {name!r:.60} holds {kind!s:.60}, neither integers nor strings; "
                "write node ids, or name the columns that hold them source and target"
            )
    if len(kinds) > 1:
        raise InputError(
            f"{path}: column {chosen[0]!r:.60} and column {chosen[1]!r:.60} hold integers and "
            "strings; write both as strings"
        )
    return chosen


def _parts(file: Any, names: list[str]) -> Iterator[Any]:
    """The columns, some row groups at a time; none where no column is asked for."""
    if names:
        for at in range(file.num_row_groups):
            yield file.read_row_group(at, names)


def _integers(path: Path, file: Any, names: list[str]) -> IntArray:
    """Two columns of integers."""
    ends = np.empty((file.metadata.num_rows, 2), dtype=np.int64)
    at = 0
    for part in _parts(file, names):
        for column, name in enumerate(names):
            values = part.column(name)
            _check_whole(path, values, name, at)
            found = values.to_numpy()
            if len(found) and found.max() > np.iinfo(np.int64).max:
                raise InputError(
                    f"{path}: column {name!r:.60} holds an integer beyond 64 bits with sign; "
                    "renumber the nodes"
                )
            ends[at : at + len(part), column] = found
        at += len(part)
    return ends


def _number_strings(path: Path, file: Any, names: list[str]) -> tuple[Array, IntArray]:
    """The distinct strings in the order of their first appearance, and the rows as indices."""
    import pyarrow

    numbers = NameNumbers()
    ends = np.empty((file.metadata.num_rows, 2), dtype=np.int64)
    at = 0
    for part in _parts(file, names):
        columns = []
        for name in names:
            _check_whole(path, part.column(name), name, at)
            columns.append(_bytes_of(part.column(name)))
            _check_lengths(path, np.diff(columns[-1][1]), name, at)
        (left, starts), (right, other_starts) = columns
        bounds = np.column_stack([starts, other_starts + len(left)])  # row by row, left first
        text = np.concatenate([left, right])
        found = numbers.number(text, bounds[:-1].ravel(), bounds[1:].ravel())
        ends[at : at + len(part)] = found.reshape(-1, 2)
        at += len(part)
    text, starts = numbers.names
    buffers = pyarrow.py_buffer(starts), pyarrow.py_buffer(text)
    words = pyarrow.LargeStringArray.from_buffers(len(starts) - 1, *buffers)
    return np.array(words.to_pylist(), dtype=str), ends


def _bytes_of(values: Any) -> tuple[Array, IntArray]:
    """A column of strings as bytes, and where each begins and the last ends."""
    import pyarrow

    array = values.cast(pyarrow.large_string()).combine_chunks()
    _, starts, text = array.buffers()
    bounds = np.frombuffer(starts, dtype=np.int64)[array.offset : array.offset + len(array) + 1]
    return np.frombuffer(text or b"", dtype=np.uint8), bounds


def _check_lengths(path: Path, lengths: IntArray, name: str, before: int) -> None:
    """Raise if a string is empty or has more bytes than a node's id may have."""
    bad = (lengths == 0) | (lengths > LONGEST_ID)
    if bad.any():
        raise InputError(
            f"{path}, row {before + int(bad.argmax())}: the id in column {name!r:.60} is empty or "
            f"has over {LONGEST_ID} bytes; name the node otherwise or drop the row"
        )


def _check_whole(path: Path, values: Any, name: str, before: int) -> None:
    """Raise if a row has no value; ``before`` rows have been read before these."""
    if values.null_count:
        row = before + values.is_null().index(True).as_py()
        raise InputError(
            f"{path}, row {row}: column {name!r:.60} is empty; complete the row or drop it"
        )


def _count_weights(values: Any) -> int:
    """How many are numbers other than 1."""
    from pyarrow import types

    if not (types.is_integer(values.type) or types.is_floating(values.type)):
        return 0
    return int((values.drop_null().to_numpy() != 1).sum())
