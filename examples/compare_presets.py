"""The default against the paper's own algorithm, at the same budget on the same network."""

from ppne import PPNE, block_model
from ppne.task.classify import classify

graph = block_model(n_nodes=400, seed=3)
private_links = graph.links[::12]

print(f"{'preset':10}{'flips':>7}{'added':>7}{'AUC before':>12}{'AUC after':>11}{'micro F1':>10}")
for preset in ("default", "paper"):
    model = PPNE(preset=preset, n_components=16, n_flips=100, n_candidates=500, batch_size=10)
    model.fit(graph, private_links)
    first, last = model.history_[0], model.history_[-1]
    f1 = classify(model.embedding_, graph.labels, seed=0).micro_f1
    print(
        f"{preset:10}{last['n_flips']:>7}{last['n_additions']:>7}"
        f"{first['auc_fresh']:>12.3f}{last['auc_fresh']:>11.3f}{f1:>10.3f}"
    )
