"""Audit embeddings of one network: unprotected, protected, and pure noise."""

import numpy as np

import ppne
from ppne.compute.backend import choose
from ppne.factor.embedding import embed
from ppne.factor.methods import method_named

graph = ppne.block_model(n_nodes=400, seed=4)
private_links = graph.links[::12]

unprotected = embed(graph.without(private_links), method_named("line"), 16, compute=choose())
model = ppne.PPNE(method="line", n_components=16, n_flips=0.15, batch_size=10)
embeddings = {
    "unprotected": unprotected,
    "protected": model.fit_transform(graph, private_links),
    "noise": np.random.default_rng(0).normal(size=unprotected.shape),
}
for name, embedding in embeddings.items():
    found = ppne.audit(embedding, graph, private_links, attacks=["similarity"], quick=True)
    strongest = found.strongest
    cosine = found.row("cosine").rates.auc
    f1 = next(row.value for row in found.utility if row.measure == "micro F1")
    print(
        f"{name:12} cosine {cosine.value:.3f} [{cosine.low:.2f}, {cosine.high:.2f}]  "
        f"strongest {strongest.attack} {strongest.rates.strength:.3f}  F1 {f1:.3f}"
    )
