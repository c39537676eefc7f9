"""The frame of every page: one self-contained HTML document, and its tables."""

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; }
figure { margin: 1rem 0; overflow-x: auto; }
img { max-width: 100%; height: auto; border: 1px solid #ddd; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
td, th { border: 1px solid #ccc; padding: 0.3rem 0.5rem; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
nav a { margin-right: 1rem; }
.verdict { font-weight: bold; white-space: nowrap; }
.small { color: #555; font-size: 0.9rem; }
.headline { font-size: 1.25rem; border-left: 0.4rem solid #d55e00; padding: 0.5rem 1rem; }
.wide { overflow-x: auto; }
"""


def document(title: str, body: str) -> str:
    """The whole page; ``body`` is HTML, the title is text."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts: the first cell of a row names it, the others are numbers."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    lines = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f'<td class="number">{escape(cell)}</td>' for cell in others)
        + "</tr>\n"
        for first, *others in rows
    )
    return f'<div class="wide"><table>\n<tr>{head}</tr>\n{lines}</table></div>\n'
