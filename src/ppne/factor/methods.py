"""The closed forms on offer and their parameters."""

from dataclasses import dataclass, replace

from ppne.compute.kinds import is_number
from ppne.errors import InputError

METHODS = ("deepwalk", "line")
"""Names that :func:`method_named` knows."""

EXACT_NODES = 32_768
"""Nodes up to which DeepWalk's proximity is exact unless told otherwise: n^2 of work."""

_SAMPLED = 24_000_000
"""Walks of all nodes together where DeepWalk is sampled."""

_FEWEST_WALKS, _MOST_WALKS = 32, 400
"""Of one node."""

EXACT_ENTRIES = 8_192
"""Nodes up to which what a flip changes along the walk is exact unless told otherwise."""

_WALKERS = 16_000_000
"""Walkers of all nodes together that it is estimated from beyond."""

_FEWEST_WALKERS, _MOST_WALKERS = 64, 1600
"""Of one node."""


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
    walks
        Walks of each node that DeepWalk's proximity is estimated from; 0 for the exact one,
        ``None`` to decide by the size of the graph (:func:`settled`).
    """

    name: str
    window: int
    negatives: float
    walks: int | None = None

    def __post_init__(self) -> None:
        for name in ("window", "negatives", "walks"):
            value = getattr(self, name)
            if not is_number(value) and (name != "walks" or value is not None):
                raise InputError(f"{name} must be a number, got {value!r}")
        if self.window < 1:
            raise InputError(f"window must be at least 1, got {self.window}")
        if not self.negatives > 0:
            raise InputError(f"negatives must be positive, got {self.negatives}")
        if self.walks is not None and self.walks < 0:
            raise InputError(f"walks must be at least 0, got {self.walks}")


def settled(method: Method, n_nodes: int) -> Method:
    """The method with the number of its walks decided for a graph of so many nodes."""
    if method.window == 1:
        return replace(method, walks=0)
    if method.walks is not None:
        return method
    if n_nodes <= EXACT_NODES:
        return replace(method, walks=0)
    walks = min(max(_SAMPLED // n_nodes, _FEWEST_WALKS), _MOST_WALKS)
    return replace(method, walks=walks)


def entry_walkers(method: Method, n_nodes: int) -> int:
    """Walkers of each node from which a flip's effect along the walk is estimated; 0: exact.

    Beside the proximity, which may be exact where this is not: it takes more than twice the work.
    """
    exact = method.walks == 0 or (method.walks is None and n_nodes <= EXACT_ENTRIES)
    if exact or method.window == 1:
        return 0
    return min(max(_WALKERS // n_nodes, _FEWEST_WALKERS), _MOST_WALKERS)


def method_named(
    name: str, *, window: int | None = None, negatives: float = 5.0, walks: int | None = None
) -> Method:
    """The method of this name; DeepWalk's window is 10 unless said, LINE's is 1.

    Raises
    ------
    InputError
        If there is no such method, or LINE is given a window or walks.
    """
    if name == "deepwalk":
        window = 10 if window is None else window
        return Method(name=name, window=window, negatives=negatives, walks=walks)
    if name == "line":
        if window not in (None, 1):
            raise InputError(f"LINE has a window of 1, got {window}; use deepwalk for a longer one")
        if walks:
            raise InputError(f"LINE has no walks, got {walks}; use deepwalk for a sampled one")
        return Method(name=name, window=1, negatives=negatives)
    raise InputError(f"unknown method {name!r}; choose one of {', '.join(METHODS)}")
