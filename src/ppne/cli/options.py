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
MethodName = Annotated[str, typer.Option("--method", help="deepwalk or line.")]
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
