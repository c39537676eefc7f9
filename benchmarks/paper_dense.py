"""The published choice of a flip in plain, dense NumPy: what `paper_way.py` times ours against."""

import numpy as np
from scipy import linalg

from ppne.compute.arrays import FloatArray, IntArray
from ppne.compute.rng import stream
from ppne.factor.methods import Method
from ppne.graph.flips import Flips, apply
from ppne.graph.pairs import contains, keys_of
from ppne.graph.simple import Graph
from ppne.private.non_links import draw_non_links
from ppne.protect.result import Problem

_CHUNK = 64
"""Candidates whose n moved eigenvalues are held at once: few enough for the cache."""


class Dense:
    """The published choice of one flip after another, all in dense matrices."""

    def __init__(
        self, problem: Problem, method: Method, n_components: int, n_candidates: int, seed: int
    ) -> None:
        self.problem, self.method = problem, method
        self.n_components, self.n_candidates = n_components, n_candidates
        self.rng = stream(seed, "dense")
        self.flips = Flips.none()

    def flip(self) -> tuple[Graph, Flips, FloatArray, FloatArray]:
        """Make one flip; the graph before it, the candidates, their gains and their losses."""
        graph = apply(self.problem.graph, self.flips)
        degrees = np.maximum(graph.degrees, 1.0)  # a lone node's rows are zero all the same
        adjacency = graph.adjacency.toarray()
        slope = self._slope(adjacency, degrees)
        candidates = self._draw(graph)
        u, v = candidates.pairs.T
        gains = -candidates.signs * slope[u, v]
        losses = self._losses(adjacency, degrees, candidates)
        best = int(np.argmax(np.where(gains > 0, gains / losses, -np.inf)))
        self.flips = self.flips + candidates.take(np.array([best]))
        return graph, candidates, gains, losses

    def _slope(self, adjacency: FloatArray, degrees: FloatArray) -> FloatArray:
        """``dPL/dA``, all n x n entries: what back-propagation through dense powers gives."""
        window, volume = self.method.window, degrees.sum()
        root = 1.0 / np.sqrt(degrees)
        normal = root[:, None] * adjacency * root
        power, walks = normal, normal.copy()
        for _ in range(1, window):
            power = power @ normal
            walks += power
        factor = volume / (self.method.negatives * window)
        proximities = factor * root[:, None] * walks * root
        above = proximities > 1.0
        inner = self._leakage_slope(np.log(np.where(above, proximities, 1.0)))
        inner = np.where(above, inner / np.where(above, proximities, 1.0), 0.0)
        met = (inner * proximities).sum(axis=1)
        moved = factor * root[:, None] * inner * root
        step, total = moved, moved.copy()
        for _ in range(1, window):
            moved = moved @ normal
            step = normal @ step + moved
            total += step
        node = (met + (normal * total).sum(axis=1)) / degrees
        slope: FloatArray = 2.0 * root[:, None] * total * root - node[:, None] - node
        return slope + 2.0 * met.sum() / volume

    def _leakage_slope(self, logs: FloatArray) -> FloatArray:
        """``dPL/dZ`` with the context factor held still (KKT), from all n eigenpairs of ``Z``."""
        values, vectors = np.linalg.eigh(logs)
        order = np.argsort(-np.abs(values))[: self.n_components]
        values, vectors = values[order], vectors[:, order]
        rows = vectors * np.sqrt(np.abs(values))
        norms = np.linalg.norm(rows, axis=1)
        inverse = np.where(norms > 1e-4 * norms.max(), 1.0 / np.maximum(norms, 1e-300), 0.0)
        units = rows * inverse[:, None]
        slope = np.zeros(logs.shape)
        for pairs, sign in ((self.problem.pairs.links, 1.0), (self.problem.pairs.decoys, -1.0)):
            u, v = pairs.T
            slope[u, v] += 0.5 * sign * inverse[u] * inverse[v]
            slope[v, u] = slope[u, v]
            pulls = sign * (units[u] * units[v]).sum(axis=1)
            for end in (u, v):
                np.subtract.at(slope, (end, end), 0.5 * pulls * inverse[end] ** 2)
        half = (slope @ vectors * np.sign(values)) @ vectors.T
        return half + half.T

    def _draw(self, graph: Graph) -> Flips:
        """Additions or removals, with probability 1/2."""
        forbidden = np.concatenate([self.problem.forbidden, self.flips.pairs])
        if self.rng.random() < 0.5:
            pairs = draw_non_links(graph, forbidden, self.n_candidates, self.rng)
            return Flips.additions(pairs)
        links = self.rng.permutation(graph.links)
        ends = np.concatenate([links[:, 0], links[:, 1]])
        kept = np.unique(ends, return_index=True)[1] % len(links)  # one at random a node
        spare = np.ones(len(links), dtype=bool)
        spare[kept] = False
        spare &= (graph.degrees[links] > 1).all(axis=1)
        keys = np.sort(keys_of(forbidden, graph.n_nodes))
        spare &= ~contains(keys, keys_of(links, graph.n_nodes))
        return Flips.removals(links[spare])

    def _losses(self, adjacency: FloatArray, degrees: FloatArray, flips: Flips) -> FloatArray:
        """Eq. (deepwalk_loss_est) of each candidate, all n eigenvalues moved to first order."""
        root = 1.0 / np.sqrt(degrees)
        # The generalised problem by way of the symmetric one, which LAPACK does faster.
        values, vectors = linalg.eigh(root[:, None] * adjacency * root, driver="evd")
        modes = np.ascontiguousarray(root[:, None] * vectors)
        signs, window = flips.signs, self.method.window
        tails = np.empty(len(flips))
        for low in range(0, len(flips), _CHUNK):
            part = slice(low, low + _CHUNK)
            a, b = modes[flips.pairs[part, 0]], modes[flips.pairs[part, 1]]
            moved = values + signs[part, None] * (2.0 * a * b - values * (a * a + b * b))
            walk = moved.copy()
            for _ in range(1, window):
                walk += 1.0
                walk *= moved
            walk *= walk
            walk.partition(walk.shape[1] - self.n_components, axis=1)
            tails[part] = walk[:, : -self.n_components].sum(axis=1)
        ends = degrees[flips.pairs] + signs[:, None]
        least = np.minimum(_least_elsewhere(degrees, flips.pairs), ends.min(axis=1))
        volumes = (degrees.sum() + 2.0 * signs) / (window * self.method.negatives)
        losses: FloatArray = volumes * np.sqrt(tails) / least
        return losses


def _least_elsewhere(degrees: FloatArray, pairs: IntArray) -> FloatArray:
    """Least degree of the nodes other than the two of each pair."""
    first = np.argsort(degrees, kind="stable")[:3]
    own = (first[:, None, None] == pairs).any(axis=2)
    least: FloatArray = np.where(own, np.inf, degrees[first][:, None]).min(axis=0)
    return least
