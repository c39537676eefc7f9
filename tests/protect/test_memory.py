"""Memory is predicted before a run and refused where it does not fit."""

import numpy as np
import pytest

from ppne.compute import cpu
from ppne.errors import InputError
from ppne.factor.methods import method_named
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model
from ppne.protect import memory
from ppne.protect.settings import ProtectionSettings


def settings_for(name, n_components=16, walks=None):
    return ProtectionSettings(
        method=method_named(name, walks=walks), n_components=n_components, n_flips=10, batch_size=5
    )


def test_deepwalk_takes_more_than_line_and_more_dimensions_take_more():
    graph = block_model(n_nodes=300, seed=1)
    line = memory.predicted_bytes(graph, settings_for("line"), compute=cpu)
    walk = memory.predicted_bytes(graph, settings_for("deepwalk"), compute=cpu)
    wide = memory.predicted_bytes(graph, settings_for("line", 128), compute=cpu)
    assert line < walk
    assert line < wide


def test_more_walks_take_more_and_a_small_graph_is_exact():
    graph = block_model(n_nodes=3000, seed=1)

    def taken(walks):
        return memory.predicted_bytes(graph, settings_for("deepwalk", walks=walks), compute=cpu)

    assert taken(20) < taken(200)
    assert taken(0) == taken(None)


def test_a_million_nodes_are_predicted_within_sixteen_gigabytes():
    nodes = np.arange(10**6)
    graph = Graph.from_links(np.column_stack([nodes, np.roll(nodes, 1)]))
    predicted = memory.predicted_bytes(graph, settings_for("deepwalk", 128), compute=cpu)
    assert 2**30 < predicted < 16 * 2**30


def test_a_run_that_does_not_fit_is_refused_with_the_way_out(monkeypatch):
    graph = block_model(n_nodes=300, seed=1)
    monkeypatch.setattr(memory, "free_bytes", lambda: 10**6)
    with pytest.raises(InputError, match="--method line"):
        memory.check_memory(graph, settings_for("deepwalk"), compute=cpu)


def test_free_memory_is_read_from_the_system(monkeypatch):
    assert 2**20 < memory.free_bytes() < 2**60
    monkeypatch.setattr(memory, "open", open_nothing, raising=False)
    assert memory.free_bytes() == 2**62


def open_nothing(path):
    raise FileNotFoundError(path)
