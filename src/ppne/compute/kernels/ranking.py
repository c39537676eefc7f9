"""Numba: areas and rates of a ranking under many weightings of its items."""

from numba import njit, prange

_TINY = 1e-300
"""Keeps 0 / 0 from arising where the first weights are zero."""


@njit(parallel=True, cache=True)
def weighted_rates(is_link, last_of_tie, weights, limits, out):
    """Set ``out[b]`` to AUC, average precision and TPR at each FPR limit under ``weights[b]``.

    Items stand from the highest score down; ``last_of_tie`` marks where a run of equal scores
    ends. Links and non-links weigh the same in all: precision is TPR / (TPR + FPR).
    """
    for b in prange(weights.shape[0]):
        all_links = 0.0
        all_others = 0.0  # summed as below, so that the last sum is this one to the bit
        for r in range(is_link.size):
            weight = float(weights[b, r])
            all_links += weight * is_link[r]
            all_others += weight * (1.0 - is_link[r])
        ratio = all_links / all_others
        links = 0.0
        others = 0.0
        links_before = 0.0
        others_before = 0.0
        area = 0.0
        precision = 0.0
        for at in range(limits.size):
            out[b, 2 + at] = 0.0
        widest = limits.max() * all_others if limits.size else -1.0
        for r in range(is_link.size):
            weight = float(weights[b, r])
            links += weight * is_link[r]
            others += weight * (1.0 - is_link[r])
            if last_of_tie[r]:
                gained = links - links_before
                area += (others - others_before) * (links + links_before)
                precision += gained * links / (links + ratio * others + _TINY)
                if others <= widest:
                    for at in range(limits.size):
                        if others <= limits[at] * all_others:
                            out[b, 2 + at] = links / all_links
                links_before = links
                others_before = others
        out[b, 0] = area / (2 * all_links * all_others)
        out[b, 1] = precision / all_links
