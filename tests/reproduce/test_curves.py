"""Curves are medians over seeds, and tell the most privacy that a loss can buy."""

import pytest

from ppne.reproduce.curves import Book, Curve, Point, Spread, curves
from tests.reproduce.made_up import record, records, trade


def spread(value):
    return Spread(middle=value, low=value, high=value)


def curve(*points, budgets=(None, 1, 2, 3)):
    return Curve(
        label="it",
        protector="it",
        points=tuple(
            Point(
                budget=budgets[at],
                loss=spread(loss),
                privacy=spread(privacy),
                n_seeds=1,
            )
            for at, (loss, privacy) in enumerate(points)
        ),
    )


def drawn(plan, book, **more):
    chosen = {"loss": "f1_loss", "privacy": "one_minus_ap", **more}
    return {one.label: one for one in curves(book, plan, plan.panels[0], "line", **chosen)}


def test_a_point_is_the_median_over_seeds_between_the_least_and_the_largest(tiny):
    found = drawn(tiny, Book(records(tiny, trade)))
    assert list(found) == ["PPNE", "half", "Random", "Randomized response"]
    first, middle, last = found["PPNE"].points
    assert first.budget is None
    assert (middle.budget, last.budget, last.n_seeds) == (4, 8, 2)
    assert last.privacy.middle == pytest.approx(0.1 + 0.16 - 0.0005)
    assert (last.privacy.low, last.privacy.high) == pytest.approx((0.259, 0.26))
    assert last.loss.middle == pytest.approx(0.19 + 0.04 + 0.0005)


def test_a_single_seed_has_the_interval_of_its_record(tiny):
    plan = tiny.with_seeds(1)
    point = drawn(plan, Book(records(plan, trade)))["PPNE"].points[-1]
    assert (point.privacy.low, point.privacy.high) == pytest.approx((0.24, 0.28))
    assert point.loss.low == point.loss.high


def test_epsilons_go_from_weak_to_strong(tiny):
    def stronger(job, budget, at):
        return trade(job, budget, 10 / job.epsilon if job.epsilon else at)

    found = drawn(tiny, Book(records(tiny, stronger)))["Randomized response"]
    assert [point.budget for point in found.points] == [None, 10.0, 5.0]


def test_only_what_is_recorded_is_drawn(tiny):
    some = [one for one in records(tiny, trade) if one.cell["label"] in ("PPNE", "no protection")]
    assert list(drawn(tiny, Book(some))) == ["PPNE"]
    assert not drawn(tiny, Book([]))
    unlabelled = [one for one in records(tiny, lambda *_: {"one_minus_ap": 0.2})]
    assert not drawn(tiny, Book(unlabelled))


def test_the_last_record_of_a_cell_counts(tiny):
    made = records(tiny, trade)
    job = next(job for job in tiny.jobs() if job.label == "PPNE")
    book = Book([*made, record(job, 8, {"one_minus_ap": 0.9})])
    assert book.find(job, 8).found["one_minus_ap"] == 0.9
    assert len(book) == len(made)


def test_a_run_that_stopped_early_is_drawn_once(tiny):
    stopped = records(tiny, lambda job, budget, at: trade(job, budget, min(at, 1)))
    assert len(drawn(tiny, Book(stopped))["PPNE"].points) == 2


def test_privacy_at_a_loss_is_the_best_that_is_cheap_enough():
    up = curve((0.2, 0.1), (0.3, 0.3), (0.25, 0.2), (0.4, 0.25))
    assert up.privacy_at(0.1) is None
    assert up.privacy_at(0.2) == 0.1
    assert up.privacy_at(0.25) == pytest.approx(0.2)
    assert up.privacy_at(0.28) == pytest.approx(0.26)
    assert up.privacy_at(0.9) == 0.3
    assert up.gain_at(0.9) == pytest.approx(0.2)
    assert up.gain_at(0.1) is None


def test_nothing_lies_on_the_way_to_what_no_flips_lead_to():
    up = (0.2, 0.1), (0.3, 0.5), (0.4, 0.7)
    assert curve(*up).privacy_at(0.29) == pytest.approx(0.46)
    noisy = curve(*up, budgets=(None, 10.0, 1.0))
    assert noisy.privacy_at(0.29) == 0.1
    assert noisy.privacy_at(0.35) == pytest.approx(0.6)
    assert curve(*up[:2], budgets=(None, None)).privacy_at(0.29) == 0.1
