"""Twin of `ppne.compute.kernels.random_walk`: the same draws, weights from the definition."""

from tests.reference.spread import uniform


def walk(adjacency, number, length, key, back, far):
    """Walk of this number over a dense 0/1 matrix, as a list of nodes."""
    n = len(adjacency)
    near = [[v for v in range(n) if adjacency[u][v]] for u in range(n)]
    path = [number % n]
    while len(path) < length:
        step, choices = len(path), near[path[-1]]

        def draw(at, step=step):
            return uniform(key, number, step, at)

        if back == far == 1.0 or step == 1:
            path.append(choices[int(draw(0) * len(choices))])
        else:
            weights = [weight(adjacency, path[-2], v, back, far) for v in choices]
            path.append(choices[by_weight(weights, max(back, 1.0, far), draw)])
    return path


def weight(adjacency, before, after, back, far):
    """Of a step, by where it leads."""
    if after == before:
        return back
    return 1.0 if adjacency[before][after] else far


def by_weight(weights, top, draw):
    """A place drawn by rejection, or by a pass over all after as many draws."""
    for at in range(len(weights)):
        place = int(draw(2 * at) * len(weights))
        if draw(2 * at + 1) * top < weights[place]:
            return place
    left = draw(2 * len(weights)) * sum(weights)
    for place, mass in enumerate(weights[:-1]):
        left -= mass
        if left < 0:
            return place
    return len(weights) - 1
