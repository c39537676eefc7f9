"""Words of the command line made into the settings of a trained embedder."""

from ppne.cli.inputs import check_seed
from ppne.errors import InputError
from ppne.train.settings import Training
from ppne.train.trained import TRAINERS, training_named

PREFIX = "trained-"
"""How the names of trained embedders begin, to tell them from the closed forms."""

TRAINED = tuple(f"{PREFIX}{name}" for name in TRAINERS)
"""The names."""

_OPTIONS = {
    "n_components": "--dim",
    "window": "--window",
    "walks_per_node": "--walks",
    "p": "--p",
    "q": "--q",
    "order": "--order",
}
"""Fields of the settings under the names that the user knows them by."""


def training_from(
    name: str,
    n_components: int,
    *,
    negatives: float,
    window: int | None = None,
    walks: str = "auto",
    seed: int | None = None,
    **given: float | str | None,
) -> Training:
    """Settings of a trained embedder from the options that the user gave (``None``: not given).

    ``given`` are ``p``, ``q`` and ``order``; ``walks`` is ``auto`` or walks a node. Without a seed
    it is 0: nothing of a user's goes into what is published.

    Raises
    ------
    InputError
        If one is out of its range or not read by the embedder; the text names the option.
    """
    if name not in TRAINED:
        raise InputError(f"unknown method {name!r}; choose one of {', '.join(TRAINED)}")
    if not float(negatives).is_integer():
        raise InputError(f"--negatives must be a whole number for {name}, got {negatives:g}")
    if seed is not None:
        check_seed(seed)
    fields = {"window": window, "walks_per_node": _walks_from(walks), "seed": seed, **given}
    chosen = {key: value for key, value in fields.items() if value is not None}
    try:
        return training_named(
            name.removeprefix(PREFIX),
            n_components=n_components,
            negatives=int(negatives),
            **chosen,
        )
    except InputError as error:
        field, space, rest = str(error).partition(" ")
        raise InputError(f"{_OPTIONS.get(field, field)}{space}{rest}") from error


def _walks_from(word: str) -> int | None:
    """Walks of each node, ``None`` for as many as there are by default."""
    if word == "auto":
        return None
    if word.isdecimal() and int(word) > 0:
        return int(word)
    raise InputError(f"--walks takes auto or a count (10) for what is trained, got {word!r}")
