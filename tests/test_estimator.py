"""`PPNE` in the manner of scikit-learn: parameters, inputs of every kind, errors."""

import doctest
import re

import networkx as nx
import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

import ppne
import ppne.estimator
from ppne import PPNE
from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.directions import directions
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named
from ppne.graph.synthetic import block_model
from ppne.train.line import Line
from ppne.train.trained import train

QUICK = {"method": "line", "n_components": 5, "n_flips": 6, "batch_size": 2, "target_auc": 0.0}
QUICK = {**QUICK, "n_jobs": 1}


@pytest.fixture
def graph():
    return block_model(n_nodes=60, seed=4)


@pytest.fixture
def links(graph):
    return graph.links[::10]


def test_parameters_can_be_read_set_and_cloned():
    model = PPNE(n_components=7, k=2.0)
    assert model.get_params()["n_components"] == 7
    model.set_params(n_components=9, preset="paper")
    copy = clone(model)
    assert copy is not model
    assert copy.get_params() == model.get_params()
    assert (copy.n_components, copy.preset, copy.k) == (9, "paper", 2.0)
    with pytest.raises(ValueError, match="nonsense"):
        model.set_params(nonsense=1)


def test_fitting_changes_no_parameter(graph, links):
    model = PPNE(**QUICK)
    before = model.get_params()
    assert model.fit(graph, links) is model
    assert model.get_params() == before
    assert not hasattr(clone(model), "embedding_")


def test_what_is_fitted_fits_together(graph, links):
    model = PPNE(**QUICK).fit(graph, links)
    assert model.embedding_.shape == (60, 5)
    assert model.embedding_.dtype == np.float32
    np.testing.assert_array_equal(model.node_ids_, graph.node_ids)
    assert not model.perturbed_graph_.has_links(links).any()
    assert model.history_[-1]["n_flips"] == len(model.flips_) <= 6
    changed = model.perturbed_graph_.has_links(model.flips_.pairs)
    np.testing.assert_array_equal(changed, model.flips_.signs > 0)
    assert isinstance(model.stopped_, str)


def test_the_same_seed_gives_the_same_bits_on_one_core_or_more(graph, links):
    first, second = (PPNE(**{**QUICK, "n_jobs": jobs}).fit(graph, links) for jobs in (None, 1))
    np.testing.assert_array_equal(first.embedding_, second.embedding_)
    np.testing.assert_array_equal(first.flips_.pairs, second.flips_.pairs)


def test_fit_transform_is_fit_and_then_transform(graph, links):
    rows = PPNE(**QUICK).fit_transform(graph, links)
    np.testing.assert_array_equal(rows, PPNE(**QUICK).fit(graph, links).transform())


@pytest.mark.parametrize("draws", [np.random.RandomState, np.random.default_rng])
def test_what_draws_numbers_draws_the_seed(graph, links, draws):
    first, second = (PPNE(**QUICK, random_state=draws(5)).fit(graph, links) for _ in range(2))
    assert_array_equal(first.embedding_, second.embedding_)
    assert PPNE(**QUICK, random_state=None).fit(graph, links).embedding_.shape == (60, 5)


def test_the_seed_stands_in_no_repr_and_no_error():
    model = PPNE(random_state=987654321, n_components=7)
    shown = [repr(model), str(model), *model._repr_mimebundle_().values()]
    with pytest.raises(ValueError, match="nonsense") as error:
        model.set_params(nonsense=1)
    assert "n_components=7" in repr(model)
    assert not any("987654321" in text for text in [*shown, str(error.value)])
    assert clone(model).random_state == 987654321


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"random_state": "s"}, "seed must be a whole number, got 's'"),
        ({"random_state": 0.5}, "seed must be a whole number, got 0.5"),
        ({"n_components": "a"}, "n_components must be a whole number, got 'a'"),
        ({"n_components": 4.0}, "n_components must be a whole number, got 4.0"),
        ({"n_flips": "10%"}, "n_flips must be a count or a share below 1, got '10%'"),
        ({"n_flips": True}, "n_flips must be a count or a share below 1, got True"),
        ({"negatives": None}, "negatives must be a number, got None"),
        ({"window": "x", "method": "deepwalk"}, "window must be a number, got 'x'"),
        ({"k": "x"}, "k must be a finite number, got 'x'"),
        ({"target_auc": "x"}, "target_auc must be a finite number, got 'x'"),
    ],
)
def test_a_parameter_of_the_wrong_kind_is_named(graph, links, given, said):
    with pytest.raises(InputError, match=re.escape(said)):
        PPNE(**{**QUICK, **given}).fit(graph, links)


def test_an_embedding_without_a_row_is_refused_and_one_with_few_is_warned_of():
    dense = ppne.Graph.from_links(np.argwhere(np.triu(np.ones((30, 30)), 2)), n_nodes=30)
    with pytest.raises(InputError, match=r"every row .* is zero: beside 5 negative .* such as 1"):
        PPNE(**QUICK).fit(dense, dense.links[::20])
    hub = np.column_stack([np.zeros(39, dtype=np.int64), np.arange(1, 40)])
    ring = np.column_stack([np.arange(40, 60), np.roll(np.arange(40, 60), -1)])
    graph = ppne.Graph.from_links(np.concatenate([hub, ring, [[1, 2], [40, 45]]]), n_nodes=60)
    with pytest.warns(UserWarning, match="nodes with links have a zero row"):
        model = PPNE(**QUICK).fit(graph, [[1, 2], [40, 45]])
    assert (~model.embedding_.any(axis=1)).sum() > 6


def test_what_is_trained_is_trained_on_the_perturbed_graph(graph, links):
    given = {"embedder": "trained", "negatives": 2, "directions": False}
    model = PPNE(**QUICK, **given).fit(graph, links)
    settings = Line(n_components=5, negatives=2)
    expected = train(model.perturbed_graph_, settings, compute=cpu).rows
    assert_array_equal(model.embedding_, expected)
    assert len(model.flips_) > 0


def test_any_function_of_a_graph_can_be_protected(graph, links):
    def embedder(graph):
        return embed(graph, method_named("line", negatives=1.0), 5, compute=cpu)

    model = PPNE(**QUICK, embedder=embedder, directions=False).fit(graph, links)
    assert_array_equal(model.embedding_, embedder(model.perturbed_graph_).astype(np.float32))
    assert len(model.flips_) > 0


@pytest.mark.parametrize(
    ("given", "kept"), [({}, False), ({"directions": False}, True), ({"preset": "paper"}, True)]
)
def test_directions_alone_come_out_unless_lengths_are_to_be_kept(graph, links, given, kept):
    model = PPNE(**QUICK, **given).fit(graph, links)
    method = method_named("line")
    rows = embed(model.perturbed_graph_, method, 5, compute=cpu)
    expected = rows if kept else directions(rows, level=False, compute=cpu)
    assert_array_equal(model.embedding_, expected.astype(np.float32))


def test_an_unseen_graph_cannot_be_transformed(graph, links):
    with pytest.raises(NotFittedError):
        PPNE().transform()
    with pytest.raises(InputError, match="unseen graph"):
        PPNE(**QUICK).fit(graph, links).transform(graph)


@pytest.fixture
def expected(graph, links):
    return PPNE(**QUICK).fit_transform(graph, links)


def test_matrices_are_graphs(graph, links, expected):
    for matrix in (graph.adjacency, graph.adjacency.toarray()):
        np.testing.assert_array_equal(PPNE(**QUICK).fit_transform(matrix, links), expected)


def test_a_networkx_graph_keeps_its_string_ids(graph, links):
    network = nx.Graph([(f"ü{u}", f"ü{v}") for u, v in graph.links])
    model = PPNE(**QUICK).fit(network, [(f"ü{u}", f"ü{v}") for u, v in links])
    assert set(model.node_ids_) == set(network)
    at = {name: index for index, name in enumerate(model.node_ids_.tolist())}
    pairs = np.sort([[at[f"ü{u}"], at[f"ü{v}"]] for u, v in links], axis=1)
    assert not model.perturbed_graph_.has_links(pairs).any()
    assert len(model.perturbed_graph_.node_ids) == 60


def test_paths_are_read_for_graph_and_links(graph, links, tmp_path):
    for name, pairs in (("graph.csv", graph.links), ("private.csv", links)):
        np.savetxt(tmp_path / name, pairs, fmt="%d", delimiter=",")
    from_files = PPNE(**QUICK).fit(str(tmp_path / "graph.csv"), tmp_path / "private.csv")
    from_pairs = PPNE(**QUICK).fit(tmp_path / "graph.csv", links.tolist())
    np.testing.assert_array_equal(from_files.embedding_, from_pairs.embedding_)


def test_links_are_ids_and_not_positions(graph, links):
    moved = graph.links[:, ::-1] + 1000
    model = PPNE(**QUICK).fit(moved, links + 1000)
    assert model.node_ids_.min() >= 1000
    with pytest.raises(InputError, match="no node"):
        PPNE(**QUICK).fit(moved, links)


def test_order_and_repeats_of_private_links_do_not_matter(graph, links, expected):
    again = np.concatenate([links[::-1, ::-1], links])
    np.testing.assert_array_equal(PPNE(**QUICK).fit_transform(graph, again), expected)


@pytest.mark.parametrize(
    ("budget", "count"), [(7, 7), (7.0, 7), (np.int64(7), 7), (0, 0), (0.1, None), (1e-9, 1)]
)
def test_a_budget_is_a_count_or_a_share_of_the_public_links(graph, links, budget, count):
    settings = PPNE(n_flips=budget)._settings(200)
    assert settings.n_flips == (20 if count is None else count)


@pytest.mark.parametrize("budget", [-1, -0.5, 1.5, float("nan"), float("inf")])
def test_a_budget_that_cannot_be_meant_is_refused(graph, links, budget):
    with pytest.raises(InputError, match="n_flips must be a count or a share"):
        PPNE(n_flips=budget).fit(graph, links)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"method": "word2vec"}, "unknown method 'word2vec'"),
        ({"preset": "best"}, "unknown preset 'best'"),
        ({"n_components": 60}, "needs more than 60 nodes"),
        ({"n_components": 0}, "n_components must be at least 1"),
        ({"n_candidates": 0}, "n_candidates"),
        ({"batch_size": 0}, "batch_size"),
        ({"k": -1}, "k must be"),
        ({"random_state": -1}, "seed must be"),
        ({"additions": 2.0}, "additions must lie"),
        ({"additions": "some"}, "additions must be a share, None or 'preset'"),
        ({"window": 3}, "window"),
        ({"negatives": 0}, "negatives"),
        ({"n_jobs": 0}, "threads"),
        ({"embedder": "gcn"}, "embedder must be 'closed', 'trained' or a function"),
        ({"embedder": "trained", "negatives": 0.5}, "negatives must be whole"),
        ({"embedder": "trained", "window": 3}, "window"),
        ({"embedder": lambda graph: [1.0]}, "one row a node"),
    ],
)
def test_parameters_are_checked_when_fitting(graph, links, parameters, said):
    with pytest.raises(InputError, match=said):
        PPNE(**{**QUICK, **parameters}).fit(graph, links)


@pytest.mark.parametrize(
    ("private", "said"),
    [
        ([], "no private link"),
        (None, "must be pairs of node ids or the path"),
        (7, "must be pairs of node ids or the path"),
        ([(0, 999)], "row 0: no node '999'"),
        ([(0, 1), (2, 2)], "a pair of a node with itself"),
        ([(0, 1, 2)], "row 0: expected two node ids, got 3"),
        (["01", "23"], "row 0: expected a pair"),
        ([3, 4], "row 0: expected a pair"),
        ("nowhere.csv", "nowhere.csv"),
    ],
)
def test_private_links_are_checked(graph, private, said):
    with pytest.raises(InputError, match=said):
        PPNE(**QUICK).fit(graph, private)


def test_a_thing_that_is_no_graph_is_refused(links):
    with pytest.raises(InputError, match="cannot make a graph of a dict"):
        PPNE(**QUICK).fit({}, links)


def test_a_graph_whose_every_link_is_private_is_refused(graph):
    with pytest.raises(InputError, match="every link"):
        PPNE(**QUICK).fit(graph, graph.links)


def test_the_example_of_the_docstring_runs():
    result = doctest.testmod(ppne.estimator)
    assert result.attempted >= 4
    assert result.failed == 0


def test_the_package_names_what_it_offers():
    for name in ppne.__all__:
        assert getattr(ppne, name)
    with pytest.raises(AttributeError, match="nothing_here"):
        _ = ppne.nothing_here
