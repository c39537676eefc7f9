"""Words of the command line made into the settings of a trained embedder, or of what to publish."""

from dataclasses import dataclass

from ppne.cli.inputs import check_seed, method_from
from ppne.errors import InputError
from ppne.factor.methods import Method
from ppne.protect.settings import moves_through
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

CLOSED = "closed"
"""Name of what is not trained."""

_LOOP = "trained"

_LIKE = {"trained-deepwalk": "deepwalk", "trained-node2vec": "deepwalk", "trained-line": "line"}
"""The closed form that each trained embedder is most like."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What is published and what is in the loop.

    ``method`` is the closed form in the loop; with ``training``, that whose matrices tell what a
    flip does to what is trained. ``published`` is one of both, or trained where the loop is not.
    """

    method: Method
    training: Training | None
    published: Method | Training


def plan_from(
    method: str | None,
    publish: str | None,
    embedder: str | None,
    n_components: int,
    *,
    window: int | None,
    negatives: float,
    walks: str,
    p: float | None = None,
    q: float | None = None,
    order: str | None = None,
) -> Plan:
    """The plan from the options that the user gave (``None``: not given).

    What is published is in the loop, unless the user wants a closed form there: that of the
    method named, or the one from which flips carry over best to what is trained.

    Raises
    ------
    InputError
        If a name is unknown, or options do not go together; the text names them.
    """
    if embedder not in (None, CLOSED, _LOOP):
        raise InputError(f"--embedder takes {CLOSED} or {_LOOP}, got {embedder!r}")
    if publish is None and embedder == _LOOP:
        publish = f"{PREFIX}{method or 'deepwalk'}"
    if publish in (None, CLOSED):
        if embedder == _LOOP:
            raise InputError("--embedder trained publishes what it trains; drop --publish closed")
        for option, value in (("p", p), ("q", q), ("order", order)):
            if value is not None:
                raise InputError(f"--{option} goes with a trained --publish only; drop it")
        chosen = method_from(method or "deepwalk", window, negatives, walks)
        return Plan(method=chosen, training=None, published=chosen)
    if publish not in TRAINED:
        raise InputError(f"--publish takes {CLOSED}, {', '.join(TRAINED)}, got {publish!r}")
    published = training_from(
        publish,
        n_components,
        negatives=negatives,
        window=window,
        walks=walks,
        p=p,
        q=q,
        order=order,
    )
    if embedder == CLOSED:
        chosen = method_from(method, None, negatives) if method else moves_through(window)
        return Plan(method=chosen, training=None, published=published)
    if method not in (None, _LIKE[publish]):
        raise InputError(
            f"--method {method} does not go with {publish}; drop it, or add --embedder closed to "
            "have that closed form in the loop"
        )
    chosen = moves_through(window)
    return Plan(method=chosen, training=published, published=published)


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
