"""Arguments of `ppne demo`, and the order of its work."""

from pathlib import Path
from typing import Annotated

import typer

from ppne.cli.errors import one_line_errors
from ppne.cli.options import Quiet, Threads


@one_line_errors
def demo_command(
    out: Annotated[Path, typer.Option("--out", help="Folder to make.")] = Path("ppne-demo"),
    seed: Annotated[int, typer.Option("--seed", help="Of everything random.")] = 0,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the results of an earlier demo.")
    ] = False,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Protect an embedded network made on the spot, and show what that bought.

    For example:

        ppne demo --out ppne-demo
    """
    from ppne.cli.console import Reporter
    from ppne.cli.demo import demo
    from ppne.compute.backend import choose

    compute = choose()
    with compute.steady(threads):
        demo(out, seed=seed, overwrite=overwrite, reporter=Reporter(quiet=quiet), compute=compute)
