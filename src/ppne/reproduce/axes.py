"""What the axes of a figure show: a name, a label, and how it is read off a record."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Found = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """One quantity.

    ``interval`` gives the two ends that one record knows itself, or ``None``: they stand in for
    those over seeds where there is a single seed.
    """

    label: str
    value: Callable[[Found], float | None]
    interval: Callable[[Found], tuple[float, float] | None] = lambda found: None


def _one_minus(name: str) -> Callable[[Found], float | None]:
    def value(found: Found) -> float | None:
        known = found.get(name)
        return None if known is None else 1 - float(known)

    return value


def _ap_interval(found: Found) -> tuple[float, float] | None:
    ends = found.get("one_minus_ap_low"), found.get("one_minus_ap_high")
    return None if None in ends else (float(ends[0]), float(ends[1]))  # type: ignore[arg-type]


AXES: dict[str, Axis] = {
    "one_minus_ap": Axis(
        label="privacy: 1 − AP (cosine, fresh)",
        value=lambda found: found.get("one_minus_ap"),
        interval=_ap_interval,
    ),
    "own_privacy": Axis(
        label="privacy: 1 − AP (cosine, own decoys)",
        value=lambda found: found.get("one_minus_ap_own"),
    ),
    "type2_privacy": Axis(label="privacy: 1 − F1 of XGBoost", value=_one_minus("type2_f1")),
    "strongest_privacy": Axis(
        label="privacy: 1 − AUC of the strongest", value=_one_minus("strongest_auc")
    ),
    "f1_loss": Axis(label="utility loss: 1 − micro F1", value=_one_minus("f1")),
    "nmi_loss": Axis(label="utility loss: 1 − NMI", value=_one_minus("nmi")),
}
"""Every quantity under the name that a plan gives it."""
