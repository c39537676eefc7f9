"""Dots lie where their values are, whatever the axis begins at."""

import re
from xml.etree import ElementTree

import pytest

from ppne.attack.rates import Estimate
from ppne.report.interval_chart import Line, interval_chart

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*lines):
    return ElementTree.fromstring(interval_chart(lines, "AUC & more"))


def at(value):
    return Estimate(value=value, low=value - 0.05, high=value + 0.05)


def dots(root):
    return [float(dot.get("cx")) for dot in root.iter(f"{SVG}circle")]


def tick(root, value):
    return float(next(t.get("x") for t in root.iter(f"{SVG}text") if t.text == f"{value:.1f}"))


@pytest.mark.parametrize("value", [0.5, 0.6, 0.9])
def test_a_dot_is_at_its_tick_and_a_ring_at_what_was(value):
    root = drawn(Line(name="a", estimate=at(value), before=0.8))
    assert dots(root) == pytest.approx([tick(root, 0.8), tick(root, value)], abs=0.1)


def test_the_axis_begins_lower_where_something_lies_lower():
    high = drawn(Line(name="a", estimate=at(0.6)))
    low = drawn(Line(name="a", estimate=at(0.2)))
    was_low = drawn(Line(name="a", estimate=at(0.6), before=0.1))
    ticks = [
        [text.text for text in root.iter(f"{SVG}text") if re.fullmatch(r"\d\.\d", text.text)]
        for root in (high, low, was_low)
    ]
    assert [first for first, *_ in ticks] == ["0.3", "0.0", "0.0"]
    assert dots(low) == pytest.approx([tick(low, 0.2)], abs=0.1)


def test_everything_lies_inside_and_names_are_text():
    root = drawn(Line(name="group"), Line(name="<b>", estimate=at(0.05), before=0.97, bold=True))
    width, height = float(root.get("width")), float(root.get("height"))
    assert all(0 <= x <= width for x in dots(root))
    assert all(0 <= float(text.get("y")) <= height for text in root.iter(f"{SVG}text"))
    assert "<b>" in [text.text for text in root.iter(f"{SVG}text")]
    assert root.find(f"{SVG}title").text == "AUC & more"


def test_a_chart_of_nothing_is_a_chart():
    assert drawn().tag == f"{SVG}svg"
