"""Figures of plans, from records alone: SVG and PNG."""

from collections.abc import Callable
from pathlib import Path

from ppne.reproduce.curves import Book
from ppne.reproduce.plan import Plan
from ppne.reproduce.traces import draw_convergence, draw_scalability
from ppne.reproduce.tradeoff import draw_tradeoff

_DRAW: dict[str, Callable[[Book, Plan, Path], bool]] = {
    "tradeoff": draw_tradeoff,
    "convergence": draw_convergence,
    "scalability": draw_scalability,
}


def draw(book: Book, plan: Plan, folder: Path) -> Path | None:
    """Draw a plan's figure into a folder; the SVG, or ``None`` if no curve of it has records."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / plan.name
    return stem.with_suffix(".svg") if _DRAW[plan.figure](book, plan, stem) else None
