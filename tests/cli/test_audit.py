"""`ppne audit` as a user meets it: tables, files, bars, and one line where the input is bad."""

import csv
import json
import re
import stat
import subprocess
import sys

import numpy as np
import pytest

from ppne.graph.load import read_graph
from tests.cli.conftest import read_pairs, tree, write_rows

FAST = ["--quick", "--attacks", "similarity", "--no-utility", "--threads", "1"]


@pytest.fixture
def names(folder):
    """Ids of the nodes, in the graph's order."""
    return read_graph(folder / "graph.csv")[0].node_ids


@pytest.fixture
def private(folder):
    """Private links that share no node; the file is written with them."""
    taken, kept = set(), []
    for u, v in read_pairs(folder / "graph.csv"):
        if not {u, v} & taken:
            taken |= {u, v}
            kept.append((u, v))
    write_rows(folder / "private.csv", kept[:12])
    return kept[:12]


@pytest.fixture
def write(folder, names):
    """Writes an embedding of the graph's nodes to e.npz."""

    def write(rows, ids=names, name="e.npz"):
        np.savez(folder / name, node_ids=ids, embedding=rows)

    return write


@pytest.fixture
def noise(rng, names, write):
    rows = rng.normal(size=(len(names), 6)).astype(np.float32)
    write(rows)
    return rows


@pytest.fixture
def audit(ppne, noise, private):
    """Runs ``ppne audit`` on the folder's files; the embedding is noise unless written over."""

    def run(*words, embedding="e.npz", graph="graph.csv", links="private.csv", fast=FAST):
        return ppne("audit", embedding, "--graph", graph, "--private", links, *fast, *words)

    return run


@pytest.fixture
def refused(audit, folder):
    """Runs a command that must be refused; gives the one line it says."""

    def run(*words, **places):
        before = tree(folder)
        result = audit(*words, **places)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert tree(folder) == before
        (line,) = result.stderr.splitlines()
        assert line.startswith("ppne: error: ")
        return line.removeprefix("ppne: error: ")

    return run


def linked(rows, names, private, sign):
    """The rows, the second end of each private link where the first is, or opposite."""
    at = {name: row for row, name in enumerate(names.tolist())}
    for u, v in private:
        rows[at[v]] = sign * rows[at[u]]
    return rows


def test_everything_is_told_in_eighty_columns(audit, folder, names, rng):
    free = [(u, v) for u, v in zip(names[:30], names[50:], strict=True)]
    graph, _ = read_graph(folder / "graph.csv")
    apart = [not graph.has_links(np.array([[at, at + 50]]))[0] for at in range(30)]
    write_rows(
        folder / "decoys.csv", [pair for pair, is_free in zip(free, apart, strict=True) if is_free]
    )
    np.savez(folder / "o.npz", node_ids=names, embedding=rng.normal(size=(80, 5)))
    result = audit(
        *("--decoys", "decoys.csv", "--against", "o.npz", "--labels", "labels.csv"),
        fast=["--quick", "--threads", "1"],
    )
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    for word in ("cosine", "xgboost concat", "labels alone", "whole public graph", "own", "2-hop"):
        assert word in result.stdout
    for word in ("classification: micro F1", "10 nearest kept", "rank correlation", "floor"):
        assert word in result.stdout
    assert "…" not in result.stdout
    for word in ("80 nodes", "attack with known pairs", "none can protect against it"):
        assert word in result.stderr


@pytest.mark.parametrize("words", [["--help"]])
def test_the_help_fits_eighty_columns_and_shows_examples(ppne, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", "80")
    lines = ppne("audit", *words).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.strip().startswith("ppne audit ") for line in lines) >= 2
    for option in ("graph", "private", "labels", "against", "json", "quick", "max-auc", "exposure"):
        assert any(re.search(rf"--{option}\b", line) for line in lines)


def test_python_m_ppne_is_the_command():
    result = subprocess.run(
        [sys.executable, "-m", "ppne", "--version"], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("ppne ")


def test_no_file_but_the_exposure_and_no_word_names_an_end_of_a_private_link(
    audit, folder, private
):
    before = set(tree(folder))
    result = audit(
        *("--json", "a.json", "--html", "a.html", "--exposure", "secret.csv"),
        fast=["--quick", "--threads", "1"],
    )
    written = {name: text for name, text in tree(folder).items() if name not in before}
    assert set(written) == {"a.json", "a.html", "secret.csv"}
    ends = {name for pair in private for name in pair}
    files = (written["a.json"].decode(), written["a.html"].decode())
    for told in (*files, result.stdout, result.stderr):
        assert not [name for name in ends if name in told]
        assert "Zq" not in told
    assert "secret.csv names private links; keep it to yourself" in result.stderr
    assert stat.S_IMODE((folder / "secret.csv").stat().st_mode) == 0o600
    with open(folder / "secret.csv", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][:3] == ["source", "target", "cosine"]
    assert {frozenset(row[:2]) for row in rows[1:]} == {frozenset(pair) for pair in private}
    assert len(rows) == 1 + len(private)
    worst = [max(float(rank) for rank in row[2:] if rank) for row in rows[1:]]
    assert worst == sorted(worst, reverse=True)


@pytest.mark.parametrize("sign", [1, -1])
def test_links_that_show_break_the_bar_whatever_the_sign(
    audit, folder, names, private, noise, write, sign
):
    write(linked(noise, names, private, sign))
    result = audit("--max-auc", 0.6, "--max-advantage", 0.5, "--json", "a.json")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == (
        "ppne: bar broken: cosine: AUC 1.000 is above 0.6 and advantage 1.000 is above 0.5"
    )
    strongest = json.loads((folder / "a.json").read_text())["strongest"]
    assert strongest["sign"] == ("+" if sign > 0 else "-")
    assert strongest["advantage"]["value"] == 1


def test_each_bar_stands_alone(audit, names, private, noise, write):
    write(linked(noise, names, private, 1))
    assert audit("--max-auc", 1).exit_code == 0
    assert audit("--max-advantage", 1, "--max-auc", 1).exit_code == 0
    assert "advantage 1.000 is above 0.9" in audit("--max-advantage", 0.9).stderr
    quiet = audit("--max-auc", 0.9, "--quiet")
    assert (quiet.exit_code, quiet.stdout) == (1, "")
    assert quiet.stderr == "ppne: bar broken: cosine: AUC 1.000 is above 0.9\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--max-auc", 0.4], "--max-auc takes a number from 0.5 to 1, got 0.4"),
        (["--max-auc", 1.1], "--max-auc takes a number from 0.5 to 1, got 1.1"),
        (["--max-auc", "nan"], "--max-auc takes a number from 0.5 to 1, got nan"),
        (["--max-advantage", -0.1], "--max-advantage takes a number from 0 to 1, got -0.1"),
        (["--attacks", "similarity,magic"], "attacks must be out of similarity, learned"),
        (["--attacks", ""], "attacks must be out of similarity, learned"),
        (["--attacks", "knowledgeable"], "attacks must include similarity or learned"),
        (["--known", 1], "known must be a share between 0 and 1"),
        (["--seed", -1], "--seed must be at least 0"),
        (["--threads", 0], "threads must be from 1"),
        (["--json", "nowhere/a.json"], "--json: nowhere is no folder; make it first"),
        (["--exposure", "nowhere/e.csv"], "--exposure: nowhere is no folder; make it first"),
        (["--json", "."], "--json: . is a folder; name a file in it"),
        (["--json", "graph.csv"], "--json: graph.csv is named twice"),
        (["--json", "a", "--html", "a"], "--html: a is named twice"),
        (["--exposure", "./e.npz"], "--exposure: e.npz is named twice"),
        (["--json", "a", "--exposure", "./a"], "--exposure: a is named twice"),
        (["--labels", "nowhere.csv"], "nowhere.csv: cannot be read"),
        (["--decoys", "nowhere.csv"], "nowhere.csv: cannot be read"),
        (["--against", "nowhere.npz"], "nowhere.npz: no such file"),
    ],
)
def test_bad_options_are_refused(refused, words, said):
    assert refused(*words).startswith(said)


def test_a_bad_place_for_a_file_is_refused_before_any_work(refused):
    """The embedding is not even looked for."""
    assert refused("--json", "nowhere/a.json", embedding="none.npz").startswith("--json")


def test_the_exposure_cannot_be_written_into_the_release(refused, folder):
    (folder / "out" / "release").mkdir(parents=True)
    for place in ("out/release/e.csv", "out/../out/release/e.csv"):
        said = refused("--exposure", place, embedding="out/release")
        assert "would lie in what gets published" in said
    (folder / "out" / "release" / "manifest.json").write_text("{}")
    said = refused("--exposure", "out/release/e.csv", embedding="e.npz")
    assert "would lie in what gets published" in said


def test_the_folder_above_a_release_is_told_apart_from_it(refused, folder):
    (folder / "out" / "release").mkdir(parents=True)
    (folder / "out" / "release" / "manifest.json").write_text("{}")
    said = refused(embedding="out")
    assert said == "out: what a run left; the release is out/release"


def test_a_release_is_audited_as_it_was_published(audit, protect, folder):
    assert protect().exit_code == 0
    result = audit(
        *("--decoys", "out/confidential/decoys.csv", "--json", "a.json"), embedding="out/release"
    )
    assert result.exit_code == 0
    rows = json.loads((folder / "a.json").read_text())["attacks"]
    assert {row["non_links"] for row in rows} >= {"fresh", "own"}


def test_files_that_do_not_fit_are_refused(refused, folder, names, noise, write):
    assert refused(embedding="none.npz").startswith("none.npz: no such file")
    assert refused(graph="none.csv").startswith("none.csv: no such file")
    assert refused(links="none.csv").startswith("none.csv: cannot be read")
    spoilt = noise.copy()
    spoilt[7, 3] = np.nan
    write(spoilt, name="nan.npz")
    assert refused(embedding="nan.npz").startswith(
        "nan.npz: 1 of 80 rows hold a number that is not"
    )
    (folder / "wide.csv").write_text("a,1,2\nb,1,2,3\n")
    assert refused(embedding="wide.csv").startswith("wide.csv, line 2")
    np.save(folder / "e.npy", noise)
    assert "holds no node ids" in refused(embedding="e.npy")
    write(noise, ids=np.arange(80), name="other.npz")
    assert "none of its 80 node ids is a node of the graph" in refused(embedding="other.npz")


def test_a_node_without_a_row_and_a_row_without_a_node_are_counted(audit, names, noise, write):
    write(noise[1:], ids=np.array([*names[1:-1], "stranger"]))
    result = audit()
    assert result.exit_code == 0
    assert "e.npz: no row for 2 nodes of the graph" in result.stderr
    assert "e.npz: 1 row left out, of no node of the graph" in result.stderr


def test_permuted_rows_give_the_same_file(audit, folder, names, noise, write, rng):
    assert audit("--json", "a.json").exit_code == 0
    order = rng.permutation(80)
    write(noise[order], ids=names[order])
    assert audit("--json", "b.json").exit_code == 0
    assert (folder / "a.json").read_bytes() == (folder / "b.json").read_bytes()


def test_labels_of_half_the_nodes_are_counted(audit, folder):
    lines = (folder / "labels.csv").read_text().splitlines()
    (folder / "labels.csv").write_text("\n".join(lines[:41]))
    result = audit("--labels", "labels.csv", "--utility")
    assert "labels: 40 of 80 nodes have one" in result.stderr


def test_several_labels_a_node_are_read(audit, folder, names):
    write_rows(
        folder / "many.csv",
        [(name, label) for at, name in enumerate(names) for label in {at % 3, at % 2}],
    )
    result = audit("--labels", "many.csv", "--utility")
    assert result.exit_code == 0
    assert "classification: micro F1" in result.stdout


def test_a_single_private_link_is_attacked_and_said_to_be_few(audit, folder, private):
    write_rows(folder / "one.csv", private[:1])
    result = audit("--attacks", "similarity,learned", links="one.csv")
    assert result.exit_code == 0
    assert "of 1 private link\n" in re.sub(r" +\n", "\n", result.stdout)
    assert "attacks that learn left out: 1 private link, and they need 10" in result.stderr
    said = audit("--attacks", "learned", links="one.csv")
    assert said.exit_code == 2


def test_a_graph_too_dense_to_have_non_links_is_refused(audit, folder):
    write_rows(folder / "full.csv", [(u, v) for u in range(20) for v in range(u)])
    write_rows(folder / "few.csv", [(0, 1)])
    np.savez(folder / "f.npz", node_ids=np.arange(20), embedding=np.eye(20))
    result = audit(embedding="f.npz", graph="full.csv", links="few.csv")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].startswith("ppne: error: the graph has only 0 non-links")
