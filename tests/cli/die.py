"""Runs the command with a checkpoint after every batch, and dies where it is told to.

python die.py POINT COUNT SIGNAL ppne-arguments...
"""

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import numpy as np

import ppne.cli.frontier as curve
import ppne.cli.protect as under_test
import ppne.outcome.frontier as outcome
import ppne.protect.checkpoint as keeping
from ppne.cli.main import app


def main() -> None:
    """Patch one function so that its call number COUNT is the last, then run."""
    point, count, name, *words = sys.argv[1:]
    keeping._SAVE_EVERY = keeping._SAVE_SHARE = 0.0  # however slow the disk is
    # A shell that runs the tests in the background lets its children ignore interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    calls = 0

    def die() -> None:
        nonlocal calls
        calls += 1
        if calls == int(count):
            os.kill(os.getpid(), getattr(signal, name))

    def before(function, matters=lambda *args: True):
        def wrapped(*args, **options):
            if matters(*args):
                die()
            return function(*args, **options)

        return wrapped

    def after(function):
        def wrapped(*args, **options):
            result = function(*args, **options)
            die()
            return result

        return wrapped

    def halved(file, **arrays):
        savez(file, **arrays)
        if "mark" in arrays:
            file.seek(file.tell() // 2)
            file.truncate()
            file.flush()
            die()
            file.seek(0)
            savez(file, **arrays)

    def slowly(*args):
        time.sleep(0.1)
        return save(*args)

    savez, save = np.savez, keeping.save_checkpoint
    match point:
        case "within a checkpoint":
            np.savez = halved
        case "after a checkpoint":
            keeping.save_checkpoint = after(save)
        case "before a point is kept":
            outcome._ATTACKS = ("similarity",)  # quick, and enough to die in
            curve._write_points = before(curve._write_points)
        case "after the confidential files":
            under_test.write_confidential = after(under_test.write_confidential)
        case "after the release":
            under_test.write_release = after(under_test.write_release)
        case "before the rename":
            os.replace = before(os.replace, lambda source, _: Path(source).name == "ready")
        case "after the rename":
            shutil.rmtree = before(shutil.rmtree, lambda path, *_: str(path).endswith(".partial"))
        case "whenever killed":
            keeping.save_checkpoint = slowly
    app(words, prog_name="ppne")


if __name__ == "__main__":
    main()
