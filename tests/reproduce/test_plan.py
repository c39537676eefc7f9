"""Plans are read whole, checked by key, and give the jobs that they list."""

import pytest

from ppne.errors import InputError
from ppne.reproduce.job import NAMES
from ppne.reproduce.plan import find_plan, plan_names, read_plan
from tests.reproduce.made_up import TINY, shipped

NEEDED = {"random", "degree", "betweenness", "dice", "dp", "randomized-response", "vector-edit"}


def test_a_plan_is_what_its_file_says(tiny):
    assert (tiny.name, tiny.title, tiny.dim) == ("tiny", "Tiny", 4)
    (panel,) = tiny.panels
    assert panel.flips == (4, 8)
    assert [series.label for series in panel.series][2] == "half"
    assert dict(panel.series[2].options) == {"target_auc": 0.0, "additions": 0.5}


def test_jobs_are_series_by_seed_with_a_run_for_each_epsilon(tiny):
    jobs = list(tiny.jobs())
    assert len(jobs) == 2 * (1 + 2 + 1 + 2)
    assert [job.seed for job in jobs] == sorted(job.seed for job in jobs)
    by_label = {job.label: job for job in jobs}
    assert by_label["PPNE"].budgets == (4, 8)
    assert by_label["no protection"].budgets == (None,)
    assert [job.epsilon for job in jobs if job.label == "Randomized response"] == 2 * [5.0, 10.0]


def test_quick_puts_its_table_in_place(plan_file):
    quick = read_plan(plan_file, quick=True)
    assert quick.dim == 3
    assert {job.seed for job in quick.jobs()} == {0}


def test_a_panel_can_give_the_size_of_a_batch_to_those_that_choose_in_batches(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TINY.replace("repeats = 2", "repeats = 2\nbatch = 3"), encoding="utf-8")
    (panel,) = read_plan(path).panels
    sizes = {one.label: dict(one.options).get("batch_size") for one in panel.series}
    others = dict.fromkeys(("no protection", "Random", "Randomized response"))
    assert sizes == {"PPNE": 3, "half": 3, **others}


def test_seeds_can_be_set_for_every_panel(tiny):
    assert {job.seed for job in tiny.with_seeds(3).jobs()} == {0, 1, 2}


@pytest.mark.parametrize("quick", [False, True])
def test_every_plan_of_the_package_can_be_read(quick):
    names = plan_names()
    assert names == [
        "tradeoff-cora",
        "other-datasets",
        "variants",
        "impact-k-s-f",
        "scalability",
        "convergence",
        "type2-appendix",
        "beyond",
    ]
    for name in names:
        plan = shipped(name, quick=quick)
        assert plan.name == name
        assert all(job.protector in NAMES for job in plan.jobs())


def test_the_trade_offs_have_every_baseline_and_both_of_ours():
    series = shipped("tradeoff-cora").panels[0].series
    assert {one.protector for one in series} >= NEEDED | {"util-modify", "priv-modify", "ppne"}
    ours = [dict(one.options) for one in series if one.protector == "ppne"]
    assert {one.get("preset") for one in ours} == {None, "paper"}


def test_a_quick_plan_has_fewer_cells():
    for name in plan_names():
        long, short = (
            sum(len(job.budgets) for job in shipped(name, quick=quick).jobs())
            for quick in (False, True)
        )
        assert short < long


def test_a_plan_of_ones_own_is_given_as_a_file(plan_file):
    assert find_plan(str(plan_file)) == plan_file
    with pytest.raises(InputError, match=r"no plan 'nothing'.*tradeoff-cora"):
        find_plan("nothing")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('title = "Tiny"', "", "title: is missing"),
        ('title = "Tiny"', "title = 3", "title: must be a text, got 3"),
        ("dim = 4", "dims = 4", "dims: is no key of a plan"),
        ("dim = 4", "dim = 0", "dim: must be a whole number above 0, got 0"),
        ("dim = 4", "dim = true", "dim: must be a whole number"),
        ("dim = 4", "audit_quick = 1", "audit_quick: must be true or false"),
        ("[[protector]]", "[protector]", r"protector: must be a list of tables, \[\[protector\]\]"),
        ('figure = "tradeoff"', 'figure = "pie"', "figure: must be one of tradeoff"),
        ("repeats = 2", "repeats = 0", "panel 1: repeats: must be a whole number above 0, got 0"),
        ("repeats = 2", "batch = 0", "panel 1: batch: must be a whole number above 0, got 0"),
        ("private = 0.1", "private = 1.5", "panel 1: private: must be a number between 0 and 1"),
        ("flips = [4, 8]", "flips = [8, 4]", "panel 1: flips: must be a list of rising"),
        ("flips = [4, 8]", "flips = [0.5]", "panel 1: flips: must be a list of rising"),
        ("flips = [4, 8]", "", "panel 1: flips: must be given for the protector 'PPNE'"),
        ("epsilons = [5.0, 10.0]", "", "epsilons: must be given for the protector 'Randomized"),
        ("epsilons = [5.0, 10.0]", "epsilons = [0]", "epsilons: must be a list of numbers"),
        ('methods = ["line"]', 'methods = ["lion"]', "methods: must be a list out of deepwalk"),
        ('"block-model:60"', '"block-model:x"', "panel 1: dataset: no dataset 'block-model:x'"),
        ('name = "ppne"', 'name = "pony"', "protector 1: name: must be one of none, ppne"),
        ("additions = 0.5", "additions = 5", "protector 'half': additions must lie between"),
        ("additions = 0.5", "epsilon = 5", "protector 'half': epsilon is not read"),
        ('label = "half"', 'label = "half"\nwhat = 1', "protector 1: what: is no key"),
        ("[quick]", "[quick", "not TOML"),
        ("[quick]\nseeds = 1\ndim = 3", "", None),
    ],
)
def test_what_is_wrong_is_named_with_file_and_key(tmp_path, before, after, said):
    path = tmp_path / "mine.toml"
    assert before in TINY
    path.write_text(TINY.replace(before, after), encoding="utf-8")
    if said is None:
        assert read_plan(path, quick=True).dim == 4
        return
    with pytest.raises(InputError, match=f"mine.toml: .*{said}"):
        read_plan(path)


def test_quick_must_be_a_table(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('quick = "yes"\n' + TINY.partition("[quick]")[0], encoding="utf-8")
    with pytest.raises(InputError, match="quick must be a table"):
        read_plan(path)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"mine\.toml: not TOML"):
        read_plan(path)
