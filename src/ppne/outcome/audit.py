"""`audit`: any embedding in, what it gives away and is still good for out."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from ppne.attack.learned import BOOSTING, LOGISTIC, XGBOOST
from ppne.compute.arrays import Array, BoolArray, FloatArray, IntArray
from ppne.compute.backend import Compute, choose
from ppne.errors import InputError
from ppne.graph.labels import read_labels
from ppne.graph.load import as_graph
from ppne.graph.load_pairs import links_of
from ppne.graph.simple import Graph
from ppne.outcome.attackers import Attacked, run_attacks
from ppne.outcome.exposure import Exposure
from ppne.outcome.result import TYPE_I, TYPE_II, Audit, UtilityRow, counted
from ppne.outcome.settings import KINDS, NON_LINKS, AttackSettings
from ppne.outcome.target import make_target
from ppne.publish.named_rows import NamedRows, match_rows
from ppne.publish.read_embedding import read_embedding

_REPEATS, _QUICK_REPEATS = 10, 3
"""Splits of classification, and those of a first look."""


def audit(
    embedding: Any,
    graph: Any,
    private_links: Any,
    *,
    node_ids: Any = None,
    labels: Any = None,
    against: Any = None,
    decoys: Any = None,
    attacks: Sequence[str] = KINDS,
    non_links: Sequence[str] = NON_LINKS,
    known: float = 0.7,
    utility: bool = True,
    quick: bool = False,
    repeats: int | None = None,
    references: bool = True,
    random_state: int = 0,
    n_jobs: int | None = None,
    say: Callable[[str], None] | None = None,
) -> Audit:
    """What an embedding gives away of private links, and what it is still good for.

    Parameters
    ----------
    embedding : path, ndarray, pandas.DataFrame or NamedRows
        A file that :func:`ppne.publish.read_embedding.read_embedding` reads, a release folder, or
        rows. Those of a data frame are under the ids of its index. Rows without ids belong to the
        nodes of a `Graph` in its order; of any other graph, to the nodes 0, 1, 2, … .
    graph : path, Graph, NumPy or SciPy matrix, or NetworkX graph
        The whole graph; the private links need not be in it.
    private_links : path or pairs of node ids
    node_ids : array-like, optional
        Ids of the rows, where ``embedding`` is an array.
    labels : path or array-like, optional
        Of the nodes, in place of any that come with the graph.
    against : path or ndarray, optional
        The original embedding, to compare with.
    decoys : path or pairs of node ids, optional
        The non-links that the defender hid the links among.
    attacks : sequence of {"similarity", "learned", "knowledgeable"}, or one of them
    non_links : sequence of {"fresh", "own", "degree-matched", "two-hop"}, or one of them
        Kinds to tell private links from. Fresh ones, the headline, are among them always.
    known : float
        Share of the pairs that attackers with knowledge learn from.
    utility : bool
        Whether to measure what the embedding is good for.
    quick : bool
        Fewer learners, repeats and replicates: a first look.
    repeats : int, optional
        Splits of classification, and half as many clusterings; 10 unless given, or 3 if quick.
    references : bool
        Whether to measure what the figures are read against as well: attacks on pairs that were
        never linked (control), what is known without an embedding, and the original used in the
        same ways.
    random_state : int
        Seed of everything drawn: non-links, splits, bootstrap.
    n_jobs : int, optional
        Threads; the result does not depend on it.
    say : callable, optional
        Told in a few words what is being done.

    Raises
    ------
    InputError
        If something does not fit together; the text says what, and the way out.

    Examples
    --------
    >>> import numpy as np, ppne
    >>> graph = ppne.block_model(n_nodes=200, seed=1)
    >>> noise = np.random.default_rng(0).normal(size=(200, 8))
    >>> found = ppne.audit(noise, graph, graph.links[::20], attacks=["similarity"], utility=False)
    >>> auc = found.row("cosine").rates.auc
    >>> auc.low < 0.5 < auc.high
    True
    """
    attacks = (attacks,) if isinstance(attacks, str) else tuple(attacks)
    non_links = (non_links,) if isinstance(non_links, str) else tuple(non_links)
    settings = AttackSettings(
        kinds=attacks, non_links=non_links, known=known, references=references, seed=random_state
    )
    if quick:
        settings = replace(
            settings, n_repeats=2, n_replicates=200, learners=(XGBOOST, LOGISTIC, BOOSTING)
        )
    n_repeats = (_QUICK_REPEATS if quick else _REPEATS) if repeats is None else repeats
    if n_repeats < 1:
        raise InputError(f"repeats must be at least 1, got {n_repeats}")
    if random_state < 0:
        raise InputError(f"random_state must be at least 0, got {random_state}")
    network = _network(graph, labels)
    links = links_of(network, private_links)
    hidden_among = np.empty((0, 2), dtype=np.int64)
    if decoys is not None:
        hidden_among = links_of(network, decoys, "decoys")
    if not len(links):
        raise InputError("private_links: holds no pair, so there is nothing to attack; give some")
    _check_decoys(network, links, hidden_among)
    subject = _gather(embedding, against, node_ids, graph, network, links, hidden_among)
    compute = choose()
    if utility or set(attacks) - {"similarity"}:
        import ppne.task.classify  # noqa: F401  limits bind only the threads of what is loaded
    with compute.steady(n_jobs), threadpool_limits(limits=1):
        return _examine(
            subject,
            settings,
            n_repeats=n_repeats if utility else 0,
            quick=quick,
            compute=compute,
            say=say or _silent,
        )


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class _Subject:
    """Everything in one order of nodes: those that the embedding has."""

    graph: Graph
    rows: FloatArray = field(repr=False)
    original: FloatArray | None = field(repr=False)
    links: IntArray = field(repr=False)
    decoys: IntArray = field(repr=False)
    notes: tuple[str, ...]


def _silent(_: str) -> None:
    """Say nothing."""


def _network(graph: Any, labels: Any) -> Graph:
    """The graph, with the labels if they are given."""
    network, _ = as_graph(graph)
    if labels is None:
        return network
    if isinstance(labels, str | os.PathLike):
        return replace(network, labels=read_labels(labels, network))
    return replace(network, labels=np.asarray(labels))


def _check_decoys(graph: Graph, links: IntArray, decoys: IntArray) -> None:
    """Raise if links are given as the non-links that they were hidden among."""
    if not len(decoys):
        return
    linked = graph.has_links(decoys) | graph.with_links(links).has_links(decoys)
    n_linked = int(linked.sum())
    if n_linked:
        raise InputError(
            f"decoys: {n_linked:,} of {len(decoys):,} pairs are links; give the non-links that the "
            "defender hid them among (ppne protect keeps them in confidential/decoys.csv)"
        )


def _gather(
    embedding: Any,
    against: Any,
    node_ids: Any,
    given_graph: Any,
    graph: Graph,
    links: IntArray,
    decoys: IntArray,
) -> _Subject:
    """The subject, less the nodes that an embedding has no row for; notes say how many."""
    rows, present, notes = _rows_of(embedding, "embedding", node_ids, given_graph, graph)
    original = None
    if against is not None:
        original, there, more = _rows_of(against, "against", node_ids, given_graph, graph)
        present, notes = present & there, [*notes, *more]
    if present.all():
        return _Subject(
            graph=graph,
            rows=rows,
            original=original,
            links=links,
            decoys=decoys,
            notes=tuple(notes),
        )
    new_index = np.cumsum(present) - 1
    kept = {}
    for name, pairs in (("private link", links), ("decoy", decoys)):
        inside = present[pairs].all(axis=1)
        kept[name] = new_index[pairs[inside]]
        if not inside.all():
            gone = counted(int((~inside).sum()), name)
            notes.append(f"{gone} left out: an end has no row")
    if not len(kept["private link"]):
        raise InputError(
            "no private link has both ends in the embedding, so there is nothing to attack; "
            "check that the embedding, the graph and the private links belong together"
        )
    return _Subject(
        graph=graph.subgraph(present),
        rows=rows[present],
        original=None if original is None else original[present],
        links=kept["private link"],
        decoys=kept["decoy"],
        notes=tuple(notes),
    )


def _rows_of(
    thing: Any, name: str, node_ids: Any, given_graph: Any, graph: Graph
) -> tuple[FloatArray, BoolArray, list[str]]:
    """A row a node of the graph, which nodes have one, and what to say of the others."""
    if isinstance(thing, str | os.PathLike):
        named, name = read_embedding(thing), str(thing)
    elif isinstance(thing, NamedRows):
        named = thing
    else:
        rows = np.asarray(thing)
        ids = node_ids
        if ids is None and hasattr(thing, "iloc"):  # a data frame names its rows itself
            ids = np.asarray(thing.index)
        if ids is None and isinstance(given_graph, Graph) and len(rows) == graph.n_nodes:
            ids = graph.node_ids
        try:
            named = NamedRows(node_ids=ids, rows=rows)
        except InputError as error:
            raise InputError(f"{name}: {error}") from error
    matched = match_rows(named, graph, name)
    notes = []
    if matched.n_missing:
        notes.append(f"{name}: no row for {counted(matched.n_missing, 'node')} of the graph")
    if matched.n_extra:
        notes.append(f"{name}: {counted(matched.n_extra, 'row')} left out, of no node of the graph")
    return matched.rows, matched.present, notes


def _examine(
    subject: _Subject,
    settings: AttackSettings,
    *,
    n_repeats: int,
    quick: bool,
    compute: Compute,
    say: Callable[[str], None],
) -> Audit:
    """Attack it, then use it so many times, if at all."""
    graph, links = subject.graph, subject.links
    target, left_out = make_target(graph, subject.rows, links, subject.decoys, seed=settings.seed)
    target = target.among(settings.non_links)
    done, more = run_attacks(target, graph.labels, settings, compute=compute, say=say)
    notes = [*subject.notes, *_on_zero_rows(subject.rows), *left_out, *more]
    uses: list[UtilityRow] = []
    if n_repeats:
        from ppne.outcome.uses import measure_uses  # brings scikit-learn along

        uses, unmeasured = measure_uses(
            target,
            subject.original,
            graph.labels,
            seed=settings.seed,
            n_repeats=n_repeats,
            measure_original=settings.references,
            say=say,
        )
        notes += unmeasured
    return Audit(
        n_nodes=graph.n_nodes,
        n_components=subject.rows.shape[1],
        n_private_links=len(links),
        attacks=tuple(row for attacked in done for row in attacked.rows),
        utility=tuple(uses),
        notes=tuple(notes),
        settings={
            "attacks": list(settings.kinds),
            "known": settings.known,
            "quick": quick,
            "utility": n_repeats > 0,
            "repeats": n_repeats,
            "seed": settings.seed,
        },
        exposure=_exposure(graph.node_ids, links, done),
    )


def _on_zero_rows(rows: FloatArray) -> list[str]:
    """What to say of nodes whose rows are zero, if there are any."""
    n_zero = int((~rows.any(axis=1)).sum())
    if n_zero == len(rows):
        raise InputError(
            "every row of the embedding is zero, so there is nothing to attack and nothing to use; "
            "embed with fewer negatives"
        )
    if not n_zero:
        return []
    return [
        f"{n_zero:,} of {len(rows):,} rows are zero; attacks on directions guess at pairs that "
        "have such an end"
    ]


def _exposure(node_ids: Array, links: IntArray, done: Sequence[Attacked]) -> Exposure:
    """Ranks under the first attack and under the strongest that is the embedding's to hide.

    Each under the sign that the attacker would choose: where links surely look less alike than
    non-links, the least alike stand out.
    """
    judged = [attacked for attacked in done if attacked.rows[0].group in (TYPE_I, TYPE_II)]
    strongest = max(judged, key=lambda attacked: attacked.rows[0].rates.strength)
    chosen = [judged[0]] if strongest is judged[0] else [judged[0], strongest]
    return Exposure(
        node_ids=node_ids[links],
        attacks=tuple(attacked.rows[0].attack for attacked in chosen),
        ranks=np.column_stack(
            [
                1 - attacked.ranks if attacked.rows[0].rates.auc.high < 0.5 else attacked.ranks
                for attacked in chosen
            ]
        ),
    )
