"""`Target`: rows under attack, private links, and the sets of non-links to tell them from."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.graph.simple import Graph
from ppne.private.hard_non_links import draw_degree_matched, draw_two_hop
from ppne.private.non_links import count_non_links, draw_non_links

_FRESH = 10
"""Fresh non-links for each private link: the measure is then no noisier than the links make it."""

_AT_LEAST = 10_000
"""Fresh non-links however few the links: enough to see one in a thousand."""

_AT_MOST = 100_000
"""Fresh non-links however many the links, unless the links are more."""

_SHARES = 5
"""Fresh, never, degree-matched, two-hop and spare non-links: a small graph's are shared out."""

_TOO_FEW = 20
"""Non-links below which a set tells nothing: a hard set is left out, no fresh set is an error."""


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Target:
    """What the attacks are run on; the repr shows no pair.

    Parameters
    ----------
    graph
        The whole graph; the private links may be in it or not.
    rows
        Row ``i`` of the embedding is node ``i``'s.
    links
        The private links.
    sets
        Non-links by name: ``"fresh"`` first.
    never
        As many pairs as private links that were never linked: the control's "links".
    spare
        Non-links in none of the sets, for an attacker to learn from.
    """

    graph: Graph
    rows: FloatArray = field(repr=False)
    links: IntArray = field(repr=False)
    sets: Mapping[str, IntArray] = field(repr=False)
    never: IntArray = field(repr=False)
    spare: IntArray = field(repr=False)

    @property
    def public(self) -> Graph:
        """The graph less the private links; made when asked for, since it may be large."""
        return self.graph.without(self.links)

    def among(self, kinds: Collection[str]) -> "Target":
        """The same, to be told from non-links of these kinds, and from fresh ones in any case."""
        chosen = {name: pairs for name, pairs in self.sets.items() if name in ("fresh", *kinds)}
        return replace(self, sets=chosen)


def count_fresh(graph: Graph, links: IntArray, decoys: IntArray) -> int:
    """How many fresh non-links an audit takes.

    Raises
    ------
    InputError
        If the graph has too few of them.
    """
    room = count_non_links(graph, np.concatenate([links, decoys]))
    n_fresh = min(max(_FRESH * len(links), _AT_LEAST), max(_AT_MOST, len(links)), room // _SHARES)
    if n_fresh < _TOO_FEW:
        raise InputError(
            f"the graph has only {room} non-links besides the decoys to tell private links from, "
            f"and an audit needs {_SHARES * _TOO_FEW}; audit a larger or sparser graph"
        )
    return n_fresh


def make_target(
    graph: Graph, rows: FloatArray, links: IntArray, decoys: IntArray, *, seed: int
) -> tuple[Target, list[str]]:
    """The target, and a sentence for each set of non-links that the graph has too few of.

    ``graph`` is the whole graph; its private links need not be in it.
    """
    taken = np.concatenate([links, decoys])
    n_fresh = count_fresh(graph, links, decoys)
    n_never = min(len(links), n_fresh)
    drawn = draw_non_links(graph, taken, n_fresh + n_never, stream(seed, "fresh"))
    fresh, never = np.split(drawn, [n_fresh])
    taken = np.concatenate([taken, drawn])
    sets, notes = {"fresh": fresh}, []
    if len(decoys):
        sets["own"] = decoys
    matched = draw_degree_matched(graph, links, taken, n_fresh, stream(seed, "degree-matched"))
    two_hop = draw_two_hop(graph, links, taken, n_fresh, stream(seed, "two-hop"))
    for name, pairs in (("degree-matched", matched), ("two-hop", two_hop)):
        if len(pairs) < _TOO_FEW:
            notes.append(f"{name} non-links left out: the graph has only {len(pairs)} of them")
        else:
            sets[name] = pairs
            taken = np.concatenate([taken, pairs])
    spare = draw_non_links(graph, taken, n_fresh, stream(seed, "spare"))
    target = Target(graph=graph, rows=rows, links=links, sets=sets, never=never, spare=spare)
    return target, notes
