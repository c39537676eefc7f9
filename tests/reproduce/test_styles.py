"""A protector looks the same everywhere, in colour and in grey."""

from ppne.reproduce.legend import drawn_labels
from ppne.reproduce.plan import PLANS, plan_names
from ppne.reproduce.styles import styles_of
from tests.reproduce.made_up import shipped


def test_a_setting_does_not_change_the_look_of_a_protector():
    found = styles_of(["PPNE", "PPNE, paper", "PPNE, f = 1", "PPNE, paper, f = 50", "k = 1"])
    assert found["PPNE, f = 1"] == found["PPNE"]
    assert found["PPNE, paper, f = 50"] == found["PPNE, paper"] != found["PPNE"]


def test_a_protector_looks_the_same_in_every_plan():
    plans = [shipped(path.stem.partition("-")[2]) for path in sorted(PLANS.glob("*.toml"))]
    looks = {}
    for plan in plans:
        labels = list({one.label: 0 for panel in plan.panels for one in panel.series})
        for label, style in styles_of(labels).items():
            if " = " not in label and label != "no protection":
                assert looks.setdefault(label, style) == style
    assert len(set(looks.values())) == len(looks) == 12


def test_in_grey_markers_and_dashes_tell_curves_apart():
    plan = shipped("tradeoff-cora")
    labels = [one.label for one in plan.panels[0].series if one.protector != "none"]
    found = styles_of(labels).values()
    assert len({(one.marker, one.dashes) for one in found}) == len(labels)
    for plan in (shipped(name) for name in plan_names()):
        drawn = styles_of(drawn_labels(plan))
        assert len({(one.marker, one.dashes) for one in drawn.values()}) == len(drawn)
