"""`PPNE`: protection as an estimator in the manner of scikit-learn."""

import re
import warnings
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from ppne.compute.arrays import FloatArray
from ppne.compute.backend import choose
from ppne.compute.kinds import is_number
from ppne.errors import InputError
from ppne.factor.embedding import nodes_without_row, said_of_zero_rows
from ppne.factor.methods import method_named
from ppne.graph.load import as_graph
from ppne.graph.load_pairs import links_of
from ppne.protect.greedy import pose, protect
from ppne.protect.settings import ProtectionSettings, moves_through
from ppne.publish.release import release_rows
from ppne.train.settings import Training
from ppne.train.trained import Embedder, training_named

_MANY = 0.1
"""Share of nodes with links but a zero row beyond which a warning is given."""


class PPNE(BaseEstimator):  # type: ignore[misc]
    """Embedding of a graph that gives its private links no more away than non-links.

    Parameters
    ----------
    method : {"deepwalk", "line"}
        Embedding to protect.
    n_components : int
        Dimension of the embedding.
    n_flips : int or float
        Most links to flip: a count, or a share of the public links.
    k : float
        Power of the cost in ``gain / cost ** k``.
    n_candidates : int or None
        Candidates of each kind (removals, additions) scored for a batch; ``None`` is 10,000, or
        100 for each of its flips where that is more (not with the paper's preset).
    batch_size : int or None
        Flips a batch; ``None`` is the budget over 150, over 60 with a training in each.
    embedder : {"closed", "trained"} or callable
        The method's closed form, or trained as people train it; or a function from a `Graph` to
        its rows, (n_nodes, n_components), which then takes the place of ``method``.
    random_state : int, RandomState, Generator or None
        Seed of everything random, or what draws one; ``None`` draws another each time. It is never
        part of what is published, nor of the repr; keep it secret.
    preset : {"default", "paper"}
        ``"paper"`` is the paper's own algorithm.
    additions : float, None or "preset"
        Share of flips that add a link; ``None`` lets the score decide.
    directions : bool or None
        Publish unit rows on axes of their own, level ones but for closed LINE, instead of rows as
        the method gives them: lengths and axes help an attacker. ``None`` is the preset's: true,
        but for the paper's.
    until : {"indistinguishable", "budget"} or None
        Stop once the interval of an attack on non-links that the defender does not use contains
        chance, or when the budget is spent; ``None`` is the preset's: the former, for the paper
        the latter.
    target_auc : float or None
        Stop once that attack's AUC is at or below it, instead of ``until``.
    target_gain : float or None
        Stop at this privacy gain.
    window : int or None
        Window of DeepWalk, 10 if ``None``.
    negatives : float
        Negative samples.
    walks : int or None
        Walks a node that DeepWalk is sampled by; 0 for exact, ``None`` to go by the size. Of what
        is trained, walks a node, 10 if ``None``.
    n_jobs : int or None
        Threads; the result does not depend on it.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_nodes, n_components), float32
        What may be published; row ``i`` belongs to ``node_ids_[i]``.
    node_ids_ : ndarray of shape (n_nodes,)
    perturbed_graph_ : Graph
        Confidential.
    flips_ : Flips
        Confidential.
    history_ : list of dict
        A row a batch; confidential.

    Examples
    --------
    >>> from ppne import PPNE, block_model
    >>> graph = block_model(n_nodes=200, seed=1)
    >>> model = PPNE(method="line", n_components=16, n_flips=20).fit(graph, graph.links[::20])
    >>> model.embedding_.shape
    (200, 16)
    """

    def __init__(
        self,
        method: str = "deepwalk",
        n_components: int = 128,
        n_flips: float = 0.3,
        k: float = 1.0,
        n_candidates: int | None = None,
        batch_size: int | None = None,
        random_state: Any = 0,
        *,
        embedder: Any = "closed",
        preset: str = "default",
        additions: float | str | None = "preset",
        directions: bool | None = None,
        until: str | None = None,
        target_auc: float | None = None,
        target_gain: float | None = None,
        window: int | None = None,
        negatives: float = 5.0,
        walks: int | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.method = method
        self.n_components = n_components
        self.n_flips = n_flips
        self.k = k
        self.n_candidates = n_candidates
        self.batch_size = batch_size
        self.random_state = random_state
        self.embedder = embedder
        self.preset = preset
        self.additions = additions
        self.directions = directions
        self.until = until
        self.target_auc = target_auc
        self.target_gain = target_gain
        self.window = window
        self.negatives = negatives
        self.walks = walks
        self.n_jobs = n_jobs

    def fit(self, graph: Any, private_links: Any) -> Self:
        """Protect a graph.

        Parameters
        ----------
        graph
            A `Graph`, a path, a NumPy or SciPy matrix, or a NetworkX graph.
        private_links
            Pairs of node ids, or the path of a file of them. They are taken out of the graph
            where it has them.
        """
        network, _ = as_graph(graph)
        links = links_of(network, private_links)
        compute = choose()
        settings = self._settings(network.without(links).n_links)
        problem = pose(network, links, settings)
        with compute.steady(self.n_jobs):
            protection = protect(problem, settings, compute=compute)
            rows = release_rows(
                protection.graph,
                settings.embedder,
                settings.n_components,
                directions=settings.directions,
                compute=compute,
            )
        if len(nodes_without_row(rows, protection.graph)) > _MANY * len(rows):
            warnings.warn(said_of_zero_rows(rows, protection.graph), stacklevel=2)
        self.embedding_ = rows.astype(np.float32)
        self.node_ids_ = network.node_ids
        self.perturbed_graph_ = protection.graph
        self.flips_ = protection.flips
        self.history_ = [step.as_dict() for step in protection.history]
        self.stopped_ = protection.stopped
        return self

    def fit_transform(self, graph: Any, private_links: Any) -> FloatArray:
        """As :meth:`fit`, then the embedding."""
        embedding: FloatArray = self.fit(graph, private_links).embedding_
        return embedding

    def transform(self, graph: Any = None) -> FloatArray:
        """The embedding that :meth:`fit` made; there is none for an unseen graph."""
        check_is_fitted(self, "embedding_")
        if graph is not None:
            raise InputError("an unseen graph cannot be transformed; fit it")
        embedding: FloatArray = self.embedding_
        return embedding

    def _settings(self, n_public: int) -> ProtectionSettings:
        given: dict[str, Any] = {}
        if self.additions != "preset":
            if isinstance(self.additions, str):
                raise InputError(
                    f"additions must be a share, None or 'preset', got {self.additions!r}"
                )
            given["additions"] = self.additions
        for name in ("batch_size", "n_candidates", "directions", "until", "target_auc"):
            if getattr(self, name) is not None:
                given[name] = getattr(self, name)
        training = self._training()
        if training is None:
            method = method_named(
                self.method, window=self.window, negatives=self.negatives, walks=self.walks
            )
        else:
            method = moves_through(self.window)
        return ProtectionSettings.from_preset(
            self.preset,
            method=method,
            n_components=self.n_components,
            training=training,
            n_flips=self._budget(n_public),
            k=self.k,
            seed=self._seed(),
            target_gain=self.target_gain,
            **given,
        )

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        """As scikit-learn's, but for the seed: with it and the public graph the run is repeated."""
        return re.sub(r"random_state=[^,)]*", "random_state=...", super().__repr__(N_CHAR_MAX))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """The text alone: scikit-learn's page would list the seed."""
        return {"text/plain": repr(self)}

    def _seed(self) -> int:
        """``random_state`` as a seed."""
        given = self.random_state
        if isinstance(given, np.random.RandomState):
            return int(given.randint(2**31 - 1))
        if given is None or isinstance(given, np.random.Generator):
            return int(np.random.default_rng(given).integers(2**31))
        return given  # type: ignore[no-any-return]  # checked with the other settings

    def _training(self) -> Training | Embedder | None:
        """What is trained, or ``None`` for the closed form."""
        if callable(self.embedder):
            embedder: Embedder = self.embedder
            return embedder
        if self.embedder == "closed":
            return None
        if self.embedder != "trained":
            raise InputError(
                f"embedder must be 'closed', 'trained' or a function, got {self.embedder!r}"
            )
        if not is_number(self.negatives) or self.negatives != int(self.negatives):
            raise InputError(f"negatives must be whole for what is trained, got {self.negatives}")
        given = {"window": self.window, "walks_per_node": self.walks}
        return training_named(
            self.method,
            n_components=self.n_components,
            negatives=int(self.negatives),
            **{name: value for name, value in given.items() if value is not None},
        )

    def _budget(self, n_public: int) -> int:
        """``n_flips`` as a count."""
        if not is_number(self.n_flips):
            raise InputError(f"n_flips must be a count or a share below 1, got {self.n_flips!r}")
        if 0 < self.n_flips < 1:
            return max(1, round(self.n_flips * n_public))
        if self.n_flips >= 0 and float(self.n_flips).is_integer():
            return int(self.n_flips)
        raise InputError(f"n_flips must be a count or a share below 1, got {self.n_flips}")
