"""Algorithm 1 by brute force, and how well the fast path ranks flips against it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import spearmanr

from ppne.candidate.sample import draw_additions, draw_removals
from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.embedding import scaled_rows
from ppne.factor.methods import method_named
from ppne.factor.proximity import proximity
from ppne.graph.flips import Flips, apply
from ppne.graph.synthetic import block_model
from ppne.privacy.flip_change import leakage_changes
from ppne.privacy.gradient import kkt_gradient, spectral_gradient
from ppne.privacy.leakage import similarity_slope
from ppne.privacy.objective import difference_weights
from ppne.private.choose import share_of_links
from ppne.protect.exact import every_flip, protect_exactly, root_mean_square, true_gain_and_loss
from ppne.protect.greedy import pose
from ppne.protect.settings import ProtectionSettings
from tests.reference import leakage as plain_leakage
from tests.reference import spectrum as plain


@pytest.fixture(autouse=True)
def steady():
    with cpu.steady():
        yield


def settings_of(method, n_components, seed=0):
    return ProtectionSettings(
        method=method, n_components=n_components, n_flips=1, batch_size=1, seed=seed
    )


def small_problem(seed=0):
    graph = block_model(n_nodes=12, n_groups=2, mean_degree=4, seed=seed)
    private = share_of_links(graph, 0.1, np.random.default_rng(seed))
    return pose(graph, private, settings_of(method_named("line"), 3))


def two_hop_rows(graph):
    """An embedding that owes nothing to the closed forms: two steps of the walk, dense."""
    walk = graph.adjacency.toarray() + np.eye(graph.n_nodes)
    walk /= walk.sum(axis=1, keepdims=True)
    return walk @ walk


def lapack_embedder(method, n_components):
    def embedder(graph):
        dense = proximity(graph, method, compute=cpu).log_above.toarray()
        return scaled_rows(plain.leading_eigenpairs(dense, n_components), compute=cpu)

    return embedder


def brute_force(problem, embedder, made, k):
    """The flip with the largest gain over loss to the power k, by one loop over all pairs."""
    original = embedder(problem.graph)
    graph = apply(problem.graph, made)
    shut = {tuple(pair) for pair in np.concatenate([problem.forbidden, made.pairs]).tolist()}
    best, best_score = None, -np.inf
    for u in range(graph.n_nodes):
        for v in range(u + 1, graph.n_nodes):
            pair = np.array([[u, v]])
            sign = -1 if graph.has_links(pair)[0] else 1
            if (u, v) in shut or (sign < 0 and graph.degrees[[u, v]].min() == 1):
                continue
            rows = embedder(apply(problem.graph, made + Flips(pairs=pair, signs=np.array([sign]))))
            gain = plain_leakage.leakage(
                original, problem.pairs.links, problem.pairs.decoys
            ) - plain_leakage.leakage(rows, problem.pairs.links, problem.pairs.decoys)
            score = gain / np.sqrt(((rows - original) ** 2).mean()) ** k
            if score > best_score:
                best, best_score = (u, v, sign), score
    return best


@pytest.mark.parametrize("k", [0.0, 1.0])
@pytest.mark.parametrize("seed", [0, 1])
def test_each_flip_is_the_best_by_brute_force_for_any_embedding(k, seed):
    problem = small_problem(seed)
    result = protect_exactly(problem, two_hop_rows, n_iterations=2, compute=cpu, k=k)
    made = Flips.none()
    for at in range(2):
        u, v, sign = brute_force(problem, two_hop_rows, made, k)
        assert result.flips.pairs[at].tolist() == [u, v]
        assert result.flips.signs[at] == sign
        made = made + result.flips.take(np.array([at]))
    assert result.stopped == "number of iterations reached"
    assert [step.n_flips for step in result.history] == [0, 1, 2]
    assert_array_equal(result.graph.links, apply(problem.graph, made).links)


def test_it_stops_once_the_target_gain_is_reached():
    problem = small_problem()
    free = protect_exactly(problem, two_hop_rows, n_iterations=3, compute=cpu, k=0.0)
    gains = [free.history[0].leakage - step.leakage for step in free.history]
    result = protect_exactly(
        problem, two_hop_rows, n_iterations=3, compute=cpu, k=0.0, target_gain=gains[1]
    )
    assert result.stopped == "target gain reached"
    assert len(result.flips) == 1


def test_no_iteration_flips_nothing_and_fewer_is_refused():
    problem = small_problem()
    assert len(protect_exactly(problem, two_hop_rows, n_iterations=0, compute=cpu).flips) == 0
    with pytest.raises(InputError, match="n_iterations must be at least 0, got -1"):
        protect_exactly(problem, two_hop_rows, n_iterations=-1, compute=cpu)


def test_any_distance_can_take_the_place_of_the_papers():
    problem = small_problem()
    plain_choice = protect_exactly(problem, two_hop_rows, n_iterations=1, compute=cpu, k=0.0)
    constant = protect_exactly(
        problem, two_hop_rows, n_iterations=1, compute=cpu, distance=lambda after, before: 1.0
    )
    assert_array_equal(constant.flips.pairs, plain_choice.flips.pairs)


def test_every_flip_leaves_out_what_is_forbidden_and_what_isolates():
    problem = small_problem()
    graph = problem.graph
    flips = every_flip(graph, Flips.additions(problem.forbidden))
    listed = {
        tuple(pair): sign for pair, sign in zip(flips.pairs.tolist(), flips.signs, strict=True)
    }
    shut = {tuple(pair) for pair in problem.forbidden.tolist()}
    for u in range(12):
        for v in range(u + 1, 12):
            linked = bool(graph.has_links(np.array([[u, v]]))[0])
            spare = not linked or graph.degrees[[u, v]].min() > 1
            assert ((u, v) in listed) == (spare and (u, v) not in shut)
            if (u, v) in listed:
                assert listed[u, v] == (-1 if linked else 1)
    assert len(every_flip(graph)) >= len(flips)


def test_true_gain_and_loss_are_against_the_unperturbed_graph():
    problem = small_problem()
    flips = every_flip(problem.graph, Flips.additions(problem.forbidden))
    made, candidates = flips.take(np.array([0])), flips.take(np.array([3, 7]))
    gains, losses = true_gain_and_loss(problem, made, candidates, two_hop_rows, compute=cpu)
    original = two_hop_rows(problem.graph)
    for at in range(2):
        rows = two_hop_rows(apply(problem.graph, made + candidates.take(np.array([at]))))
        pairs = problem.pairs
        gain = plain_leakage.leakage(original, pairs.links, pairs.decoys)
        gain -= plain_leakage.leakage(rows, pairs.links, pairs.decoys)
        assert_allclose(gains[at], gain, rtol=0, atol=1e-12)
        assert_allclose(losses[at], np.sqrt(((rows - original) ** 2).mean()), rtol=1e-12)


def test_the_papers_distance_is_the_root_mean_square():
    assert root_mean_square(np.array([[3.0, 0.0]]), np.array([[0.0, 4.0]])) == np.sqrt(12.5)


def rank_correlations(name, n_nodes, n_components, seeds, n_flips=40):
    """Estimated against true gains, one row a seed.

    Columns: removals by KKT and by the spectral gradient, additions by both.
    """
    # One negative sample: with five, graphs this small keep next to nothing above one.
    method = method_named(name, negatives=1.0)
    embedder = lapack_embedder(method, n_components)
    found = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        graph = block_model(n_nodes=n_nodes, n_groups=4, mean_degree=8, seed=seed)
        private = share_of_links(graph, 0.1, rng)
        problem = pose(graph, private, settings_of(method, n_components, seed))
        matrices = proximity(problem.graph, method, compute=cpu)
        spectrum = plain.leading_eigenpairs(matrices.log_above.toarray(), n_components)
        rows = scaled_rows(spectrum, compute=cpu)
        weights = difference_weights(len(private), len(problem.pairs.decoys))
        slope = similarity_slope(rows, problem.pairs, weights, compute=cpu)
        gradients = [
            kkt_gradient(spectrum, 2.0 * slope.times(rows, compute=cpu), compute=cpu),
            spectral_gradient(spectrum, slope, compute=cpu),
        ]
        row = []
        for draw in (draw_removals, draw_additions):
            flips = draw(problem.graph, problem.forbidden, n_flips, rng)
            truth, _ = true_gain_and_loss(problem, Flips.none(), flips, embedder, compute=cpu)
            for gradient in gradients:
                changes = leakage_changes(
                    problem.graph, method, matrices, gradient, flips, compute=cpu
                )
                row.append(float(spearmanr(-changes, truth).statistic))
        found.append(row)
    return np.array(found)


# Over twenty seeds, least mean of four, n = 50 and 100: LINE 0.44 by KKT and 0.57 by the spectral
# gradient, DeepWalk 0.60 and 0.82; single seeds go down to 0.05 where there is no gap at K.
FLOORS = {"line": (0.25, 0.4), "deepwalk": (0.4, 0.65)}


@pytest.mark.parametrize("name", FLOORS)
@pytest.mark.parametrize(("n_nodes", "n_components"), [(50, 6), (100, 8), (200, 16)])
def test_the_fast_path_ranks_removals_as_algorithm_one_does(name, n_nodes, n_components, capsys):
    found = rank_correlations(name, n_nodes, n_components, range(4))
    with capsys.disabled():
        print(  # noqa: T201
            f"\n{name} n={n_nodes} K={n_components}: rank correlation with Algorithm 1, mean of 4 "
            f"seeds: removals KKT, spectral, additions KKT, spectral {found.mean(axis=0).round(2)}"
        )
    kkt, spectral = found.mean(axis=0)[:2]
    assert kkt > FLOORS[name][0]
    assert spectral > FLOORS[name][1]
