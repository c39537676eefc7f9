"""The import contracts hold, and would not if the release saw the private pairs."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def contracts(folder):
    """Runs import-linter on the package under a folder."""
    command = "import sys; sys.path.insert(0, 'src'); from importlinter.cli import lint_imports;"
    command += "sys.exit(lint_imports(no_cache=True))"
    return subprocess.run(
        [sys.executable, "-c", command], cwd=folder, capture_output=True, text=True, check=False
    )


def copy(folder):
    shutil.copy(ROOT / "pyproject.toml", folder)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignore)
    return folder / "src" / "ppne"


def test_the_contracts_are_kept(tmp_path):
    copy(tmp_path)
    result = contracts(tmp_path)
    assert result.returncode == 0, result.stdout
    assert "0 broken" in result.stdout


def test_a_release_that_sees_the_private_pairs_is_caught(tmp_path):
    package = copy(tmp_path)
    with (package / "publish" / "release.py").open("a") as file:
        file.write("\nfrom ppne.private.pairs import PrivatePairs\n")
    result = contracts(tmp_path)
    assert result.returncode == 1
    assert "never sees the private pairs BROKEN" in result.stdout


def test_a_layer_that_no_contract_knows_is_caught(tmp_path):
    package = copy(tmp_path)
    (package / "utils.py").write_text('"""Whatever."""\n')
    result = contracts(tmp_path)
    assert result.returncode == 1
    assert "data flows one way BROKEN" in result.stdout
