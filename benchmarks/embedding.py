"""Our closed-form embeddings beside other packages': time, peak memory and F1 on the same graphs.

    python benchmarks/embedding.py [--graphs pubmed arxiv youtube] [--peers ...] [--json FILE]

`ppne-line` and `ppne-deepwalk` are ours, `randomized-svd-…` scikit-learn's factorisation of the
same matrix ``Z``, `sknetwork-spectral` and `sknetwork-svd` scikit-network's embeddings of the
adjacency, `prone` ProNE in nodevectors, `walks` DeepWalk by 10 walks of 40 a node (pecanpy, p = q =
1) and skip-gram (gensim, window 10, 5 negatives, one pass), which are pecanpy's defaults but for
the length. Options of theirs that are not named are left as they are, and each may use every core.

Each runs in a process of its own, from the matrix in memory to the rows. Compiling, done on a
small graph before, is not counted, nor is reading; the peak is that of the whole process. Micro
F1 is that of logistic regression on unit rows of at most 20,000 labelled nodes. YouTube's graph
is a stand-in of its size, with a power law of degrees and 47 groups.

The peers need a NumPy below 2 (pecanpy does), so they go into an environment of their own:

    python -m venv peers && peers/bin/pip install --upgrade pip
    peers/bin/pip install --group bench
    python benchmarks/embedding.py --peers-python peers/bin/python
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from child import measured, peak_mb, tell
from real_data import add_data
from scipy import sparse
from table import Table, add_json

GRAPHS = {"cora": "cora", "pubmed": "pubmed", "arxiv": "ogbn_arxiv", "youtube": None}
"""Names of graphs and their folders; a graph without one is made."""


def closed_form(name):
    """Ours: a function of the matrix and the dimension."""
    from ppne.compute.backend import choose
    from ppne.factor.embedding import embed
    from ppne.factor.methods import method_named
    from ppne.graph.matrix import from_matrix

    def rows(matrix, dim):
        with choose().steady():
            return embed(from_matrix(matrix)[0], method_named(name), dim, compute=choose())

    return rows


def randomized_svd_of(name):
    """scikit-learn's randomised SVD of our ``Z``, which it is given the time to make."""
    from sklearn.utils.extmath import randomized_svd

    from ppne.compute.backend import choose
    from ppne.factor.methods import method_named
    from ppne.factor.proximity import proximity
    from ppne.graph.matrix import from_matrix

    def rows(matrix, dim):
        method, graph = method_named(name), from_matrix(matrix)[0]
        log_above = proximity(graph, method, compute=choose()).log_above
        left, values, _ = randomized_svd(log_above, dim, random_state=0)
        return left * np.sqrt(values)

    return rows


def sknetwork_named(name):
    """An embedding of scikit-network."""
    from sknetwork import embedding

    return lambda matrix, dim: getattr(embedding, name)(dim).fit_transform(matrix)


def prone():
    """ProNE of nodevectors."""
    from csrgraph import csrgraph
    from nodevectors import ProNE

    return lambda matrix, dim: ProNE(n_components=dim, verbose=False).fit_transform(
        csrgraph(matrix)
    )


def walks():
    """DeepWalk by sampled walks and skip-gram."""
    from gensim.models import Word2Vec
    from pecanpy.pecanpy import FirstOrderUnweighted

    cores = os.cpu_count()

    def rows(matrix, dim):
        n_nodes = matrix.shape[0]
        graph = FirstOrderUnweighted(p=1, q=1, workers=cores, random_state=0)
        graph.data = matrix.data
        graph.indptr = matrix.indptr.astype(np.uint32)
        graph.indices = matrix.indices.astype(np.uint32)
        graph.set_node_ids([str(node) for node in range(n_nodes)])
        sentences = graph.simulate_walks(num_walks=10, walk_length=40)
        model = Word2Vec(
            sentences, vector_size=dim, window=10, sg=1, min_count=0, workers=cores, epochs=1
        )
        return model.wv[[str(node) for node in range(n_nodes)]]

    return rows


PEERS = {
    "ppne-line": lambda: closed_form("line"),
    "randomized-svd-line": lambda: randomized_svd_of("line"),
    "ppne-deepwalk": lambda: closed_form("deepwalk"),
    "randomized-svd-deepwalk": lambda: randomized_svd_of("deepwalk"),
    "sknetwork-spectral": lambda: sknetwork_named("Spectral"),
    "sknetwork-svd": lambda: sknetwork_named("SVD"),
    "prone": prone,
    "walks": walks,
}
"""Functions that import what a peer needs and give its embedding."""

OURS = ("ppne", "randomized-svd")
"""How the names of those begin that run where ppne is installed."""


def main() -> None:
    """Read the options; a row for each graph and peer."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_data(parser)
    parser.add_argument("--graphs", nargs="+", choices=GRAPHS, default=[*GRAPHS][1:])
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=[*PEERS])
    parser.add_argument("--peers-python", default=sys.executable, help="interpreter that has them")
    parser.add_argument("--dim", type=int, default=128)
    parser.add_argument("--labelled", type=int, default=20_000, help="nodes to classify at most")
    parser.add_argument("--nodes", type=int, default=1_138_499, help="of the made graph")
    parser.add_argument("--links", type=int, default=2_990_443, help="of the made graph")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds a row may take")
    parser.add_argument("--step", nargs="+", help=argparse.SUPPRESS)
    add_json(parser)
    given = parser.parse_args()
    if given.step:
        steps = {"prepare": prepare, "embed": embed_step, "score": score}
        steps[given.step[0]](given, *given.step[1:])
        return
    table = Table(
        {
            "graph": ("graph", "<8"),
            "peer": ("peer", "<24"),
            "seconds": ("seconds", ">9,.1f"),
            "peak_mb": ("peak MB", ">8,.0f"),
            "f1": ("micro F1", ">8.3f"),
        },
        given.json,
    )
    for name in given.graphs:
        with tempfile.TemporaryDirectory() as folder:
            compare(given, table, name, folder)


def compare(given: argparse.Namespace, table: Table, name: str, folder: str) -> None:
    """All peers on one graph; every step is another process's, so that this one stays small."""

    def step(python: str, *words: str) -> dict[str, object]:
        options = [f"--{key}={getattr(given, key)}" for key in ("data", "dim", "labelled")]
        options += [f"--nodes={given.nodes}", f"--links={given.links}"]
        return measured([python, __file__, *options, "--step", *words], given.limit)

    made = step(sys.executable, "prepare", name, folder)
    if "nodes" not in made:
        table.row({"graph": name, **made})
        return
    print(f"{name}: {made['nodes']:,} nodes, {made['links']:,} links, K = {given.dim}")
    table.head()
    for peer in given.peers:
        python = sys.executable if peer.startswith(OURS) else given.peers_python
        row: dict[str, object] = {
            "graph": name,
            "peer": peer,
            **step(python, "embed", peer, folder),
        }
        if "seconds" in row:
            row |= step(sys.executable, "score", folder)
        elif "No module named" in str(row["note"]):
            row["note"] = "not installed: pip install --group bench (--help)"
        table.row({**row, "nodes": made["nodes"], "links": made["links"]})


def prepare(given: argparse.Namespace, name: str, folder: str) -> None:
    """Write the adjacency matrix and the labels that are to be used."""
    from ppne.graph.load import read_graph
    from ppne.graph.synthetic import block_model

    place = GRAPHS[name]
    if place is None:
        mean_degree = 2 * given.links / given.nodes
        graph = block_model(n_nodes=given.nodes, n_groups=47, mean_degree=mean_degree)
    else:
        graph, _ = read_graph(given.data / place)
    labels = np.array(graph.labels)
    hidden = np.random.default_rng(0).permutation(graph.n_nodes)[given.labelled :]
    labels[hidden] = -1
    adjacency = sparse.csr_matrix(graph.adjacency, dtype=np.float32)
    sparse.save_npz(Path(folder, "adjacency.npz"), adjacency, compressed=False)
    np.save(Path(folder, "labels.npy"), labels)
    tell(nodes=graph.n_nodes, links=graph.n_links)


def embed_step(given: argparse.Namespace, peer: str, folder: str) -> None:
    """Embed the graph that was prepared, and write the rows."""
    rows_of = PEERS[peer]()
    rng = np.random.default_rng(0)
    small = sparse.random(400, 400, 0.05, "csr", np.float32, rng)
    rows_of(sparse.csr_matrix(small + small.T > 0, dtype=np.float32), 32)  # compiles
    adjacency = sparse.load_npz(Path(folder, "adjacency.npz"))
    started = time.perf_counter()
    rows = rows_of(adjacency, given.dim)
    seconds = time.perf_counter() - started
    peak = peak_mb()
    np.save(Path(folder, "rows.npy"), np.asarray(rows, dtype=np.float32))
    tell(seconds=seconds, peak_mb=peak)


def score(given: argparse.Namespace, folder: str) -> None:
    """Micro F1 of the rows that were written."""
    from ppne.task.classify import classify

    labels = np.load(Path(folder, "labels.npy"))
    rows = np.load(Path(folder, "rows.npy"), mmap_mode="r")
    known = labels != -1
    tell(f1=classify(rows[known], labels[known], seed=0, n_repeats=5).micro_f1)


if __name__ == "__main__":
    main()
