"""A part of a benchmark in a process of its own, which tells its time and its peak memory.

The parent must stay small: on Linux the peak of a new process begins at that of its parent.
"""

import json
import resource
import subprocess
import sys


def measured(command: list[str], seconds: float) -> dict[str, object]:
    """What the command told on its last line, or why it told nothing, under ``note``."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return {"note": f"stopped after {seconds:.0f} s"}
    lines = done.stdout.strip().splitlines()
    if done.returncode == 0 and lines:
        return dict(json.loads(lines[-1]))
    if done.returncode < 0:
        return {"note": f"killed by signal {-done.returncode}"}
    return {"note": (done.stderr.strip().splitlines() or ["told nothing"])[-1]}


def tell(**values: object) -> None:
    """Print what was measured, for the parent."""
    print(json.dumps(values))


def peak_mb() -> float:
    """Most memory that this process has held so far, in MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)
