"""Block-model, random, ring and star graphs for examples, tests and benchmarks."""

from collections.abc import Callable

import numpy as np

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.rng import stream
from ppne.errors import InputError
from ppne.graph.pairs import keys_of, pairs_of
from ppne.graph.simple import Graph

_MAX_ROUNDS = 60  # each round draws what is still missing, so few are used unless groups are full


def block_model(
    *,
    n_nodes: int = 2000,
    n_groups: int = 5,
    mean_degree: float = 10.0,
    mixing: float = 0.15,
    exponent: float = 2.5,
    closure: float = 0.3,
    seed: int = 0,
) -> Graph:
    """Labelled graph of groups, with hubs and triangles as real networks have, and no lone node.

    Links of a degree-corrected block model are drawn first; then two-paths are closed, since
    without triangles no embedding could infer a link that was taken out. About a second
    for 100,000 nodes.

    Parameters
    ----------
    n_nodes
        How many nodes.
    n_groups
        How many groups, alike in size; a node's group is its label.
    mean_degree
        Links a node on average, nearly met: less where the groups fill up, more where many
        nodes would be alone.
    mixing
        Share of the links drawn that run between groups; closing adds some.
    exponent
        Of the power law of expected degrees, above 2; they are capped at
        ``sqrt(n_nodes * mean_degree)``.
    closure
        Share of the links that come from closing a two-path.
    seed
        The same seed gives the same graph.

    Raises
    ------
    InputError
        If a parameter is out of its range.
    """
    _check(
        (n_groups >= 1, f"n_groups must be 1 or more, got {n_groups}"),
        (
            n_nodes >= 2 * n_groups,
            f"n_nodes must be twice n_groups ({n_groups}) or more, got {n_nodes}",
        ),
        (
            0 < mean_degree < n_nodes / max(n_groups, 1),
            f"mean_degree must be above 0 and below the size of a group, got {mean_degree}; "
            "take more nodes or fewer groups",
        ),
        (0 <= mixing <= 1, f"mixing must be from 0 to 1, got {mixing}"),
        (exponent > 2, f"exponent must be above 2, got {exponent}"),
        (0 <= closure < 1, f"closure must be from 0 to below 1, got {closure}"),
    )
    rng = stream(seed, "block_model")
    labels = rng.permutation(np.arange(n_nodes) % n_groups)
    blocks = _Blocks(labels, _expected_degrees(n_nodes, mean_degree, exponent, rng))
    n_links = round(n_nodes * mean_degree / 2)

    def draw(n_pairs: int, _: IntArray) -> IntArray:
        first = blocks.anywhere(rng.random(n_pairs))
        crossing = rng.random(n_pairs) < (mixing if n_groups > 1 else 0.0)
        where = rng.random(n_pairs)
        second = np.empty_like(first)
        for chosen, part in ((crossing, blocks.outside), (~crossing, blocks.inside)):
            second[chosen] = part(labels[first[chosen]], where[chosen])
        return np.column_stack([first, second])

    def close(n_pairs: int, keys: IntArray) -> IntArray:
        return _close_two_paths(n_pairs, pairs_of(keys, n_nodes), n_nodes, rng)

    keys = _grow(np.empty(0, dtype=np.int64), round(n_links * (1 - closure)), n_nodes, draw)
    lone = np.flatnonzero(np.bincount(pairs_of(keys, n_nodes).ravel(), minlength=n_nodes) == 0)
    keys = _add(keys, blocks.partners(lone, rng), n_nodes)
    keys = _grow(keys, n_links, n_nodes, close)
    return Graph.from_links(pairs_of(keys, n_nodes), n_nodes=n_nodes, labels=labels)


def random_graph(n_nodes: int, *, mean_degree: float = 10.0, seed: int = 0) -> Graph:
    """Erdős–Rényi graph: as many distinct pairs as the mean degree asks for, any of them alike.

    Raises
    ------
    InputError
        If there are not so many pairs.
    """
    rng = stream(seed, "random graph")
    wanted = round(n_nodes * mean_degree / 2)
    if wanted > n_nodes * (n_nodes - 1) // 2:
        raise InputError(
            f"{n_nodes} nodes have at most {n_nodes - 1} links each; "
            f"a mean degree of {mean_degree:g} is too high"
        )
    keys = np.empty(0, dtype=np.int64)
    while len(keys) < wanted:
        ends = np.sort(rng.integers(n_nodes, size=(wanted - len(keys), 2)), axis=1)
        ends = ends[ends[:, 0] < ends[:, 1]]
        keys = np.sort(np.concatenate([keys, ends[:, 0] * n_nodes + ends[:, 1]]))
        keys = keys[np.diff(keys, prepend=-1) > 0]
    return Graph.from_links(pairs_of(keys, n_nodes), n_nodes=n_nodes)


def ring(n_nodes: int) -> Graph:
    """Each node linked with the next, and the last with the first."""
    _check((n_nodes >= 3, f"n_nodes must be 3 or more, got {n_nodes}"))
    nodes = np.arange(n_nodes)
    return Graph.from_links(np.column_stack([nodes, (nodes + 1) % n_nodes]))


def star(n_nodes: int) -> Graph:
    """Node 0 linked with all others."""
    _check((n_nodes >= 2, f"n_nodes must be 2 or more, got {n_nodes}"))
    leaves = np.arange(1, n_nodes)
    return Graph.from_links(np.column_stack([np.zeros_like(leaves), leaves]))


def _check(*rules: tuple[bool, str]) -> None:
    for kept, text in rules:
        if not kept:
            raise InputError(text)


def _expected_degrees(
    n_nodes: int, mean_degree: float, exponent: float, rng: np.random.Generator
) -> FloatArray:
    """Power-law degrees, brought to the mean and capped so that few links would be doubled."""
    degrees = rng.pareto(exponent - 1, n_nodes) + 1
    degrees *= mean_degree / degrees.mean()
    return np.minimum(degrees, np.sqrt(n_nodes * mean_degree))


class _Blocks:
    """Nodes drawn in proportion to weight, from all, from a group or from outside it."""

    def __init__(self, labels: IntArray, weights: FloatArray) -> None:
        self.labels = labels
        self.order = np.argsort(labels, kind="stable")
        self.sums = np.cumsum(weights[self.order])
        self.sizes = np.bincount(labels)
        ends = self.sums[np.cumsum(self.sizes) - 1]
        self.starts = np.concatenate([[0.0], ends[:-1]])
        self.widths = ends - self.starts

    def anywhere(self, uniform: FloatArray) -> IntArray:
        return self._at(uniform * self.sums[-1])

    def inside(self, group: IntArray, uniform: FloatArray) -> IntArray:
        return self._at(self.starts[group] + uniform * self.widths[group])

    def outside(self, group: IntArray, uniform: FloatArray) -> IntArray:
        place = uniform * (self.sums[-1] - self.widths[group])
        return self._at(place + np.where(place >= self.starts[group], self.widths[group], 0.0))

    def partners(self, nodes: IntArray, rng: np.random.Generator) -> IntArray:
        """Each node with another of its group, any of them alike."""
        first = np.cumsum(self.sizes) - self.sizes
        position = np.argsort(self.order)[nodes] - first[self.labels[nodes]]
        size = self.sizes[self.labels[nodes]]
        step = rng.integers(1, size)
        there = first[self.labels[nodes]] + (position + step) % size
        return np.column_stack([nodes, self.order[there]])

    def _at(self, place: FloatArray) -> IntArray:
        # In order: looked up as they come, most places of a large graph would miss the cache.
        order = np.argsort(place)
        at = np.empty(len(place), dtype=np.int64)
        at[order] = np.searchsorted(self.sums, place[order], side="right")
        picked: IntArray = self.order[np.minimum(at, len(self.order) - 1)]  # against rounding
        return picked


def _grow(
    keys: IntArray,
    n_links: int,
    n_nodes: int,
    draw: Callable[[int, IntArray], IntArray],
) -> IntArray:
    """Links as keys, drawn until all but a thousandth are there or no more are found."""
    for _ in range(_MAX_ROUNDS):
        if n_links - len(keys) <= n_links // 1000:
            break
        keys = _add(keys, draw(n_links - len(keys), keys), n_nodes)
    return keys


def _add(keys: IntArray, pairs: IntArray, n_nodes: int) -> IntArray:
    """The keys and those of the pairs, in order; loops and repeats are passed over."""
    pairs = np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1)
    # By sorting: numpy's unique goes by hashing, which here takes ten times as long.
    merged = np.sort(np.concatenate([keys, keys_of(pairs, n_nodes)]))
    return merged[np.diff(merged, prepend=-1) > 0]


def _close_two_paths(
    n_pairs: int, links: IntArray, n_nodes: int, rng: np.random.Generator
) -> IntArray:
    """Pairs of neighbours of nodes drawn at random among those that have two."""
    ends = np.sort(keys_of(np.concatenate([links, links[:, ::-1]]), n_nodes))
    starts = np.searchsorted(ends, np.arange(n_nodes + 1) * n_nodes)
    degrees = np.diff(starts)
    middles = np.flatnonzero(degrees > 1)
    if not len(middles):
        return np.empty((0, 2), dtype=np.int64)
    middle = rng.choice(middles, n_pairs)
    first = rng.integers(0, degrees[middle])
    second = rng.integers(0, degrees[middle] - 1)
    second += second >= first
    at = starts[middle]
    return np.column_stack([ends[at + first], ends[at + second]]) % n_nodes
