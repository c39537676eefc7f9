"""Figures of plans, from records alone: SVG and PNG."""

from collections.abc import Callable
from pathlib import Path

from ppne.reproduce.curves import Book
from ppne.reproduce.plan import Plan
from ppne.reproduce.traces import draw_convergence, draw_scalability
from ppne.reproduce.tradeoff import draw_tradeoff

_DRAW: dict[str, Callable[[Book, Plan, Path], None]] = {
    "tradeoff": draw_tradeoff,
    "convergence": draw_convergence,
    "scalability": draw_scalability,
}


def draw(book: Book, plan: Plan, folder: Path) -> Path | None:
    """Draw a plan's figure into a folder; the SVG, or ``None`` if there are no records for it."""
    if not book.of(plan):
        return None
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / plan.name
    _DRAW[plan.figure](book, plan, stem)
    return stem.with_suffix(".svg")
