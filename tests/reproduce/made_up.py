"""A plan of seconds, other plans beside it, and records without any run behind them."""

from ppne.reproduce.plan import find_plan, read_plan
from ppne.reproduce.records import Record

TINY = """
title = "Tiny"
figure = "tradeoff"
paper = "Fig. 0"
claim = "A block model < a town."
seeds = 2
dim = 4
attacks = ["similarity"]
utility = ["f1_loss", "nmi_loss"]

[[panel]]
title = "Blocks"
dataset = "block-model:60"
private = 0.1
methods = ["line"]
repeats = 2
flips = [4, 8]
epsilons = [5.0, 10.0]
protectors = ["no protection", "PPNE", "half", "Random", "Randomized response"]

[[protector]]
label = "half"
name = "ppne"
options = { target_auc = 0.0, additions = 0.5 }

[quick]
seeds = 1
dim = 3
"""

FEW = (
    TINY.replace("seeds = 2", "seeds = 1")
    .replace('"PPNE", "half", ', "")
    .replace("epsilons = [5.0, 10.0]", "epsilons = [5.0]")
)
"""Three runs of four records."""


def record(job, budget, found, **more):
    """A record that says what it is told to."""
    return Record(
        key=job.key(budget),
        cell=job.cell(budget),
        settings=job.resolved(),
        found={"n_nodes": 60, **found},
        versions={"ppne": "0"},
        seconds={"protect": 1.0, "measure": 0.5},
        peak_mb=100.0,
        **more,
    )


def records(plan, found):
    """One for each cell of a plan; ``found`` makes the measures of a job, budget and position."""
    return [
        record(job, budget, told)
        for job in plan.jobs()
        for at, budget in enumerate(job.budgets, start=1)
        if (told := found(job, budget, at)) is not None
    ]


def shipped(name, *, quick=False):
    """A plan that comes with the package."""
    return read_plan(find_plan(name), quick=quick)


def trade(job, budget, at):
    """PPNE leads; all begin at the same place; a seed more makes all a little worse."""
    if job.protector == "none":
        at = 0
    slope = {"ppne": 0.08, "vector-edit": 0.01}.get(job.protector, 0.01)
    noise = 0.001 * job.seed
    privacy = 0.1 + slope * at - noise
    return {
        "auc": 0.86 - slope * at,
        "auc_own": 0.8 - slope * at,
        "one_minus_ap": privacy,
        "one_minus_ap_low": privacy - 0.02,
        "one_minus_ap_high": privacy + 0.02,
        "tpr_1": 0.3,
        "type2_auc": 0.9 - slope * at,
        "type2_f1": 0.85 - slope * at,
        "strongest_auc": 0.9 - slope * at,
        "strongest_tpr_1": 0.35,
        "f1": 0.81 - 0.02 * at - noise,
        "nmi": 0.7 - 0.1 * at - noise,
        "nmi_floor": 0.7,
    }


def run_made_up(job, budgets, folder, checkpoint):
    """In the place of a run: records at once."""
    places = {budget: at for at, budget in enumerate(job.budgets, start=1)}
    return [record(job, budget, trade(job, budget, places[budget])) for budget in budgets]
