"""Graphs fetched from a server of our own, checked, and never left half done."""

import functools
import gzip
import hashlib
import sys
import threading
import zipfile
from dataclasses import replace
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from scipy import sparse
from scipy.io import savemat

import ppne.reproduce.fetch as under_test
from ppne.errors import InputError, MissingExtraError
from ppne.graph.load import read_graph
from ppne.graph.synthetic import block_model
from ppne.reproduce.fetch import HOMES, degree_digest, fetch


class Silent(SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture
def served(tmp_path):
    """A folder, and the address under which its files are served."""
    folder = tmp_path / "served"
    folder.mkdir()
    handler = functools.partial(Silent, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def graph():
    return block_model(n_nodes=60, n_groups=3, mean_degree=6, seed=2)


def at_home(monkeypatch, name, url, graph, **more):
    """Let the dataset's home be elsewhere, and the graph the one expected there."""
    home = replace(HOMES[name], url=url, n_nodes=graph.n_nodes, n_links=graph.n_links, **more)
    monkeypatch.setitem(HOMES, name, home)


def write_mat(folder, graph):
    hot = sparse.csr_array(np.eye(3)[graph.labels])
    savemat(folder / "blogcatalog.mat", {"network": graph.adjacency, "group": hot})


def text_rows(rows):
    return "".join(",".join(map(str, np.atleast_1d(row))) + "\n" for row in rows)


def write_ogb(folder, graph):
    with zipfile.ZipFile(folder / "arxiv.zip", "w") as archive:
        for name, rows in (("edge", graph.links), ("node-label", graph.labels)):
            content = gzip.compress(text_rows(rows).encode())
            archive.writestr(f"arxiv/raw/{name}.csv.gz", content)


def write_flickr(folder, graph):
    """As its collectors do: from 1, both ways; the classes are large groups, others are small."""
    members = [(node + 1, 10 + label) for node, label in enumerate(graph.labels)]
    members += [(1, 50), (2, 51), (3, 52)]
    both = np.concatenate([graph.links, graph.links[:, ::-1]]) + 1
    for name, rows in (("links", both), ("groupmemberships", members)):
        text = "".join(f"{a}\t{b}\n" for a, b in rows)
        (folder / f"flickr-{name}.txt.gz").write_bytes(gzip.compress(text.encode()))


@pytest.mark.parametrize(
    ("name", "write"),
    [("blogcatalog", write_mat), ("ogbn_arxiv", write_ogb), ("flickr", write_flickr)],
)
def test_a_graph_comes_as_it_was_published(monkeypatch, tmp_path, served, graph, name, write):
    folder, url = served
    write(folder, graph)
    at_home(monkeypatch, name, url, graph, degrees=degree_digest(graph))
    fetch(name, tmp_path / "data")
    found, _ = read_graph(tmp_path / "data" / name)
    np.testing.assert_array_equal(found.links, graph.links)
    assert not (tmp_path / "data" / f".{name}.partial").exists()
    assert {path.name for path in (tmp_path / "data" / name).iterdir()} <= {
        "edges.npy",
        "labels.npy",
        "labels.npz",
    }
    if name == "blogcatalog":
        np.testing.assert_array_equal(found.labels, np.eye(3, dtype=bool)[graph.labels])
    if name == "ogbn_arxiv":
        np.testing.assert_array_equal(found.labels, graph.labels)
    if name == "flickr":
        same = np.equal.outer(graph.labels, graph.labels)
        kept = np.arange(60) >= 3
        np.testing.assert_array_equal(
            np.equal.outer(found.labels, found.labels)[kept][:, kept], same[kept][:, kept]
        )


@pytest.mark.real
def test_planetoid_files_are_fetched_and_their_checksums_hold(
    monkeypatch, tmp_path, served, real_data
):
    folder, url = served
    for path in (real_data / "cora" / "raw").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.setitem(HOMES, "cora", replace(HOMES["cora"], url=url))
    fetch("cora", tmp_path)
    found, _ = read_graph(tmp_path / "cora")
    assert (found.n_nodes, found.n_links) == (2708, 5278)
    assert len(np.unique(found.labels)) == 7


@pytest.mark.real
@pytest.mark.parametrize("name", ["cora", "citeseer", "pubmed"])
def test_the_checksums_are_those_of_the_real_files(real_data, name):
    for file, checksum in HOMES[name].files.items():
        content = (real_data / name / "raw" / file).read_bytes()
        assert hashlib.sha256(content).hexdigest() == checksum


def test_a_wrong_file_is_refused_and_leaves_nothing(monkeypatch, tmp_path, served, graph):
    folder, url = served
    for file in HOMES["cora"].files:
        (folder / file).write_text("something else")
    at_home(monkeypatch, "cora", url, graph)
    with pytest.raises(InputError, match=r"could not be fetched.*--data"):
        fetch("cora", tmp_path / "data")
    assert not (tmp_path / "data" / "cora").exists()


def test_a_file_that_is_not_there_is_named(monkeypatch, tmp_path, served, graph):
    at_home(monkeypatch, "blogcatalog", served[1], graph)
    with pytest.raises(InputError, match=r"blogcatalog\.mat: could not be fetched"):
        fetch("blogcatalog", tmp_path)


def test_another_graph_under_the_same_name_is_refused(monkeypatch, tmp_path, served, graph):
    folder, url = served
    write_mat(folder, graph)
    at_home(monkeypatch, "blogcatalog", url, block_model(n_nodes=70, mean_degree=6, seed=1))
    with pytest.raises(InputError, match="expected 70 nodes"):
        fetch("blogcatalog", tmp_path)
    at_home(monkeypatch, "blogcatalog", url, graph, degrees="0" * 64)
    with pytest.raises(InputError, match="its degrees are not those expected"):
        fetch("blogcatalog", tmp_path)
    assert not (tmp_path / "blogcatalog").exists()


def test_without_pooch_the_way_out_is_said(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pooch", None)
    with pytest.raises(MissingExtraError, match=r"ppne\[reproduce\]"):
        fetch("cora", tmp_path)


def test_degrees_tell_graphs_apart_however_nodes_are_numbered(graph, rng):
    order = rng.permutation(graph.n_nodes)
    assert degree_digest(graph.with_links(order[graph.links])) == degree_digest(graph)
    assert degree_digest(graph.without(graph.links[:1])) != degree_digest(graph)


def test_flickr_nodes_beyond_the_links_have_no_row(tmp_path, graph):
    write_flickr(tmp_path, graph)
    with gzip.open(tmp_path / "flickr-groupmemberships.txt.gz", "ab") as file:
        file.write(b"99\t10\n")
    under_test._from_flickr(tmp_path)
    assert len(np.load(tmp_path / "labels.npy")) == graph.n_nodes
