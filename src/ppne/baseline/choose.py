"""Every protector under its name, and the settings that each reads."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from ppne.baseline.betweenness import betweenness_flips
from ppne.baseline.degree import degree_flips
from ppne.baseline.dice import dice_flips
from ppne.baseline.dp_degrees import dp_flips
from ppne.baseline.random_flips import random_flips
from ppne.baseline.randomized_response import response_flips
from ppne.baseline.settings import N_DECOYS, BaselineSettings
from ppne.baseline.vector_edit import edit_vectors
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.factor.embedding import embed
from ppne.factor.methods import Method
from ppne.graph.flips import Flips
from ppne.protect import greedy
from ppne.protect.protector import Protector
from ppne.protect.result import Problem, Protection, conclude
from ppne.protect.settings import ProtectionSettings

AnySettings = ProtectionSettings | BaselineSettings


@dataclass(frozen=True, slots=True)
class Baseline:
    """A protector and the settings that it reads beyond `_ALWAYS`."""

    protector: Protector[BaselineSettings]
    reads: frozenset[str]


def flipping(flips_of: Callable[[Problem, BaselineSettings], Flips], *reads: str) -> Baseline:
    """The baseline that makes these flips, and whose embedding is that of the graph after them."""

    def protector(problem: Problem, settings: BaselineSettings, *, compute: Compute) -> Protection:
        flips = flips_of(problem, settings)
        stopped = "budget of flips spent"
        if settings.n_flips is None:
            stopped = "budget of epsilon spent"
        elif len(flips) < settings.n_flips:
            stopped = "no candidate is left"
        return conclude(problem, flips, stopped=stopped)

    return Baseline(protector, frozenset(reads))


def _dp_flips(problem: Problem, settings: BaselineSettings) -> Flips:
    return dp_flips(
        problem,
        epsilon=_epsilon(settings),
        generator=settings.generator,
        seed=settings.seed,
    )


def _response_flips(problem: Problem, settings: BaselineSettings) -> Flips:
    return response_flips(problem, epsilon=_epsilon(settings), seed=settings.seed)


def _epsilon(settings: BaselineSettings) -> float:
    if settings.epsilon is None:
        raise InputError("epsilon must be given for a protector whose budget it is")
    return settings.epsilon


def _vector_edit(problem: Problem, settings: BaselineSettings, *, compute: Compute) -> Protection:
    rows = embed(problem.graph, settings.method, settings.n_components, compute=compute)
    edited = edit_vectors(
        rows, problem.pairs, rng=stream(settings.seed, "vector edit"), compute=compute
    )
    return conclude(problem, Flips.none(), stopped="cosines look like non-links'", embedding=edited)


BASELINES: dict[str, Baseline] = {
    "random": flipping(random_flips, "n_flips", "additions"),
    "degree": flipping(degree_flips, "n_flips", "additions"),
    "betweenness": flipping(betweenness_flips, "n_flips", "recompute", "batch_size", "n_samples"),
    "dice": flipping(dice_flips, "n_flips", "additions"),
    "dp": flipping(_dp_flips, "epsilon", "generator"),
    "randomized-response": flipping(_response_flips, "epsilon"),
    "vector-edit": Baseline(_vector_edit, frozenset()),
}
"""A new baseline is a new line here."""

_ALWAYS = frozenset({"method", "n_components", "n_decoys", "seed"})
"""What every protector reads."""

_NEEDED = ("n_flips", "epsilon")
"""What must be given wherever it is read."""

_GREEDY = frozenset(field.name for field in fields(ProtectionSettings))

VARIANTS: dict[str, tuple[str, frozenset[str]]] = {
    "util-modify": (
        "utility",
        _GREEDY - {"criterion", "k", "objective", "gradient", "learned"},
    ),
    "priv-modify": ("privacy", _GREEDY - {"criterion", "k"}),
}
"""Variants of the paper's algorithm: the criterion of each, and the settings it leaves open."""

PROTECTORS = ("ppne", *VARIANTS, *BASELINES)
"""Every name."""


def protector_named(name: str) -> Protector[Any]:
    """The protector of this name; it takes the settings that :func:`settings_for` gives.

    Raises
    ------
    InputError
        If there is none.
    """
    _check_name(name)
    return BASELINES[name].protector if name in BASELINES else greedy.protect


def reads(name: str) -> frozenset[str]:
    """The settings that the protector of this name reads; ``preset`` is one of PPNE's."""
    _check_name(name)
    if name in BASELINES:
        return BASELINES[name].reads | _ALWAYS
    return VARIANTS[name][1] if name in VARIANTS else _GREEDY | {"preset"}


def settings_for(name: str, *, method: Method, **given: Any) -> AnySettings:
    """The settings of a protector, checked: those given, and its own for the rest.

    With the same ``n_decoys`` (each has 10 unless given, but for PPNE's preset ``paper``) and the
    same ``seed``, all protectors are posed the same problem.

    Raises
    ------
    InputError
        If there is no such protector, one given is not read by it or out of its range, or one
        that it needs is missing.
    """
    known = reads(name)
    for field in given:
        if field not in known:
            raise InputError(f"{field} is not read by the protector {name!r}; leave it out")
    for field in _NEEDED:
        if field in known and given.get(field) is None:
            raise InputError(f"{field} must be given for the protector {name!r}")
    if name in BASELINES:
        return BaselineSettings(method=method, **given)
    if name in VARIANTS:
        criterion, _ = VARIANTS[name]
        given = {"preset": "paper", "criterion": criterion, "n_decoys": N_DECOYS, **given}
    return ProtectionSettings.from_preset(method=method, **{"preset": "default", **given})


def _check_name(name: str) -> None:
    if name not in PROTECTORS:
        raise InputError(f"unknown protector {name!r}; choose one of {', '.join(PROTECTORS)}")
