"""A job's records: budgets share one run, nothing names a pair, the same job tells the same."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ppne.protect.checkpoint as checkpoint
import ppne.reproduce.cell as under_test
from ppne.protect.checkpoint import save_checkpoint
from ppne.reproduce.cell import forget_peak, peak_mb, run_job
from ppne.reproduce.datasets import open_dataset

MEASURES = {"auc", "ap", "one_minus_ap", "auc_own", "tpr_1", "strongest_auc", "f1", "nmi"}


@pytest.fixture
def jobs(tiny):
    return {job.label: job for job in tiny.jobs() if job.seed == 0}


def run(job, budgets=None):
    return run_job(job, budgets or job.budgets, Path("nowhere"))


def test_a_record_holds_measures_settings_versions_time_and_memory(jobs):
    first, last = run(jobs["PPNE"])
    assert set(last.found) >= MEASURES
    assert (first.found["n_flips"], last.found["n_flips"]) == (4, 8)
    assert last.settings["n_flips"] == 8
    assert last.settings["method"]["name"] == "line"
    assert last.found["ap"] + last.found["one_minus_ap"] == pytest.approx(1)
    assert set(last.versions) >= {"python", "ppne", "numpy"}
    assert set(last.seconds) == {"open", "embed", "protect", "measure"}
    assert last.peak_mb > 10
    assert last.key == jobs["PPNE"].key(8)
    assert json.loads(last.to_line())["cell"]["budget"] == 8


def test_the_same_job_tells_the_same_and_a_missing_budget_alone_too(jobs):
    both = run(jobs["half"])
    (alone,) = run(jobs["half"], (8,))
    assert alone.found == both[1].found
    assert both[0].found["n_additions"] <= both[0].found["n_flips"] == 4


def test_a_run_that_is_killed_goes_on_from_its_last_batch(jobs, tmp_path, monkeypatch):
    job = replace(jobs["PPNE"], options=(("batch_size", 1), ("until", "budget")))
    whole, kept = run(job), tmp_path / "state.npz"
    saved = []

    def save_and_die(path, state, mark):
        save_checkpoint(path, state, mark)
        saved.append(len(state.flips))
        if len(saved) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(checkpoint, "_SAVE_EVERY", 0.0)
    monkeypatch.setattr(checkpoint, "_SAVE_SHARE", 0.0)
    monkeypatch.setattr(checkpoint, "save_checkpoint", save_and_die)
    with pytest.raises(KeyboardInterrupt):
        run_job(job, job.budgets, Path("nowhere"), kept)
    assert kept.exists()
    again = run_job(job, job.budgets, Path("nowhere"), kept)
    assert [one.found for one in again] == [one.found for one in whole]
    assert saved[3] > saved[2]  # no batch was made twice
    ended = run_job(job, job.budgets, Path("nowhere"), kept)  # killed while it was measured
    assert [one.found for one in ended] == [one.found for one in whole]


def test_no_record_names_a_pair_of_nodes(jobs):
    """Whatever is in a record is a name, a number of its own or a step of the run."""
    graph = open_dataset("block-model:60", Path(), 0)
    job = replace(jobs["PPNE"], measure="trace")
    told = json.loads(run(job)[-1].to_line())
    lists = []

    def look(content, key):
        if isinstance(content, dict):
            for name, value in content.items():
                look(value, name)
        elif isinstance(content, list):
            lists.append(key)
            for value in content:
                look(value, key)

    look(told, "")
    assert graph.n_links > 0
    assert set(lists) <= {"attacks", "trace"}
    assert {type(value) for step in told["trace"] for value in step.values()} <= {float, type(None)}


def test_where_nothing_is_changed_the_clusters_are_at_their_floor(jobs):
    (record,) = run(jobs["no protection"])
    assert record.found["n_flips"] == 0
    assert record.found["nmi"] == record.found["nmi_floor"]


@pytest.mark.parametrize("protector", ["dpne", "vector-edit", "randomized-response"])
def test_protectors_without_a_budget_of_flips_have_one_record(jobs, protector):
    epsilon = None if protector == "vector-edit" else 5.0
    job = replace(jobs["no protection"], label="it", protector=protector, epsilon=epsilon)
    (record,) = run(job)
    assert record.cell["budget"] == epsilon
    (before,) = run(jobs["no protection"])
    assert record.found["one_minus_ap"] != before.found["one_minus_ap"]


def test_the_learned_attackers_are_told_apart(jobs):
    job = replace(jobs["no protection"], dataset="block-model:120", attacks=("learned",))
    (record,) = run(job)
    assert 0 <= record.found["type2_f1"] <= 1
    assert record.found["type2_auc"] >= 0.5
    assert "auc" not in record.found


def test_the_trace_adds_up_what_was_expected(jobs, monkeypatch):
    monkeypatch.setattr(under_test, "_STEPS", 3)
    job = replace(jobs["PPNE"], measure="trace", options=(("batch_size", 1), ("target_auc", 0.0)))
    first, last = run(job)
    assert first.trace == ()
    flips = [step["n_flips"] for step in last.trace]
    assert flips[0] == 0
    assert flips[-1] == 8
    assert len(flips) <= 4
    so_far = [step["expected_so_far"] for step in last.trace]
    assert so_far[0] == 0
    assert np.all(np.diff(so_far) > 0)


def test_iterations_are_timed(jobs):
    job = replace(
        jobs["PPNE"],
        dataset="random:100",
        measure="time",
        dim=128,
        flips=(4,),
        options=(("batch_size", 1), ("target_auc", 0.0)),
    )
    (record,) = run(job)
    assert record.found["n_nodes"] == 100
    assert record.found["first_seconds"] > 0
    assert record.found["warm_seconds"] > 0


def test_the_peak_begins_anew():
    block = np.ones(30_000_000)
    high = peak_mb()
    assert high > block.nbytes / 2**20
    del block
    forget_peak()
    assert peak_mb() < high


def test_without_proc_the_peak_is_that_of_the_process(monkeypatch):
    def absent(*_, **__):
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", absent)
    monkeypatch.setattr(Path, "write_text", absent)
    forget_peak()
    assert peak_mb() > 10


def test_a_graph_made_so_dense_that_nothing_is_left_to_embed_is_guessed_at(jobs):
    dense = replace(
        jobs["no protection"],
        protector="randomized-response",
        method="deepwalk",
        epsilon=0.01,
        label="Randomized response",
    )
    (record,) = run(dense)
    assert record.found["auc"] == record.found["strongest_auc"] == 0.5
    assert record.found["n_additions"] > 100
