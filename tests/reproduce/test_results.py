"""RESULTS.md and the page follow from records alone, and name every exception."""

from html.parser import HTMLParser

import pytest

from ppne.reproduce.beaten import standing
from ppne.reproduce.curves import Book
from ppne.reproduce.figures import draw
from ppne.reproduce.page import page_text
from ppne.reproduce.results import _hours, judged, results_text
from tests.reproduce.made_up import records, shipped, trade


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


def test_a_protector_that_leads_somewhere_is_named(tiny):
    def found(job, budget, at):
        told = trade(job, budget, at)
        return {**told, "one_minus_ap": 0.4} if job.label == "Random" and budget == 4 else told

    book = Book(records(tiny, found))
    (first, second) = standing(book, [tiny]).exceptions
    assert first.label == second.label == "Random"
    assert (first.theirs, first.ours) == pytest.approx((0.4, 0.1795))
    assert "| Random |" in text_of([tiny], book)


def test_what_has_no_records_or_no_trade_off_is_not_compared(tiny):
    assert standing(Book([]), [tiny]).n_compared == 0
    assert standing(Book([]), [shipped("scalability")]).n_compared == 0
    assert "No records to compare." in text_of([tiny], Book([]))
    only = [one for one in records(tiny, trade) if one.cell["label"] != "PPNE"]
    assert standing(Book(only), [tiny]).n_compared == 0


def test_a_run_shared_by_budgets_counts_its_time_once(tiny):
    made = records(tiny, trade)
    assert _hours(made) * 3600 == pytest.approx(2 * 6 * 1.0 + 18 * 0.5)
    text = text_of([tiny], Book(made))
    assert "| tiny | 18 | 2 | 0.01 | 100 |" in text
    assert "Versions: ppne 0." in text


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.images, self.words = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.images.append(dict(attrs)["src"])
        if tag not in ("img", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_the_page_shows_each_figure_with_the_claim_underneath(tiny, tmp_path):
    cora, absent = shipped("tradeoff-cora", quick=True), shipped("variants")
    plans = [tiny, cora, absent]
    book = Book([*records(tiny, trade), *records(cora, trade)])
    figures = [draw(book, plan, tmp_path) for plan in plans]
    page = Page(page_text(plans, figures, judged(book, plans)))
    assert page.open == []
    assert page.images == ["figures/tiny.svg", "figures/tradeoff-cora.svg"]
    words = " ".join(page.words)
    assert "A block model < a town." in words
    assert "PPNE has raised 1 − AP by 0.20" in words
    assert "not met" in words
