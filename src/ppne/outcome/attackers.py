"""Every attack of the suite on one target: who knows what, and what that tells of the links."""

import importlib.util
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ppne.attack.axes import principal_axes, sparse_axes
from ppne.attack.knowledge import (
    can_tell_classes,
    class_chances,
    degree_product,
    path_scores,
    same_class_chance,
    shared_labels,
    with_labels,
)
from ppne.attack.learned import (
    BOOSTING,
    KERNEL,
    LOGISTIC,
    MOST_LINKS,
    XGBOOST,
    Learner,
    held_out_trials,
    operator_features,
    transfer_trials,
)
from ppne.attack.rates import Trial, estimate_rates
from ppne.attack.similarity import (
    Score,
    magnitude_score,
    most_ends,
    neighbourhoods,
    pair_scores,
)
from ppne.compute.arrays import Array, FloatArray, IntArray
from ppne.compute.backend import Compute
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.outcome.exposure import ranks_of
from ppne.outcome.result import CONTROL, KNOWLEDGE, TYPE_I, TYPE_II, WITHOUT, AttackRow, counted
from ppne.outcome.settings import AttackSettings
from ppne.outcome.target import Target

_FEWEST_TO_LEARN = 10
"""Private links below which no attacker can learn from a part and be judged on the rest."""

Say = Callable[[str], None]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Attacked:
    """Rows of one attack, and the rank of each private link among fresh non-links."""

    rows: tuple[AttackRow, ...]
    ranks: FloatArray


def run_attacks(
    target: Target,
    labels: Array | None,
    settings: AttackSettings,
    *,
    compute: Compute,
    say: Say,
) -> tuple[list[Attacked], list[str]]:
    """Every attack asked for, in the order of the table, and what was left out.

    Raises
    ------
    InputError
        If only attacks that learn are asked for and there are too few links to learn from.
    """
    if "similarity" not in settings.kinds and len(target.links) < _FEWEST_TO_LEARN:
        few = counted(len(target.links), "private link")
        raise InputError(
            f"attacks that learn need {_FEWEST_TO_LEARN} private links, got {few}; ask for "
            "similarity, too"
        )
    suite = _Suite(target, labels, settings, compute, say)
    done = list(suite.run())
    return done, suite.notes


class _Suite:
    """The attacks of one audit; ``notes`` fills as they run."""

    def __init__(
        self,
        target: Target,
        labels: Array | None,
        settings: AttackSettings,
        compute: Compute,
        say: Say,
    ) -> None:
        self.target, self.labels, self.settings = target, labels, settings
        self.compute, self.say = compute, say
        self.notes: list[str] = []
        self.can_learn = len(target.links) >= _FEWEST_TO_LEARN
        self.axes = principal_axes(target.rows)
        self.scores = pair_scores(target.rows, compute=compute)

    @cached_property
    def sparse_axes(self) -> FloatArray:
        return sparse_axes(self.target.rows)

    def run(self) -> Iterator[Attacked]:
        kinds = self.settings.kinds
        if "similarity" in kinds:
            yield from self._similarity()
        if "learned" in kinds:
            if self.can_learn:
                yield from self._learned()
            else:
                few = counted(len(self.target.links), "private link")
                self.notes.append(
                    f"attacks that learn left out: {few}, and they need {_FEWEST_TO_LEARN}"
                )
        if "knowledgeable" in kinds:
            yield from self._knowledgeable()
        if self.settings.references:
            yield from self._control()

    def _similarity(self) -> Iterator[Attacked]:
        self.say("attacks without knowledge")
        for name, score in (
            *self.scores.items(),
            ("magnitude", magnitude_score(self.target.rows, self.axes)),
            ("sparse magnitude", magnitude_score(self.target.rows, self.sparse_axes)),
        ):
            yield self._row(TYPE_I, name, self._ranked(score))
        positions = self._affordable()
        target = self.target
        ends = [target.links[positions["links"]]]
        ends += [pairs[positions[name]] for name, pairs in target.sets.items()]
        around = neighbourhoods(target.rows, np.unique(np.concatenate(ends)))
        for name, score in (("smoothed", around.smoothed), ("density", around.crowding)):
            yield self._row(TYPE_I, name, self._ranked(score, positions))

    def _learned(self) -> Iterator[Attacked]:
        for learner in self.settings.learners:
            if learner is XGBOOST and importlib.util.find_spec("xgboost") is None:
                self.notes.append(
                    f"{learner.name} left out: it needs XGBoost, pip install 'ppne[audit]'"
                )
                continue
            self.say(f"attack with known pairs: {learner.name}")
            yield self._row(TYPE_II, learner.name, self._held_out(learner))

    def _knowledgeable(self) -> Iterator[Attacked]:
        """Attackers who hold more than the embedding; what is known without it stands beside."""
        self.say("attackers who hold labels or the public graph")
        cosine = self.scores["cosine"]
        yield self._row(KNOWLEDGE, "inverted cosine", self._ranked(lambda pairs: -cosine(pairs)))
        yield from self._transfer()
        if self.labels is not None:
            yield from self._with_labels(self.labels)
        if self.settings.references:
            yield from self._without_embedding()

    def _without_embedding(self) -> Iterator[Attacked]:
        """What degrees, labels and the public graph tell by themselves."""
        target, public, labels = self.target, self.target.public, self.labels
        degrees = public.degrees
        busy = self._ranked(lambda pairs: degree_product(degrees, pairs))
        yield self._row(WITHOUT, "degrees alone", busy)
        if labels is not None:
            yield self._row(
                WITHOUT, "labels alone", self._ranked(lambda pairs: shared_labels(labels, pairs))
            )
        most = {"links": np.arange(len(target.links))[: 4 * MOST_LINKS]} | {
            name: np.arange(len(pairs))[: 10 * MOST_LINKS] for name, pairs in target.sets.items()
        }
        paths = self._ranked(lambda pairs: path_scores(public, pairs), most)
        yield self._row(WITHOUT, "whole public graph", paths)
        self.notes.append(
            "no embedding: what is known without one, so that none can protect against it; an "
            "attack on the embedding that is no better tells who is busy, or alike, not who is "
            "linked"
        )

    def _transfer(self) -> Iterator[Attacked]:
        """Attackers who learn from the public links that they see."""
        target, seen = self.target, self._seen_links()
        if not len(seen):
            self.notes.append("transfer left out: all links are private, so there is none to see")
            return
        for learner in (LOGISTIC, BOOSTING, KERNEL):
            trials = transfer_trials(
                learner,
                self._features(learner),
                seen,
                target.spare[: 5 * MOST_LINKS],
                target.links,
                target.sets,
                seed=self.settings.seed,
            )
            yield self._row(KNOWLEDGE, f"transfer {learner.name.split()[0]}", trials)

    def _with_labels(self, labels: Array) -> Iterator[Attacked]:
        """Attackers who hold the labels, to predict classes or beside known pairs."""
        if can_tell_classes(labels):
            chances = class_chances(self.target.rows, labels, seed=self.settings.seed)
            trials = self._ranked(lambda pairs: same_class_chance(chances, pairs))
            yield self._row(KNOWLEDGE, "predicted classes", trials)
            self.notes.append(
                "predicted classes: ranks pairs by the chance that both ends are of one class, by "
                "the classifier that measures utility; while that works, so does this"
            )
        if self.can_learn:
            features = with_labels(
                operator_features(self.target.rows, "hadamard", self.axes), labels
            )
            yield self._row(KNOWLEDGE, "labels, known pairs", self._held_out(BOOSTING, features))

    def _control(self) -> Iterator[Attacked]:
        """The same attacks on pairs that were never linked: what guessing gives."""
        target = self.target
        fresh = {"fresh": target.sets["fresh"]}
        if "similarity" in self.settings.kinds:
            trials = self._ranked(self.scores["cosine"], links=target.never, sets=fresh)
            yield self._row(CONTROL, "control: cosine", trials, links=target.never)
        if "learned" in self.settings.kinds and len(target.never) >= _FEWEST_TO_LEARN:
            trials = self._held_out(BOOSTING, links=target.never, sets=fresh)
            yield self._row(CONTROL, f"control: {BOOSTING.name}", trials, links=target.never)

    def _row(
        self,
        group: str,
        name: str,
        trials: Mapping[str, list[Trial]],
        links: IntArray | None = None,
    ) -> Attacked:
        links = self.target.links if links is None else links
        rows = tuple(
            AttackRow(
                group=group,
                attack=name,
                non_links=kind,
                n_links=len(some[0].links),
                n_non_links=len(some[0].non_links),
                rates=estimate_rates(
                    some,
                    links,
                    self.target.sets[kind],
                    n_nodes=self.target.graph.n_nodes,
                    n_replicates=self.settings.n_replicates,
                    rng=stream(self.settings.seed, f"bootstrap {kind}"),
                ),
            )
            for kind, some in trials.items()
        )
        return Attacked(rows=rows, ranks=ranks_of(trials["fresh"], len(links)))

    def _ranked(
        self,
        score: Score,
        positions: Mapping[str, IntArray] | None = None,
        *,
        links: IntArray | None = None,
        sets: Mapping[str, IntArray] | None = None,
    ) -> dict[str, list[Trial]]:
        """One trial a set: all pairs, or those at the positions, ranked by the score."""
        links = self.target.links if links is None else links
        sets = self.target.sets if sets is None else sets
        chosen = np.arange(len(links)) if positions is None else positions["links"]
        found = score(links[chosen])
        trials = {}
        for name, pairs in sets.items():
            among = np.arange(len(pairs)) if positions is None else positions[name]
            trials[name] = [
                Trial(
                    links=chosen,
                    non_links=among,
                    link_scores=found,
                    non_link_scores=score(pairs[among]),
                )
            ]
        return trials

    def _held_out(
        self,
        learner: Learner,
        features: Callable[[IntArray], FloatArray] | None = None,
        *,
        links: IntArray | None = None,
        sets: Mapping[str, IntArray] | None = None,
    ) -> dict[str, list[Trial]]:
        sets = self.target.sets if sets is None else sets
        return held_out_trials(
            learner,
            features or self._features(learner),
            self.target.links if links is None else links,
            sets["fresh"],
            {name: pairs for name, pairs in sets.items() if name != "fresh"},
            share=self.settings.known,
            n_repeats=self.settings.n_repeats,
            seed=self.settings.seed,
            compute=self.compute,
        )

    def _features(self, learner: Learner) -> Callable[[IntArray], FloatArray]:
        axes = self.sparse_axes if learner.sparse else self.axes
        return operator_features(self.target.rows, learner.operator, axes)

    def _affordable(self) -> dict[str, IntArray]:
        """Positions of the pairs whose ends' neighbours can be looked for."""
        target = self.target
        groups = {"links": target.links, **target.sets}
        most = most_ends(target.graph.n_nodes)
        if len(np.unique(np.concatenate(list(groups.values())))) <= most:
            return {name: np.arange(len(pairs)) for name, pairs in groups.items()}
        each = most // (2 * len(groups))
        self.notes.append(
            f"smoothed, density: judged on at most {each:,} pairs of each kind, since nearest "
            "neighbours are looked for among all nodes"
        )
        rng = stream(self.settings.seed, "affordable")
        return {name: rng.permutation(len(pairs))[:each] for name, pairs in groups.items()}

    def _seen_links(self) -> IntArray:
        """Half of the public links, or as many of them as an attacker learns from."""
        links = self.target.public.links
        count = min(-(-len(links) // 2), MOST_LINKS)
        return links[stream(self.settings.seed, "seen").permutation(len(links))[:count]]
