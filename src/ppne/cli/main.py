"""The `ppne` command: arguments, dispatch, exit status (0 done, 1 bar broken, 2 bad input)."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ppne import __version__
from ppne.cli.errors import one_line_errors

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="Publish node embeddings of a network without giving its private links away.",
)

GraphPath = Annotated[
    Path,
    typer.Argument(
        metavar="GRAPH",
        help="Edge list (.csv .tsv .txt, .gz), .npz, .npy, .mtx, or a Planetoid folder.",
        show_default=False,
    ),
]
MethodName = Annotated[str, typer.Option("--method", help="deepwalk or line.")]
Dimension = Annotated[int, typer.Option("--dim", help="Dimension of the embedding.")]
Window = Annotated[
    int | None, typer.Option("--window", help="Window T of DeepWalk.  [default: 10]")
]
Negatives = Annotated[float, typer.Option("--negatives", help="Negative samples b.")]
Threads = Annotated[int | None, typer.Option("--threads", help="Threads to use.  [default: all]")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
Labels = Annotated[
    Path | None,
    typer.Option("--labels", help="File of node,label; gives F1 before and after."),
]


def _version(asked: bool) -> None:
    if asked:
        print(f"ppne {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None: ...


@app.command("protect")
@one_line_errors
def protect_command(
    graph: GraphPath,
    private: Annotated[
        str,
        typer.Option(
            "--private",
            metavar="FILE|POLICY",
            help="File of private links; or sample:SHARE of links, among:SHARE of nodes, "
            "nodes:ID,ID or between:LABEL,LABEL to try things out.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Folder to make: release/ and confidential/.",
            show_default=False,
        ),
    ],
    method: MethodName = "deepwalk",
    dim: Dimension = 128,
    flips: Annotated[
        str | None,
        typer.Option(
            "--flips",
            metavar="N|SHARE",
            help="Budget: a count or share of links.  [default: 0.2]",
        ),
    ] = None,
    protector: Annotated[
        str,
        typer.Option(
            "--protector",
            help="ppne, util-modify, priv-modify, random, degree, betweenness, dice, dp, "
            "randomized-response or vector-edit.",
        ),
    ] = "ppne",
    epsilon: Annotated[
        float | None, typer.Option("--epsilon", help="Budget of differential privacy.")
    ] = None,
    generator: Annotated[
        str | None,
        typer.Option(
            "--generator", help="Graph of private degrees: edit or random.  [default: edit]"
        ),
    ] = None,
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Betweenness anew after each batch.")
    ] = False,
    k: Annotated[
        float | None,
        typer.Option("--k", help="Power of the cost in gain / cost^k.  [default: 1]"),
    ] = None,
    candidates: Annotated[
        int | None,
        typer.Option("--candidates", help="Candidates of each kind a batch, s.  [default: 10000]"),
    ] = None,
    batch: Annotated[
        int | None,
        typer.Option("--batch", help="Flips a batch, f.  [default: 1 % of the budget]"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of everything random; keep it secret.")] = 0,
    preset: Annotated[
        str | None,
        typer.Option(
            "--preset",
            help="default, or paper for the paper's own algorithm.  [default: default]",
        ),
    ] = None,
    balance: Annotated[
        str | None,
        typer.Option(
            "--balance",
            help="Share of flips that add a link: removals, additions, free or 0 to 1.",
        ),
    ] = None,
    criterion: Annotated[
        str | None,
        typer.Option("--criterion", help="degree, ratio, marginal, privacy or utility."),
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            "--objective", help="hidden (hidden links stop pulling) or difference (the paper's)."
        ),
    ] = None,
    gradient: Annotated[str | None, typer.Option("--gradient", help="kkt or spectral.")] = None,
    learned: Annotated[
        float | None,
        typer.Option("--learned", help="Weight of a learned attacker beside the cosine, 0 to 1."),
    ] = None,
    decoys: Annotated[
        float | None,
        typer.Option("--decoys", help="Decoys a private link; 0 for all pairs in closed form."),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", help="Stop after so many batches.")
    ] = None,
    target_gain: Annotated[
        float | None, typer.Option("--target-gain", help="Stop at this privacy gain.")
    ] = None,
    target_auc: Annotated[
        float | None,
        typer.Option(
            "--target-auc",
            help="Stop when the attack's AUC is at or below this; 0 spends the whole budget.  "
            "[default: deepwalk 0.57, line 0.51, preset paper 0]",
        ),
    ] = None,
    labels: Labels = None,
    largest: Annotated[
        bool,
        typer.Option("--largest-component", help="Keep only the largest connected component."),
    ] = False,
    drop_isolated: Annotated[
        bool,
        typer.Option("--drop-isolated", help="Leave out nodes that have no public link."),
    ] = False,
    window: Window = None,
    negatives: Negatives = 5.0,
    threads: Threads = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Drop an unfinished run instead of resuming it.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Flip a few links so that private ones cannot be told from the embedding, and publish that.

    DIR/release/ is what gets published. DIR/confidential/ stays with you. A run that was
    interrupted goes on when the same command is given again.

    For example:

        ppne protect friends.csv --private secret.csv --out out

        ppne protect cora/ --private sample:0.1 --out out --method line

        ppne protect graph.npz --private secret.csv --out out --flips 10%
    """
    from ppne.cli.console import Reporter
    from ppne.cli.inputs import (
        check_seed,
        flips_from,
        graph_from,
        method_from,
        private_from,
        settings_from,
    )
    from ppne.cli.protect import check_free, prepare, protect
    from ppne.compute.backend import choose

    check_free(out)
    reporter, compute = Reporter(quiet=quiet), choose()
    chosen = method_from(method, window, negatives)
    check_seed(seed)
    network, said = graph_from(graph, labels, largest=largest)
    reporter.note(said)
    links = private_from(private, network, seed)
    network, links = prepare(network, links, drop_isolated=drop_isolated, reporter=reporter)
    settings = settings_from(
        chosen,
        preset,
        flips_from(flips, network.without(links).n_links, protector),
        protector=protector,
        epsilon=epsilon,
        generator=generator,
        recompute=recompute or None,
        n_components=dim,
        n_iterations=iterations,
        target_gain=target_gain,
        target_auc=target_auc,
        k=k,
        n_candidates=candidates,
        batch_size=batch,
        balance=balance,
        criterion=criterion,
        gradient=gradient,
        objective=objective,
        n_decoys=decoys,
        learned=learned,
        seed=seed,
    )
    with compute.steady(threads):
        protect(
            network,
            links,
            settings,
            out,
            protector=protector,
            restart=restart,
            reporter=reporter,
            compute=compute,
        )
    reporter.say(
        f"publish {out / 'release'}; keep {out / 'confidential'} to yourself; "
        "see what attackers still find with ppne audit"
    )


@app.command("embed")
@one_line_errors
def embed_command(
    graph: GraphPath,
    out: Annotated[Path, typer.Option("--out", help="File to write, .npz.", show_default=False)],
    private: Annotated[
        Path | None,
        typer.Option("--private", metavar="FILE", help="File of private links, to leave out."),
    ] = None,
    method: Annotated[
        str, typer.Option("--method", help="deepwalk, line, or dpne (private by noise).")
    ] = "deepwalk",
    dim: Dimension = 128,
    window: Window = None,
    negatives: Negatives = 5.0,
    epsilon: Annotated[
        float | None, typer.Option("--epsilon", help="Of dpne: smaller means more noise.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Of dpne's noise; keep it secret.  [default: drawn afresh]"),
    ] = None,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Embed a graph as it is, **without any protection** unless the method is dpne.

    Leaving private links out is no protection: their ends stay close. It is what `ppne protect`
    starts from, and so what `ppne audit --against` compares with.

    For example:

        ppne embed friends.csv --out embedding.npz --method line

        ppne embed friends.csv --private secret.csv --out original.npz

        ppne embed friends.csv --out noisy.npz --method dpne --epsilon 10
    """
    from ppne.cli.console import Reporter
    from ppne.cli.embed import check_target, embed_file, embed_method
    from ppne.cli.inputs import graph_from
    from ppne.compute.backend import choose
    from ppne.graph.load_pairs import read_pairs

    reporter, compute = Reporter(quiet=quiet), choose()
    check_target(out, graph)
    chosen = embed_method(method, window, negatives, epsilon=epsilon, seed=seed)
    network, said = graph_from(graph)
    if private is not None:
        links = read_pairs(private, network)
        network = network.without(links)
        said += f"; left out {len(links):,} private links"
    with compute.steady(threads):
        made = embed_file(network, chosen, dim, out, epsilon=epsilon, seed=seed, compute=compute)
    reporter.say(f"{said}; embedded, {made}, in {out}")


@app.command("audit")
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
    from ppne.cli.audit import check_bar, check_files, show, verdict, write_json
    from ppne.cli.console import Reporter
    from ppne.cli.inputs import check_seed, graph_from
    from ppne.outcome.audit import audit

    check_seed(seed)
    check_bar(max_auc, "--max-auc", 0.5, 1)
    check_bar(max_advantage, "--max-advantage", 0, 1)
    given = (embedding, graph, private, labels, against, decoys)
    check_files(json_file, exposure, embedding, given)
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
        write_json(json_file, found)
    if exposure is not None:
        found.exposure.write(exposure)
        reporter.say(f"{exposure} names private links; keep it to yourself")
    show(found, reporter)
    broken = verdict(found, max_auc, max_advantage)
    if broken:
        print(f"ppne: bar broken: {broken}", file=sys.stderr)
        raise typer.Exit(1)


@app.command("demo")
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


def main() -> None:
    """Entry point of the console script."""
    app()
