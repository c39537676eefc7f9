"""The greedy loop: its rules, its ends, and the same flips every time."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numba import config
from numpy.testing import assert_array_equal

from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.methods import method_named
from ppne.graph.flips import Flips, apply
from ppne.graph.pairs import keys_of
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model
from ppne.private.choose import share_of_links
from ppne.protect import batch
from ppne.protect.greedy import finish, pose, protect, run
from ppne.protect.measure import measure
from ppne.protect.settings import CRITERIA, GRADIENTS, OBJECTIVES, ProtectionSettings
from ppne.publish.release import release_rows

GRAPH = block_model(n_nodes=120, n_groups=3, mean_degree=8, seed=1)
PRIVATE = share_of_links(GRAPH, 0.1, np.random.default_rng(5))
# One negative sample: with five, a graph this small keeps next to nothing above one.
METHODS = {
    "line": method_named("line", negatives=1.0),
    "deepwalk": method_named("deepwalk", negatives=1.0),
    "sampled": method_named("deepwalk", negatives=1.0, walks=200),
}


@pytest.fixture(autouse=True)
def steady():
    with cpu.steady():
        yield


def settings_with(name="line", **given):
    fields = {
        "method": METHODS[name],
        "n_components": 12,
        "n_flips": 24,
        "batch_size": 6,
        "floor": 0.0,
        "until": "budget",
    }
    return ProtectionSettings(**{**fields, **given})


def result_of(name="line", **given):
    settings = settings_with(name, **given)
    return protect(pose(GRAPH, PRIVATE, settings), settings, compute=cpu)


def keys(pairs):
    return set(keys_of(pairs, GRAPH.n_nodes).tolist())


def same(one, other):
    """Whether two results are the same to the bit."""
    assert_array_equal(one.flips.pairs, other.flips.pairs)
    assert_array_equal(one.flips.signs, other.flips.signs)
    assert repr(one.history) == repr(other.history)  # repr: NaN is not equal to itself
    assert one.stopped == other.stopped


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("additions", [0.0, 0.5, 1.0, None])
@pytest.mark.parametrize("pool", ["near", "uniform"])
def test_every_run_keeps_the_rules(name, additions, pool):
    settings = settings_with(name, additions=additions, addition_pool=pool)
    problem = pose(GRAPH, PRIVATE, settings)
    result = protect(problem, settings, compute=cpu)
    flipped = keys(result.flips.pairs)
    assert len(flipped) == len(result.flips) <= 24
    assert not flipped & keys(problem.forbidden)
    assert (result.graph.degrees[problem.graph.degrees > 0] > 0).all()
    assert result.graph.links.tolist() == apply(problem.graph, result.flips).links.tolist()
    n_additions = int((result.flips.signs > 0).sum())
    if additions is not None:
        assert n_additions <= additions * 24
    if additions == 0.0:
        assert len(result.flips) == 24
    if additions == 1.0:
        assert n_additions == len(result.flips)
    if additions == 0.5 and len(result.flips) == 24:  # near ones only make up for removals
        assert n_additions == 12 if pool == "uniform" else n_additions < 12


@pytest.mark.parametrize("name", METHODS)
def test_no_batch_isolates_a_node_or_passes_the_cap(name):
    settings = settings_with(name, n_flips=60, batch_size=20, additions=0.0, node_cap=2)
    problem = pose(GRAPH, PRIVATE, settings)
    before = Flips.none()
    for state in run(problem, settings, compute=cpu):
        degrees = apply(problem.graph, state.flips).degrees
        assert (degrees[problem.graph.degrees > 0] > 0).all()
        batch = state.flips.pairs[len(before) :]
        assert len(batch) <= 20
        assert np.bincount(batch.ravel(), minlength=1).max() <= 2
        before = state.flips


def test_near_additions_have_a_neighbour_in_common_and_give_nothing_away():
    settings = settings_with(additions=0.5, n_flips=60, batch_size=6)
    problem = pose(GRAPH, PRIVATE, settings)
    states = list(run(problem, settings, compute=cpu))
    n_added = 0
    for before, after in pairwise(states):
        graph = apply(problem.graph, before.flips)
        common = (graph.adjacency @ graph.adjacency).toarray()
        new = after.flips.take(np.arange(len(before.flips), len(after.flips)))
        added = new.pairs[new.signs > 0]
        n_added += len(added)
        assert (common[added[:, 0], added[:, 1]] > 0).all()
        assert after.history[-1].expected_gain >= 0
    assert n_added > 0


def test_links_are_added_where_few_can_be_removed():
    shares = []
    for mean_degree in (16, 3):
        graph = block_model(n_nodes=150, n_groups=3, mean_degree=mean_degree, seed=2)
        private = share_of_links(graph, 0.1, np.random.default_rng(5))
        settings = settings_with(n_flips=60, batch_size=6, additions=0.5)
        result = protect(pose(graph, private, settings), settings, compute=cpu)
        shares.append((result.flips.signs > 0).sum() / max(len(result.flips), 1))
    assert shares[0] == 0
    assert shares[1] > 0.05


def test_a_large_batch_takes_flips_near_the_best_and_no_fewer_than_a_default_one():
    sizes = {}
    for floor in (0.0, 0.9):
        result = result_of(n_flips=600, batch_size=60, additions=0.0, floor=floor, n_iterations=1)
        sizes[floor] = len(result.flips)
    assert 600 // 100 <= sizes[0.9] < sizes[0.0]


def test_a_gradient_of_ones_own_takes_the_place_of_the_settings():
    settings = settings_with(additions=0.0, n_iterations=1)
    problem = pose(GRAPH, PRIVATE, settings)
    asked = []

    def gradient_of(view, leak):
        asked.append(len(view.rows))
        return view.gradient(lambda rows: (np.ones_like(rows), None))

    own, plugged = (
        list(run(problem, settings, compute=cpu, gradient_of=way))[-1]
        for way in (None, gradient_of)
    )
    assert asked == [GRAPH.n_nodes]
    assert keys(own.flips.pairs) != keys(plugged.flips.pairs)


def test_the_budget_of_flips_is_spent_to_the_last():
    result = result_of(n_flips=10, batch_size=4, additions=0.0)
    assert len(result.flips) == 10
    assert result.stopped == "budget of flips spent"
    assert [step.n_flips for step in result.history] == [0, 4, 8, 10]


def test_a_budget_of_nothing_flips_nothing():
    result = result_of(n_flips=0)
    assert len(result.flips) == 0
    assert result.stopped == "budget of flips spent"
    assert len(result.history) == 1


@pytest.mark.parametrize("n_iterations", [0, 2])
def test_a_run_ends_after_its_iterations(n_iterations):
    result = result_of(n_iterations=n_iterations, additions=0.0)
    assert result.stopped == "number of iterations reached"
    assert len(result.flips) == 6 * n_iterations


def test_a_run_ends_at_the_target_gain_and_not_before():
    whole = result_of(n_flips=60, additions=0.0)
    gains = [whole.history[0].leakage - step.leakage for step in whole.history]
    target = 0.5 * max(gains)
    first = next(at for at, gain in enumerate(gains) if gain >= target)
    result = result_of(n_flips=60, additions=0.0, target_gain=target)
    assert result.stopped == "target gain reached"
    assert len(result.history) == first + 1
    assert len(result.flips) == whole.history[first].n_flips


def test_a_run_ends_at_the_target_auc_and_not_before():
    whole = result_of(n_flips=60, additions=0.0)
    aucs = [step.auc_fresh for step in whole.history]
    target = (aucs[0] + min(aucs)) / 2
    result = result_of(n_flips=60, additions=0.0, target_auc=target)
    assert result.stopped == "target AUC reached"
    told = [step.auc_fresh for step in result.history]
    assert told[-1] <= target < min(told[:-1])


@pytest.mark.parametrize("name", ["line", "deepwalk"])
@pytest.mark.parametrize("directions", [False, True])
def test_at_the_target_the_attack_is_judged_as_on_the_release(name, directions):
    settings = settings_with(
        name, n_flips=60, additions=0.0, target_auc=0.65, directions=directions
    )
    problem = pose(GRAPH, PRIVATE, settings)
    result = protect(problem, settings, compute=cpu)
    rows = release_rows(
        result.graph,
        settings.method,
        settings.n_components,
        directions=directions,
        compute=cpu,
    )
    released, _ = measure(problem, result.flips, rows, compute=cpu)
    assert abs(result.history[-1].auc_fresh - released.auc_fresh) < 0.01


def test_a_run_ends_where_links_cannot_be_told_from_non_links_and_not_before():
    result = result_of(n_flips=200, batch_size=4, until="indistinguishable")
    assert result.stopped == "indistinguishable"
    *before, last = result.history
    assert last.auc_low <= 0.5
    assert last.auc_fresh <= 0.55
    assert all(step.auc_low > 0.5 or step.auc_fresh > 0.55 for step in before)


def test_a_learned_attacker_in_the_loop_must_be_at_chance_too():
    settings = settings_with(learned=0.5, until="indistinguishable")
    history = protect(pose(GRAPH, PRIVATE, settings), settings, compute=cpu).history
    for step in history:
        assert np.isfinite(step.auc_learned)
        assert step.auc_low < step.auc_strongest == max(step.auc_fresh, step.auc_learned)


def test_a_target_met_from_the_start_flips_nothing():
    result = result_of(target_auc=1.0)
    assert len(result.flips) == 0
    assert result.stopped == "target AUC reached"


def test_a_run_ends_where_no_link_can_be_spared():
    # Twelve separate links once the private link is out: every removal would isolate two.
    links = np.array([[i, i + 1] for i in range(0, 24, 2)] + [[0, 2]])
    graph = Graph.from_links(links)
    settings = settings_with(n_components=4, additions=0.0)
    result = protect(pose(graph, np.array([[0, 2]]), settings), settings, compute=cpu)
    assert len(result.flips) == 0
    assert result.stopped == "no candidate is left"


def test_a_run_ends_where_no_flip_would_gain(monkeypatch):
    monkeypatch.setattr(batch, "leakage_changes", lambda *args, **given: np.zeros(len(args[4])))
    result = result_of()
    assert len(result.flips) == 0
    assert result.stopped == "no flip improves privacy"


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_criterion_runs(name, criterion):
    result = result_of(name, criterion=criterion, n_flips=8, batch_size=4)
    assert len(result.flips) == 8
    needs_loss = criterion in ("ratio", "marginal", "constrained", "utility")
    assert np.isfinite(result.history[0].utility_loss) == needs_loss


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("gradient", GRADIENTS)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_gradient_and_objective_runs(name, gradient, objective):
    result = result_of(
        name, gradient=gradient, objective=objective, learned=0.0, n_flips=8, batch_size=4
    )
    assert len(result.flips) == 8


@pytest.mark.parametrize("gradient", GRADIENTS)
def test_decoys_over_all_pairs_run(gradient):
    result = result_of(
        gradient=gradient, objective="difference", learned=0.0, n_decoys=0, additions=0.0
    )
    assert len(result.flips) == 24
    assert np.isnan(result.history[0].auc_own)
    assert result.history[-1].leakage < result.history[0].leakage


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("learned", [0.5, 1.0])
def test_a_learned_attacker_in_the_loop_runs(name, learned):
    result = result_of(name, learned=learned, additions=0.0)
    assert len(result.flips) == 24
    assert result.history[-1].leakage < result.history[0].leakage


def test_the_papers_preset_runs():
    settings = ProtectionSettings.from_preset(
        "paper", method=METHODS["deepwalk"], n_flips=8, n_components=12, batch_size=4
    )
    result = protect(pose(GRAPH, PRIVATE, settings), settings, compute=cpu)
    assert int((result.flips.signs > 0).sum()) == 4


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("seed", range(3))
def test_the_leakage_falls(name, seed):
    # Mean degree 8 and closed triangles: the private links are seen before (AUC well above half).
    graph = block_model(n_nodes=120, n_groups=3, mean_degree=8, seed=seed)
    private = share_of_links(graph, 0.1, np.random.default_rng(seed))
    settings = settings_with(name, n_flips=48, additions=0.0, seed=seed)
    history = protect(pose(graph, private, settings), settings, compute=cpu).history
    assert history[-1].leakage < 0.8 * history[0].leakage
    assert abs(history[-1].auc_fresh - 0.5) < abs(history[0].auc_fresh - 0.5)


@pytest.mark.skipif(config.NUMBA_NUM_THREADS < 2, reason="one core: no second thread")
@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("criterion", ["degree", "ratio"])
def test_one_thread_and_two_make_the_same_flips_to_the_bit(name, criterion):
    results = []
    for n_threads in (1, 2):
        with cpu.steady(n_threads):
            results.append(result_of(name, criterion=criterion, additions=0.5, n_flips=12))
    same(*results)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("given", [{}, {"criterion": "ratio", "addition_pool": "uniform"}])
def test_a_run_taken_up_from_any_state_ends_the_same_to_the_bit(name, given):
    settings = settings_with(name, n_flips=16, batch_size=4, additions=0.5, **given)
    problem = pose(GRAPH, PRIVATE, settings)
    states = list(run(problem, settings, compute=cpu))
    whole = finish(problem, states[-1])
    assert len(states) >= 4
    for state in states[:-1]:
        *_, last = run(problem, settings, compute=cpu, state=state)
        same(whole, finish(problem, last))


def test_a_run_that_has_stopped_goes_no_further():
    settings = settings_with(n_flips=6)
    problem = pose(GRAPH, PRIVATE, settings)
    *_, last = run(problem, settings, compute=cpu)
    assert list(run(problem, settings, compute=cpu, state=last)) == []


@pytest.mark.parametrize("name", METHODS)
def test_the_same_seed_gives_the_same_run_and_another_seed_another(name):
    one, again = (result_of(name, additions=0.5) for _ in range(2))
    same(one, again)
    other = result_of(name, additions=0.5, seed=1)
    assert keys(one.flips.pairs) != keys(other.flips.pairs)


def test_decoys_and_watched_pairs_are_non_links_and_strangers():
    settings = settings_with()
    problem = pose(GRAPH, PRIVATE, settings)
    sets = [keys(GRAPH.links), keys(problem.pairs.decoys), keys(problem.watched)]
    assert len(problem.pairs.decoys) == 10 * len(PRIVATE)
    assert all(not one & other for one, other in [sets[:2], sets[1:], sets[::2]])
    assert keys(problem.graph.links) == keys(GRAPH.links) - keys(PRIVATE)


def test_decoys_never_take_more_than_a_third_of_the_non_links():
    graph = block_model(n_nodes=20, n_groups=2, mean_degree=6, seed=0)
    problem = pose(graph, graph.links[:9], settings_with(n_components=4, n_decoys=100.0))
    third = (190 - graph.n_links) // 3
    assert len(problem.pairs.decoys) == len(problem.watched) == third


def test_a_graph_with_every_link_private_is_refused():
    with pytest.raises(InputError, match="every link of the graph is private"):
        pose(GRAPH, GRAPH.links, settings_with())


def test_a_graph_with_hardly_any_non_link_is_refused():
    complete = Graph.from_links(np.column_stack(np.triu_indices(8, 1)))
    with pytest.raises(InputError, match="no non-links to hide"):
        pose(complete, complete.links[:1], settings_with(n_components=2))


@pytest.mark.parametrize("n_components", [120, 500])
def test_a_dimension_of_the_number_of_nodes_or_more_is_refused(n_components):
    with pytest.raises(InputError, match=f"a dimension of {n_components}"):
        pose(GRAPH, PRIVATE, settings_with(n_components=n_components))


def test_fewer_candidates_than_links_are_drawn_where_that_is_asked():
    settings = settings_with(n_candidates=3, batch_size=10, additions=0.0, n_iterations=1)
    problem = pose(GRAPH, PRIVATE, settings)
    result = protect(problem, settings, compute=cpu)
    assert len(result.flips) <= 3
    other = replace(settings, seed=9)
    assert len(protect(problem, other, compute=cpu).flips) <= 3


def test_where_there_is_nothing_to_add_links_are_removed_instead(monkeypatch):
    monkeypatch.setattr(batch, "draw_two_steps", lambda *_: Flips.none())
    result = result_of(n_flips=8, batch_size=1, additions=0.5, addition_pool="near")
    assert len(result.flips) == 8
    assert (result.flips.signs < 0).all()


def test_a_share_of_a_decoy_is_a_decoy():
    problem = pose(GRAPH, PRIVATE[:1], settings_with(n_decoys=0.3))
    assert len(problem.pairs.decoys) == 1
