"""Bad input is one line on standard error, status 2, and nothing written."""

import gzip
import os

import numpy as np
import pytest
from scipy import sparse

from tests.cli.conftest import write_rows


@pytest.fixture
def refused(protect, folder):
    """Runs a command that must be refused; gives the one line it says."""

    def run(*words, **places):
        before = {path.name for path in folder.iterdir()}
        result = protect(*words, **places)
        assert result.exit_code == 2
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        assert line.startswith("ppne: error: ")
        assert {path.name for path in folder.iterdir()} == before
        return line.removeprefix("ppne: error: ")

    return run


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "graph.csv: the file is empty"),
        ("# nothing\n\n", "graph.csv: holds no link"),
        ("source,target\n", "graph.csv: holds no link"),
        ("a,a\n", "graph.csv: holds no link"),
        ("a,b\nc\n", "graph.csv, line 2: expected two node ids"),
        ("a,b\n,c\n", "graph.csv, line 2: column 1 is empty"),
        ('a,b\n"c,d\n', "graph.csv, line 2: "),
        (f"a,b\n{'x' * 9000},c\n", "graph.csv, line 2: column 1 has over"),
        ("a,b\nc\0,d\n", "graph.csv, line 2: not UTF-8"),
    ],
)
def test_a_graph_that_cannot_be_read_names_the_line(refused, folder, content, said):
    (folder / "graph.csv").write_text(content)
    assert refused().startswith(said)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "private.csv: the file is empty"),
        ("source,target\n", "private.csv: holds no pair"),
        ("Zq001w,Zq002w\nZq003w\n", "private.csv, line 2: expected two node ids"),
        ("Zq001w,Zq002w\nZq003w,nobody\n", "private.csv, line 2: no node 'nobody'"),
        ("Zq001w,Zq002w\nZq003w,Zq003w\n", "private.csv, line 2: a pair of a node with itself"),
    ],
)
def test_private_links_that_cannot_be_read_name_the_line(refused, folder, content, said):
    (folder / "private.csv").write_text(content)
    line = refused()
    assert line.startswith(said)
    assert "Zq" not in line


def test_missing_files_are_named(refused):
    assert refused(graph="nowhere.csv").startswith("nowhere.csv: no such file")
    assert refused(private="nowhere.csv").startswith("nowhere.csv: cannot be read")
    assert refused("--labels", "nowhere.csv").startswith("nowhere.csv: cannot be read")
    assert refused(graph=".").startswith(".: a folder without")


def test_files_of_other_kinds_are_refused(refused, folder):
    (folder / "bytes.gz").write_bytes(b"not gzip")
    packed = gzip.compress(b"a,b\nb,c\n")
    (folder / "half.csv.gz").write_bytes(packed[:-6])
    (folder / "latin.csv").write_bytes("café,b\n".encode("latin-1"))
    for name in ("bytes.npz", "bytes.npy", "bytes.mtx"):
        (folder / name).write_bytes(b"\x93 whatever")
    for name in ("bytes.gz", "half.csv.gz", "latin.csv", "bytes.npz", "bytes.npy", "bytes.mtx"):
        assert refused(graph=name).startswith(name)


def test_a_matrix_with_a_nan_names_the_place(refused, folder):
    matrix = np.zeros((5, 5))
    matrix[1, 2] = matrix[2, 1] = np.nan
    np.save(folder / "nan.npy", matrix)
    sparse.save_npz(folder / "nan.npz", sparse.csr_array(matrix))
    for name in ("nan.npy", "nan.npz"):
        line = refused(graph=name)
        assert line.startswith(name)
        assert "row 1, column 2" in line


def test_a_graph_of_one_node_has_nothing_to_embed(refused, folder):
    np.save(folder / "one.npy", np.zeros((1, 1)))
    assert refused(graph="one.npy").startswith("one.npy: ")


def test_a_graph_whose_every_link_is_private_has_nothing_to_embed(refused):
    assert refused(private="graph.csv").startswith("every link of the graph is private")


def test_a_graph_without_non_links_cannot_hide_anything(refused, folder):
    write_rows(folder / "full.csv", [(u, v) for u in range(9) for v in range(u)])
    write_rows(folder / "pair.csv", [(1, 2)])
    assert "non-links" in refused(graph="full.csv", private="pair.csv")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--flips", word) for word in ("0", "-1", "abc", "150%", "nan", "1.5", "%", "0%", "inf")),
        *(("--k", word) for word in ("nan", "inf", "-1")),
        *(("--balance", word) for word in ("abc", "nan", "-0.1", "1.1")),
        *(("--decoys", word) for word in ("-1", "nan", "inf")),
        *(("--target-auc", word) for word in ("2", "-1", "nan")),
        *(("--target-gain", word) for word in ("nan", "inf")),
        *(("--negatives", word) for word in ("0", "nan", "inf", "-1")),
        *(("--learned", word) for word in ("-1", "2", "nan")),
        ("--dim", "0"),
        ("--dim", "80"),
        ("--dim", "-3"),
        ("--candidates", "0"),
        ("--batch", "0"),
        ("--iterations", "-1"),
        ("--seed", "-1"),
        ("--window", "0"),
        ("--threads", "0"),
        ("--threads", "100000"),
        ("--method", "word2vec"),
        ("--preset", "best"),
        ("--criterion", "luck"),
        ("--gradient", "guess"),
    ],
)
def test_an_option_out_of_range_is_named_with_its_value(refused, option, value):
    line = refused(option, value)
    assert option.removeprefix("--") in line
    assert str(value) in line


def test_line_has_no_window(refused):
    assert "window" in refused("--method", "line", "--window", 3)


@pytest.mark.parametrize(
    "policy",
    [
        *(f"{word}:{share}" for word in ("sample", "among") for share in ("0", "1", "1.5", "-1")),
        *(f"{word}:{share}" for word in ("sample", "among") for share in ("abc", "nan", "")),
        "among:0.001",
        "nodes:nobody",
        "nodes:",
        "nodes:Zq001w,",
        "between:0,1",
        "between:0",
        "between:0,1,2",
    ],
)
def test_a_policy_that_cannot_be_followed_is_refused(refused, policy):
    assert refused(private=policy)


def test_a_policy_names_what_it_does_not_know(refused):
    assert "'nobody'" in refused(private="nodes:nobody")
    assert "'elsewhere'" in refused("--labels", "labels.csv", private="between:0,elsewhere")
    assert "--labels" in refused(private="between:0,1")


def test_labels_of_unknown_nodes_are_refused(refused, folder):
    write_rows(folder / "unknown.csv", [("Zq001w", 1), ("nobody", 2)])
    assert refused("--labels", "unknown.csv").startswith("unknown.csv, line 2: no node 'nobody'")


def test_a_folder_that_is_not_empty_is_left_alone(refused, folder):
    (folder / "full").mkdir()
    (folder / "full" / "mine").write_text("keep")
    assert refused(out="full").startswith("full exists and is not empty")
    assert refused(out="full/").startswith("full exists and is not empty")
    assert (folder / "full" / "mine").read_text() == "keep"


def test_a_target_that_cannot_be_a_folder_is_refused_before_the_work(refused, folder, monkeypatch):
    assert refused(out="graph.csv").startswith("graph.csv is a file")
    assert "choose another --out" in refused(out="graph.csv/under")
    assert "choose another --out" in refused(out="x" * 250)
    assert refused(out="..").startswith(".. exists and is not empty")
    (folder / "empty").mkdir()
    for name in ("graph.csv", "private.csv"):
        monkeypatch.chdir(folder)
        assert (folder / name).exists()
    monkeypatch.chdir(folder / "empty")
    line = refused(graph="../graph.csv", private="../private.csv", out=".")
    assert line.startswith(". cannot be replaced")


def test_a_parent_that_cannot_be_written_is_named(refused, folder):
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    (folder / "closed").mkdir(mode=0o500)
    assert "closed" in refused(out="closed/out")


def test_a_file_system_that_takes_no_folder_is_named(refused):
    if not os.path.isdir("/proc/self"):
        pytest.skip("no /proc here")
    assert refused(out="/proc/ppne-out").startswith("/proc/ppne-out.partial: cannot be made")


def test_folders_on_the_way_are_made_and_an_empty_one_is_filled(protect, folder):
    assert protect(out="a/b/c/").exit_code == 0
    (folder / "there").mkdir()
    assert protect(out="there").exit_code == 0
    (folder / "target").mkdir()
    (folder / "link").symlink_to("target")
    assert protect(out="link").exit_code == 0
    for name in ("a/b/c", "there", "target"):
        assert sorted(os.listdir(folder / name)) == ["confidential", "release"]


@pytest.mark.parametrize(
    "words", [["--nope"], ["--dim", "abc"], ["--seed", "1.5"], ["--k"], ["more", "words"]]
)
def test_words_that_are_no_options_are_status_2(protect, folder, words):
    result = protect(*words)
    assert result.exit_code == 2
    assert "Error" in result.stderr
    assert not (folder / "out").exists()


def test_missing_options_are_status_2(ppne, folder):
    assert ppne("protect", "graph.csv").exit_code == 2
    assert ppne("protect").exit_code == 2
    assert ppne("embed", "graph.csv").exit_code == 2
    assert ppne("publish").exit_code == 2
