"""Twin of `ppne.compute.kernels.links`, by sets and counters."""

from collections import Counter


def link_rows(ends, n_nodes):
    """Neighbours of each node, and loops, repeats, two-way links and the more frequent repeats."""
    copies = Counter((u, v) for u, v in ends if u != v)
    links = {tuple(sorted(pair)) for pair in copies}
    rows = [sorted({a + b - node for a, b in links if node in (a, b)}) for node in range(n_nodes)]
    return rows, {
        "loops": sum(u == v for u, v in ends),
        "repeats": sum(count - 1 for count in copies.values()),
        "two_way": sum(pair in copies and pair[::-1] in copies for pair in links),
        "most_repeats": sum(max(copies[pair], copies[pair[::-1]]) - 1 for pair in links),
    }


def spare_in_order(links, order, degrees, count):
    """The first links in the order whose loss leaves both ends another link."""
    left, kept = list(degrees), []
    for at in order:
        if len(kept) < count and min(left[node] for node in links[at]) > 1:
            for node in links[at]:
                left[node] -= 1
            kept.append(at)
    return kept
