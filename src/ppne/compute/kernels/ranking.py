"""Numba: areas and rates of a ranking under many weightings of its items."""

from numba import njit, prange


@njit(parallel=True, cache=True)
def weighted_rates(order, last_of_tie, n_links, weights, limits, out):
    """Set ``out[b]`` to AUC, average precision and TPR at each FPR limit under ``weights[b]``.

    ``order`` lists items from the highest score down, items below ``n_links`` being links;
    ``last_of_tie`` marks, in that order, where a run of equal scores ends. Links and non-links
    weigh the same in all, so that precision is TPR / (TPR + FPR).
    """
    for b in prange(weights.shape[0]):
        all_links = 0.0
        all_others = 0.0
        for p in range(order.size):
            if p < n_links:
                all_links += weights[b, p]
            else:
                all_others += weights[b, p]
        links = 0.0
        others = 0.0
        tpr = 0.0
        fpr = 0.0
        area = 0.0
        precision = 0.0
        for at in range(limits.size):
            out[b, 2 + at] = 0.0
        for r in range(order.size):
            p = order[r]
            if p < n_links:
                links += weights[b, p]
            else:
                others += weights[b, p]
            if last_of_tie[r]:
                new_tpr = links / all_links
                new_fpr = others / all_others
                area += (new_fpr - fpr) * (new_tpr + tpr) / 2
                if new_tpr > 0:
                    precision += (new_tpr - tpr) * new_tpr / (new_tpr + new_fpr)
                for at in range(limits.size):
                    if new_fpr <= limits[at]:
                        out[b, 2 + at] = new_tpr
                tpr = new_tpr
                fpr = new_fpr
        out[b, 0] = area
        out[b, 1] = precision
