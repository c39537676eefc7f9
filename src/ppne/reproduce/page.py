"""One page with every figure, the paper's claim and ours underneath."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from ppne.report.document import document
from ppne.reproduce.claims import Claim
from ppne.reproduce.judges import Finding
from ppne.reproduce.plan import Plan

_READ = (
    "Each curve is one protector, each point a budget (flips made, or ε): the median over seeds, "
    "with bars from the least to the largest seed (of one seed, a 95 % interval of the attack). "
    "Higher is more private, further right costs more. The grey line is where the attacker "
    "guesses: 1 − AP above it is a ranking that can be turned round, so it protects no better."
)


def page_text(
    plans: Sequence[Plan], figures: Sequence[Path | None], found: Sequence[tuple[Claim, Finding]]
) -> str:
    """HTML that shows the figures, which lie in the folder ``figures`` beside it."""
    drawn = [(plan, path) for plan, path in zip(plans, figures, strict=True) if path is not None]
    links = "".join(f'<a href="#{plan.name}">{escape(plan.title)}</a>' for plan, _ in drawn)
    sections = "".join(_section(plan, path, found) for plan, path in drawn)
    return document(
        "PPNE: the paper's experiments",
        f"<h1>PPNE: the paper's experiments, and ours</h1>\n<nav>{links}</nav>\n"
        f'<p class="small">{_READ} Tables: RESULTS.md.</p>\n{sections}',
    )


def _section(plan: Plan, path: Path, found: Sequence[tuple[Claim, Finding]]) -> str:
    image = f"figures/{path.name}"
    mine = [(claim, finding) for claim, finding in found if claim.plan == plan.name]
    rows = "".join(
        f"<tr><td>{escape(claim.where)}</td><td>{escape(claim.paper)}</td>"
        f'<td>{escape(finding.ours)}</td><td class="verdict">{escape(finding.verdict)}</td></tr>\n'
        for claim, finding in mine
    )
    table = (
        "<table>\n<tr><th>where</th><th>the paper</th><th>ours</th><th></th></tr>\n"
        f"{rows}</table>\n"
        if mine
        else ""
    )
    return (
        f'<section id="{plan.name}">\n<h2>{escape(plan.title)}</h2>\n'
        f'<figure><a href="{image}"><img src="{image}" alt="{escape(plan.title)}"></a></figure>\n'
        f"<p><b>The paper ({escape(plan.paper)}):</b> {escape(plan.claim.strip())}</p>\n{table}"
        "</section>\n"
    )
