"""When a run ends: what it aims at, how near it is, and why it stopped."""

import math

from ppne.protect.result import State, Step
from ppne.protect.settings import ProtectionSettings

INDISTINGUISHABLE = "indistinguishable"
"""Why a run stopped that did what it set out to do."""

_TARGET = "target AUC reached"

BUDGET_SPENT = "budget of flips spent"
ENOUGH_ITERATIONS = "number of iterations reached"
"""Why a run stopped that could have gone on."""

INVERTED = "the ranking is inverted"
"""Why a run stopped that cannot turn round: links look less alike than non-links."""

AIMS = (INDISTINGUISHABLE, _TARGET)
"""Reasons to stop that rest on what the attack finds."""

_MOST = 0.55
"""AUC that no run takes for indistinguishable, however few links make its interval wide."""

_NEAR = 0.1
"""Distance of the attack's AUC from the aim from which on eigenpairs are sharpened."""

_LEAST = 0.05
"""Share of a batch that is flipped however near the aim is."""


def aim(settings: ProtectionSettings, step: Step) -> float | None:
    """AUC of the attack on watched non-links at which the run ends, or ``None`` if at none.

    Unless the user named one, that at which its interval contains chance, and at most 0.55; then
    the run goes on, too, where the whole interval is below chance.
    """
    if settings.target_auc is not None:
        return settings.target_auc
    if settings.until == "budget":
        return None
    return min(_MOST, 0.5 + (step.auc_strongest - step.auc_low))


def progress(settings: ProtectionSettings, state: State, step: Step) -> float:
    """How much of the way from the first AUC to the aim (chance, if there is none) is behind."""
    if not state.history:
        return 0.0
    target = aim(settings, step)
    if target is None:
        whole = state.history[0].auc_strongest - 0.5
        left = step.auc_strongest - 0.5
    else:
        whole = _beyond(settings, target, state.history[0])
        left = _beyond(settings, target, step)
    return 1.0 if whole <= 0 else min(max(1.0 - left / whole, 0.0), 1.0)


def _beyond(settings: ProtectionSettings, target: float, step: Step) -> float:
    """By how much the attack is beyond the aim; 0 or less where it is there.

    Where the aim is chance, links that surely look *less* alike than non-links miss it as well.
    """
    above = step.auc_strongest - target
    if settings.target_auc is not None:
        return above
    half = step.auc_strongest - step.auc_low
    return max(above, 0.5 - half - step.auc_fresh)


def must_be_sharp(
    settings: ProtectionSettings, state: State, step: Step, number_bytes: int
) -> bool:
    """Whether followed eigenpairs bring the attack so near the aim that they must be sharp.

    In single precision, that is on large graphs, never: there it would be dear.
    """
    target = aim(settings, step)
    if target is None or state.vectors is None or number_bytes < 8:
        return False
    return _beyond(settings, target, step) <= _NEAR


def why_stop(settings: ProtectionSettings, state: State, step: Step) -> str | None:
    """Why the run ends here, or ``None`` if it goes on."""
    first = state.history[0] if state.history else step
    target = aim(settings, step)
    if target is not None and _beyond(settings, target, step) <= 0:
        return INDISTINGUISHABLE if settings.target_auc is None else _TARGET
    if target is not None and step.auc_strongest < target and settings.objective != "ranked":
        return INVERTED  # no other objective turns round
    if settings.target_gain is not None and first.leakage - step.leakage >= settings.target_gain:
        return "target gain reached"
    if step.n_flips >= settings.n_flips:
        return BUDGET_SPENT
    if settings.n_iterations is not None and len(state.history) >= settings.n_iterations:
        return ENOUGH_ITERATIONS
    return None


def batch_size(settings: ProtectionSettings, state: State, step: Step) -> int:
    """Flips to make next: a whole batch, less where the last one's pace would pass the aim.

    Beyond it the ranking is inverted, which tells as much as the ranking did, and is then descended
    the other way round.
    """
    whole = min(settings.batch_size, settings.n_flips - step.n_flips)
    target = aim(settings, step)
    if target is None or not state.history:
        return whole
    last, left = state.history[-1], _beyond(settings, target, step)
    fallen = _beyond(settings, target, last) - left
    if fallen <= 0:
        return whole
    needed = left / fallen * (step.n_flips - last.n_flips)
    return min(whole, max(math.ceil(needed), math.ceil(_LEAST * settings.batch_size)))
