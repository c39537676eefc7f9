"""`NamedRows`: an embedding under its file's node ids, and its rows in a graph's order."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ppne.compute.arrays import Array, BoolArray, FloatArray, IntArray
from ppne.errors import InputError
from ppne.graph.rows import LONGEST_ID, is_integer
from ppne.graph.simple import Graph

_BLOCK = 2**20
"""Values looked at at once, so that a check takes little memory beside the rows."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class NamedRows:
    """An embedding of finite numbers, a row a node, checked when built.

    Parameters
    ----------
    node_ids
        One id a row, distinct: integers or strings. ``None`` where the file has none.
    rows
        A row of numbers a node. Single and double precision are kept as they are, and not
        copied; other numbers are cast to the smaller of the two that holds them.
    """

    node_ids: Array | None = field(repr=False)
    rows: FloatArray = field(repr=False)

    def __post_init__(self) -> None:
        rows = _as_rows(np.asarray(self.rows))
        ids = None
        if self.node_ids is not None:
            ids = _frozen(_as_ids(np.asarray(self.node_ids)))
            if ids.shape != rows.shape[:1]:
                raise InputError(
                    f"expected one node id a row, got ids of shape {ids.shape} "
                    f"and {len(rows)} rows; write the two again"
                )
            _check_distinct(ids)
        _check_finite(rows, ids)
        object.__setattr__(self, "node_ids", ids)
        object.__setattr__(self, "rows", _frozen(rows))


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class MatchedRows:
    """An embedding in the order of a graph's nodes.

    Parameters
    ----------
    rows
        Row i belongs to node i of the graph; zero where the embedding has none.
    present
        Whether the embedding has a row for the node.
    n_missing
        How many nodes of the graph have no row.
    n_extra
        How many rows belong to no node of the graph.
    """

    rows: FloatArray = field(repr=False)
    present: BoolArray = field(repr=False)
    n_missing: int
    n_extra: int


def match_rows(embedding: NamedRows, graph: Graph, name: str) -> MatchedRows:
    """The embedding's rows tied to the graph's nodes, by their ids as text.

    So the node 17 and the word "17" are one. Where the ids stand in the graph's order already,
    ``rows`` is the embedding's own array; otherwise it is one new array of the graph's size.
    Rows without ids are taken in order, if there is a row for each of the nodes 0, 1, 2, ….

    Parameters
    ----------
    embedding
        The rows and their ids.
    graph
        The graph whose nodes they are of.
    name
        What errors call the embedding: its path.

    Raises
    ------
    InputError
        If no node is in both, or there are no ids and the rows may be of other nodes.
    """
    wanted = _as_ids(graph.node_ids)
    if embedding.node_ids is None:
        _check_in_order(len(embedding.rows), wanted, name)
        return _all_present(embedding.rows)
    ids = embedding.node_ids
    if ids.dtype.kind != wanted.dtype.kind:
        ids, wanted = ids.astype(np.str_), wanted.astype(np.str_)
    if np.array_equal(ids, wanted):
        return _all_present(embedding.rows)
    position, present = _look_up(ids, wanted)
    n_common = int(present.sum())
    if not n_common:
        raise InputError(
            f"{name}: none of its {len(ids)} node ids is a node of the graph; "
            "check that the two belong together and name the nodes alike"
        )
    rows = np.empty((len(wanted), embedding.rows.shape[1]), dtype=embedding.rows.dtype)
    # Clipping lets NumPy write to ``rows`` directly, with no third array of that size.
    np.take(embedding.rows, position, axis=0, out=rows, mode="clip")
    rows[~present] = 0
    return MatchedRows(
        rows=rows,
        present=present,
        n_missing=len(wanted) - n_common,
        n_extra=len(ids) - n_common,
    )


def _as_rows(rows: Array) -> FloatArray:
    """The rows in single or double precision; raises unless they are a table of numbers."""
    if rows.ndim != 2 or rows.dtype.kind not in "biuf":
        raise InputError(
            f"expected an embedding of numbers of shape (n_nodes, n_columns), "
            f"got {rows.dtype} of shape {rows.shape}"
        )
    if not rows.size:
        raise InputError(
            f"expected an embedding of one row and one column or more, got shape {rows.shape}"
        )
    with np.errstate(over="ignore"):  # an overflow is infinite, and told of as such
        kind = np.float32 if np.can_cast(rows.dtype, np.float32) else np.float64
        return rows.astype(kind, copy=False)


def _as_ids(ids: Array) -> Array:
    """The ids as 64-bit integers where that holds them, else as strings."""
    if ids.dtype.kind in "iu" and ids.max(initial=0) <= np.iinfo(np.int64).max:
        return ids.astype(np.int64, copy=False)
    if ids.dtype.kind == "S":
        try:
            return np.strings.decode(ids, "utf-8")
        except UnicodeDecodeError as error:
            raise InputError("a node id is not UTF-8 text; write ids as strings") from error
    if ids.dtype.kind in "uU":
        return ids.astype(np.str_, copy=False)
    if ids.dtype.kind in "OT" and ids.ndim == 1:
        return _ids_of_names([str(name) for name in ids.tolist()])
    raise InputError(f"node ids must be integers or strings, got {ids.dtype} of shape {ids.shape}")


def _ids_of_names(names: Sequence[str]) -> Array:
    """The names as ids: integers if all are in their one usual form, else strings.

    Raises if one is empty, too long or holds a zero byte, which NumPy drops at the end.
    """
    for row, name in enumerate(names):
        if not name or len(name) > LONGEST_ID or "\0" in name:
            raise InputError(
                f"the id of row {row} (from 0) is empty, holds a zero byte, or has over "
                f"{LONGEST_ID} characters; name the node otherwise"
            )
    if all(is_integer(name) and abs(int(name)) < 2**63 for name in names):
        return np.array(names, dtype=np.int64)
    return np.array(names, dtype=np.str_)


def _frozen(array: Array) -> Array:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def _check_distinct(ids: Array) -> None:
    """Raise unless each id stands there once."""
    order = np.sort(ids)
    repeated = order[1:][order[1:] == order[:-1]]
    if len(repeated):
        raise InputError(
            f"node ids must be distinct, but {repeated[0]!s:.60} has two rows or more; keep one"
        )


def _check_finite(rows: FloatArray, ids: Array | None) -> None:
    """Raise if a row holds what is not a finite number."""
    n_wrong, first = 0, -1
    step = max(1, _BLOCK // rows.shape[1])
    for start in range(0, len(rows), step):
        wrong = np.flatnonzero(~np.isfinite(rows[start : start + step]).all(axis=1))
        if len(wrong) and not n_wrong:
            first = start + int(wrong[0])
        n_wrong += len(wrong)
    if n_wrong:
        where = f"row {first} (from 0)" if ids is None else f"that of node {ids[first]!s:.60}"
        raise InputError(
            f"{n_wrong} of {len(rows)} rows hold a number that is not finite (NaN or infinite), "
            f"the first of them {where}; train the embedding again or drop these rows"
        )


def _check_in_order(n_rows: int, wanted: Array, name: str) -> None:
    """Raise unless rows without ids can only be those of the nodes, in order."""
    if n_rows != len(wanted):
        why = f"has {n_rows} rows for a graph of {len(wanted)} nodes"
    elif not np.array_equal(wanted, np.arange(n_rows)):
        why = f"the graph's nodes are not numbered 0 … {n_rows - 1} in order"
    else:
        return
    raise InputError(
        f"{name}: holds no node ids, and {why}, so rows could belong to other nodes; give the "
        "ids with the rows (an .npz with node_ids and embedding, word2vec, CSV or Parquet)"
    )


def _all_present(rows: FloatArray) -> MatchedRows:
    """The rows as they are: one for each node."""
    return MatchedRows(rows=rows, present=np.ones(len(rows), dtype=bool), n_missing=0, n_extra=0)


def _look_up(ids: Array, wanted: Array) -> tuple[IntArray, BoolArray]:
    """Where each wanted id stands among the ids, and whether it does."""
    order = np.argsort(ids)
    position = order[np.minimum(np.searchsorted(ids, wanted, sorter=order), len(ids) - 1)]
    return position, ids[position] == wanted
