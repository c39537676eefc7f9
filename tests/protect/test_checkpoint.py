"""A checkpoint gives back the state, bit for bit, to the run that it belongs to."""

from dataclasses import replace

import numpy as np
import pytest

from ppne.errors import InputError
from ppne.factor.methods import method_named
from ppne.graph.flips import Flips
from ppne.graph.simple import Graph
from ppne.graph.synthetic import ring
from ppne.private.pairs import PrivatePairs
from ppne.protect.checkpoint import fingerprint, load_checkpoint, save_checkpoint
from ppne.protect.result import Problem, State, Step
from ppne.protect.settings import ProtectionSettings


@pytest.fixture
def state(rng):
    step = Step(n_flips=0, n_additions=0, leakage=0.1 + 0.2, auc_own=float("nan"), auc_fresh=1 / 3)
    return State(
        flips=Flips(pairs=np.array([[0, 4], [1, 2]]), signs=np.array([1, -1])),
        history=(step, replace(step, n_flips=2, utility_loss=1e-300)),
        vectors=rng.normal(size=(9, 3)),
    )


def settings(**given):
    return ProtectionSettings(
        **{"method": method_named("line"), "n_flips": 4, "batch_size": 2, **given}
    )


def problem(graph=None, links=((0, 3),)):
    return Problem(
        graph=ring(9) if graph is None else graph,
        pairs=PrivatePairs(links=np.array(links), decoys=np.array([[0, 5]])),
        watched=np.array([[1, 6]]),
    )


def test_the_state_comes_back_bit_for_bit(state, tmp_path):
    save_checkpoint(tmp_path / "checkpoint.npz", state, "mark")
    again = load_checkpoint(tmp_path / "checkpoint.npz", "mark")
    assert again is not None
    np.testing.assert_array_equal(again.flips.pairs, state.flips.pairs)
    np.testing.assert_array_equal(again.flips.signs, state.flips.signs)
    assert repr(again.history) == repr(state.history)
    for name in ("vectors",):
        loaded, saved = getattr(again, name), getattr(state, name)
        assert loaded.dtype == saved.dtype
        np.testing.assert_array_equal(loaded, saved)
    assert again.mode_vectors is None
    assert again.stopped is None


def test_the_reason_for_stopping_comes_back(state, tmp_path):
    save_checkpoint(tmp_path / "c.npz", replace(state, stopped="enough"), "mark")
    again = load_checkpoint(tmp_path / "c.npz", "mark")
    assert again is not None
    assert again.stopped == "enough"


def test_no_checkpoint_is_no_state(tmp_path):
    assert load_checkpoint(tmp_path / "c.npz", "mark") is None


def test_another_runs_checkpoint_is_refused(state, tmp_path):
    save_checkpoint(tmp_path / "c.npz", state, "mark")
    with pytest.raises(InputError, match="another input or other settings"):
        load_checkpoint(tmp_path / "c.npz", "other")


def test_a_later_checkpoint_takes_the_place_of_the_first(state, tmp_path):
    save_checkpoint(tmp_path / "c.npz", state, "mark")
    save_checkpoint(tmp_path / "c.npz", replace(state, flips=Flips.none()), "mark")
    again = load_checkpoint(tmp_path / "c.npz", "mark")
    assert again is not None
    assert len(again.flips) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["c.npz"]


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_a_cut_checkpoint_is_refused(state, tmp_path, share):
    place = tmp_path / "c.npz"
    save_checkpoint(place, state, "mark")
    content = place.read_bytes()
    place.write_bytes(content[: int(share * len(content))])
    with pytest.raises(InputError, match="is damaged"):
        load_checkpoint(place, "mark")


def test_an_array_that_is_no_checkpoint_is_refused(tmp_path):
    with (tmp_path / "c.npz").open("wb") as file:
        np.save(file, np.arange(3))
    with pytest.raises(InputError, match="is damaged"):
        load_checkpoint(tmp_path / "c.npz", "mark")


def test_the_mark_depends_on_all_that_decides_the_result():
    named = Graph.from_links(ring(9).links, node_ids=np.arange(9) + 1)
    marks = [
        fingerprint(problem(), settings(), "1"),
        fingerprint(problem(), settings(), "2"),
        fingerprint(problem(), settings(seed=1), "1"),
        fingerprint(problem(), settings(k=1.5), "1"),
        fingerprint(problem(), settings(method=method_named("deepwalk")), "1"),
        fingerprint(problem(links=((0, 4),)), settings(), "1"),
        fingerprint(problem(ring(10)), settings(), "1"),
        fingerprint(problem(named), settings(), "1"),
    ]
    assert len(set(marks)) == len(marks)
    assert fingerprint(problem(), settings(), "1") == marks[0]
