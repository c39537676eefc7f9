"""The `ppne` command: dispatch and exit status (0 done, 1 bar broken, 2 bad input)."""

from typing import Annotated

import typer

from ppne import __version__
from ppne.cli.commands.audit import audit_command
from ppne.cli.commands.demo import demo_command
from ppne.cli.commands.embed import embed_command
from ppne.cli.commands.frontier import frontier_command
from ppne.cli.commands.protect import protect_command
from ppne.cli.commands.reproduce import reproduce_command

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="Publish node embeddings of a network without giving its private links away.",
)


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


app.command("protect")(protect_command)
app.command("frontier")(frontier_command)
app.command("embed")(embed_command)
app.command("audit")(audit_command)
app.command("demo")(demo_command)
app.command("reproduce")(reproduce_command)


def main() -> None:
    """Entry point of the console script."""
    app()
