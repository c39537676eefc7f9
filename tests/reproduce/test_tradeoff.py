"""Nothing of a trade-off is cut off, overlaps, or is left out unsaid."""

import ppne.reproduce.tradeoff as trading
from ppne.reproduce.curves import Book
from ppne.reproduce.figures import draw
from tests.reproduce.made_up import records, shipped, trade


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
    assert "further right: Randomized response" in seen["texts"]
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


def test_the_legend_names_what_is_drawn_and_no_more(tiny, tmp_path, monkeypatch):
    seen = []
    save = trading.save

    def look(figure, stem):
        save(figure, stem)
        seen.extend(text.get_text() for text in figure.legends[0].get_texts())

    monkeypatch.setattr(trading, "save", look)
    some = [one for one in records(tiny, trade) if one.cell["label"] in ("no protection", "half")]
    draw(Book(some), tiny, tmp_path)
    assert seen == ["no protection", "half"]
