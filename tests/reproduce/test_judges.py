"""Claims are judged by the records: met, met by one of ours, not met, or not known."""

from dataclasses import replace

import pytest

from ppne.reproduce.claims import CLAIMS
from ppne.reproduce.curves import Book
from ppne.reproduce.judges import Finding
from tests.reproduce.made_up import records, shipped
from tests.reproduce.test_figures import timed


def judged(where, found, *, plan=None):
    (claim,) = [claim for claim in CLAIMS if claim.where == where]
    plan = plan or shipped(claim.plan).with_seeds(1)
    return claim.judge(Book(found if isinstance(found, list) else records(plan, found)), plan)


def ours_at(gain, *, paper=None, others=0.0, f1=0.81, start=0.1):
    """Measures under which ours gain so much at each step, the others another much."""

    def found(job, budget, at):
        at = 0 if job.protector == "none" else at
        each = gain if job.protector == "ppne" else others
        if job.label == "PPNE, paper" and paper is not None:
            each = paper
        return {"one_minus_ap": start + each * at, "f1": f1 - 0.01 * at, "nmi": 0.7 - 0.02 * at}

    return found


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.where)
def test_without_records_nothing_is_judged(claim):
    finding = claim.judge(Book([]), shipped(claim.plan))
    assert finding.verdict == "no records"


@pytest.mark.parametrize(
    ("gain", "paper", "others", "verdict"),
    [
        (0.05, 0.05, 0.01, "met"),
        (0.05, 0.01, 0.005, "met by PPNE only"),
        (0.01, 0.05, 0.005, "met by PPNE, paper only"),
        (0.02, 0.02, 0.01, "not met"),
        (0.05, 0.05, 0.06, "not met"),
    ],
)
def test_coras_classification_asks_for_a_rise_above_every_baselines(gain, paper, others, verdict):
    finding = judged("Cora, DeepWalk, classification", ours_at(gain, paper=paper, others=others))
    assert finding.verdict == verdict
    assert "at 0.240" in finding.ours
    assert "the best baseline" in finding.ours


def test_without_the_start_nothing_is_judged():
    def found(job, budget, at):
        return None if job.protector == "none" else ours_at(0.05)(job, budget, at)

    for where in ("classification", "clustering"):
        assert judged(f"Cora, DeepWalk, {where}", found).verdict == "no records"


def test_a_level_below_the_start_is_moved_and_that_is_said():
    finding = judged("Cora, DeepWalk, classification", ours_at(0.05, f1=0.7))
    assert "begins at 0.300 here, so at 0.350: " in finding.ours


@pytest.mark.parametrize(("gain", "verdict"), [(0.1, "met"), (0.01, "not met")])
def test_coras_clustering_asks_for_twice_as_much(gain, verdict):
    finding = judged("Cora, DeepWalk, clustering", ours_at(gain, others=0.01))
    assert finding.verdict == verdict
    assert "times" in finding.ours


@pytest.mark.parametrize(("gain", "verdict"), [(0.1, "met"), (0.01, "not met")])
def test_citeseer_is_against_dice(gain, verdict):
    finding = judged("Citeseer, DeepWalk, classification", ours_at(gain, f1=0.5, others=0.01))
    assert finding.verdict == verdict
    assert "DICE" in finding.ours


@pytest.mark.parametrize(("gain", "verdict"), [(0.05, "met"), (0.02, "not met")])
def test_pubmed_asks_for_a_level_of_privacy(gain, verdict):
    assert judged("PubMed, DeepWalk, classification", ours_at(gain)).verdict == verdict


@pytest.mark.parametrize(
    ("leak", "f1", "verdict"),
    [
        (lambda at: 2.0 ** (-at / 10), lambda at: 0.8 * 2.0 ** (-at / 10), "met"),
        (lambda at: 2.0 ** (-at / 10), lambda at: 0.8 - at / 1000, "not met"),
        (lambda at: -at, lambda at: 0.8 * 2.0 ** (-at / 10), "not met"),
        (lambda at: 1.0, lambda at: 0.8, "not met"),
    ],
)
def test_convergence_asks_for_a_flat_end_of_both(leak, f1, verdict):
    plan = shipped("convergence").with_seeds(1)
    steps = tuple({"n_flips": float(at), "leakage": leak(at)} for at in range(0, 101, 5))
    made = records(plan, lambda job, budget, at: {"f1": f1((budget or 0) / 30)})
    made = [replace(one, trace=steps if one.cell["budget"] == 3000 else ()) for one in made]
    finding = judged("Cora, convergence", made)
    assert finding.verdict == verdict
    assert "of the fall of the leakage" in finding.ours


@pytest.mark.parametrize(("power", "verdict"), [(1.0, "met"), (2.0, "not met")])
def test_scalability_asks_for_a_slope_of_one(power, verdict):
    def found(job, budget, at):
        told = timed(job, budget, at)
        return {**told, "warm_seconds": (told["n_nodes"] / 1e6) ** power}

    where = "Erdős–Rényi, mean degree 10, s = 10,000"
    finding = judged(where, found)
    assert finding.verdict == verdict
    assert f"slope {power:.2f}" in finding.ours
    assert "1,000,000 nodes" in finding.ours


@pytest.mark.parametrize("letter", ["s", "f", "k"])
def test_the_impact_of_a_parameter_is_an_order_at_equal_loss(letter):
    better = {"s": "100,000", "f": "100", "k": "10"}[letter]
    worse = {"s": "10,000", "f": "1,000", "k": "0.5"}[letter]
    where = f"{'Cora' if letter == 'k' else 'PubMed'}, {letter}"

    def found(ranks):
        def one(job, budget, at):
            at = 0 if job.protector == "none" else at
            rank = ranks.get(job.label.partition(" = ")[2], 2)
            return {"one_minus_ap": 0.1 + 0.01 * rank * at, "f1": 0.8 - 0.01 * at}

        return one

    assert judged(where, found({better: 3, worse: 1})).verdict == "met"
    assert judged(where, found({better: 1, worse: 3})).verdict == "not met"


def test_an_order_is_told_on_the_own_decoys_too():
    def found(job, budget, at):
        at = 0 if job.protector == "none" else at
        return {"one_minus_ap": 0.1, "one_minus_ap_own": 0.1 + 0.05 * at, "f1": 0.8 - 0.01 * at}

    finding = judged("PubMed, s", found)
    assert finding.ours.endswith("as in the paper, 0.250, 0.250, 0.250")


@pytest.mark.parametrize("gain", [0.1, 0.01])
def test_a_claim_that_is_not_met_is_told_why(gain):
    (claim,) = [claim for claim in CLAIMS if claim.where == "Cora, DeepWalk, clustering"]
    plan = shipped(claim.plan).with_seeds(1)
    book = Book(records(plan, ours_at(gain, others=0.01)))
    finding = claim.found(book, plan)
    assert (finding.verdict == "not met") == (claim.why in finding.ours)
    assert claim.found(Book([]), plan).ours == "no records"


def test_a_verdict_names_who_meets_the_claim():
    assert Finding(ours="", met_by=("PPNE", "PPNE, paper")).verdict == "met"
    assert Finding(ours="", met_by=("PPNE",)).verdict == "met by PPNE only"
    assert Finding(ours="", met_by=()).verdict == "not met"
