# Needs only Python 3.11 or newer; everything else goes into $(VENV).
#
#   make demo     validate real packs, play a game with bots, show why each thing happened
#   make test     the test suite                     make long    the tests that take minutes
#   make lint     ruff, mypy, import layers          make format  repair what ruff can repair
#   make bench    benchmarks, as ratios              make wheel   build dist/*.whl
#   make fuzz MINUTES=5   sentences made at random, played; finds go into tests/fuzz
#   make robust INPUTS=100000   damaged sentences, files, records, hostile files: what came of each kind
#   make floors NUMBER=1000     how many damaged sentences are found
#   make site     the reference site, in build/site

PYTHON  ?= python3
VENV    ?= .venv
WORKERS ?= 2

BIN     := $(VENV)/bin
STAMP   := $(VENV)/.installed
SAYSO   := $(BIN)/sayso
AXE     := build/browser/node_modules/axe-core/axe.min.js
PYTEST  := $(BIN)/python -m pytest -n $(WORKERS)

.PHONY: help demo test long fuzz robust floors lint ruff mypy layers format bench site wheel clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
	  { echo "python3 cannot make a virtual environment (on Debian: apt install python3-venv)"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# Each line is a command that a reader may type again; the first that fails ends the show.
demo: $(STAMP)
	$(SAYSO) validate tests/packs/tic-tac-toe
	$(SAYSO) validate content/sentient
	$(SAYSO) validate content/cyberpunk-tcg
	$(SAYSO) validate content/gangs-of-night-city
	$(SAYSO) test tests/packs/tic-tac-toe
	$(SAYSO) play tests/packs/tic-tac-toe --bots random --seed 7 --why
	$(SAYSO) explain "The player with the most points wins the game." --pack content/sentient
	$(SAYSO) play content/sentient --players 4 --bots greedy --seed 7 --log last
	$(SAYSO) play content/gangs-of-night-city --story troublesome-gift --players 3 --bots random --seed 5 --log last
	@echo
	@printf '%-6s %-60s %s\n' \
	  Next: '$(SAYSO) play content/sentient --bots me,greedy' 'a seat at the table' \
	  '' '$(SAYSO) new pack my-pack' 'a game of your own' \
	  '' 'make site' 'rules, cards and words as a site, in build/site'

test: $(STAMP)
	$(PYTEST)

long: $(VENV)/.installed-site $(AXE)
	HYPOTHESIS_PROFILE=thorough $(PYTEST) -m long

# What looks for barriers on pages; without npm those tests say that they are left out.
$(AXE):
	@command -v npm >/dev/null && npm install --silent --prefix build/browser axe-core@4.14.1 || true

MINUTES ?= 5

fuzz: $(STAMP)
	$(BIN)/python -m tests.fuzz $(MINUTES)

INPUTS ?= 100000
NUMBER ?= 1000

robust: $(STAMP)
	$(BIN)/python -m tests.whole.robust --inputs $(INPUTS)

floors: $(STAMP)
	$(BIN)/python -m tests.mutation $(NUMBER)

# Three targets, so that `make -k lint` hears all three.
lint: ruff mypy layers
ruff: $(STAMP)
	$(BIN)/ruff check .
mypy: $(STAMP)
	$(BIN)/mypy
# The cache does not notice that a folder has become a package.
layers: $(STAMP)
	$(BIN)/lint-imports --no-cache

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format toolkit tests benchmarks

$(VENV)/.installed-bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.run $(BENCH) --markdown build/benchmarks.md

$(VENV)/.installed-site: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[site]'
	@touch $@

site: $(VENV)/.installed-site
	$(SAYSO) site build sentient cyberpunk-tcg gangs-of-night-city --handbook --strict

wheel: $(STAMP)
	$(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
