"""Figures come from records alone, byte by byte the same; no label is cut off or overlaps."""

from dataclasses import replace

import pytest

from ppne.reproduce.curves import Book
from ppne.reproduce.figures import draw
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
