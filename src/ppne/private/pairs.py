"""`PrivatePairs`: the links to hide and the non-links to hide them among."""

from dataclasses import dataclass, field

import numpy as np

from ppne.compute.arrays import IntArray
from ppne.errors import InputError


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class PrivatePairs:
    """Private links and decoys; the repr shows neither.

    ``decoys`` may be empty: then the links hide among all pairs of nodes, in closed form.
    """

    links: IntArray = field(repr=False)
    decoys: IntArray = field(repr=False)

    def __post_init__(self) -> None:
        for name in ("links", "decoys"):
            pairs = np.array(getattr(self, name))  # a copy, so ours to freeze
            if pairs.shape[1:] != (2,) or pairs.dtype.kind != "i":
                raise InputError(
                    f"{name} must be an (n_pairs, 2) array of integers, "
                    f"got {pairs.dtype} of shape {pairs.shape}"
                )
            if (pairs[:, 0] >= pairs[:, 1]).any():
                raise InputError(f"{name} must hold rows (u, v) with u < v")
            pairs.flags.writeable = False
            object.__setattr__(self, name, pairs)
        if not len(self.links):
            raise InputError("there is no private link, so nothing to protect")
