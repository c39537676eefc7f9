"""Arguments of `ppne reproduce`, and the order of its work."""

from pathlib import Path
from typing import Annotated

import typer

from ppne.cli.errors import one_line_errors
from ppne.cli.options import Quiet


@one_line_errors
def reproduce_command(
    plans: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAN",
            help="tradeoff-cora, other-datasets, variants, impact-k-s-f, scalability, "
            "convergence, type2-appendix, beyond, or a .toml file.  [default: all]",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="Folder of records, figures and the page."),
    ] = Path("ppne-reproduce"),
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            help="Folder of datasets; one missing is fetched into it.  "
            "[default: $PPNE_DATA, else data in --out]",
        ),
    ] = None,
    short: Annotated[
        bool, typer.Option("--quick", help="A version of minutes: smaller, one seed.")
    ] = False,
    seeds: Annotated[
        int | None, typer.Option("--seeds", help="Seeds of each cell.  [default: the plan's]")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", help="Processes at a time.  [default: all cores]")
    ] = None,
    figures_only: Annotated[
        bool, typer.Option("--figures-only", help="Draw from the records; run nothing.")
    ] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help="Drop all records in --out and begin anew.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Redo the paper's experiments: records, figures, and which of its claims hold.

    Every cell is recorded when it is done; a run that was interrupted goes on when the same
    command is given again. Datasets are public, so records name seeds, but no link.

    For example:

        ppne reproduce --quick --out quick

        ppne reproduce tradeoff-cora --out results --jobs 2

        ppne reproduce --figures-only --out results
    """
    from ppne.cli.console import Reporter
    from ppne.cli.reproduce import check_counts, plans_of, records_in, run_plans, write_results
    from ppne.errors import InputError
    from ppne.reproduce.datasets import data_folder

    check_counts(seeds, jobs)
    if figures_only and restart:
        raise InputError("--restart drops the records that --figures-only draws from; give one")
    chosen = plans_of(plans or [], quick=short, seeds=seeds)
    records, reporter, n_failed = records_in(out), Reporter(quiet=quiet), 0
    if not figures_only:
        n_failed = run_plans(
            chosen,
            records,
            data_folder(data, out / "data"),
            n_processes=jobs,
            restart=restart,
            reporter=reporter,
        )
    command = ["ppne", "reproduce", *(plans or []), *(["--quick"] if short else [])]
    page = write_results(chosen, records, out, command=command)
    reporter.say(f"figures and claims are on one page: open {page}")
    reporter.say(f"tables: {out / 'RESULTS.md'}; records: {records.path}")
    if n_failed:
        reporter.say(f"runs that failed: {n_failed}; see above, then give the command again")
        raise typer.Exit(1)
