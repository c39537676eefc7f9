"""What `ppne protect` leaves behind, and what it never tells."""

import json
import stat
import zipfile

import numpy as np
import pytest

from ppne.cli.inputs import walks_said
from ppne.compute import cpu
from ppne.factor.methods import method_named
from ppne.graph.load import read_graph
from ppne.publish.release import make_release, read_release, save_embedding
from ppne.task import classify
from tests.cli.conftest import SURE, read_embedding, read_pairs, tree, write_rows

SEED = 918273645


def test_the_release_holds_two_files_and_nothing_else(protect, folder):
    assert protect().exit_code == 0
    assert sorted(tree(folder / "out" / "release")) == ["embedding.npz", "manifest.json"]
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["confidential", "release"]
    assert not (folder / "out.partial").exists()


def test_the_embedding_is_single_precision_with_a_row_for_each_node(protect, folder):
    protect()
    with zipfile.ZipFile(folder / "out/release/embedding.npz") as archive:
        assert sorted(archive.namelist()) == ["embedding.npy", "node_ids.npy"]
    ids, rows = read_embedding(folder / "out/release/embedding.npz")
    graph, _ = read_graph(folder / "graph.csv")
    assert rows.dtype == np.float32
    assert rows.shape == (graph.n_nodes, 6)
    assert sorted(ids) == sorted(graph.node_ids)


def test_the_confidential_folder_is_for_its_owner_and_complete(protect, folder):
    protect("--labels", "labels.csv")
    confidential = folder / "out" / "confidential"
    assert stat.S_IMODE(confidential.stat().st_mode) == 0o700
    assert sorted(tree(confidential)) == [
        "decoys.csv",
        "flips.csv",
        "graph.csv",
        "history.csv",
        "private_links.csv",
        "run.sha256",
        "settings.json",
        "summary.json",
    ]
    expected = {tuple(sorted(row.split(","))) for row in read_lines(folder / "private.csv")}
    kept = {tuple(sorted(pair)) for pair in read_pairs(confidential / "private_links.csv")}
    assert kept == expected


def test_the_perturbed_graph_is_the_public_one_with_the_flips(protect, folder):
    protect(*SURE)
    confidential = folder / "out" / "confidential"
    original = {frozenset(row.split(",")) for row in read_lines(folder / "graph.csv")}
    private = {frozenset(row.split(",")) for row in read_lines(folder / "private.csv")}
    links = original - private
    flips = [line.split(",") for line in read_lines(confidential / "flips.csv")[1:]]
    assert flips
    for source, target, change in flips:
        pair = frozenset((source, target))
        assert change == ("-1" if pair in links else "+1")
        links = links ^ {pair}
    assert {frozenset(pair) for pair in read_pairs(confidential / "graph.csv")} == links


def test_no_byte_of_the_release_or_of_the_words_names_a_secret(protect, folder):
    result = protect(*SURE, "--seed", SEED)
    confidential = folder / "out" / "confidential"
    secret = [
        pair
        for name in ("private_links.csv", "decoys.csv", "flips.csv")
        for pair in read_pairs(confidential / name)
    ]
    assert len(secret) > 20
    shown = [*tree(folder / "out" / "release").values(), result.output.encode()]
    for content in shown:
        assert str(SEED).encode() not in content
        assert SEED.to_bytes(4, "little") not in content
        assert b"seed" not in content
        for pair in secret:
            for first, second in (pair, pair[::-1]):
                for between in (",", " ", "\t", ", ", "-", "', '", '", "'):
                    assert f"{first}{between}{second}".encode() not in content
    text = (folder / "out/release/manifest.json").read_text() + result.output
    for line in text.splitlines():
        assert not any(first in line and second in line for first, second in secret)


def test_the_release_is_a_function_of_the_perturbed_graph_alone(protect, folder):
    """Whatever else it may hold would have to be in the perturbed graph's own embedding."""
    protect(*SURE, "--seed", SEED)
    perturbed, _ = read_graph(folder / "out/confidential/graph.csv")
    original, _ = read_graph(folder / "graph.csv")
    position = {name: at for at, name in enumerate(original.node_ids)}
    links = np.array([position[name] for name in perturbed.node_ids])[perturbed.links]
    method = method_named("deepwalk")
    again = make_release(original.with_links(links), method, 6, directions=True, compute=cpu)
    save_embedding(folder / "again.npz", again)
    made = (folder / "out/release/embedding.npz").read_bytes()
    assert (folder / "again.npz").read_bytes() == made


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ([], False),
        (["--keep-lengths"], True),
        (["--preset", "paper"], True),
    ],
)
def test_directions_alone_are_published_unless_lengths_are_to_be_kept(protect, folder, words, kept):
    assert protect(*words).exit_code == 0
    release = read_release(folder / "out" / "release")
    assert release.directions is not kept
    lengths = np.linalg.norm(release.embedding, axis=1)
    assert bool((np.abs(lengths[lengths > 0] - 1.0) < 1e-6).all()) is not kept


def test_the_manifest_has_the_checksum_and_no_count_of_links(protect, folder):
    protect()
    manifest = json.loads((folder / "out/release/manifest.json").read_text())
    assert set(manifest) == {
        "format",
        "ppne_version",
        "method",
        "window",
        "negatives",
        "walks",
        "n_nodes",
        "n_components",
        "dtype",
        "directions",
        "sha256",
    }
    assert read_release(folder / "out" / "release").embedding.shape == (80, 6)


def test_each_row_belongs_to_its_id(protect, ppne, folder):
    """The perturbed graph under new names, in another order, has the same inner products."""
    protect(*SURE, "--keep-lengths")
    pairs = read_pairs(folder / "out/confidential/graph.csv")
    renamed = {name: f"k{999 - int(name[2:5])}" for pair in pairs for name in pair}
    write_rows(folder / "renamed.csv", [[renamed[v], renamed[u]] for u, v in pairs[::-1]])
    assert ppne("embed", "renamed.csv", "--out", "renamed.npz", "--dim", "6").exit_code == 0
    ids, rows = read_embedding(folder / "out/release/embedding.npz")
    new_ids, new_rows = read_embedding(folder / "renamed.npz")
    at = {name: index for index, name in enumerate(new_ids.tolist())}
    order = [at[renamed[name]] for name in ids.tolist()]
    assert order != list(range(len(order)))
    gram = rows @ rows.T
    # Both are eigenpairs to a residual of about 1e-4, in single precision.
    np.testing.assert_allclose(
        new_rows[order] @ new_rows[order].T, gram, atol=2e-3 * np.abs(gram).max()
    )


@pytest.mark.parametrize(
    ("naming", "quote"),
    [
        (lambda node: f"ünï→{node}", ""),
        (lambda node: f"Ms, No. {node}", '"'),
        (lambda node: str(7 * node + 3), ""),
        (lambda node: f"{node:04d}", ""),
    ],
    ids=["unicode", "spaces and commas in quotes", "integers", "leading zeros"],
)
def test_ids_of_any_kind_come_back_as_they_were(protect, folder, naming, quote):
    graph, _ = read_graph(folder / "graph.csv")
    names = [naming(node) for node in range(graph.n_nodes)]
    rows = [[f"{quote}{names[end]}{quote}" for end in pair] for pair in graph.links]
    write_rows(folder / "named.csv", rows)
    write_rows(folder / "secret.csv", rows[5:6])
    result = protect(graph="named.csv", private="secret.csv")
    assert result.exit_code == 0, result.stderr
    ids, _ = read_embedding(folder / "out/release/embedding.npz")
    assert {str(name) for name in ids.tolist()} == set(names)


def test_the_same_command_twice_gives_the_same_bytes(protect, folder):
    protect("--labels", "labels.csv", out="first")
    protect("--labels", "labels.csv", out="second")
    assert tree(folder / "first") == tree(folder / "second")


def test_the_number_of_threads_changes_no_byte(protect, folder):
    if protect("--threads", 2, out="two").exit_code:
        pytest.skip("this machine has one core")
    protect("--threads", 1, out="one")
    assert tree(folder / "one") == tree(folder / "two")


def test_another_seed_gives_other_decoys(protect, folder):
    protect("--seed", 1, out="one")
    protect("--seed", 2, out="two")
    one, two = (tree(folder / name)["confidential/decoys.csv"] for name in ("one", "two"))
    assert one != two


@pytest.mark.parametrize("policy", ["sample:0.1", "among:0.5", "nodes:Zq003w,Zq004w"])
def test_links_drawn_by_a_policy_are_kept_for_the_holder(protect, folder, policy):
    assert protect(private=policy).exit_code == 0
    graph, _ = read_graph(folder / "graph.csv")
    links = {frozenset(graph.node_ids[pair].tolist()) for pair in graph.links}
    drawn = [frozenset(pair) for pair in read_pairs(folder / "out/confidential/private_links.csv")]
    assert drawn
    assert links.issuperset(drawn)
    if policy.startswith("nodes"):
        assert all(pair & {"Zq003w", "Zq004w"} for pair in drawn)


def test_links_between_two_groups_have_an_end_in_each(protect, folder):
    result = protect("--labels", "labels.csv", private="between:0,1")
    assert result.exit_code == 0, result.stderr
    label_of = dict(row.split(",") for row in read_lines(folder / "labels.csv"))
    drawn = read_pairs(folder / "out/confidential/private_links.csv")
    assert {frozenset(label_of[name] for name in pair) for pair in drawn} == {frozenset("01")}


def test_labels_give_f1_before_and_after(protect, folder):
    result = protect("--labels", "labels.csv")
    summary = json.loads((folder / "out/confidential/summary.json").read_text())
    assert 0 <= summary["f1_before"] <= 1
    assert 0 <= summary["f1_after"] <= 1
    assert "micro F1" in result.stdout


def test_a_sample_of_the_nodes_is_said_beside_the_f1(protect, folder, monkeypatch):
    monkeypatch.setattr(classify, "_MOST", 40)
    result = protect("--labels", "labels.csv")
    assert "micro F1 (40 of 80 nodes)" in " ".join(result.stdout.split())
    summary = json.loads((folder / "out/confidential/summary.json").read_text())
    assert (summary["f1_nodes"], summary["f1_labelled"]) == (40, 80)


def test_labels_of_half_the_nodes_are_enough(protect, folder):
    half = read_lines(folder / "labels.csv")[:41]
    (folder / "half.csv").write_text("\n".join(half) + "\n")
    assert protect("--labels", "half.csv").exit_code == 0
    summary = json.loads((folder / "out/confidential/summary.json").read_text())
    assert summary["f1_after"] is not None


def test_labels_that_cannot_be_classified_leave_f1_out_and_say_so(protect, folder):
    write_rows(folder / "one.csv", [("Zq001w", "a"), ("Zq002w", "a")])
    result = protect("--labels", "one.csv")
    assert result.exit_code == 0
    assert "F1 is left out" in result.stderr
    summary = json.loads((folder / "out/confidential/summary.json").read_text())
    assert summary["f1_before"] is None


def test_private_links_that_the_graph_lacks_are_counted(protect, folder):
    graph, _ = read_graph(folder / "graph.csv")
    absent = next(
        (u, v)
        for u in range(80)
        for v in range(u + 1, 80)
        if not graph.has_links(np.array([[u, v]])).any()
    )
    with (folder / "private.csv").open("a") as file:
        file.write(",".join(graph.node_ids[list(absent)]) + "\n")
    result = protect("--flips", "0.02")
    assert result.exit_code == 0
    assert ", 1 of them not in the graph" in result.stderr
    settings = json.loads((folder / "out/confidential/settings.json").read_text())
    public = graph.n_links - (len(read_lines(folder / "private.csv")) - 1)
    assert settings["n_flips"] == round(0.02 * public)


@pytest.fixture
def lonely(folder):
    """A graph with two nodes whose only links are private: to each other, and to another."""
    with (folder / "graph.csv").open("a") as file:
        file.write("hermit1,Zq001w\nhermit1,hermit2\n")
    with (folder / "private.csv").open("a") as file:
        file.write("hermit1,Zq001w\nhermit1,hermit2\n")
    return folder


def test_a_node_whose_links_are_all_private_keeps_a_zero_row(protect, lonely):
    result = protect()
    assert result.exit_code == 0
    assert "2 nodes without a public link" in result.stderr
    ids, rows = read_embedding(lonely / "out/release/embedding.npz")
    hermits = np.isin(ids, ["hermit1", "hermit2"])
    assert hermits.sum() == 2
    np.testing.assert_array_equal(rows[hermits], 0)
    assert np.isfinite(rows).all()


def test_a_node_whose_links_are_all_private_can_be_left_out(protect, lonely):
    result = protect("--drop-isolated", "--labels", "labels.csv")
    assert result.exit_code == 0
    assert "left out 2 nodes without a public link, and so 2 private links" in result.stderr
    ids, rows = read_embedding(lonely / "out/release/embedding.npz")
    assert len(ids) == len(rows) == 80
    kept = (lonely / "out/confidential/private_links.csv").read_text()
    assert "hermit" not in kept
    assert len(kept.splitlines()) > 2


def test_leaving_out_every_private_link_is_an_error(protect, lonely):
    (lonely / "private.csv").write_text("hermit1,Zq001w\nhermit1,hermit2\n")
    result = protect("--drop-isolated")
    assert result.exit_code == 2
    assert "no --drop-isolated" in result.stderr
    assert not (lonely / "out.partial").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["--preset", "paper"],
        ["--preset", "paper", "--decoys", 0],
        ["--learned", 0.5],
        ["--preset", "paper", "--gradient", "spectral"],
        ["--balance", "free"],
        ["--balance", "additions"],
        ["--balance", "0.5"],
        ["--criterion", "marginal", "--method", "line"],
        ["--flips", "3%"],
        ["--flips", "9", "--batch", "50"],
        ["--iterations", 1],
        ["--target-auc", 1],
        ["--target-gain", 0],
        ["--window", 2, "--negatives", 1],
        ["--seed", 2**70, "--labels", "labels.csv"],
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_options_are_taken(protect, folder, words):
    result = protect(*words)
    assert result.exit_code == 0, result.stderr
    assert (folder / "out/release/embedding.npz").exists()


def test_nodes_outside_the_largest_component_are_counted_and_left_out(protect, folder):
    with (folder / "graph.csv").open("a") as file:
        file.write("far1,far2\nfar2,far3\n")
    assert protect(out="all").exit_code == 0
    result = protect("--largest-component", out="largest")
    assert result.exit_code == 0
    assert "in the largest component; left out 3 nodes" in result.stderr
    far = ["far1", "far2", "far3"]
    assert np.isin(far, read_embedding(folder / "all/release/embedding.npz")[0]).all()
    assert not np.isin(far, read_embedding(folder / "largest/release/embedding.npz")[0]).any()


def test_a_target_that_is_met_from_the_start_needs_no_flip(protect, folder):
    protect("--target-auc", 1)
    settings = json.loads((folder / "out/confidential/settings.json").read_text())
    assert settings["stopped"] == "target AUC reached"
    assert read_pairs(folder / "out/confidential/flips.csv") == []


def read_lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def test_a_sampled_run_says_so_keeps_its_walks_and_publishes_nothing_of_the_seed(protect, folder):
    words = [*SURE, "--walks", 30, "--iterations", 2]
    original, _ = read_graph(folder / "graph.csv")
    settled = method_named("deepwalk", walks=30)
    for seed in (1, 2):
        result = protect(*words, "--seed", seed, out=f"out{seed}")
        assert result.exit_code == 0
        said = " ".join(result.output.split())
        assert "DeepWalk is sampled: the proximity from 30 walks a node, the effect" in said
        settings = json.loads((folder / f"out{seed}/confidential/settings.json").read_text())
        assert settings["method"]["walks"] == 30
        release = read_release(folder / f"out{seed}/release")
        assert release.method == settled
        pairs = read_pairs(folder / f"out{seed}/confidential/graph.csv")
        index = {name: at for at, name in enumerate(original.node_ids.tolist())}
        links = np.array([[index[u], index[v]] for u, v in pairs])
        graph = original.with_links(links)
        again = make_release(graph, settled, 6, directions=True, compute=cpu)
        np.testing.assert_array_equal(release.embedding, again.embedding)


def test_exact_entries_of_a_middling_graph_are_said_to_be_sampled():
    method = method_named("deepwalk")
    assert "DeepWalk is exact, the effect of a flip from" in walks_said(method, 20_000, gains=True)
    assert walks_said(method, 20_000, gains=False) is None
    assert walks_said(method, 2_000, gains=True) is None
    assert walks_said(method_named("line"), 10**6, gains=True) is None
