"""Twin of `ppne.compute.kernels.names`, by a dictionary."""


def number_names(names):
    """The number of each name, by first appearance."""
    numbers = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]
