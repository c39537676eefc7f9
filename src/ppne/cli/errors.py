"""Turns what a user can put right into one line on standard error and an exit status."""

import functools
import sys
from collections.abc import Callable
from errno import ENOSPC
from typing import Any

import typer

from ppne.errors import PPNEError


def one_line_errors(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command end with status 2 and one line where its input cannot be used."""

    @functools.wraps(command)
    def wrapped(*args: Any, **options: Any) -> None:
        try:
            command(*args, **options)
        except PPNEError as error:
            _say(str(error))
            raise typer.Exit(2) from None
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            said = f"{where}{error.strerror or error}"
            if error.errno == ENOSPC:
                said += "; free some, and give the same command again"
            _say(said)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            _say("interrupted; give the same command again to finish")
            raise typer.Exit(130) from None
        except MemoryError:
            _say("out of memory; give fewer --candidates or a smaller graph")
            raise typer.Exit(2) from None

    return wrapped


def _say(text: str) -> None:
    print(f"ppne: error: {' '.join(text.split())}", file=sys.stderr)
