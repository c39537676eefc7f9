"""Graphs by name: made on the spot, or in a folder."""

from pathlib import Path

import numpy as np
import pytest

import ppne.reproduce.datasets as under_test
from ppne.errors import InputError
from ppne.reproduce.datasets import (
    check_name,
    data_folder,
    fetch_all,
    missing,
    open_dataset,
)
from ppne.reproduce.fetch import HOMES, degree_digest


@pytest.mark.parametrize("name", ["cora", "flickr", "flickr-size", "random:100", "block-model:50"])
def test_names_that_are_known(name):
    check_name(name)


@pytest.mark.parametrize(
    "name", ["", "kora", "random", "random:", "random:-5", "random:19", "cora:5"]
)
def test_names_that_are_not(name):
    with pytest.raises(InputError, match=r"no dataset .*cora, citeseer"):
        check_name(name)


@pytest.mark.parametrize("name", ["random:200", "block-model:200"])
def test_a_graph_made_on_the_spot_is_the_same_for_the_same_seed(name):
    one, again, other = (open_dataset(name, Path(), seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.links, again.links)
    assert one.n_nodes == other.n_nodes == 200
    assert name.startswith("block") or one.n_links == 1000
    assert not np.array_equal(one.links, other.links)


def test_the_stand_in_is_as_large_as_flickr(monkeypatch):
    asked = {}
    monkeypatch.setattr(under_test, "block_model", lambda **options: asked.update(options))
    open_dataset("flickr-size", Path(), 4)
    assert asked["n_nodes"] == 1_715_255
    assert asked["mean_degree"] * asked["n_nodes"] / 2 == pytest.approx(15_555_042)
    assert (asked["n_groups"], asked["seed"]) == (5, 4)


def test_a_dataset_that_is_not_in_the_folder_is_named(tmp_path):
    with pytest.raises(InputError, match="cora: no such folder"):
        open_dataset("cora", tmp_path, 0)


def test_the_folder_is_the_one_given_or_of_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("PPNE_DATA", str(tmp_path / "told"))
    assert data_folder(tmp_path, Path("x")) == tmp_path
    assert data_folder(None, Path("x")) == tmp_path / "told"
    monkeypatch.setenv("PPNE_DATA", "")
    assert data_folder(None, Path("x")) == Path("x")


def test_only_what_is_missing_is_fetched(monkeypatch, tmp_path):
    (tmp_path / "cora").mkdir()
    fetched = []
    monkeypatch.setattr(under_test, "fetch", lambda name, folder: fetched.append(name))
    names = {"pubmed", "cora", "random:100", "flickr-size", "citeseer"}
    assert missing(names, tmp_path) == ["citeseer", "pubmed"]
    assert fetch_all(names, tmp_path) == fetched == ["citeseer", "pubmed"]


@pytest.mark.real
@pytest.mark.parametrize("name", ["cora", "citeseer", "pubmed", "blogcatalog", "ogbn_arxiv"])
def test_the_real_graphs_are_those_that_their_homes_are_known_for(real_data, name):
    graph, home = open_dataset(name, real_data, 0), HOMES[name]
    assert (graph.n_nodes, graph.n_links) == (home.n_nodes, home.n_links)
    assert graph.labels is not None
    if home.degrees is not None:
        assert degree_digest(graph) == home.degrees


@pytest.mark.real
def test_planetoid_files_are_found_in_their_own_folder(real_data, tmp_path):
    (tmp_path / "cora").mkdir()
    (tmp_path / "cora" / "raw").symlink_to((real_data / "cora" / "raw").resolve())
    graph = open_dataset("cora", tmp_path, 0)
    assert graph.n_links == 5278
