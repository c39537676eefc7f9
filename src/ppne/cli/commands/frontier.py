"""Arguments of `ppne frontier`, and the order of its work."""

from pathlib import Path
from typing import Annotated, cast

import typer

from ppne.cli.errors import one_line_errors
from ppne.cli.options import (
    Balance,
    Batch,
    Budget,
    Candidates,
    ClosedForm,
    Dimension,
    DropIsolated,
    GraphPath,
    Labels,
    Largest,
    Negatives,
    Private,
    Publish,
    Quiet,
    Restart,
    SecretSeed,
    Threads,
    Walks,
    Window,
)


@one_line_errors
def frontier_command(
    graph: GraphPath,
    private: Private,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Folder to make: frontier.csv and frontier.json.",
            show_default=False,
        ),
    ],
    method: ClosedForm = None,
    dim: Dimension = 128,
    publish: Publish = None,
    flips: Budget = None,
    points: Annotated[int, typer.Option("--points", help="Points of the curve.")] = 8,
    candidates: Candidates = None,
    batch: Batch = None,
    seed: SecretSeed = 0,
    balance: Balance = None,
    labels: Labels = None,
    largest: Largest = False,
    drop_isolated: DropIsolated = False,
    window: Window = None,
    negatives: Negatives = 5.0,
    walks: Walks = "auto",
    threads: Threads = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Show what privacy costs: the whole trade-off from one run, its knee marked.

    The whole budget of flips is spent, and the embedding is audited on the way. Then publish the
    point that you choose by ppne protect; the last line says how. A run that was interrupted goes
    on when the same command is given again.

    For example:

        ppne frontier friends.csv --private secret.csv --out curve

        ppne frontier cora/ --private sample:0.1 --out curve --points 12

        ppne frontier friends.csv --private secret.csv --out curve --publish trained-deepwalk
    """
    from ppne.cli.console import Reporter
    from ppne.cli.frontier import check_points, frontier, publishing
    from ppne.cli.inputs import flips_from, settings_from
    from ppne.cli.network import open_network
    from ppne.cli.partial import check_out
    from ppne.cli.training import plan_from
    from ppne.compute.backend import choose
    from ppne.protect.settings import ProtectionSettings

    check_out(out)
    check_points(points)
    reporter, compute = Reporter(quiet=quiet), choose()
    plan = plan_from(method, publish, None, dim, window=window, negatives=negatives, walks=walks)
    network, links = open_network(
        graph,
        private,
        plan.method,
        labels=labels,
        largest=largest,
        drop_isolated=drop_isolated,
        seed=seed,
        gains=True,
        reporter=reporter,
    )
    settings = cast(
        ProtectionSettings,  # no other protector goes along a path
        settings_from(
            plan.method,
            None,
            flips_from(flips, network.without(links).n_links),
            n_components=dim,
            training=plan.training,
            until="budget",
            n_candidates=candidates,
            batch_size=batch,
            balance=balance,
            seed=seed,
        ),
    )
    with compute.steady(threads):
        curve = frontier(
            network,
            links,
            settings,
            out,
            n_points=points,
            n_threads=threads,
            restart=restart,
            reporter=reporter,
            compute=compute,
        )
    if curve is None:
        return
    given = [str(graph), "--private", private, "--seed", str(seed)]
    for option, value, default in (
        ("--method", method, None),
        ("--publish", publish, None),
        ("--dim", dim, 128),
        ("--candidates", candidates, None),
        ("--balance", balance, None),
        ("--labels", labels, None),
        ("--window", window, None),
        ("--negatives", negatives, 5.0),
        ("--walks", walks, "auto"),
        ("--largest-component", largest, False),
        ("--drop-isolated", drop_isolated, False),
    ):
        if value != default:
            given += [option] if value is True else [option, str(value)]
    reporter.say(publishing(curve, settings, out, given))
