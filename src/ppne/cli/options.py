"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

GraphPath = Annotated[
    Path,
    typer.Argument(
        metavar="GRAPH",
        help="Edge list (.csv .tsv .txt, .gz), .parquet, .npz, .npy, .mtx, or a Planetoid folder.",
        show_default=False,
    ),
]
ClosedForm = Annotated[
    str | None,
    typer.Option("--method", help="deepwalk or line.  [default: deepwalk, or that of --publish]"),
]
Publish = Annotated[
    str | None,
    typer.Option(
        "--publish",
        help="closed (the closed form of --method), or trained-deepwalk, trained-node2vec or "
        "trained-line.  [default: closed]",
    ),
]
Dimension = Annotated[int, typer.Option("--dim", help="Dimension of the embedding.")]
Window = Annotated[
    int | None, typer.Option("--window", help="Window T of DeepWalk.  [default: 10]")
]
Walks = Annotated[
    str,
    typer.Option(
        "--walks",
        metavar="auto|exact|N",
        help="DeepWalk exact, or sampled by N walks a node; auto goes by the number of nodes.",
    ),
]
Negatives = Annotated[float, typer.Option("--negatives", help="Negative samples b.")]
Threads = Annotated[int | None, typer.Option("--threads", help="Threads to use.  [default: all]")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]
Labels = Annotated[
    Path | None,
    typer.Option("--labels", help="File of node,label; gives F1 before and after."),
]
Private = Annotated[
    str,
    typer.Option(
        "--private",
        metavar="FILE|POLICY",
        help="File of private links; or sample:SHARE of links, among:SHARE of nodes, "
        "nodes:ID,ID or between:LABEL,LABEL to try things out.",
        show_default=False,
    ),
]
Budget = Annotated[
    str | None,
    typer.Option(
        "--flips",
        metavar="N|SHARE",
        help="Budget: a count or share of links.  [default: 0.3]",
    ),
]
Batch = Annotated[
    int | None,
    typer.Option("--batch", help="Flips a batch, f.  [default: budget / 150; trained, / 60]"),
]
Candidates = Annotated[
    int | None,
    typer.Option(
        "--candidates",
        help="Candidates of each kind a batch, s.  [default: 10000, or 100 a flip of the batch "
        "where that is more; preset paper 10000]",
    ),
]
Balance = Annotated[
    str | None,
    typer.Option(
        "--balance",
        help="Share of flips that add a link: removals, additions, free or 0 to 1.  "
        "[default: 0.25, preset paper 0.5]",
    ),
]
SecretSeed = Annotated[int, typer.Option("--seed", help="Of everything random; keep it secret.")]
Largest = Annotated[
    bool,
    typer.Option("--largest-component", help="Keep only the largest connected component."),
]
DropIsolated = Annotated[
    bool,
    typer.Option("--drop-isolated", help="Leave out nodes that have no public link."),
]
Restart = Annotated[
    bool, typer.Option("--restart", help="Drop an unfinished run instead of resuming it.")
]
P = Annotated[
    float | None,
    typer.Option("--p", help="Of node2vec: above 1, walks seldom turn back.  [default: 1]"),
]
Q = Annotated[
    float | None,
    typer.Option("--q", help="Of node2vec: above 1, walks stay around.  [default: 1]"),
]
Order = Annotated[
    str | None, typer.Option("--order", help="Of trained-line: 1, 2 or both.  [default: 2]")
]
