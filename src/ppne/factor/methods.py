"""The closed forms on offer and their parameters."""

from dataclasses import dataclass

from ppne.errors import InputError

METHODS = ("deepwalk", "line")
"""Names that :func:`method_named` knows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Method:
    """A skip-gram embedding in closed form (Qiu et al. 2018).

    Parameters
    ----------
    name
        ``"deepwalk"`` or ``"line"``.
    window
        ``T``, how many steps of the walk count as context; LINE is ``T = 1``.
    negatives
        ``b``, negative samples a positive one.
    """

    name: str
    window: int
    negatives: float

    def __post_init__(self) -> None:
        if self.window < 1:
            raise InputError(f"window must be at least 1, got {self.window}")
        if not self.negatives > 0:
            raise InputError(f"negatives must be positive, got {self.negatives}")


def method_named(name: str, *, window: int | None = None, negatives: float = 5.0) -> Method:
    """The method of this name; DeepWalk's window is 10 unless said, LINE's is 1.

    Raises
    ------
    InputError
        If there is no such method, or LINE is given a window.
    """
    if name == "deepwalk":
        return Method(name=name, window=10 if window is None else window, negatives=negatives)
    if name == "line":
        if window not in (None, 1):
            raise InputError(f"LINE has a window of 1, got {window}; use deepwalk for a longer one")
        return Method(name=name, window=1, negatives=negatives)
    raise InputError(f"unknown method {name!r}; choose one of {', '.join(METHODS)}")
