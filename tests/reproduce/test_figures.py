"""Figures come from records alone, byte by byte the same; no label is cut off or overlaps."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ppne.reproduce.canvas as drawing
import ppne.reproduce.tradeoff as trading
from ppne.errors import MissingExtraError
from ppne.reproduce.canvas import canvas
from ppne.reproduce.curves import Book
from ppne.reproduce.figures import draw
from ppne.reproduce.labels import Mark, budget_text, place_labels
from ppne.reproduce.plan import PLANS
from ppne.reproduce.styles import styles_of
from tests.reproduce.made_up import records, shipped, trade

TRACE = tuple(
    {
        "n_flips": float(at),
        "leakage": 10 - at**0.5,
        "auc_fresh": 0.8 - at / 100,
        "auc_own": 0.8 - at / 90,
        "expected_so_far": at / 10,
        "utility_loss": at / 50 if at < 19 else None,
    }
    for at in range(20)
)


def timed(job, budget, at):
    nodes = int(job.dataset.partition(":")[2])
    return {"n_nodes": nodes, "warm_seconds": nodes / 1e6, "first_seconds": nodes / 1e5}


def traced(plan):
    made = records(plan, trade)
    return [
        replace(one, trace=TRACE if one.cell["budget"] == one.cell["path"] else ()) for one in made
    ]


@pytest.mark.parametrize("name", ["variants", "scalability", "convergence"])
def test_every_kind_of_figure_is_the_same_on_every_run(tmp_path, name):
    plan = shipped(name, quick=True)
    made = {"scalability": lambda: records(plan, timed), "convergence": lambda: traced(plan)}
    book = Book(made.get(name, lambda: records(plan, trade))())
    first, again = (draw(book, plan, tmp_path / part) for part in ("one", "two"))
    assert first.read_bytes() == again.read_bytes()
    assert first.with_suffix(".png").read_bytes() == again.with_suffix(".png").read_bytes()
    assert first.stat().st_size > 5000
    assert b"<dc:date>" not in first.read_bytes()
    assert sorted(path.name for path in first.parent.iterdir()) == [f"{name}.png", f"{name}.svg"]


@pytest.mark.parametrize("name", ["variants", "scalability", "convergence"])
def test_without_a_curve_there_is_no_figure(tmp_path, name):
    plan = shipped(name)
    before = records(plan, lambda *given: trade(*given) if given[0].protector == "none" else None)
    for book in (Book([]), Book(before)):
        assert draw(book, plan, tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_a_run_without_a_trace_leaves_its_panels_empty(tmp_path):
    plan = shipped("convergence", quick=True)
    assert draw(Book(records(plan, trade)), plan, tmp_path) is not None


def test_a_setting_does_not_change_the_look_of_a_protector():
    found = styles_of(["PPNE", "PPNE, paper", "PPNE, f = 1", "PPNE, paper, f = 50", "k = 1"])
    assert found["PPNE, f = 1"] == found["PPNE"]
    assert found["PPNE, paper, f = 50"] == found["PPNE, paper"] != found["PPNE"]


def test_points_far_beyond_are_named_not_shown(tiny, tmp_path, monkeypatch):
    def far(job, budget, at):
        told = trade(job, budget, at)
        return {**told, "f1": 0.1} if job.label == "Randomized response" else told

    seen = {}
    finish = trading._finish

    def look(figure, marks, stem):
        finish(figure, marks, stem)
        axes = figure.axes[0]
        seen["right"] = axes.get_xlim()[1]
        seen["texts"] = [text.get_text() for text in axes.texts]

    monkeypatch.setattr(trading, "_finish", look)
    draw(Book(records(tiny, far)), tiny, tmp_path)
    assert seen["right"] < 0.5
    assert "goes on to the right: Randomized response" in seen["texts"]
    assert "8" in seen["texts"]


def test_no_text_is_cut_off_and_no_legend_overlaps(tmp_path, monkeypatch):
    plan = shipped("tradeoff-cora", quick=True)
    seen = []
    save = trading.save

    def look(figure, stem):
        save(figure, stem)
        renderer = figure.canvas.get_renderer()
        whole = figure.bbox
        boxes = [axes.get_tightbbox(renderer) for axes in figure.axes]
        (legend,) = figure.legends
        boxes.append(legend.get_window_extent(renderer))
        for box in boxes:
            assert whole.x0 - 1 <= box.x0 < box.x1 <= whole.x1 + 1
            assert whole.y0 - 1 <= box.y0 < box.y1 <= whole.y1 + 1
        assert not any(boxes[-1].overlaps(box) for box in boxes[:-1])
        labels = [text.get_text() for text in legend.get_texts()]
        assert len(labels) == len(set(labels)) == 13
        seen.append(stem)

    monkeypatch.setattr(trading, "save", look)
    draw(Book(records(plan, trade)), plan, tmp_path)
    assert seen


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


def test_a_protector_looks_the_same_in_every_plan():
    plans = [shipped(path.stem.partition("-")[2]) for path in sorted(PLANS.glob("*.toml"))]
    looks = {}
    for plan in plans:
        labels = list({one.label: 0 for panel in plan.panels for one in panel.series})
        for label, style in styles_of(labels).items():
            if " = " not in label and label != "no protection":
                assert looks.setdefault(label, style) == style
    assert len(set(looks.values())) == len(looks) == 12


def test_in_grey_markers_and_dashes_tell_curves_apart():
    plan = shipped("tradeoff-cora")
    labels = [one.label for one in plan.panels[0].series if one.protector != "none"]
    found = styles_of(labels).values()
    assert len({(one.marker, one.dashes) for one in found}) == len(labels)
    others = styles_of([f"k = {at}" for at in range(6)]).values()
    assert len(set(others)) == 6


def test_without_matplotlib_the_way_out_is_said(monkeypatch):
    monkeypatch.setattr(drawing.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"ppne\[reproduce\]"), canvas(1, 1):
        pass


def test_matplotlib_is_loaded_only_to_draw():
    code = "import sys, ppne.cli.reproduce; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_users_own_look_changes_nothing(tiny, tmp_path):
    import matplotlib

    book = Book(records(tiny, trade))
    first = draw(book, tiny, tmp_path / "one").read_bytes()
    with matplotlib.rc_context({"lines.linewidth": 9, "font.size": 30, "svg.hashsalt": "x"}):
        assert draw(book, tiny, tmp_path / "two").read_bytes() == first
    assert Path(tmp_path / "two" / "tiny.png").exists()
