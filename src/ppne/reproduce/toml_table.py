"""Tables of a TOML file, taken key by key and checked; errors name the file and the key."""

import itertools
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ppne.errors import InputError


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a file.

    Raises
    ------
    InputError
        If it is not TOML.
    """
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML: {error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not TOML: not UTF-8 text") from error


class _Named:
    """Turns an error about a value into one that names the file and the key."""

    def __init__(self, table: "Table", key: str) -> None:
        self._table, self._key = table, key

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError):
            raise self._table.error(self._key, str(error)) from error


class Table:
    """A table of a plan; what is asked for is taken out, so that what is left is unknown."""

    def __init__(self, path: Path, place: str, content: Mapping[str, Any]) -> None:
        self._path, self._place, self._left = path, place, dict(content)

    def error(self, key: str, text: str) -> InputError:
        """An error that names the file, the table and the key."""
        return InputError(f"{self._path}: {self._place}{key}: {text}")

    def at(self, key: str) -> _Named:
        """Within it, an error about a value names the key."""
        return _Named(self, key)

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._left

    def close(self) -> None:
        """Raise if a key is left that nobody asked for."""
        for key in self._left:
            raise self.error(key, "is no key of a plan; drop it or correct its spelling")

    def text(self, key: str, otherwise: str | None = None) -> str:
        """A text."""
        return str(self._taken(key, lambda value: isinstance(value, str), "a text", otherwise))

    def flag(self, key: str, otherwise: bool) -> bool:
        """Yes or no."""
        return bool(
            self._taken(key, lambda value: isinstance(value, bool), "true or false", otherwise)
        )

    def count(self, key: str, otherwise: int | None) -> int:
        """A whole number above 0."""
        return int(self._taken(key, _is_count, "a whole number above 0", otherwise))

    def share(self, key: str) -> float:
        """A number between 0 and 1."""

        def good(value: Any) -> bool:
            return _is_number(value) and 0 < value < 1

        return float(self._taken(key, good, "a number between 0 and 1", None))

    def word(self, key: str, known: tuple[str, ...]) -> str:
        """One of the words."""
        expects = f"one of {', '.join(known)}"
        return str(self._taken(key, lambda value: value in known, expects, None))

    def words(
        self, key: str, known: tuple[str, ...], otherwise: tuple[str, ...] | None
    ) -> tuple[str, ...]:
        """Some of the words, at least one."""

        def good(value: Any) -> bool:
            return _is_list(value) and bool(value) and all(word in known for word in value)

        expects = f"a list out of {', '.join(known)}"
        return tuple(self._taken(key, good, expects, otherwise))

    def rising(self, key: str) -> tuple[int, ...]:
        """Whole numbers above 0, each larger than the last; none if the key is missing."""

        def good(value: Any) -> bool:
            rising = _is_list(value) and all(_is_count(one) for one in value)
            return rising and all(a < b for a, b in itertools.pairwise(value))

        return tuple(self._taken(key, good, "a list of rising whole numbers above 0", ()))

    def numbers(self, key: str) -> tuple[float, ...]:
        """Numbers above 0; none if the key is missing."""

        def good(value: Any) -> bool:
            return _is_list(value) and all(_is_number(one) and one > 0 for one in value)

        return tuple(float(one) for one in self._taken(key, good, "a list of numbers above 0", ()))

    def tables(self, key: str) -> Iterator["Table"]:
        """Tables of a list, at least one."""

        def good(value: Any) -> bool:
            return _is_list(value) and bool(value) and all(isinstance(one, dict) for one in value)

        listed = self._taken(key, good, f"a list of tables, [[{key}]]", None)
        for at, content in enumerate(listed, start=1):
            yield Table(self._path, f"{self._place}{key} {at}: ", content)

    def table(self, key: str) -> dict[str, Any]:
        """A table of anything; empty if the key is missing."""
        return dict(self._taken(key, lambda value: isinstance(value, dict), "a table", {}))

    def _taken(self, key: str, good: Callable[[Any], bool], expects: str, otherwise: Any) -> Any:
        if key not in self._left:
            if otherwise is None:
                raise self.error(key, f"is missing; it is {expects}")
            return otherwise
        value = self._left.pop(key)
        if not good(value):
            raise self.error(key, f"must be {expects}, got {value!r}")
        return value


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
