"""What each kernel is called with, what it has to move then, and what may hold it back."""

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import kernel_twins as plain
import numpy as np
from kernel_yardsticks import Call, Machine, size
from scipy import sparse

from ppne.compute import cpu, training
from ppne.compute.integer_text import parse_integers
from ppne.compute.link_rows import are_link_rows, link_rows, number_values
from ppne.compute.lookup import edited_rows, find_in_pattern
from ppne.compute.names import NameNumbers
from ppne.compute.nearest import nearest
from ppne.compute.ranking import Ranking
from ppne.compute.shortest_paths import link_betweenness
from ppne.compute.spare import spare_in_order
from ppne.compute.training import random_walks
from ppne.factor.embedding import scaled_rows
from ppne.factor.methods import method_named
from ppne.factor.proximity import inverse_root_degrees, normal_adjacency, proximity
from ppne.factor.spectrum import leading_eigenpairs
from ppne.graph.simple import Graph
from ppne.graph.synthetic import block_model

SMALL, WALKERS, NEGATIVES, SOURCES = 1500, 400, 5.0, 16
LENGTH, KEY, PQ, STEPS, NOISE = 40, 7, (0.5, 2.0), 5000, 5

GATHERS = "what it reads lies all over memory"
MULTIPLIES = "its multiplications take longer than its bytes"
WALKS = "each step draws, divides and adds at random places, and where walkers meet is a guess"


@dataclass(frozen=True)
class Case:
    """A kernel and what it is called with; its twin is the one of its name unless told.

    ``gathered`` are the rows ``(of, index)`` that it gathers, ``moved`` further bytes that it has
    to move. ``why`` says what may hold it back, and `held_back` how long a plain call takes for
    that: the gathering, so many multiplications, or the ``(name, call)`` of ``plainly``.
    """

    kernel: Callable[..., object]
    given: tuple[object, ...]
    why: str = ""
    twin: Callable[..., object] | None = None
    gathered: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    moved: int = 0
    products: int = 0
    plainly: tuple[str, Callable[[Machine], Call]] | None = None
    options: dict[str, float] = field(default_factory=dict)
    most_threads: int | None = None
    copied: bool = True

    def n_bytes(self, result: object) -> int:
        """What it has to move."""
        once = [one for one in self.given if not any(one is of for of, _ in self.gathered)]
        rows = sum(len(index) * (of.nbytes // len(of)) for of, index in self.gathered)
        return sum(map(size, once)) + size(result) + rows + self.moved

    def held_back(self, machine: Machine) -> tuple[str, Call] | None:
        """A plain call that does only what is slow."""
        if self.plainly:
            return self.plainly[0], self.plainly[1](machine)
        if self.products:
            return "as many by BLAS", machine.multiply(self.products, self.given[0].dtype)
        return ("np.take of it alone", machine.gather(self.gathered)) if self.gathered else None


def every_case(graph: Graph, dim: int) -> Iterator[Case]:
    """In the order of the table."""
    yield from of_tall_blocks(graph.n_nodes, dim)
    yield from of_entries(graph, dim)
    yield from of_patterns(graph)
    yield from of_links(graph)
    yield from of_walks(min(graph.n_nodes, SMALL), dim)
    yield from of_training(graph, dim)


def of_tall_blocks(n: int, dim: int) -> Iterator[Case]:
    """Blocks of many rows, with a small matrix or alone."""
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((2, n, dim), dtype=np.float32)
    small = rng.standard_normal((dim, dim), dtype=np.float32)
    costs = {"why": MULTIPLIES, "products": n * dim**2}
    yield Case(cpu.gram, (a, b), twin=lambda a, b: a.T @ b, **costs)
    yield Case(cpu.combine, (a, small), twin=np.matmul, **costs)
    yield Case(cpu.scale_columns, (a, small[0]), "its result is in fresh memory", twin=np.multiply)
    yield Case(cpu.row_norms, (a,), "its entries are widened", partial(np.linalg.norm, axis=1))
    asked = rng.choice(n, min(n, 1024), replace=False)
    rounds = -(-len(asked) // 512)
    costs = {"products": n * dim * len(asked), "moved": (rounds - 1) * a.nbytes}
    yield Case(nearest_cosines, (a, asked, 10), MULTIPLIES, most_threads=rounds, **costs)


def of_entries(graph: Graph, dim: int) -> Iterator[Case]:
    """Rows of a tall block at the entries of a sparse matrix, or at pairs."""
    rng = np.random.default_rng(0)
    n, pattern = graph.n_nodes, (graph.indptr, graph.indices)
    a, b = rng.standard_normal((2, n, dim), dtype=np.float32)
    terms = 0.5 * np.log(2 * graph.n_links / NEGATIVES) - np.log(np.maximum(graph.degrees, 1))
    twice = "it goes through the entries twice, to count and to write, and gathers a term each time"
    given = (*pattern, terms, np.float32)
    yield Case(cpu.positive_sums, given, twice, gathered=[(terms, graph.indices)])
    z = cpu.positive_sums(*given)
    yield Case(cpu.product, (z, a), GATHERS, twin=operator.matmul, gathered=[(a, z.indices)])
    pairs = rng.integers(n, size=(2 * n, 2))
    at_ends = [(a, pairs[:, 0]), (b, pairs[:, 1])]
    yield Case(cpu.pair_dot, (a, b, pairs), GATHERS, gathered=at_ends)
    held, scale = np.arange(n, dtype=np.int32), inverse_root_degrees(graph)
    gathered = [(of, z.indices) for of in (a, b, held, scale)]
    own = a.nbytes + b.nbytes - z.indptr.nbytes - z.indices.nbytes  # the pattern is not copied
    yield Case(
        cpu.ratio_of_dots,
        (z, a, held, b, scale),
        f"{GATHERS}, and is added up in double precision",
        gathered=gathered,
        moved=own,
    )
    nodes = rng.choice(n, n // 10, replace=False)
    near = graph.adjacency[nodes].indices
    yield Case(
        cpu.degree_shifts,
        (*pattern, nodes, a, held, b),
        f"{GATHERS}, and each entry takes three logarithms",
        gathered=[(of, near) for of in (*pattern, a, b, held)] + [(a, nodes), (b, nodes)],
        options={"volume": 2.0 * graph.n_links, "negatives": NEGATIVES},
    )


def of_patterns(graph: Graph) -> Iterator[Case]:
    """A pattern looked up, edited, and made of links, numbers and names; a ranking weighed."""
    rng = np.random.default_rng(0)
    n, pattern = graph.n_nodes, (graph.indptr, graph.indices)
    links = rng.permuted(rng.permutation(graph.links), axis=1)
    pairs = rng.permutation(np.concatenate([links[:n], rng.integers(n, size=(n + 10**5, 2))]))
    u = pairs[:, 0]
    halvings = np.ceil(np.log2(graph.degrees[u] + 1)).astype(int)
    gathered = [(graph.indptr, u), (graph.indices, np.repeat(graph.indptr[u], halvings))]
    waits = f"{GATHERS}, one after the other, and where the search turns cannot be guessed"
    yield Case(find_in_pattern, (*pattern, pairs), waits, gathered=gathered)
    edits = np.concatenate([links[: n // 20], links[: n // 20, ::-1]])
    rows, columns = edits[np.lexsort(edits.T[::-1])].T
    lengths = graph.degrees - np.bincount(rows, minlength=n)
    merges = "rows are merged entry by entry, and where one ends cannot be guessed"
    yield Case(edited_rows, (*pattern, rows, columns, lengths), merges)
    keys = links.ravel() * n + links[:, ::-1].ravel()
    for kernel, given, some in ((link_rows, (links, n), keys), (are_link_rows, pattern, keys[::2])):
        sort = ("np.sort of them", lambda _, some=some: lambda: np.sort(some))
        yield Case(kernel, given, f"it sorts {len(some):,} keys", plainly=sort, most_threads=1)
    ids, tables = 3 * links, (np.zeros(3 * n, dtype=bool), np.zeros(3 * n, dtype=np.int32))
    looked_up = [(table, ids.ravel()) for table in tables]
    sort = partial(np.unique, return_inverse=True)
    yield Case(number_values, (ids,), GATHERS, sort, gathered=looked_up, most_threads=1)
    text = "".join(f"{u} {v}\n" for u, v in links.tolist()).encode()
    content = np.frombuffer(text, dtype=np.uint8)
    digits = (
        "it goes byte by byte, what comes next cannot be guessed, and each sum waits for the last"
    )
    sums = ("np.cumsum of the text", lambda _: lambda: np.cumsum(content, dtype=np.int64))
    given, n_chunks = (text, 0, None, 2), -(-len(text) // 2**22)
    yield Case(parse_integers, given, digits, plainly=sums, most_threads=n_chunks)
    ends = np.flatnonzero(content <= ord(" "))
    given = (content, np.append(0, ends[:-1] + 1), ends)
    slots = [(np.zeros((4 * n, 2), dtype=np.int64), links.ravel())]
    costs = {"gathered": slots, "moved": len(text), "most_threads": 1}  # words are compared
    yield Case(number_names, given, f"{GATHERS}, and each byte goes into a hash", **costs)
    ranking = Ranking(rng.standard_normal(n // 20) + 1.0, rng.standard_normal(n // 20))
    weights = rng.standard_exponential((200, len(ranking.order)), dtype=np.float32)
    sums = ("one np.cumsum", lambda _: lambda: np.cumsum(weights, axis=1, dtype=float))
    runs = "its sums run, each waiting for the last, twice over all weights"
    yield Case(Ranking.rates, (ranking, weights, np.array([0.01, 0.001])), runs, plainly=sums)


def of_links(graph: Graph) -> Iterator[Case]:
    """Links that can go in an order, and shortest paths over each link."""
    rng = np.random.default_rng(0)
    links, degrees = graph.links, graph.degrees
    order = rng.permutation(len(links))
    gathered = [(links, order), (degrees, links[order].ravel())]
    waits = f"{GATHERS}, and the counts that it reads are those that it brings down"
    given = (links, order, degrees, len(links))
    yield Case(spare_in_order, given, waits, gathered=gathered, most_threads=1)
    rows = np.repeat(np.arange(graph.n_nodes), degrees)
    ends = np.sort(np.column_stack([rows, graph.indices]), axis=1)
    _, link = np.unique(ends @ [graph.n_nodes, 1], return_inverse=True)
    sources = rng.choice(graph.n_nodes, SOURCES, replace=False)
    yield Case(
        link_betweenness,
        (graph.indptr, graph.indices, link, len(links), sources),
        f"{GATHERS}, which node is new or nearer cannot be guessed, and sums go to random places",
        gathered=2 * SOURCES * [(np.zeros(graph.n_nodes, dtype=int), graph.indices)],
        moved=(2 * SOURCES - 1) * graph.indices.nbytes,  # out and back from each source
        most_threads=8,
    )


def of_walks(n: int, dim: int) -> Iterator[Case]:
    """DeepWalk's matrices, exactly and from walkers; and eigenpairs."""
    rng = np.random.default_rng(0)
    graph = block_model(n_nodes=n)
    method = method_named("deepwalk", negatives=NEGATIVES)
    normal, z = normal_adjacency(graph), proximity(graph, method, compute=cpu).log_above
    window, coefficients = method.window, np.append(0.0, np.ones(method.window))
    factor = 2.0 * graph.n_links / (NEGATIVES * window)
    scale = inverse_root_degrees(graph) * np.sqrt(factor)
    pairs = np.concatenate([graph.links, rng.integers(n, size=(graph.n_links, 2))])
    step, each = 8 * n * (normal.nnz + n), normal.nnz * n  # rows gathered and written by N X
    costs = {"why": MULTIPLIES, "moved": window * step, "products": window * each}
    yield Case(cpu.polynomial_above, (normal, coefficients, scale), **costs)
    yield Case(cpu.polynomial_at, (normal, coefficients, pairs), **costs)
    n_steps = (window - 1) // 2 + window - 1
    yield Case(
        cpu.sandwich_at,
        (normal, z, window, pairs),
        MULTIPLIES,
        moved=n_steps * step // 2 + 8 * n * window * len(pairs),  # in single precision
        products=n_steps * each + n * window * len(pairs),
    )
    steps = n * window * WALKERS
    walkers = ("as many in NumPy", lambda _: partial(plain.walk, normal, window, WALKERS))
    searches = f"{WALKS}; pairs that are not linked take a search for every two steps of two walks"
    for kernel, twin, given, why in (
        (cpu.walk_above, plain.walk_above, (normal, coefficients, factor), WALKS),
        (cpu.walk_polynomial_at, plain.polynomial_at, (normal, coefficients, pairs), WALKS),
        (cpu.walk_sandwich_at, plain.sandwich_at, (normal, z, window, pairs), searches),
    ):
        exact = partial(lambda twin, *given: twin(*given[:-1]), twin)  # of any number of walkers
        yield Case(kernel, (*given, WALKERS), why, exact, plainly=walkers, moved=52 * steps)
    yield Case(leading_magnitudes, (z, min(dim, n // 4)), copied=False)


def of_training(graph: Graph, dim: int) -> Iterator[Case]:
    """Walks along links, and steps on sampled links; both on nodes that have links."""
    rng = np.random.default_rng(0)
    graph = graph.subgraph(graph.degrees > 0)
    pattern = graph.indptr.astype(np.int64), graph.indices.astype(np.int32)
    draws = f"{GATHERS}, and each step waits for the last"
    for kernel, count, more in ((uniform_walks, graph.n_nodes, ()), (second_order_walks, 500, PQ)):
        numbers = rng.permutation(graph.n_nodes)[:count]
        steps = kernel(*pattern, numbers, LENGTH, KEY, *more)[:, :-1].ravel()
        gathered = [(pattern[0], steps), (pattern[1], pattern[0][steps])]
        yield Case(kernel, (*pattern, numbers, LENGTH, KEY, *more), draws, gathered=gathered)
    small = block_model(n_nodes=SMALL)
    x, y = 0.1 * rng.standard_normal((2, small.n_nodes, dim))
    yield Case(
        link_steps,
        (small.indptr, small.indices, x, y),
        f"{GATHERS}, is written back there, and each step waits for the last",
        moved=STEPS * (2 + 4 * NOISE) * x[0].nbytes,
        options={
            "key": KEY,
            "n_samples": STEPS,
            "n_negatives": NOISE,
            "rate": 0.1,
            "decay": 0.08,
        },
        plainly=("as many by BLAS", lambda m: m.multiply(3 * STEPS * (NOISE + 1) * dim, x.dtype)),
        most_threads=1,
    )


def uniform_walks(indptr, indices, numbers, length, key) -> np.ndarray:
    """Walks of DeepWalk."""
    return random_walks(indptr, indices, numbers, length, key=key)


def second_order_walks(indptr, indices, numbers, length, key, p, q) -> np.ndarray:
    """Walks of node2vec."""
    return random_walks(indptr, indices, numbers, length, key=key, p=p, q=q)


def link_steps(indptr, indices, x, y, **options) -> tuple[np.ndarray, np.ndarray]:
    """Steps of LINE, from copies."""
    x, y = x.copy(), y.copy()
    training.link_steps(indptr, indices, x, y, **options)
    return x, y


def nearest_cosines(rows: np.ndarray, of: np.ndarray, k: int) -> np.ndarray:
    """Of `nearest`: which rows these are is known to rounding alone."""
    return nearest(rows, of, k)[1]


def number_names(content: np.ndarray, begins: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """By `NameNumbers`, empty at first."""
    return NameNumbers().number(content, begins, ends)


def leading_magnitudes(matrix: sparse.csr_array, n_kept: int) -> np.ndarray:
    """Of the eigenvalues that `leading_eigenpairs` finds."""
    rng, n = np.random.default_rng(1), matrix.shape[0]
    found = leading_eigenpairs(partial(cpu.product, matrix), n, n_kept, rng=rng, compute=cpu)
    return (scaled_rows(found, compute=cpu) ** 2).sum(axis=0)
