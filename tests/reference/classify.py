"""The rule by which DeepWalk's authors score nodes with several labels, node by node."""


def top_k(odds, truth):
    """Of each node as many classes as it truly has, likeliest first; ties to the first class."""
    guessed = []
    for scores, classes in zip(odds, truth, strict=True):
        ranked = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
        guessed.append(set(ranked[: sum(classes)]))
    return guessed


def f1(guessed, truth):
    """Micro and macro F1 by counting; macro over the classes that are there or guessed."""
    true = [{at for at, has in enumerate(classes) if has} for classes in truth]
    counts = {}
    for at in range(len(truth[0])):
        hit = sum(at in g and at in t for g, t in zip(guessed, true, strict=True))
        counts[at] = hit, sum(at in g for g in guessed) + sum(at in t for t in true)
    there = [2 * hit / size for hit, size in counts.values() if size]
    hits, sizes = (sum(part) for part in zip(*counts.values(), strict=True))
    return 2 * hits / sizes, sum(there) / len(there)
