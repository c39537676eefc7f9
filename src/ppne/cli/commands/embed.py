"""Arguments of `ppne embed`, and the order of its work."""

from pathlib import Path
from typing import Annotated

import typer

from ppne.cli.errors import one_line_errors
from ppne.cli.options import (
    Dimension,
    GraphPath,
    Negatives,
    Order,
    P,
    Q,
    Quiet,
    Threads,
    Walks,
    Window,
)


@one_line_errors
def embed_command(
    graph: GraphPath,
    out: Annotated[Path, typer.Option("--out", help="File to write, .npz.", show_default=False)],
    private: Annotated[
        Path | None,
        typer.Option("--private", metavar="FILE", help="File of private links, to leave out."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            help="deepwalk or line; trained-deepwalk, trained-node2vec or trained-line; or dpne "
            "(private by noise).",
        ),
    ] = "deepwalk",
    dim: Dimension = 128,
    window: Window = None,
    negatives: Negatives = 5.0,
    walks: Walks = "auto",
    p: P = None,
    q: Q = None,
    order: Order = None,
    epsilon: Annotated[
        float | None, typer.Option("--epsilon", help="Of dpne: smaller means more noise.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            help="Of training [default: 0]; or of dpne's noise, to keep secret [default: drawn "
            "afresh].",
        ),
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

        ppne embed friends.csv --out trained.npz --method trained-node2vec --q 0.5

        ppne embed friends.csv --out noisy.npz --method dpne --epsilon 10
    """
    from ppne.cli.console import Reporter
    from ppne.cli.embed import check_target, embed_file, embed_method
    from ppne.cli.inputs import graph_from, walks_said
    from ppne.compute.backend import choose
    from ppne.factor.methods import Method
    from ppne.graph.load_pairs import read_pairs

    reporter, compute = Reporter(quiet=quiet), choose()
    check_target(out, graph)
    chosen = embed_method(
        method,
        dim,
        window,
        negatives,
        walks,
        epsilon=epsilon,
        seed=seed,
        p=p,
        q=q,
        order=order,
    )
    network, said = graph_from(graph)
    if private is not None:
        links = read_pairs(private, network)
        network = network.without(links)
        said += f"; left out {len(links):,} private links"
    if isinstance(chosen, Method):
        sampled = walks_said(chosen, network.n_nodes, gains=False)
        if sampled is not None:
            reporter.note(sampled)
    with compute.steady(threads):
        made = embed_file(network, chosen, dim, out, epsilon=epsilon, seed=seed, compute=compute)
    reporter.say(f"{said}; {made}")
