"""`Protector`: what every way to protect a graph is called with and gives back."""

from typing import Any, ClassVar, Protocol, TypeVar

from ppne.compute.backend import Compute
from ppne.factor.methods import Method
from ppne.protect.result import Problem, Protection


class RunSettings(Protocol):
    """What the settings of any protector hold: enough to pose the problem and to publish."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def method(self) -> Method:
        """The embedding that will be published."""
        ...

    @property
    def n_components(self) -> int:
        """Its dimension."""
        ...

    @property
    def n_decoys(self) -> float:
        """Decoys for each private link."""
        ...

    @property
    def directions(self) -> bool:
        """Whether unit rows on axes of their own will be published."""
        ...

    @property
    def seed(self) -> int:
        """Of everything drawn at random."""
        ...


Settings = TypeVar("Settings", bound=RunSettings, contravariant=True)


class Protector(Protocol[Settings]):
    """A function from a problem to its protection; prints and writes nothing."""

    def __call__(self, problem: Problem, settings: Settings, *, compute: Compute) -> Protection:
        """The flips made, the graph after them, and how exposed the private links were."""
        ...
