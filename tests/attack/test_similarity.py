"""The cosine attack against scikit-learn's measures."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.metrics.pairwise import cosine_similarity

from ppne.attack.similarity import cosine_attack
from ppne.compute import cpu


def expected(embedding, links, non_links):
    cosines = cosine_similarity(embedding)
    scores = np.concatenate([cosines[tuple(links.T)], cosines[tuple(non_links.T)]])
    sizes = [len(links), len(non_links)]
    truth, weights = np.repeat([1, 0], sizes), np.repeat(1 / np.array(sizes), sizes)
    scores = scores.round(9)  # ties that rounding broke are ties again
    return (
        roc_auc_score(truth, scores),
        average_precision_score(truth, scores, sample_weight=weights),
    )


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_random_embedding_scores_as_scikit_learn_says(rng, dtype):
    embedding = rng.normal(size=(40, 5)).astype(dtype)
    pairs = rng.permutation(np.column_stack(np.triu_indices(40, 1)))
    links, non_links = pairs[:60], pairs[60:400]
    result = cosine_attack(embedding, links, non_links, compute=cpu)
    auc, precision = expected(embedding.astype(np.float64), links, non_links)
    assert result.auc == pytest.approx(auc, abs=1e-12)
    assert result.average_precision == pytest.approx(precision, abs=1e-12)


@given(seed=st.integers(0, 10_000), n_links=st.integers(1, 20), n_non_links=st.integers(1, 20))
def test_ties_count_as_scikit_learn_counts_them(seed, n_links, n_non_links):
    """Rows out of four directions and zero, so that most scores are equal."""
    rng = np.random.default_rng(seed)
    directions = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1], [0, 0]])
    embedding = directions[rng.integers(5, size=12)] * 2.0 ** rng.integers(-3, 4, size=(12, 1))
    pairs = rng.permutation(np.column_stack(np.triu_indices(12, 1)))
    links, non_links = pairs[:n_links], pairs[n_links : n_links + n_non_links]
    result = cosine_attack(embedding, links, non_links, compute=cpu)
    auc, precision = expected(embedding, links, non_links)
    assert result.auc == pytest.approx(auc, abs=1e-12)
    assert result.average_precision == pytest.approx(precision, abs=1e-12)


def test_the_length_of_a_row_does_not_matter(rng):
    embedding = rng.normal(size=(30, 4))
    pairs = rng.permutation(np.column_stack(np.triu_indices(30, 1)))
    scaled = embedding * 2.0 ** rng.integers(-5, 6, size=(30, 1))
    first, second = (
        cosine_attack(rows, pairs[:20], pairs[20:90], compute=cpu) for rows in (embedding, scaled)
    )
    assert first == second


def test_links_on_top_are_found_and_links_below_are_not():
    embedding = np.array([[1.0, 0], [1, 0.1], [0, 1], [-1, 0]])
    close, apart = np.array([[0, 1]]), np.array([[0, 2], [0, 3]])
    assert cosine_attack(embedding, close, apart, compute=cpu).auc == 1
    assert cosine_attack(embedding, close, apart, compute=cpu).average_precision == 1
    assert cosine_attack(embedding, apart, close, compute=cpu).auc == 0
