"""RESULTS.md follows from records alone, and names every exception."""

from dataclasses import replace

import pytest

from ppne.reproduce.curves import Book
from ppne.reproduce.results import _hours, results_text
from tests.reproduce.made_up import records, shipped, trade
from tests.reproduce.test_beaten import leading


def text_of(plans, book):
    return results_text(book, plans, "ppne reproduce")


def test_results_are_the_same_for_the_same_records_in_any_order(tiny):
    made = records(tiny, trade)
    assert text_of([tiny], Book(made)) == text_of([tiny], Book(reversed(made)))


def test_each_claim_stands_beside_ours_with_a_verdict():
    plan = shipped("tradeoff-cora", quick=True)
    text = text_of([plan], Book(records(plan, trade)))
    assert "| Cora, DeepWalk, classification | at 1 − F1 ≈ 0.24" in text
    assert "**not met**" in text
    assert "Citeseer" not in text


def test_tables_hold_medians_and_only_columns_that_are_known(tiny):
    text = text_of([tiny], Book(records(tiny, trade)))
    head, row = next(
        (lines[at], line)
        for lines in [text.splitlines()]
        for at, line in enumerate(lines)
        if line.startswith("| protector | budget")
        for line in lines[at:]
        if line.startswith("| PPNE | 8 |")
    )
    cells = dict(zip(head.split(" | "), row.split(" | "), strict=True))
    assert cells["cosine AUC"] == "0.700"
    assert cells["1 − AP"] == "0.260"  # the median of 0.260 and 0.259
    assert "transfer" not in cells
    assert "half" not in text.partition("### ")[2].partition("## How")[0]


def test_an_unfinished_run_says_so(tiny):
    made = records(tiny, trade)
    assert "from 18 records;" in text_of([tiny], Book(made))
    assert "from 16 records of 18: the run is not finished" in text_of([tiny], Book(made[2:]))


def test_where_ppne_leads_everywhere_that_is_said(tiny):
    text = text_of([tiny], Book(records(tiny, trade)))
    assert "in 4." in text
    assert "leads most" not in text


def test_a_run_shared_by_budgets_counts_its_time_once(tiny):
    made = records(tiny, trade)
    assert _hours(made) * 3600 == pytest.approx(2 * 6 * 1.0 + 18 * 0.5)
    text = text_of([tiny], Book(made))
    assert "| tiny | 18 | 2 | 0.01 | 100 |" in text
    assert "each cell once: 0.01 hours of one core" in text
    assert "Versions: ppne 0." in text


def test_a_timed_cell_counts_its_iterations(tiny):
    made = records(tiny, trade)[0]
    timed = replace(made, found={"first_seconds": 100.0, "warm_seconds": 10.0}, seconds={})
    assert _hours([timed]) * 3600 == pytest.approx(130.0)


def test_a_protector_that_leads_somewhere_is_named(tiny):
    text = text_of([tiny], Book(records(tiny, leading)))
    assert "leads most" in text
    assert "| Random | 0.2" in text


def test_without_records_nothing_is_compared(tiny):
    assert "No records to compare." in text_of([tiny], Book([]))
