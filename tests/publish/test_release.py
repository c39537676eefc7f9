"""A release is written and read whole, and shows when it was tampered with."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.methods import method_named
from ppne.graph.synthetic import ring
from ppne.publish.release import Release, make_release, read_release, save_embedding, write_release
from tests.strategies import graphs

LINE = method_named("line", negatives=1.0)


@pytest.fixture
def release(rng):
    return Release(
        node_ids=np.array(["b", "a", "ü c"]),
        embedding=rng.normal(size=(3, 2)).astype(np.float32),
        method=LINE,
    )


@pytest.fixture
def published(tmp_path, release):
    write_release(tmp_path / "release", release, version="9.9")
    return tmp_path / "release"


def test_what_is_written_is_read_back(published, release):
    again = read_release(published)
    np.testing.assert_array_equal(again.node_ids, release.node_ids)
    np.testing.assert_array_equal(again.embedding, release.embedding)
    assert again.embedding.dtype == np.float32
    assert again.method == LINE


def test_the_same_release_gives_the_same_bytes(tmp_path, published, release):
    write_release(tmp_path / "again", release, version="9.9")
    for name in ("embedding.npz", "manifest.json"):
        assert (tmp_path / "again" / name).read_bytes() == (published / name).read_bytes()


def test_a_tampered_embedding_is_found_out(published, release):
    moved = Release(node_ids=release.node_ids[::-1], embedding=release.embedding, method=LINE)
    save_embedding(published / "embedding.npz", moved)
    with pytest.raises(InputError, match="does not match the manifest's checksum"):
        read_release(published)


def test_a_single_bit_is_found_out(published):
    content = bytearray((published / "embedding.npz").read_bytes())
    content[len(content) // 2] ^= 1
    (published / "embedding.npz").write_bytes(bytes(content))
    with pytest.raises(InputError, match="checksum"):
        read_release(published)


@pytest.mark.parametrize("name", ["embedding.npz", "manifest.json"])
def test_a_missing_file_is_named(published, name):
    (published / name).unlink()
    with pytest.raises(InputError, match="not a release folder"):
        read_release(published)


@pytest.mark.parametrize("content", ["", "not json", "[]", "{}", '"text"', b"\xff\xfe"])
def test_a_broken_manifest_is_an_input_error(published, content):
    place = published / "manifest.json"
    place.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match="release"):
        read_release(published)


def test_a_manifest_with_the_checksum_alone_is_an_input_error(published):
    place = published / "manifest.json"
    place.write_text(json.dumps({"sha256": json.loads(place.read_text())["sha256"]}))
    with pytest.raises(InputError, match="not a release folder"):
        read_release(published)


@pytest.mark.parametrize("content", [b"garbage", b"", b"PK\x05\x06" + b"\0" * 18])
def test_garbage_that_the_manifest_vouches_for_is_an_input_error(published, content):
    (published / "embedding.npz").write_bytes(content)
    manifest = json.loads((published / "manifest.json").read_text())
    manifest["sha256"] = hashlib.sha256(content).hexdigest()
    (published / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match=r"embedding\.npz: not a release's embedding"):
        read_release(published)


def test_a_folder_that_is_there_is_not_written_over(published, release):
    with pytest.raises(FileExistsError):
        write_release(Path(published), release, version="9.9")


def test_the_repr_shows_no_row(release):
    assert "array" not in repr(release)


@given(graph=graphs(min_nodes=4, min_links=3))
def test_a_release_has_a_finite_row_for_each_id(graph):
    release = make_release(graph, LINE, 2, compute=cpu)
    assert release.embedding.shape == (graph.n_nodes, 2)
    assert release.embedding.dtype == np.float32
    assert np.isfinite(release.embedding).all()
    np.testing.assert_array_equal(release.node_ids, graph.node_ids)


def test_a_release_says_how_many_walks_it_is_from(tmp_path):
    graph = ring(30)
    for walks, said in ((None, 0), (0, 0), (9, 9)):
        made = make_release(graph, method_named("deepwalk", walks=walks), 4, compute=cpu)
        write_release(tmp_path / f"{walks}", made, version="9.9")
        assert json.loads((tmp_path / f"{walks}" / "manifest.json").read_text())["walks"] == said
        assert read_release(tmp_path / f"{walks}").method.walks == said


def test_a_manifest_from_before_there_were_walks_is_read_as_exact(published):
    place = published / "manifest.json"
    manifest = json.loads(place.read_text())
    del manifest["walks"]
    place.write_text(json.dumps(manifest))
    assert read_release(published).method.walks == 0
