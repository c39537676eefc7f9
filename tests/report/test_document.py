"""Pages are whole, and text stays text."""

from ppne.report.document import document, table
from tests.report.page_parser import Page


def test_a_page_is_closed_and_fetches_nothing():
    page = Page(document("a < b", "<p>words</p>"))
    assert page.open == []
    assert page.fetched == []
    assert "a < b" in page.text


def test_cells_are_text_and_the_first_names_its_row():
    text = table(["name", "value"], [["<i>", "1"], ["b", ""]])
    page = Page(text)
    assert page.open == []
    assert "<i>" in page.text
    assert text.count('scope="row"') == 2
    assert text.count('class="number"') == 2
