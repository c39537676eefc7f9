"""Where the real graphs are: the folder that PPNE_DATA names, or the one beside the repository."""

import argparse
import os
from pathlib import Path

_BESIDE = Path(__file__).parents[1] / ".." / "shared" / "data"


def add_data(parser: argparse.ArgumentParser) -> None:
    """The option that names the folder of real graphs."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        default=Path(os.environ.get("PPNE_DATA", _BESIDE)),
        help="folder of the real graphs (default: $PPNE_DATA, or shared/data beside this one)",
    )
