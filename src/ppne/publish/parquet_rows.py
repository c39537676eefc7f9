"""Ids and rows of an embedding in a Parquet file; needs pyarrow (extra ``parquet``)."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ppne.compute.arrays import Array, FloatArray
from ppne.errors import InputError
from ppne.graph.array_files import GARBAGE
from ppne.graph.parquet_file import import_pyarrow

_ID_COLUMNS = ("nodeid", "node", "id", "name", "indexlevel0")
_BLOCK = 2**20
"""Values read at once."""
_BUFFER = 2**16
"""Bytes of each column read ahead, in place of all of it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Columns:
    """Which columns hold what: ``of_id`` is ``None`` without ids, ``listed`` if one holds all."""

    of_id: str | None
    of_rows: list[str]
    listed: bool
    dtype: type[np.floating[Any]]


def read_parquet_rows(path: Path) -> tuple[Array | None, FloatArray]:
    """The ids, if there, and the rows: a column a number, or one column of lists.

    Ids stand in a column named node, node_id, id or name, in the index that pandas wrote, or in
    the only column that is no embedding. The file is read in blocks of rows.

    Raises
    ------
    InputError
        If the file is broken, or a column is neither the ids nor part of the embedding.
    MissingExtraError
        If pyarrow is not installed.
    """
    pyarrow = import_pyarrow()
    try:
        with pyarrow.parquet.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False) as file:
            return _read(path, file)
    except InputError:
        raise
    except (pyarrow.ArrowException, *GARBAGE) as error:
        raise InputError(f"{path}: not a Parquet file ({error!s:.200}); write it again") from error


def _read(path: Path, file: Any) -> tuple[Array | None, FloatArray]:
    columns = _choose(path, file.schema_arrow)
    n_rows = file.metadata.num_rows
    ids: list[Array] = []
    rows = np.empty((n_rows, 0 if columns.listed else len(columns.of_rows)), dtype=columns.dtype)
    at = 0
    batch_size = max(1, _BLOCK // max(1, len(columns.of_rows)))
    for batch in file.iter_batches(batch_size=min(batch_size, 2**14), use_threads=False):
        if columns.of_id is not None:
            ids.append(_ids(path, batch.column(columns.of_id), columns.of_id))
        part = _rows(path, batch, columns)
        if columns.listed and not at:
            rows = np.empty((n_rows, part.shape[1]), dtype=columns.dtype)
        if part.shape[1] != rows.shape[1]:
            raise InputError(
                f"{path}: column {columns.of_rows[0]!r} has lists of {rows.shape[1]} and of "
                f"{part.shape[1]} numbers; give every node as many"
            )
        rows[at : at + len(part)] = part
        at += len(part)
    if at != n_rows:
        raise InputError(f"{path}: tells of {n_rows} rows, but holds {at}; write it again")
    return (np.concatenate(ids) if ids else None), rows


def _choose(path: Path, schema: Any) -> _Columns:
    """The columns of the ids and of the rows, by name and by type."""
    from pyarrow import types

    fields = {field.name: field.type for field in schema}
    if len(fields) < len(schema):
        raise InputError(f"{path}: two columns have the same name; rename one")
    floats = [name for name, kind in fields.items() if types.is_floating(kind)]
    lists = [name for name, kind in fields.items() if _is_floats(kind)]
    others = [name for name in fields if name not in floats and name not in lists]
    plain = {re.sub(r"[\W_]+", "", name).lower(): name for name in reversed(fields)}
    of_id = next((plain[name] for name in _ID_COLUMNS if plain.get(name) in others), None)
    if of_id is None and len(others) == 1:
        of_id = others[0]
    left_over = [name for name in others if name != of_id]
    if left_over:
        raise InputError(
            f"{path}: column {left_over[0]!r:.60} holds {fields[left_over[0]]!s:.60}, neither node "
            "ids nor floating-point numbers; drop it, and name the column of the ids node"
        )
    if bool(floats) == bool(lists) or len(lists) > 1:
        raise InputError(
            f"{path}: expected columns of floating-point numbers or one column of lists of them, "
            f"got {len(floats)} and {len(lists)}"
        )
    kinds = [fields[name].value_type if lists else fields[name] for name in floats or lists]
    return _Columns(
        of_id=of_id,
        of_rows=floats or lists,
        listed=bool(lists),
        dtype=np.float64 if any(map(types.is_float64, kinds)) else np.float32,
    )


def _is_floats(kind: Any) -> bool:
    """Whether the column's type is a list of floating-point numbers."""
    from pyarrow import types

    is_list = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    return bool(is_list and types.is_floating(kind.value_type))


def _ids(path: Path, column: Any, name: str) -> Array:
    """The ids of a block of rows."""
    if column.null_count:
        raise InputError(f"{path}: column {name!r:.60} has rows without an id; name or drop them")
    ids: Array = column.to_numpy(zero_copy_only=False)
    return ids


def _rows(path: Path, batch: Any, columns: _Columns) -> FloatArray:
    """A block of rows; a number that is not there is NaN."""
    from pyarrow import compute

    if not columns.listed:
        part = np.empty((len(batch), len(columns.of_rows)), dtype=columns.dtype)
        for column, name in enumerate(columns.of_rows):
            part[:, column] = batch.column(name).to_numpy(zero_copy_only=False)
        return part
    name = columns.of_rows[0]
    lists = batch.column(name)
    lengths = set(compute.list_value_length(lists).to_pylist())
    if lists.null_count or len(lengths) > 1:
        raise InputError(
            f"{path}: column {name!r:.60} has lists of unlike lengths, or none in some row; "
            "give every node as many numbers"
        )
    flat: Array = lists.flatten().to_numpy(zero_copy_only=False)
    return flat.astype(columns.dtype, copy=False).reshape(len(batch), max(lengths, default=0))
