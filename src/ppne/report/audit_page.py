"""One audit as a page: what attackers still find, and what the embedding is good for."""

from collections.abc import Iterator
from html import escape

from ppne import __version__
from ppne.outcome.result import (
    CONTROL,
    KNOWLEDGE,
    TYPE_I,
    TYPE_II,
    WITHOUT,
    AttackRow,
    Audit,
    UtilityRow,
    counted,
)
from ppne.report.document import document, table
from ppne.report.interval_chart import Line, interval_chart

_WHO = {
    TYPE_I: "sees the embedding, and no more",
    TYPE_II: "knows some of the pairs, and learns from them",
    KNOWLEDGE: "also holds labels, or half of the public links",
    WITHOUT: "holds degrees, labels or the public graph, and nothing else",
    CONTROL: "the same attacks on pairs that were never linked",
}
"""Who the attackers of a group are."""

_READ = (
    "AUC is how often the attack, shown one private link and one pair that is not linked, takes "
    "the right one for the link: 0.5 is guessing, 1 gives everything away, and so does 0 (take the "
    "reverse). Lines are 95 % intervals. Every attack is judged on pairs that the defender did not "
    "use. What an attacker who holds labels or links knows without the embedding is not the "
    "embedding's to hide, so the headline is the strongest of the first two groups; it is the "
    "largest of many figures, and so leans high by chance."
)

_LIMITS = (
    "An attack that is not on this page may find more. Nothing here is a guarantee in the sense of "
    "differential privacy. The page names no pair, but what it tells of the private links is "
    "nobody else's business: keep it to yourself."
)


def audit_page(found: Audit, *, before: Audit | None = None, name: str = "") -> str:
    """The page as HTML text.

    Parameters
    ----------
    found
        The audit; its exposure, which knows the private links, is not looked at.
    before
        The audit of the unprotected embedding under the same settings, to show beside it.
    name
        Of the embedding, for the title.
    """
    title = f"Audit of {name}" if name else "Audit of an embedding"
    lines = list(_lines(found, before))
    caption = "filled dots: this embedding"
    if before is not None:
        caption += "; rings: before protection"
    parts = [
        f"<h1>{escape(title)}</h1>\n",
        f'<p class="headline">{escape(_headline(found, before))}</p>\n',
        f"<p>{escape(_facts(found))}</p>\n",
        "<h2>What attackers still find</h2>\n",
        f"<figure>{interval_chart(lines, 'AUC of each attack, with its 95 % interval')}"
        f'<figcaption class="small">AUC on fresh non-links; {caption}.</figcaption></figure>\n',
        f'<p class="small">{escape(_READ)}</p>\n',
    ]
    if found.utility:
        parts += ["<h2>What the embedding is good for</h2>\n", _uses(found.utility)]
    _, columns, cells = found.tables()[0]
    parts += ["<h2>All figures</h2>\n", table(columns, cells)]
    if found.notes:
        notes = "".join(f"<li>{escape(note)}</li>\n" for note in found.notes)
        parts.append(f"<h2>What was left out, and why</h2>\n<ul>\n{notes}</ul>\n")
    parts.append(f"<h2>What this page does not tell</h2>\n<p>{escape(_LIMITS)}</p>\n")
    parts.append(f'<p class="small">{escape(_made_with(found))}</p>\n')
    return document(title, "".join(parts))


def _headline(found: Audit, before: Audit | None) -> str:
    """What the strongest attack finds, in words for people who do not know an AUC."""
    strongest = found.strongest
    right = 100 * strongest.rates.strength
    said = (
        f"Shown a private link and a pair that is not linked, the strongest attack "
        f"({strongest.attack}) tells which is which {right:.0f} times in 100; guessing does 50"
    )
    if before is not None:
        once = before.strongest
        said += f". Before protection: {100 * once.rates.strength:.0f} ({once.attack})"
    plain = found.row("cosine").rates.strength if _has(found, "cosine") else None
    if plain is not None and strongest.attack != "cosine":
        said += f". Plain cosine similarity: {100 * plain:.0f}"
        if before is not None:
            said += f", before {100 * before.row('cosine').rates.strength:.0f}"
    return said + "."


def _has(found: Audit, attack: str) -> bool:
    return any(row.attack == attack for row in found.attacks)


def _facts(found: Audit) -> str:
    judged = [row for row in found.attacks if row.non_links == "fresh"]
    return (
        f"{counted(found.n_nodes, 'node')}, {counted(found.n_components, 'column')}, "
        f"{counted(found.n_private_links, 'private link')}; "
        f"{counted(sum(row.group != CONTROL for row in judged), 'attack')} against "
        f"{counted(max(row.n_non_links for row in judged), 'fresh non-link')} at the most."
    )


def _lines(found: Audit, before: Audit | None) -> Iterator[Line]:
    """A heading for each group, then its attacks on fresh non-links."""
    known = {} if before is None else {_key(row): row.rates.auc.value for row in before.attacks}
    group = ""
    for row in found.attacks:
        if row.non_links != "fresh":
            continue
        if row.group != group:
            group = row.group
            yield Line(name=f"{group}: {_WHO[group]}")
        yield Line(
            name=row.attack.removeprefix("control: "),
            estimate=row.rates.auc,
            before=known.get(_key(row)),
            bold=row is found.strongest,
        )


def _key(row: AttackRow) -> tuple[str, str]:
    return row.attack, row.non_links


def _uses(rows: tuple[UtilityRow, ...]) -> str:
    """Each measure beside what it is for the original, where there is one."""
    columns = {"value": "this embedding", "original": "the original", "floor": "nothing changed"}
    shown = [name for name in columns if any(getattr(row, name) is not None for row in rows)]

    def cell(row: UtilityRow, name: str) -> str:
        value = getattr(row, name)
        if value is None:
            return ""
        spread = f" ± {row.spread:.3f}" if name == "value" and row.spread is not None else ""
        return f"{value:.3f}{spread}"

    return table(
        ["measure", *(columns[name] for name in shown)],
        [[f"{row.task}: {row.measure}", *(cell(row, name) for name in shown)] for row in rows],
    )


def _made_with(found: Audit) -> str:
    """Version and settings: enough to repeat the audit."""
    told = ", ".join(f"{name} {_plain(value)}" for name, value in found.settings.items())
    return f"Made by ppne {__version__}; {told}."


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)
