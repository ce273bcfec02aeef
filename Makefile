# Two commands do everything on a fresh machine (python3 >= 3.11, make): `make run` and `make test`.
.PHONY: help run test dev lint bench bench-peers lock clean
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
HOME_DIR ?= home

help:            ## show this help
	@grep -E '^[a-z-]+: .*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

$(READY): requirements.lock pyproject.toml
	@echo "setting up $(VENV) (about a minute and a half, once) ..."
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(None if (3, 11) <= v < (3, 14) else "python %d.%d found; 3.11, 3.12 or 3.13 is needed: make PYTHON=python3.11 ..." % v)'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

run: $(READY)    ## sample season to published lists in ./home (HOME_DIR=...), then how to open the UI
	@$(BIN)/python sample/run.py $(HOME_DIR)

test: $(READY)   ## run the tests
	@$(BIN)/python -m pytest

dev: $(READY)    ## open the Dagster UI on http://127.0.0.1:3000 for ./home (HOME_DIR=...)
	@$(BIN)/python -m orchestration.dev $(HOME_DIR)

lint: $(READY)   ## ruff, mypy, import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

bench: $(READY)  ## time the readers, the engine and a whole run, as ratios measured in one go
	@$(BIN)/python -m benchmarks

bench-peers:     ## the engine beside riix, elote and skelo, in an environment of their own
	@$(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check riix==0.0.6 elote==1.5.1 skelo==0.1.5 \
	  "numba>=0.62" "numpy>=2.2" "duckdb==1.5.5" "pyarrow>=26,<27"
	@.venv-peers/bin/python -m benchmarks.engine --peers

lock:            ## write requirements.lock anew from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
	  --generate-hashes --no-strip-extras --no-header -q -o requirements.lock

clean:           ## remove the environment, the sample home and caches
	rm -rf $(VENV) .venv-peers $(HOME_DIR) build *.egg-info dbt_project/target .pytest_cache .mypy_cache .ruff_cache .hypothesis
