"""Budgets are short, and written only where there is room."""

import numpy as np
import pytest

from ppne.reproduce.canvas import canvas
from ppne.reproduce.labels import Mark, budget_text, place_labels


def test_labels_overlap_neither_each_other_nor_a_point_nor_the_frame(rng):
    with canvas(4, 3) as figure:
        axes = figure.subplots()
        marks = [
            Mark(x=x, y=y, text="1.6k", colour="black") for x, y in rng.random((60, 2)).tolist()
        ]
        axes.plot([one.x for one in marks], [one.y for one in marks], "o")
        figure.draw_without_rendering()
        place_labels(axes, [*marks, Mark(x=0.5, y=0.5, text="", colour="black")])
        renderer = figure.canvas.get_renderer()
        boxes = [text.get_window_extent(renderer) for text in axes.texts]
        frame = axes.get_window_extent(renderer)
        points = axes.transData.transform([(one.x, one.y) for one in marks])
    assert 5 < len(boxes) < 60
    for at, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:at])
        assert frame.x0 <= box.x0
        assert box.y1 <= frame.y1
        inside = (box.x0 < points[:, 0]) & (points[:, 0] < box.x1)
        assert not np.any(inside & (box.y0 < points[:, 1]) & (points[:, 1] < box.y1))


@pytest.mark.parametrize(
    ("budget", "text"), [(None, ""), (400, "400"), (1600, "1.6k"), (0.5, "ε 0.5"), (10.0, "ε 10")]
)
def test_budgets_are_short(budget, text):
    assert budget_text(budget) == text
