"""Trained embeddings in the loop: the same rules, the same ends, the same bits."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.directions import levelled
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.flips import Flips
from ppne.graph.pairs import keys_of
from ppne.graph.synthetic import block_model
from ppne.private.choose import share_of_links
from ppne.protect.greedy import finish, pose, protect, run
from ppne.protect.result import State
from ppne.protect.settings import ProtectionSettings
from ppne.protect.trained_view import TrainedView
from ppne.train.deepwalk import DeepWalk
from ppne.train.line import Line
from ppne.train.trained import train

GRAPH = block_model(n_nodes=120, n_groups=12, mean_degree=8, seed=1)  # its private links show
PRIVATE = share_of_links(GRAPH, 0.1, np.random.default_rng(5))
LINE = method_named("line", negatives=0.1)


def closed(graph):
    """Any function of a graph."""
    return embed(graph, method_named("line", negatives=1.0), 8, compute=cpu)


TRAINED = {
    "line": Line(n_components=8, samples_per_node=800, samples_per_link=10),
    "deepwalk": DeepWalk(
        n_components=8, walks_per_node=20, walk_length=10, window=3, passes=3, rate=0.2
    ),
    "callable": closed,
}


@pytest.fixture(autouse=True)
def steady():
    with cpu.steady():
        yield


def settings_with(name, **given):
    window = {"deepwalk": method_named("deepwalk", window=3, negatives=0.1)}
    fields = {
        "method": window.get(name, LINE),
        "n_components": 8,
        "training": TRAINED[name],
        "n_flips": 24,
        "batch_size": 6,
        "floor": 0.0,
        "until": "budget",
    }
    return ProtectionSettings(**{**fields, **given})


def view_of(settings, graph=GRAPH, state=None):
    state = State(flips=Flips.none()) if state is None else state
    return TrainedView.of(graph, settings, state, compute=cpu)


@pytest.mark.parametrize("name", TRAINED)
def test_a_run_keeps_the_rules_and_lowers_the_attack(name):
    settings = settings_with(name, n_flips=60)
    problem = pose(GRAPH, PRIVATE, settings)
    result = protect(problem, settings, compute=cpu)
    flipped = set(keys_of(result.flips.pairs, GRAPH.n_nodes).tolist())
    assert len(flipped) == len(result.flips) <= 60
    assert not flipped & set(keys_of(problem.forbidden, GRAPH.n_nodes).tolist())
    assert result.graph.degrees.min() > 0
    assert result.history[0].auc_fresh > 0.7
    assert result.history[-1].auc_fresh < result.history[0].auc_fresh - 0.05


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("trainings", [1, 2])
def test_a_run_goes_on_from_any_state_to_the_same_end(name, trainings):
    settings = settings_with(name, trainings=trainings)
    problem = pose(GRAPH, PRIVATE, settings)
    states = list(run(problem, settings, compute=cpu))
    again = list(run(problem, settings, compute=cpu, state=states[1]))
    one, other = finish(problem, states[-1]), finish(problem, again[-1])
    assert_array_equal(one.flips.pairs, other.flips.pairs)
    assert repr(one.history) == repr(other.history)


@pytest.mark.parametrize("name", ["line", "deepwalk"])
def test_what_would_be_published_is_trained_from_nothing_with_its_own_seed(name):
    settings = settings_with(name, seed=3)
    view = view_of(settings).published()
    rows = train(GRAPH, settings.training, compute=cpu).rows.astype(np.float64)
    expected, _ = levelled(rows, compute=cpu)
    assert_array_equal(view.rows, expected)
    assert_array_equal(view.published().rows, expected)


def test_a_view_of_the_loop_walks_less_and_begins_anew():
    settings = settings_with("deepwalk")
    first = view_of(settings)
    state = State(flips=Flips.none())
    assert first.keep(state) is state
    used = first._trained[0].settings
    assert used == replace(TRAINED["deepwalk"], walks_per_node=8, seed=used.seed)
    rows = train(GRAPH, used, compute=cpu).rows.astype(np.float64)
    assert_array_equal(first.rows, levelled(rows, compute=cpu)[0])
    as_given = view_of(replace(settings, directions=False))
    assert_array_equal(as_given.rows, rows)


def test_each_training_has_a_seed_of_its_own_and_none_is_the_published():
    settings = settings_with("line", trainings=3)
    seeds = [one.settings.seed for one in view_of(settings)._trained]
    assert len({*seeds, TRAINED["line"].seed}) == 4


def test_a_context_that_is_not_there_is_the_one_that_fits_best():
    view = view_of(settings_with("callable", directions=False))
    matrix = view.matrices.log_above.toarray()
    expected = np.linalg.lstsq(view.rows, matrix, rcond=None)[0].T
    assert_allclose(view._context(view.rows), expected, rtol=0, atol=1e-8)


def test_settings_that_do_not_go_together_are_refused():
    with pytest.raises(InputError, match="closed form"):
        settings_with("line", gradient="spectral")
    with pytest.raises(InputError, match="8 columns"):
        settings_with("line", n_components=9)
    with pytest.raises(InputError, match="trainings must be at least 1"):
        settings_with("line", trainings=0)
