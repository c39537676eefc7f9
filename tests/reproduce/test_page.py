"""The page shows every figure that there is, with the claims underneath."""

from pathlib import Path

from ppne.reproduce.curves import Book
from ppne.reproduce.page import page_text
from ppne.reproduce.results import judged
from tests.report.page_parser import Page
from tests.reproduce.made_up import records, shipped, trade


def test_the_page_shows_each_figure_with_the_claim_underneath(tiny):
    cora, absent = shipped("tradeoff-cora", quick=True), shipped("variants")
    plans = [tiny, cora, absent]
    book = Book([*records(tiny, trade), *records(cora, trade)])
    figures = [Path("figures/tiny.svg"), Path("figures/tradeoff-cora.svg"), None]
    page = Page(page_text(plans, figures, judged(book, plans)))
    assert page.open == []
    assert page.images == ["figures/tiny.svg", "figures/tradeoff-cora.svg"]
    words = " ".join(page.words)
    assert "A block model < a town." in words
    assert "PPNE has raised 1 − AP by 0.20" in words
    assert "not met" in words
