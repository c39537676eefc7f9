"""Twin of `ppne.compute.kernels.ranking`, pair by pair and threshold by threshold."""

import numpy as np


def area(links, non_links, link_weights, non_link_weights):
    """Weighted share of (link, non-link) couples with the link above; ties half."""
    above = np.sign(links[:, None] - non_links) / 2 + 0.5
    weights = np.outer(link_weights, non_link_weights)
    return (above * weights).sum() / weights.sum()


def rates_from(threshold, links, non_links, link_weights, non_link_weights):
    """True and false positive rate of saying "link" at the threshold and above."""
    return (
        link_weights[links >= threshold].sum() / link_weights.sum(),
        non_link_weights[non_links >= threshold].sum() / non_link_weights.sum(),
    )


def average_precision(links, non_links, link_weights, non_link_weights):
    """Mean over the links of the precision at their scores, TPR / (TPR + FPR)."""
    total = 0.0
    for score, weight in zip(links, link_weights, strict=True):
        if weight:
            tpr, fpr = rates_from(score, links, non_links, link_weights, non_link_weights)
            total += weight * tpr / (tpr + fpr)
    return total / link_weights.sum()


def tpr_at(limit, links, non_links, link_weights, non_link_weights):
    """The best true positive rate among thresholds whose false positive rate is in the limit."""
    best = 0.0
    for threshold in np.concatenate([links, non_links]):
        tpr, fpr = rates_from(threshold, links, non_links, link_weights, non_link_weights)
        if fpr <= limit:
            best = max(best, tpr)
    return best


def weighted_rates(links, non_links, link_weights, non_link_weights, limits):
    """AUC, average precision and TPR at each FPR limit."""
    given = links, non_links, link_weights, non_link_weights
    return np.array(
        [area(*given), average_precision(*given), *(tpr_at(limit, *given) for limit in limits)]
    )
