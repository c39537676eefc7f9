"""From a CSV of named people to a release folder and back, without the command line."""

import tempfile
from pathlib import Path

from ppne import PPNE, block_model, read_graph
from ppne.factor.methods import method_named
from ppne.publish.release import Release, read_release, write_release

with tempfile.TemporaryDirectory() as folder:
    place = Path(folder)
    links = [f"person {u},person {v}" for u, v in block_model(n_nodes=300, seed=2).links]
    (place / "friends.csv").write_text("\n".join(["source,target", *links]))
    (place / "secret.csv").write_text("\n".join(links[::12]))

    graph, dropped = read_graph(place / "friends.csv")
    print(
        f"{graph.n_nodes} people, {graph.n_links} friendships; dropped: {str(dropped) or 'nothing'}"
    )

    model = PPNE(method="line", n_components=16, n_flips=0.1, batch_size=10)
    model.fit(graph, place / "secret.csv")

    release = Release(
        node_ids=model.node_ids_, embedding=model.embedding_, method=method_named("line")
    )
    write_release(place / "release", release, version="example")
    again = read_release(place / "release")
    print(f"published {again.embedding.shape[0]} rows, the first for {again.node_ids[0]}")
