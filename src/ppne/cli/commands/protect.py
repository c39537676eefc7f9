"""Arguments of `ppne protect`, and the order of its work."""

from pathlib import Path
from typing import Annotated

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
    Order,
    P,
    Private,
    Publish,
    Q,
    Quiet,
    Restart,
    SecretSeed,
    Threads,
    Walks,
    Window,
)


@one_line_errors
def protect_command(
    graph: GraphPath,
    private: Private,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Folder to make: release/ and confidential/.",
            show_default=False,
        ),
    ],
    method: ClosedForm = None,
    dim: Dimension = 128,
    flips: Budget = None,
    publish: Publish = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            "--embedder",
            help="In the loop, which the stop goes by: closed or trained.  [default: as published]",
        ),
    ] = None,
    trainings: Annotated[
        int | None,
        typer.Option(
            "--trainings", help="Trainings a batch to average over, if trained.  [default: 1]"
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
    candidates: Candidates = None,
    batch: Batch = None,
    seed: SecretSeed = 0,
    preset: Annotated[
        str | None,
        typer.Option(
            "--preset",
            help="default, or paper for the paper's own algorithm.  [default: default]",
        ),
    ] = None,
    balance: Balance = None,
    criterion: Annotated[
        str | None,
        typer.Option(
            "--criterion", help="degree, ratio, marginal, constrained, privacy or utility."
        ),
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            "--objective", help="ranked (hidden links stop pulling) or difference (the paper's)."
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
    keep_lengths: Annotated[
        bool,
        typer.Option(
            "--keep-lengths",
            help="Publish rows as the method gives them, not unit rows on axes of their own.",
        ),
    ] = False,
    iterations: Annotated[
        int | None, typer.Option("--iterations", help="Stop after so many batches.")
    ] = None,
    target_gain: Annotated[
        float | None, typer.Option("--target-gain", help="Stop at this privacy gain.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            help="indistinguishable (the attack's interval contains chance) or budget (all flips "
            "made).  [default: indistinguishable, preset paper budget]",
        ),
    ] = None,
    target_auc: Annotated[
        float | None,
        typer.Option("--target-auc", help="Stop at this AUC of the attack, instead of --until."),
    ] = None,
    labels: Labels = None,
    largest: Largest = False,
    drop_isolated: DropIsolated = False,
    window: Window = None,
    negatives: Negatives = 5.0,
    walks: Walks = "auto",
    p: P = None,
    q: Q = None,
    order: Order = None,
    threads: Threads = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Flip a few links so that private ones cannot be told from the embedding, and publish that.

    DIR/release/ is what gets published. DIR/confidential/ stays with you. A run that was
    interrupted goes on when the same command is given again.

    For example:

        ppne protect friends.csv --private secret.csv --out out

        ppne protect cora/ --private sample:0.1 --out out --method line

        ppne protect graph.npz --private secret.csv --out out --flips 10%

        ppne protect graph.npz --private secret.csv --out out --publish trained-deepwalk
    """
    from ppne.cli.console import Reporter
    from ppne.cli.inputs import flips_from, settings_from
    from ppne.cli.network import open_network
    from ppne.cli.partial import check_out
    from ppne.cli.protect import CONFIDENTIAL, check_publishing, protect
    from ppne.cli.training import plan_from
    from ppne.compute.backend import choose

    check_out(out, inside=CONFIDENTIAL)
    reporter, compute = Reporter(quiet=quiet), choose()
    plan = plan_from(
        method,
        publish,
        embedder,
        dim,
        window=window,
        negatives=negatives,
        walks=walks,
        p=p,
        q=q,
        order=order,
    )
    check_publishing(plan, protector, trainings)
    network, links = open_network(
        graph,
        private,
        plan.method,
        labels=labels,
        largest=largest,
        drop_isolated=drop_isolated,
        seed=seed,
        gains=protector == "ppne",
        reporter=reporter,
    )
    settings = settings_from(
        plan.method,
        preset,
        flips_from(flips, network.without(links).n_links, protector),
        protector=protector,
        epsilon=epsilon,
        generator=generator,
        recompute=recompute or None,
        n_components=dim,
        training=plan.training,
        trainings=trainings,
        n_iterations=iterations,
        target_gain=target_gain,
        until=until,
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
        directions=False if keep_lengths else None,
        seed=seed,
    )
    with compute.steady(threads):
        protect(
            network,
            links,
            settings,
            out,
            published=plan.published,
            protector=protector,
            restart=restart,
            reporter=reporter,
            compute=compute,
        )
    reporter.say(f"publish {out / 'release'}; keep {out / 'confidential'} to yourself")
    reporter.say("what attackers still find in it: ppne audit")
