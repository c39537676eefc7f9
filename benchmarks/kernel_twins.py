"""Plain twins of the kernels.

A twin takes what its kernel takes and gives the same back, by NumPy, SciPy, LAPACK or a loop.
"""

from itertools import pairwise

import numpy as np
from scipy import sparse

from ppne.compute.kernels import sampled_links


def rows_of(indptr: np.ndarray) -> np.ndarray:
    """The row of each entry."""
    return np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))


def pair_dot(a: np.ndarray, b: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Rows gathered, then multiplied."""
    return dots(a, b, *pairs.T)


def dots(a: np.ndarray, b: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Inner products of rows ``u`` of ``a`` and ``v`` of ``b``, as many at once as memory bears."""
    out = np.empty(len(u))
    for low in range(0, len(u), 2**16):
        part = slice(low, low + 2**16)
        out[part] = np.einsum("pd,pd->p", a[u[part]], b[v[part]])
    return out


def positive_sums(indptr, indices, terms, dtype) -> sparse.csr_array:
    """All sums, then those above zero."""
    n = len(indptr) - 1
    rows = rows_of(indptr)
    sums = terms[rows] + terms[indices]
    kept = sums > 0
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows[kept], minlength=n))])
    return sparse.csr_array((sums[kept].astype(dtype), indices[kept], starts), shape=(n, n))


def degree_shifts(indptr, indices, nodes, left, held, right, *, volume, negatives) -> np.ndarray:
    """Every link of the nodes at once, every row of the left factor being held."""
    n, degrees = len(indptr) - 1, np.diff(indptr)
    picked = sparse.csr_array((np.ones(len(indices)), indices, indptr), shape=(n, n))[nodes]
    place, j = rows_of(picked.indptr), picked.indices
    i = nodes[place]
    weight = 2.0 * (dots(left, right, i, j) + dots(right, left, i, j))

    def logs(own: np.ndarray) -> np.ndarray:
        return np.log(np.maximum(volume / (negatives * degrees[j] * own), 1.0))

    now = logs(degrees[i])
    moves = logs(degrees[i] + 1) - now, logs(np.maximum(degrees[i] - 1, 1)) - now
    return np.column_stack([np.bincount(place, weight * move, len(nodes)) for move in moves])


def ratio_of_dots(matrix, left, held, right, scale) -> tuple[sparse.csr_array, np.ndarray]:
    """Every entry at once, every row of the left factor being held."""
    i, j = rows_of(matrix.indptr), matrix.indices
    both = dots(left, right, i, j) + dots(right, left, i, j)
    values = scale[i] * scale[j] * both / matrix.data
    found = sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape)
    return found, np.bincount(i, both, matrix.shape[0])


def find_in_pattern(indptr, indices, pairs) -> np.ndarray:
    """By SciPy's look-up of entries that hold their own place."""
    n = len(indptr) - 1
    places = sparse.csr_array((np.arange(1, len(indices) + 1), indices, indptr), shape=(n, n))
    return places[pairs[:, 0], pairs[:, 1]] - 1


def edited_rows(indptr, indices, rows, columns, lengths) -> tuple[np.ndarray, np.ndarray]:
    """What is in one of two sets of keys alone."""
    n = len(indptr) - 1
    keys = np.setxor1d(rows_of(indptr) * n + indices, rows * n + columns, assume_unique=True)
    return np.searchsorted(keys, np.arange(n + 1) * n), keys % n


def link_rows(ends: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """By SciPy's sum of entries that stand at the same place."""
    ends = ends[ends[:, 0] != ends[:, 1]]
    u, v = np.concatenate([ends, ends[:, ::-1]]).T
    matrix = sparse.csr_array((np.ones(len(u), dtype=np.int32), (u, v)), shape=(n, n))
    matrix.sort_indices()
    return matrix.indptr, matrix.indices


def are_link_rows(indptr, indices) -> bool:
    """By SciPy's transpose."""
    n = len(indptr) - 1
    matrix = sparse.csr_array((np.ones(len(indices)), indices, indptr), shape=(n, n))
    return abs(matrix - matrix.T).max() == 0 and not matrix.diagonal().any()


def parse_integers(text: bytes, start, separator, n_columns) -> tuple[np.ndarray, int]:
    """By NumPy's reader of numbers in a text."""
    return np.fromstring(text, dtype=np.int64, sep=" ").reshape(-1, n_columns), 0


def number_names(content: np.ndarray, begins: np.ndarray, ends: np.ndarray) -> list[int]:
    """By a dictionary."""
    text = content.tobytes()
    numbers: dict[bytes, int] = {}
    bounds = zip(begins.tolist(), ends.tolist(), strict=True)
    return [numbers.setdefault(text[begin:end], len(numbers)) for begin, end in bounds]


def rates(ranking, weights, limits) -> np.ndarray:
    """By running sums of all weightings at once."""
    links, others = (
        np.cumsum(weights * of, axis=1, dtype=float)[:, ranking.last_of_tie]
        for of in (ranking.is_link, ~ranking.is_link)
    )
    all_links, all_others = links[:, -1:], others[:, -1:]
    gained, passed = (np.diff(of, axis=1, prepend=0.0) for of in (links, others))
    area = (passed * (2 * links - gained)).sum(axis=1) / (2 * all_links * all_others)[:, 0]
    precision = gained * links / (links + all_links / all_others * others)
    within = [(links * (others <= limit * all_others)).max(axis=1) for limit in limits]
    return np.column_stack([area, (precision / all_links).sum(axis=1), *within / all_links.T])


def spare_in_order(links, order, degrees, count) -> list[int]:
    """One link after the other, by lists."""
    left, kept = degrees.tolist(), []
    for at, (u, v) in zip(order.tolist(), links[order].tolist(), strict=True):
        if len(kept) < count and left[u] > 1 and left[v] > 1:
            left[u] -= 1
            left[v] -= 1
            kept.append(at)
    return kept


def link_betweenness(indptr, indices, link, n_links, sources) -> np.ndarray:
    """By SciPy's products, one for all nodes at the same distance from a source."""
    n, rows, out = len(indptr) - 1, rows_of(indptr), np.zeros(n_links)
    matrix = sparse.csr_array((np.ones(len(indices)), indices, indptr), shape=(n, n))
    for source in sources:
        far, ways, owed = np.full(n, -1), np.zeros(n), np.zeros(n)
        far[source], ways[source], level = 0, 1.0, 0
        while (far == level).any():
            reached = matrix @ np.where(far == level, ways, 0.0)
            level += 1
            new = (far < 0) & (reached > 0)
            far[new], ways[new] = level, reached[new]
        ways[far < 0] = 1.0  # nothing is divided by zero
        for back in range(level - 1, 0, -1):
            share = np.where(far == back, (1.0 + owed) / ways, 0.0)
            owed += np.where(far == back - 1, ways * (matrix @ share), 0.0)
        ahead = far[rows] + 1 == far[indices]
        u, v = rows[ahead], indices[ahead]
        out += np.bincount(link[ahead], ways[u] * (1.0 + owed[v]) / ways[v], n_links)
    return out


def nearest_cosines(rows: np.ndarray, of: np.ndarray, k: int) -> np.ndarray:
    """The ``k`` largest cosines of each row, from all of them."""
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    out = np.empty((len(of), k), dtype=rows.dtype)
    for low in range(0, len(of), 128):
        some = of[low : low + 128]
        cosines = units[some] @ units.T
        cosines[np.arange(len(some)), some] = -np.inf
        out[low : low + 128] = np.sort(np.partition(cosines, -k, axis=1)[:, -k:], axis=1)[:, ::-1]
    return out


def polynomial(matrix: sparse.csr_array, coefficients: np.ndarray) -> np.ndarray:
    """Dense ``sum_t coefficients[t] N^t``."""
    power = np.eye(matrix.shape[0])
    total = coefficients[0] * power
    for weight in coefficients[1:]:
        power = matrix @ power
        total += weight * power
    return total


def polynomial_above(matrix, coefficients, scale) -> sparse.csr_array:
    """From the dense polynomial."""
    scaled = polynomial(matrix, coefficients) * np.outer(scale, scale)
    return sparse.csr_array(np.where(scaled > 1.0, scaled, 0.0))


def polynomial_at(matrix, coefficients, pairs) -> np.ndarray:
    """From the dense polynomial."""
    return polynomial(matrix, coefficients)[*pairs.T]


def sandwich_at(matrix, inner, n_terms, pairs) -> np.ndarray:
    """By the recurrence ``W_k = N W_{k-1} + G N^k``, dense."""
    walk = inner.toarray()
    moved, total = walk, walk.copy()
    for _ in range(1, n_terms):
        moved = (matrix @ moved.T).T
        walk = matrix @ walk + moved
        total += walk
    return total[*pairs.T]


def walk_above(graph, coefficients, factor) -> sparse.csr_array:
    """Not from walkers."""
    scale = np.sqrt(factor / np.maximum(np.diff(graph.indptr), 1))
    return polynomial_above(graph, coefficients, scale)


def walk(graph: sparse.csr_array, n_steps: int, n_walkers: int) -> None:
    """So many walkers of every node, each by itself, and how many are met where."""
    n, degrees, rng = graph.shape[0], np.diff(graph.indptr), np.random.default_rng(0)
    start = np.repeat(np.arange(n), n_walkers)
    at = start
    for _ in range(n_steps):
        drawn = (rng.random(len(at)) * degrees[at]).astype(np.int64)
        at = graph.indices[graph.indptr[at] + drawn]
        np.bincount(start * n + at, minlength=n * n)


def leading_magnitudes(matrix: sparse.csr_array, n_kept: int) -> np.ndarray:
    """From all n eigenpairs, by LAPACK."""
    values, _ = np.linalg.eigh(matrix.toarray())
    return np.sort(np.abs(values))[::-1][:n_kept]


def uniform(key: int, start: object, layer: int, node: object) -> np.ndarray:
    """A number in [0, 1) for these four, by SplitMix64, of arrays or of one."""
    stride = np.uint64(0x9E3779B97F4A7C15)
    with np.errstate(over="ignore"):
        x = _mixed(np.uint64(key) + np.asarray(start, dtype=np.uint64) * stride)
        x = _mixed(x + np.uint64(layer) * stride + np.asarray(node, dtype=np.uint64))
    return (x >> np.uint64(11)) / 2.0**53


def _mixed(x: np.ndarray) -> np.ndarray:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def uniform_walks(indptr, indices, numbers, length, key) -> np.ndarray:
    """All walks a step at a time."""
    out = np.empty((len(numbers), length), dtype=np.int32)
    out[:, 0] = numbers % (len(indptr) - 1)
    for step in range(1, length):
        low, high = indptr[out[:, step - 1]], indptr[out[:, step - 1] + 1]
        out[:, step] = indices[low + (uniform(key, numbers, step, 0) * (high - low)).astype(int)]
    return out


def second_order_walks(indptr, indices, numbers, length, key, p, q) -> np.ndarray:
    """A walk and a draw at a time, neighbours in sets."""
    near = [indices[low:high].tolist() for low, high in pairwise(indptr)]
    sets, top = [set(some) for some in near], max(1.0 / p, 1.0, 1.0 / q)
    out = uniform_walks(indptr, indices, numbers, 2, key)
    out = np.column_stack([out, np.zeros((len(out), length - 2), dtype=out.dtype)])
    for walk, number in zip(out, numbers.tolist(), strict=True):
        for step in range(2, length):
            before, choices = int(walk[step - 2]), near[walk[step - 1]]
            weights = [
                1.0 / p if v == before else 1.0 if v in sets[before] else 1.0 / q for v in choices
            ]
            draws = uniform(key, number, step, np.arange(2 * len(choices) + 1))
            walk[step] = choices[_by_weight(weights, top, draws.tolist())]
    return out


def _by_weight(weights: list[float], top: float, draws: list[float]) -> int:
    """A place by rejection, or by a pass over all after as many draws."""
    for at in range(len(weights)):
        place = int(draws[2 * at] * len(weights))
        if draws[2 * at + 1] * top < weights[place]:
            return place
    return int(np.searchsorted(np.cumsum(weights), draws[-1] * sum(weights), side="right"))


def link_steps(
    indptr, indices, x, y, *, key, n_samples, n_negatives, rate, decay
) -> tuple[np.ndarray, np.ndarray]:
    """A sampled link at a time."""
    x, y, degrees = x.copy(), y.copy(), np.diff(indptr)
    links = np.column_stack([rows_of(indptr), indices])
    chances, others = alias_table(degrees**0.75)
    decays = decay / np.sqrt(degrees)
    for sample in range(n_samples):
        pace = rate * max(1.0 - sample / n_samples, 1e-4)
        draws = uniform(key, sample, 0, np.arange(n_negatives + 1))
        u, v = links[int(draws[0] * len(links))]
        places = (draws[1:] * len(chances)).astype(int)
        kept = draws[1:] * len(chances) - places < chances[places]
        moved = np.zeros(x.shape[1])
        for w in (v, *np.where(kept, places, others[places])):
            truth = 1.0 if w is v else 0.0
            if truth or w != v:
                slope = pace * (truth - 1.0 / (1.0 + np.exp(-x[u] @ y[w])))
                moved = moved + slope * y[w] - pace * decays[u] * x[u]
                y[w] = y[w] + slope * x[u] - pace * decays[w] * y[w]
        x[u] = x[u] + moved
    return x, y


def alias_table(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The one that the package draws from: which of many is made differs from author to author."""
    chances, others = np.empty(len(weights)), np.empty(len(weights), dtype=np.int64)
    sampled_links.alias_table(weights, chances, others)
    return chances, others
