"""One legend for all axes of a figure, and the names that stand in it."""

from typing import Any

from ppne.reproduce.job import NONE
from ppne.reproduce.plan import Plan
from ppne.reproduce.styles import Style

METHODS = {"deepwalk": "DeepWalk", "line": "LINE"}
"""Embeddings as people write them."""


def drawn_labels(plan: Plan) -> list[str]:
    """Protectors that are drawn, in the order of the panels."""
    every = [one for panel in plan.panels for one in panel.series if one.protector != NONE]
    return list(dict.fromkeys(one.label for one in every))


def draw_legend(
    figure: Any, styles: dict[str, Style], *, n_columns: int, start: bool = False
) -> None:
    """One for all axes, below them, where nothing else is."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D(
            [],
            [],
            color=style.colour,
            linestyle=style.dashes,
            linewidth=style.width,
            marker=style.marker,
            markersize=4.5,
            label=label,
        )
        for label, style in styles.items()
    ]
    if start:
        handles.insert(
            0,
            Line2D(
                [],
                [],
                color="black",
                marker="o",
                markersize=8,
                fillstyle="none",
                linestyle="none",
                label="no protection",
            ),
        )
    figure.legend(handles=handles, loc="outside lower center", ncols=n_columns, handlelength=3.5)
