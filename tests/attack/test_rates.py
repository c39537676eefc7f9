"""Rates are means over trials, and their intervals cover the truth as often as they say."""

from types import SimpleNamespace

import numba
import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import ndtr, ndtri, stdtrit
from sklearn.metrics import f1_score, roc_auc_score

from ppne.attack import rates as module
from ppne.attack.rates import Estimate, Rates, Trial, estimate_rates
from tests.reference import ranking as plain

SHIFT = 0.7
"""By how many standard deviations links score higher, in simulated attacks."""

AUC = ndtr(SHIFT / np.sqrt(2))
TPR = ndtr(SHIFT + ndtri(0.01))


def true_precision():
    """Average precision of as many links as non-links: the mean precision over the links."""
    scores = SHIFT + ndtri((np.arange(100_000) + 0.5) / 100_000)
    tpr, fpr = ndtr(SHIFT - scores), ndtr(-scores)
    return np.mean(tpr / (tpr + fpr))


@pytest.fixture(autouse=True)
def one_thread():
    """So little work is not worth waking others, which takes milliseconds on a busy machine."""
    before = numba.get_num_threads()
    numba.set_num_threads(1)
    yield
    numba.set_num_threads(before)


def trial(link_scores, non_link_scores, threshold=None):
    """All pairs judged at once."""
    return Trial(
        links=np.arange(len(link_scores)),
        non_links=np.arange(len(non_link_scores)),
        link_scores=np.asarray(link_scores, dtype=np.float64),
        non_link_scores=np.asarray(non_link_scores, dtype=np.float64),
        threshold=threshold,
    )


def own_nodes(n_links, n_non_links):
    """Pairs of which no two share a node."""
    pairs = np.arange(2 * (n_links + n_non_links)).reshape(-1, 2)
    return pairs[:n_links], pairs[n_links:]


def estimate(trials, pairs=None, n_replicates=200, seed=0):
    """Rates; no two pairs share a node unless pairs are given."""
    if pairs is None:
        pairs = own_nodes(*(max(part.max() for part in parts) + 1 for parts in positions(trials)))
    return estimate_rates(
        trials,
        *pairs,
        n_nodes=max(part.max() for part in pairs) + 1,
        n_replicates=n_replicates,
        rng=np.random.default_rng(seed),
    )


def positions(trials):
    return [some.links for some in trials], [some.non_links for some in trials]


def random_pairs(nodes, count, rng):
    """Pairs of different nodes, each end as likely."""
    left = rng.integers(len(nodes), size=count)
    right = (left + rng.integers(1, len(nodes), size=count)) % len(nodes)
    return np.sort(nodes[np.column_stack([left, right])], axis=1)


def independent_run(rng):
    """Pairs without a common node, scores normal: the AUC is the normal law of the shift."""
    scores = rng.normal(SHIFT, size=100), rng.normal(size=200)
    return own_nodes(100, 200), scores


def shared_run(rng):
    """Pairs on few nodes, whose effects make nearly all of the scores; the same true AUC.

    Links and non-links have nodes of their own, so that a link and a non-link are independent.
    """
    effects, noise = rng.normal(size=200), 0.3
    nodes = np.split(np.arange(200), 2)
    pairs = tuple(
        random_pairs(some, count, rng) for some, count in zip(nodes, (100, 200), strict=True)
    )
    deviation = np.sqrt(2 + noise**2)
    links, non_links = (
        (effects[some].sum(axis=1) + noise * rng.normal(size=len(some))) / deviation
        for some in pairs
    )
    return pairs, (links + SHIFT, non_links)


def coverage(run, seed, n_runs):
    """How often the intervals of AUC, average precision and TPR cover the true ones."""
    rng = np.random.default_rng(seed)
    truth = AUC, true_precision(), TPR
    covered = np.zeros(3)
    for _ in range(n_runs):
        pairs, scores = run(rng)
        found = estimate([trial(*scores)], pairs, seed=rng.integers(2**32))
        told = found.auc, found.average_precision, found.tpr_at_1_percent
        covered += [e.low <= true <= e.high for e, true in zip(told, truth, strict=True)]
    return covered / n_runs


@pytest.mark.parametrize("run", [independent_run, shared_run])
def test_intervals_cover_the_truth_in_95_percent_of_runs(run):
    """Within 3 %. In 400 runs that is 2.75 standard errors, which one seed in 170 would miss.

    In 1200 it is three or more; the seed is fixed all the same, since none is certain. Average
    precision is stretched by what the AUC needs, which is nearly enough. The rate at 1 % hangs on
    two non-links of 200 here: its interval is to be no narrower, and is wider.
    """
    auc, precision, tpr = coverage(run, seed=7, n_runs=1200)
    assert 0.92 <= auc <= 0.98
    assert 0.9 <= precision <= 0.98
    assert tpr >= 0.92


def test_pairs_that_share_nodes_are_not_covered_by_resampling_pairs_alone(monkeypatch):
    """About seven in ten are; 0.85 is well above that, and well below 0.92."""
    monkeypatch.setattr(module, "_stretch", lambda *_: 1.0)
    assert coverage(shared_run, seed=7, n_runs=150)[0] < 0.85


def test_the_stretch_is_that_of_the_variance_by_nodes(rng):
    """Written out as the double sum over pairs that share a node."""
    pairs, scores = shared_run(rng)
    pairs, scores = (pairs[0][:30], pairs[1][:50]), (scores[0][:30], scores[1][:50])
    above = np.sign(scores[0][:, None] - scores[1]) / 2 + 0.5
    auc = above.mean()
    error = np.concatenate([(above.mean(axis=1) - auc) / 30, (above.mean(axis=0) - auc) / 50])
    ends = np.concatenate(pairs)
    shares = (ends[:, None, :, None] == ends[None, :, None, :]).any(axis=(2, 3))
    both = np.sort(ends, axis=1)
    same = (both[:, None] == both[None]).all(axis=2) & ~np.eye(80, dtype=bool)
    of_nodes = (np.outer(error, error) * (shares + 1.0 * same)).sum()
    student = stdtrit(29, 0.975) / ndtri(0.975)
    expected = student * np.sqrt(31 / 29 * max(1, of_nodes / (error**2).sum()))
    found = module._stretch([trial(*scores)], *pairs, 200)
    assert_allclose(found, expected, rtol=1e-12)
    assert found > student


def test_few_links_widen_the_interval_as_student_does():
    """Independent pairs: the stretch is Student's alone, and gone with many links."""
    stretches = []
    for n_links in (1, 2, 5, 20, 5000):
        scores = np.arange(n_links) % 7.0, np.arange(100) % 7.0
        stretches.append(module._stretch([trial(*scores)], *own_nodes(n_links, 100), 20_000))
    at_two = stdtrit(1, 0.975) / ndtri(0.975) * np.sqrt(3)
    assert_allclose(stretches[:2], at_two)
    assert sorted(stretches[1:], reverse=True) == stretches[1:]
    assert 1 < stretches[-1] < 1.001


def test_links_told_apart_for_certain_need_no_widening_for_nodes():
    """No pair contributes an error, so there is nothing to compare with."""
    pairs = np.array([[0, 1], [0, 2], [0, 3]]), np.array([[0, 4], [0, 5]])
    found = estimate([trial([5, 6, 7], [1, 2])], pairs)
    assert found.auc == Estimate(value=1.0, low=1.0, high=1.0)


def test_values_are_those_of_the_definition(rng):
    links, non_links = rng.integers(9, size=40) + 2.0, rng.integers(9, size=300) * 1.0
    found = estimate([trial(links, non_links)])
    expected = plain.weighted_rates(links, non_links, np.ones(40), np.ones(300), module.LIMITS)
    told = found.auc, found.average_precision, found.tpr_at_1_percent, found.tpr_at_01_percent
    assert_allclose([some.value for some in told], expected, rtol=0, atol=1e-12)
    assert all(0 <= some.low <= some.value <= some.high <= 1 for some in told)
    assert found.micro_f1 is None
    assert found.macro_f1 is None


def test_f1_is_that_of_as_many_links_as_non_links(rng):
    links, non_links = rng.normal(1, size=50), rng.normal(size=200)
    found = estimate([trial(links, non_links, threshold=0.4)])
    said = np.concatenate([np.tile(links, 4), non_links]) >= 0.4
    truth = np.repeat([True, False], 200)
    assert_allclose(found.micro_f1.value, f1_score(truth, said, average="micro"), rtol=1e-6)
    assert_allclose(found.macro_f1.value, f1_score(truth, said, average="macro"), rtol=1e-6)
    for some in (found.micro_f1, found.macro_f1):
        assert some.low < some.value < some.high


def test_a_score_at_the_threshold_is_said_to_be_a_link():
    found = estimate([trial([0.5, 0.5], [0.2, 0.3], threshold=0.5)])
    assert found.micro_f1.value == found.macro_f1.value == 1


def test_a_reversed_ranking_has_the_same_advantage(rng):
    links, non_links = rng.normal(0.6, size=60), rng.normal(size=200)
    right, reversed_ = (estimate([trial(sign * links, sign * non_links)]) for sign in (1, -1))
    assert_allclose(right.advantage.value, reversed_.advantage.value, rtol=1e-9)
    assert_allclose(right.strength, reversed_.strength, rtol=1e-9)
    assert (right.sign, reversed_.sign) == ("+", "-")
    assert reversed_.advantage.low > 0
    # The intervals are of other random weights.
    assert_allclose(right.advantage.low, reversed_.advantage.low, atol=0.15)


@pytest.mark.parametrize(
    ("auc", "advantage"),
    [
        ((0.75, 0.5, 1.0), (0.5, 0.0, 1.0)),
        ((0.5, 0.375, 0.75), (0.0, 0.0, 0.5)),
        ((0.75, 0.625, 0.875), (0.5, 0.25, 0.75)),
        ((0.25, 0.125, 0.375), (0.5, 0.25, 0.75)),
        ((0.25, 0.125, 0.625), (0.5, 0.0, 0.75)),
    ],
)
def test_the_advantage_touches_zero_where_the_auc_may_be_one_half(auc, advantage):
    found = rates_of(
        auc=Estimate(**dict(zip(("value", "low", "high"), auc, strict=True)))
    ).advantage
    assert (found.value, found.low, found.high) == advantage


def test_privacy_is_one_less_the_average_precision():
    precision = Estimate(value=0.75, low=0.5, high=0.875)
    found = rates_of(average_precision=precision).privacy
    assert found == Estimate(value=0.25, low=0.125, high=0.5)


def rates_of(**given):
    """Rates of which only some are looked at."""
    half = Estimate(value=0.5, low=0.5, high=0.5)
    names = ("auc", "average_precision", "tpr_at_1_percent", "tpr_at_01_percent")
    return Rates(**{name: given.get(name, half) for name in names})


def test_none_found_of_a_few_links_is_not_told_as_certainly_none():
    """The upper end falls with more links, near Jeffreys' for a share of none."""
    ends = []
    for n_links in (5, 20, 200):
        found = estimate([trial(np.zeros(n_links), np.ones(300))], n_replicates=1000)
        assert found.tpr_at_1_percent.value == found.tpr_at_1_percent.low == 0
        ends.append(found.tpr_at_1_percent.high)
    assert ends[0] > 0.3
    assert ends[0] > 2 * ends[1] > 4 * ends[2] > 0
    found = estimate([trial(np.full(5, 2.0), np.ones(300))], n_replicates=1000)
    assert found.tpr_at_1_percent.value == found.tpr_at_1_percent.high == 1
    assert found.tpr_at_1_percent.low < 0.7


def test_values_are_means_over_several_trials(rng):
    links, non_links = rng.normal(0.5, size=30), rng.normal(size=90)
    parts = []
    for part in range(3):
        of_links, of_others = np.arange(part, 30, 3), np.arange(part, 90, 3)
        parts.append(
            Trial(
                links=of_links,
                non_links=of_others,
                link_scores=links[of_links] * 2**part + part,  # each on a scale of its own
                non_link_scores=non_links[of_others] * 2**part + part,
                threshold=0.25 * 2**part + part,
            )
        )
    found = estimate(parts)
    areas = [
        roc_auc_score(
            np.repeat([1, 0], [10, 30]), np.append(some.link_scores, some.non_link_scores)
        )
        for some in parts
    ]
    assert_allclose(found.auc.value, np.mean(areas), rtol=1e-12)
    assert found.auc.low < found.auc.value < found.auc.high
    accuracy = (np.mean(links >= 0.25) + np.mean(non_links < 0.25)) / 2
    assert_allclose(found.micro_f1.value, accuracy, rtol=1e-6)


def test_a_pair_judged_twice_counts_once(rng):
    """The same trial five times over tells no more than once."""
    some = trial(rng.normal(0.5, size=40), rng.normal(size=120))
    once, often = (estimate([some] * times, n_replicates=2000).auc for times in (1, 5))
    assert_allclose(once.value, often.value, rtol=1e-12)
    assert_allclose(often.high - often.low, once.high - once.low, rtol=0.2)


def test_replicates_drawn_in_blocks_are_all_drawn(rng, monkeypatch):
    """Several blocks, the last one smaller; single weights are then rows of one draw."""
    some = trial(rng.normal(0.5, size=20), rng.normal(size=30))
    whole = estimate([some], n_replicates=70).auc
    monkeypatch.setattr(module, "_BLOCK", 32 * 50)
    heights = []
    rng = np.random.default_rng(0)
    spy = SimpleNamespace(
        standard_exponential=lambda size, dtype: (
            heights.append(size[0]) or rng.standard_exponential(size, dtype=dtype)
        ),
        standard_gamma=rng.standard_gamma,
    )
    parts = estimate_rates([some], *own_nodes(20, 30), n_nodes=100, n_replicates=70, rng=spy).auc
    assert heights == [32, 32, 6]
    assert parts.value == whole.value
    assert_allclose(parts.high - parts.low, whole.high - whole.low, rtol=0.5)


def test_a_lone_link_always_weighs_something():
    """Single-precision exponential numbers are zero now and then."""
    none = SimpleNamespace(
        standard_exponential=lambda size, dtype: np.zeros(size, dtype=dtype),
        standard_gamma=lambda shape, size: np.full(size, shape),
    )
    found = estimate_rates(
        [trial([2.0], [1.0, 3.0], threshold=1.5)],
        *own_nodes(1, 2),
        n_nodes=6,
        n_replicates=3,
        rng=none,
    )
    assert found.auc.value == 0.5
    assert found.auc.low == pytest.approx(0.5)
    assert np.isfinite(found.macro_f1.high)


def test_the_same_seed_gives_the_same_interval(rng):
    some = trial(rng.normal(0.5, size=20), rng.normal(size=30))
    assert estimate([some], seed=3) == estimate([some], seed=3)
    assert estimate([some], seed=3) != estimate([some], seed=4)
