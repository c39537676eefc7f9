"""Writes a text file that appears whole or not at all."""

from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write the text beside the file, then put it in its place."""
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)
