"""Nodes of a graph looked up by the names that a file gives them."""

import re

from ppne.errors import InputError
from ppne.graph.simple import Graph

_SURELY_ONE_ID = re.compile(r"[\w.@]{1,50}")


def index_of_names(graph: Graph) -> dict[str, int]:
    """Each node's index under its id as text, so that 7 and "7" are one."""
    return {str(node): index for index, node in enumerate(graph.node_ids.tolist())}


def unknown_node(place: str, name: str) -> InputError:
    """The error for a name that no node has; quoted only where it cannot be a whole pair."""
    said = f"no node {name!r}" if _SURELY_ONE_ID.fullmatch(name) else "no node of that id"
    return InputError(
        f"{place}: {said} in the graph; correct the id or drop the row "
        "(in a text file, a line that only names the columns may start with #)"
    )
