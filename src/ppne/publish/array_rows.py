"""Ids and rows of an embedding in NumPy's files (.npz, .npy)."""

import zipfile
from collections.abc import Sequence
from pathlib import Path

from ppne.compute.arrays import Array
from ppne.errors import InputError
from ppne.graph.array_files import GARBAGE, array_in
from ppne.publish.stream import opened

_IDS = ("node_ids", "ids", "nodes", "node_id", "names", "keys", "words")
_ROWS = ("embedding", "embeddings", "vectors", "x", "emb")


def read_npz_rows(path: Path) -> tuple[Array | None, Array]:
    """The ids, if there, and the rows, found by the arrays' names or as the only array.

    Each is read from its place in the file, so that no more than the array is held.

    Raises
    ------
    InputError
        If it is no such file, or no array of it is surely the embedding.
    """
    with opened(path) as file:
        try:
            archive = zipfile.ZipFile(file)
            members = {name.removesuffix(".npy"): name for name in archive.namelist()}
        except GARBAGE as error:
            raise _no_arrays(path, error) from error
        of_ids, of_rows = _choose(path, list(members))
        try:
            with archive.open(members[of_rows]) as stream:
                rows = array_in(stream)
            if of_ids is None:
                return None, rows
            with archive.open(members[of_ids]) as stream:
                return array_in(stream), rows
        except GARBAGE as error:
            raise _no_arrays(path, error) from error


def read_npy_rows(path: Path) -> tuple[None, Array]:
    """The rows, which have no ids in such a file.

    Raises
    ------
    InputError
        If it is no such file.
    """
    with opened(path) as file:
        try:
            return None, array_in(file)
        except GARBAGE as error:
            raise InputError(
                f"{path}: not a NumPy array ({error}); write it with numpy.save"
            ) from error


def _choose(path: Path, names: Sequence[str]) -> tuple[str | None, str]:
    """The name of the ids, if there are any, and that of the rows."""
    by_plain = {name.lower(): name for name in names}
    of_ids = next((by_plain[name] for name in _IDS if name in by_plain), None)
    others = [name for name in names if name != of_ids]
    of_rows = next((by_plain[name] for name in _ROWS if name in by_plain), None)
    if of_rows is None and len(others) == 1:
        of_rows = others[0]
    if of_rows is None:
        said = ", ".join(repr(name)[:60] for name in names[:8]) or "nothing"
        raise InputError(
            f"{path}: holds no array named embedding, but {said}; "
            "write it with numpy.savez(path, node_ids=..., embedding=...)"
        )
    return of_ids, of_rows


def _no_arrays(path: Path, error: Exception) -> InputError:
    return InputError(
        f"{path}: not a file of NumPy arrays ({error}); "
        "write it with numpy.savez(path, node_ids=..., embedding=...)"
    )
