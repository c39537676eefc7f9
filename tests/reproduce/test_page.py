"""The page shows every figure that there is, with the claims underneath."""

from html.parser import HTMLParser
from pathlib import Path

from ppne.reproduce.curves import Book
from ppne.reproduce.page import page_text
from ppne.reproduce.results import judged
from tests.reproduce.made_up import records, shipped, trade


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
