"""Arguments of `ppne audit`, and the order of its work."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ppne.cli.errors import one_line_errors
from ppne.cli.options import Quiet, Threads


@one_line_errors
def audit_command(
    embedding: Annotated[
        Path,
        typer.Argument(
            metavar="EMBEDDING",
            help="Release folder, .npz, .npy, .csv, .parquet, or word2vec text or binary (.bin).",
            show_default=False,
        ),
    ],
    graph: Annotated[
        Path,
        typer.Option(
            "--graph",
            metavar="GRAPH",
            help="The whole graph, private links too: a file or folder as for protect.",
            show_default=False,
        ),
    ],
    private: Annotated[
        Path,
        typer.Option(
            "--private",
            metavar="FILE",
            help="File of private links, two node ids a line.",
            show_default=False,
        ),
    ],
    labels: Annotated[
        Path | None, typer.Option("--labels", help="File of node,label, to classify nodes by.")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against", metavar="ORIGINAL", help="Unprotected embedding, to compare with."
        ),
    ] = None,
    decoys: Annotated[
        Path | None,
        typer.Option("--decoys", help="File of the non-links that the defender used."),
    ] = None,
    attacks: Annotated[
        str,
        typer.Option(
            "--attacks",
            help="Out of similarity, learned, knowledgeable, with commas.  [default: all]",
            show_default=False,
        ),
    ] = "similarity,learned,knowledgeable",
    known: Annotated[
        float, typer.Option("--known", help="Share of pairs that learning attackers know.")
    ] = 0.7,
    utility: Annotated[
        bool, typer.Option("--utility/--no-utility", help="Measure what it is good for, too.")
    ] = True,
    max_auc: Annotated[
        float | None,
        typer.Option("--max-auc", help="Exit with 1 if the strongest attack's AUC is above it."),
    ] = None,
    max_advantage: Annotated[
        float | None,
        typer.Option("--max-advantage", help="The same for |2 AUC - 1|, 0 where it guesses."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all figures there.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page to read there.")
    ] = None,
    exposure: Annotated[
        Path | None,
        typer.Option(
            "--exposure",
            metavar="FILE",
            help="CONFIDENTIAL: write there how well each private link is hidden.",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A first look: fewer attackers and repeats.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Of everything random.")] = 0,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Attack an embedding, anybody's, and say what it gives away and what it is good for.

    The exit status is 1 where a bar is broken, so that a release can be made to depend on it.

    For example:

        ppne audit out/release --graph friends.csv --private secret.csv

        ppne audit e.bin --graph friends.csv --private secret.csv --max-auc 0.6
    """
    from ppne.cli.audit import check_bar, check_files, show, verdict
    from ppne.cli.console import Reporter
    from ppne.cli.inputs import check_seed, graph_from
    from ppne.cli.whole_file import write_whole
    from ppne.outcome.audit import audit
    from ppne.report.audit_page import audit_page

    check_seed(seed)
    check_bar(max_auc, "--max-auc", 0.5, 1)
    check_bar(max_advantage, "--max-advantage", 0, 1)
    given = (embedding, graph, private, labels, against, decoys)
    check_files(json_file, page, exposure, embedding, given)
    reporter = Reporter(quiet=quiet)
    network, said = graph_from(graph, labels)
    reporter.note(said)
    found = audit(
        embedding,
        network,
        private,
        against=against,
        decoys=decoys,
        attacks=[word.strip() for word in attacks.split(",")],
        known=known,
        utility=utility,
        quick=quick,
        random_state=seed,
        n_jobs=threads,
        say=reporter.say,
    )
    if json_file is not None:
        write_whole(json_file, found.to_json())
    if page is not None:
        write_whole(page, audit_page(found, name=embedding.name))
    if exposure is not None:
        found.exposure.write(exposure)
        reporter.say(f"{exposure} names private links; keep it to yourself")
    show(found, reporter)
    broken = verdict(found, max_auc, max_advantage)
    if broken:
        print(f"ppne: bar broken: {broken}", file=sys.stderr)
        raise typer.Exit(1)
