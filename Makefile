# Set-up, demo and tests on a machine that has only Python (>= 3.11) and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test lint clean

$(BIN)/ppne: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("ppne needs Python 3.11 or newer; run: make PYTHON=python3.11 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: $(BIN)/ppne
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev -e .
	@touch $@

demo: $(BIN)/ppne  ## protect an embedded network; before and after go to ppne-demo/
	$(BIN)/ppne demo --out ppne-demo --overwrite

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint  ## lint, types, import contracts, tests, coverage
	$(BIN)/python -m coverage erase
	$(BIN)/python -m pytest -n 2 --dist loadfile --cov=ppne --cov-branch --cov-report=
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist loadfile tests/compute --cov=ppne --cov-branch --cov-append --cov-report=
	$(BIN)/python -m coverage report --fail-under=95

clean:
	rm -rf $(VENV) ppne-demo .coverage .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
