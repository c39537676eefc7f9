"""`PrivatePairs` checks what it is given, freezes it and shows none of it."""

import numpy as np
import pytest

from ppne.errors import InputError
from ppne.private.pairs import PrivatePairs

NONE = np.empty((0, 2), dtype=np.int64)
ONE = np.array([[31, 57]])


def test_the_repr_shows_no_pair():
    said = repr(PrivatePairs(links=ONE, decoys=np.array([[77, 91]])))
    for number in ("31", "57", "77", "91"):
        assert number not in said


def test_pairs_are_copied_and_frozen():
    links = ONE.copy()
    pairs = PrivatePairs(links=links, decoys=NONE)
    links[0, 0] = 0
    assert pairs.links[0, 0] == 31
    with pytest.raises(ValueError, match="read-only"):
        pairs.links[0, 0] = 1


def test_there_must_be_a_link_but_not_a_decoy():
    assert len(PrivatePairs(links=ONE, decoys=NONE).decoys) == 0
    with pytest.raises(InputError, match="no private link"):
        PrivatePairs(links=NONE, decoys=ONE)


@pytest.mark.parametrize("name", ["links", "decoys"])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (np.array([[1, 1]]), "u < v"),
        (np.array([[2, 1]]), "u < v"),
        (np.array([1, 2]), "shape"),
        (np.array([[1, 2, 3]]), "shape"),
        (np.array([[1.0, 2.0]]), "integers"),
    ],
)
def test_arrays_of_another_form_are_refused(name, wrong, said):
    given = {"links": ONE, "decoys": NONE, name: wrong}
    with pytest.raises(InputError, match=said) as caught:
        PrivatePairs(**given)
    assert name in str(caught.value)
