"""Where a baseline leads PPNE at the same loss it is an exception, and only there."""

import pytest

from ppne.reproduce.beaten import standing
from ppne.reproduce.curves import Book
from tests.reproduce.made_up import records, shipped, trade


def leading(job, budget, at):
    """Random leads at its first budget."""
    told = trade(job, budget, at)
    return {**told, "one_minus_ap": 0.4} if job.label == "Random" and budget == 4 else told


def test_a_protector_that_leads_somewhere_is_an_exception(tiny):
    found = standing(Book(records(tiny, leading)), [tiny])
    first, second = found.exceptions
    assert first.label == second.label == "Random"
    assert (first.theirs, first.ours) == pytest.approx((0.4, 0.1795))
    assert first.loss == pytest.approx(0.2105)
    assert "1 − micro F1" in first.where
    assert found.n_compared == 4


def test_beyond_what_ppne_pays_nothing_is_compared(tiny):
    def dear(job, budget, at):
        told = trade(job, budget, at)
        return (
            {**told, "one_minus_ap": 0.4, "f1": 0.5, "nmi": 0.1} if job.label == "Random" else told
        )

    exceptions = standing(Book(records(tiny, dear)), [tiny]).exceptions
    assert all(one.loss < 0.45 for one in exceptions)


def test_what_has_no_records_or_no_trade_off_is_not_compared(tiny):
    assert standing(Book([]), [tiny]).n_compared == 0
    assert standing(Book([]), [shipped("scalability")]).n_compared == 0
    only = [one for one in records(tiny, trade) if one.cell["label"] != "PPNE"]
    assert standing(Book(only), [tiny]).n_compared == 0
