"""The result tells the same in a table, as JSON and as a data frame; none of them names a link."""

import builtins
import json

import numpy as np
import pytest

import ppne
from ppne.attack.rates import Estimate, Rates
from ppne.errors import InputError, MissingExtraError
from ppne.outcome.exposure import Exposure
from ppne.outcome.result import AttackRow, Audit, UtilityRow, counted
from tests.outcome.planted import APART, GRAPH, SHORT, noise

ESTIMATES = {
    "auc",
    "advantage",
    "average_precision",
    "one_minus_ap",
    "tpr_at_1_percent",
    "tpr_at_01_percent",
    "micro_f1",
    "macro_f1",
}


@pytest.fixture(scope="module")
def found():
    """An audit with all that it can tell."""
    rng = np.random.default_rng(8)
    rows = noise(rng)
    return ppne.audit(
        rows,
        GRAPH,
        APART,
        decoys=[(60, 70), (61, 71), (62, 72)],
        against=noise(rng),
        quick=True,
        n_jobs=1,
    )


def row(attack="cosine", auc=0.5, group="no knowledge", non_links="fresh"):
    share = Estimate(value=auc, low=max(0, auc - 0.1), high=min(1, auc + 0.1))
    rates = Rates(
        auc=share, average_precision=share, tpr_at_1_percent=share, tpr_at_01_percent=share
    )
    return AttackRow(
        group=group, attack=attack, non_links=non_links, n_links=3, n_non_links=9, rates=rates
    )


def audit_of(*attacks, utility=(), notes=(), n_private_links=3):
    return Audit(
        n_nodes=10,
        n_components=2,
        n_private_links=n_private_links,
        attacks=attacks,
        utility=utility,
        notes=notes,
        exposure=Exposure(
            node_ids=np.array([["Zqa", "Zqb"]]), attacks=("cosine",), ranks=np.array([[0.5]])
        ),
    )


def test_the_json_holds_every_figure_with_its_interval(found):
    told = json.loads(found.to_json())
    assert told["format"] == "ppne-audit/1"
    assert (told["n_nodes"], told["n_components"], told["n_private_links"]) == (100, 8, 30)
    assert len(told["attacks"]) == len(found.attacks)
    assert told["strongest"] in told["attacks"]
    assert len(told["utility"]) == len(found.utility) == 10
    assert told["notes"] == list(found.notes)
    for attack in told["attacks"]:
        assert set(attack) >= ESTIMATES
        for name in ESTIMATES - ({"micro_f1", "macro_f1"} if attack["micro_f1"] is None else set()):
            assert 0 <= attack[name]["low"] <= attack[name]["value"] <= attack[name]["high"] <= 1
        assert attack["sign"] == ("+" if attack["auc"]["value"] >= 0.5 else "-")
        doubled = abs(2 * attack["auc"]["value"] - 1)
        assert attack["advantage"]["value"] == pytest.approx(doubled)


def test_the_frame_has_a_row_for_each_attack_and_set(found):
    frame = found.to_frame()
    assert len(frame) == len(found.attacks)
    assert not frame[["attack", "non_links"]].duplicated().any()
    for name in ("auc", "advantage", "one_minus_ap", "tpr_at_1_percent"):
        assert (frame[f"{name}_low"] <= frame[name]).all()
        assert (frame[name] <= frame[f"{name}_high"]).all()
    learned = frame[frame.group == "known pairs"]
    assert len(learned) == 12
    assert learned.micro_f1.notna().all()
    assert frame.micro_f1.isna().any()
    assert frame.set_index(["attack", "non_links"]).auc["cosine", "own"] == (
        found.row("cosine", "own").rates.auc.value
    )


def test_a_frame_without_pandas_says_how_to_get_it(monkeypatch):
    real = builtins.__import__

    def none(name, *args, **options):
        if name == "pandas":
            raise ImportError(name)
        return real(name, *args, **options)

    monkeypatch.setattr(builtins, "__import__", none)
    with pytest.raises(MissingExtraError, match=r"pip install 'ppne\[audit\]'"):
        audit_of(row()).to_frame()


def test_the_text_fits_eighty_columns_and_shows_each_attack_once(found):
    lines = str(found).splitlines()
    assert max(map(len, lines)) <= 80
    for attack in {row.attack.removeprefix("control: ") for row in found.attacks}:
        times = 2 if attack in ("cosine", "boosting hadamard") else 1
        assert sum(line.startswith((f"  {attack} ", f"  {attack}*")) for line in lines) == times
    assert sum("*  " in line or "* " in line for line in lines if line.startswith("  ")) == 1
    for word in ("own", "degree", "2-hop", "floor", "original", "none can"):
        assert word in str(found)


def test_a_long_note_and_many_links_fit_eighty_columns():
    told = str(
        audit_of(row("labels, known pairs", 0.9), notes=["long " * 60], n_private_links=10**8)
    )
    assert max(map(len, told.splitlines())) <= 80
    assert "100,000,000 private links" in told


def test_the_strongest_knows_pairs_at_most_and_meets_fresh_non_links():
    cosine = row("cosine", 0.3)
    found = audit_of(
        cosine,
        row("cosine", 0.99, non_links="two-hop"),
        row("logistic", 0.65, "known pairs"),
        row("predicted classes", 0.9, "more knowledge"),
        row("labels alone", 0.8, "no embedding"),
        row("whole public graph", 0.95, "no embedding"),
        row("control: cosine", 0.98, "control"),
    )
    assert found.strongest is cosine
    lines = str(found).splitlines()
    assert lines[1] == "Strongest (*): cosine, AUC 0.700, advantage 0.400 [0.20, 0.60]"
    assert lines[2] == "With more knowledge: predicted classes, AUC 0.900"
    assert lines[3] == "Without the embedding: whole public graph, AUC 0.950"


@pytest.mark.parametrize("auc", [0.7, 0.3])
def test_a_bar_is_broken_beyond_it_under_either_sign(auc):
    found = audit_of(row(auc=auc))
    assert found.breaks(max_auc=0.69)
    assert not found.breaks(max_auc=0.71)
    assert found.breaks(max_advantage=0.39)
    assert not found.breaks(max_advantage=0.41)
    assert found.breaks(max_auc=0.9, max_advantage=0.1)
    assert found.breaks(max_auc=0.6, max_advantage=0.9)
    assert not found.breaks()


def test_a_row_that_is_not_there_names_those_that_are():
    with pytest.raises(InputError, match=r"no attack 'magic' on 'fresh' non-links; .*\['cosine'\]"):
        audit_of(row()).row("magic")


def test_a_table_without_other_sets_or_uses_is_short():
    found = audit_of(row())
    ((title, columns, cells),) = found.tables()
    assert columns == ["attack", "AUC, fresh", "1-AP", "TPR@1%", "@0.1%"]
    assert "other non-links" not in title
    assert [line[0] for line in cells] == ["no knowledge", "  cosine*"]
    assert str(found).count("\n\n") == 0


def test_the_uses_have_the_columns_that_some_row_fills():
    (_, (title, columns, cells)) = audit_of(
        row(), utility=(UtilityRow(task="links", measure="AUC", value=0.25, spread=0.5),)
    ).tables()
    assert columns == ["measure", "value", "spread"]
    assert cells == [["links: AUC", "0.250", "0.500"]]
    assert "floor" not in title


def test_nothing_but_the_exposure_names_a_link():
    found = audit_of(row())
    for told in (repr(found), str(found), found.to_json(), found.to_frame().to_csv()):
        assert "Zq" not in told


def test_a_set_that_was_left_out_of_one_attack_is_blank():
    found = audit_of(row("a"), row("a", 0.4, non_links="own"), row("b"))
    (_, columns, cells) = found.tables()[0]
    assert columns[-1] == "own"
    assert [line[-1] for line in cells] == ["", "0.400", ""]


@pytest.mark.parametrize(("number", "said"), [(0, "0 nodes"), (1, "1 node"), (2000, "2,000 nodes")])
def test_things_are_counted_in_words(number, said):
    assert counted(number, "node") == said


def test_a_short_audit_has_no_uses(rng):
    assert ppne.audit(noise(rng), GRAPH, APART, **SHORT).utility == ()
