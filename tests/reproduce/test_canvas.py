"""Figures look the same whatever the user's own settings; Matplotlib is asked for late."""

import subprocess
import sys
from pathlib import Path

import pytest

import ppne.reproduce.canvas as drawing
from ppne.errors import MissingExtraError
from ppne.reproduce.canvas import canvas
from ppne.reproduce.curves import Book
from ppne.reproduce.figures import draw
from tests.reproduce.made_up import records, trade


def test_without_matplotlib_the_way_out_is_said(monkeypatch):
    monkeypatch.setattr(drawing.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"ppne\[reproduce\]"), canvas(1, 1):
        pass


def test_matplotlib_is_loaded_only_to_draw():
    code = "import sys, ppne.cli.reproduce; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_users_own_look_changes_nothing(tiny, tmp_path):
    import matplotlib

    book = Book(records(tiny, trade))
    first = draw(book, tiny, tmp_path / "one").read_bytes()
    with matplotlib.rc_context({"lines.linewidth": 9, "font.size": 30, "svg.hashsalt": "x"}):
        assert draw(book, tiny, tmp_path / "two").read_bytes() == first
    assert Path(tmp_path / "two" / "tiny.png").exists()
