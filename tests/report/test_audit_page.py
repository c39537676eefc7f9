"""The page says what the audit found, in words and figures, and names nobody."""

import json
import re
import shutil
import subprocess

import numpy as np
import pytest

import ppne
from ppne.report.audit_page import audit_page
from tests.outcome.planted import APART, GRAPH, giving_all_away, noise
from tests.report.page_parser import Page

SETTINGS = {"quick": True, "n_jobs": 1}


@pytest.fixture(scope="module")
def audits():
    """Of an embedding that gives all away, and of one that gives nothing."""
    rng = np.random.default_rng(5)
    before, after = giving_all_away(rng), noise(rng)
    return (
        ppne.audit(before, GRAPH, APART, utility=False, **SETTINGS),
        ppne.audit(after, GRAPH, APART, against=before, **SETTINGS),
    )


def test_the_headline_is_the_strongest_attack_in_words(audits):
    before, after = audits
    text = Page(audit_page(after, before=before)).text
    strongest = after.strongest
    assert f"({strongest.attack}) tells which is which" in text
    assert f"{100 * strongest.rates.strength:.0f} times in 100; guessing does 50" in text
    assert f"Before protection: 100 ({before.strongest.attack})" in text
    cosine = after.row("cosine").rates.strength
    assert f"Plain cosine similarity: {100 * cosine:.0f}, before 100" in text


def test_every_attack_use_and_note_is_on_the_page(audits):
    before, after = audits
    text = audit_page(after, before=before, name="mine <3")
    page = Page(text)
    assert page.open == []
    assert page.fetched == []
    assert "Audit of mine <3" in page.text
    for row in after.attacks:
        assert row.attack.removeprefix("control: ") in page.text
        if row.non_links == "fresh":
            assert f"{row.rates.auc.value:.3f}" in page.text
    for use in after.utility:
        assert f"{use.task}: {use.measure}" in page.text
        assert f"{use.value:.3f}" in page.text
    for note in after.notes:
        assert " ".join(note.split()) in page.text
    assert "seed 0" in page.text


def test_without_an_original_or_uses_it_is_a_shorter_page(audits):
    before, _ = audits
    text = Page(audit_page(before)).text
    assert "rings" not in text
    assert "Before protection" not in text
    assert "What the embedding is good for" not in text


def test_the_same_audit_is_the_same_page(audits):
    assert audit_page(audits[1]) == audit_page(audits[1])


_LOOK = """<script>
const svg = document.querySelector("svg"), box = svg.getBoundingClientRect();
const out = [...svg.querySelectorAll("text, circle")].filter(one => {
  const r = one.getBoundingClientRect();
  return r.left < box.left - 1 || r.right > box.right + 1 || r.bottom > box.bottom + 1;
});
const names = [...svg.querySelectorAll("text")].filter(one => one.textContent.length > 6);
document.title = JSON.stringify([out.length, names.length,
  document.documentElement.scrollWidth <= window.innerWidth]);
</script>"""


@pytest.mark.parametrize("width", [1000, 400])
def test_a_browser_shows_it_whole_on_a_wide_and_on_a_narrow_screen(audits, tmp_path, width):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no browser here: install chromium")
    before, after = audits
    path = tmp_path / "page.html"
    path.write_text(audit_page(after, before=before).replace("</body>", f"{_LOOK}</body>"))
    result = subprocess.run(
        [
            *(browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update"),
            *("--disable-sync", f"--user-data-dir={tmp_path / 'profile'}"),
            *(f"--window-size={width},900", "--dump-dom", path.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    title = re.search(r"<title>(\[.*?\])</title>", result.stdout)
    n_outside, n_names, fits = json.loads(title[1])
    assert n_outside == 0
    assert n_names > 20
    assert fits
