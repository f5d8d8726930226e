# Needs only Python 3.11 or newer; everything else goes into $(VENV).
#
#   make demo     a mistake found, a sentence in two languages, a game, and why each thing happened in it
#   make test     the test suite                     make long    the tests that take minutes
#   make browser  the site's short tests in headless Chromium
#   make lint     ruff, mypy, import layers          make format  repair what ruff can repair
#   make bench    benchmarks, as ratios              make wheel   build dist/*.whl and dist/*.tar.gz
#   make native   compile what plays games, about twice as fast (a minute or two, needs a C compiler)
#   make adapters the tests of what faces OpenSpiel, PettingZoo and NumPy
#   make fuzz MINUTES=5   sentences made at random, played, then guided by atheris; finds go into tests/fuzz
#   make robust INPUTS=100000   damaged sentences, files, records, hostile files: what came of each kind
#   make floors NUMBER=1000     how many damaged sentences are found
#   make site     the reference site, in build/site
#
# Each of these makes an environment of its own, and runs the tests in it (some of them: TESTS=tests/cli):
#
#   make oldest   with the oldest versions that pyproject.toml allows
#   make newest   with the newest ones               make locked  with those of requirements-dev.lock, by their hashes
#   make matrix   with each Python that is found on this machine
#
#   make lock     write both locks anew              make sbom    what is installed with sayso, as build/sbom.json

PYTHON  ?= python3
VENV    ?= .venv
WORKERS ?= 2
TESTS   ?=

BIN     := $(VENV)/bin
STAMP   := $(VENV)/.installed
SAYSO   := $(BIN)/sayso
PYRIGHT := 1.1.414
AXE     := build/browser/node_modules/axe-core/axe.min.js
PYTEST  := $(BIN)/python -m pytest -n $(WORKERS)
PIP     := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help demo test long browser adapters fuzz robust floors lint ruff mypy layers format bench site wheel native clean
.PHONY: oldest newest locked matrix whole lock sbom
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
	  { echo "python3 cannot make a virtual environment (on Debian: apt install python3-venv)"; exit 1; }
	$(PIP) --editable '.[dev]'
	@touch $@

# Each line is a command that a reader may type again; the first that fails (`!`: that does not) ends the show.
demo: $(STAMP)
	$(SAYSO) validate content/sentient content/cyberpunk-tcg content/gangs-of-night-city
	! $(SAYSO) explain "Score 5 points if the sum of the neighboring dice is 7." --pack content/sentient --as formula
	$(SAYSO) explain "Score 5 points if the sum of the neighbouring dice is 7." --pack content/sentient --as formula | sed '/^Program/,$$d'
	$(SAYSO) play tests/packs/tic-tac-toe --bots random --seed 13 --why | sed '/^$$/,$$d'
	@mkdir -p build
	$(SAYSO) play content/sentient --players 4 --bots greedy --seed 7 -q --replay-out build/demo.json
	$(SAYSO) why build/demo.json last
	$(SAYSO) play content/gangs-of-night-city --scenario solo --bots random --seed 9 --log last --why | sed -n '/Johnny has laid claim/,/^$$/p'
	@printf '%-6s %-60s %s\n' \
	  Next: '$(SAYSO) play content/sentient --level normal' 'a seat at the table' \
	  '' '$(SAYSO) new pack my-pack' 'a game of your own' \
	  '' '$(SAYSO) site build content/sentient' 'its site, once make site has run' \
	  '' 'make site' 'rules, cards and words of all games as a site'

test: $(STAMP)
	$(PYTEST) $(TESTS)

long: $(VENV)/.installed-site $(AXE)
	HYPOTHESIS_PROFILE=thorough $(PYTEST) -m 'long or browser'

# Without a browser these tests fail; CI brings one.
browser: $(VENV)/.installed-site
	$(PYTEST) -m browser tests/site

# What looks for barriers and mistakes on pages; without npm those tests say that they are left out.
$(AXE):
	@command -v npm >/dev/null && npm install --silent --prefix build/browser axe-core@4.14.1 html-validate@9.7.1 pyright@$(PYRIGHT) || true

MINUTES ?= 5

# It needs a compiler's library that not every machine has; without it half of the work is done.
$(VENV)/.installed-atheris: $(STAMP)
	$(PIP) atheris || echo "atheris does not install here: no guided texts"
	@touch $@

fuzz: $(VENV)/.installed-atheris
	$(BIN)/python -m tests.fuzz $(MINUTES)
	$(BIN)/python -m tests.fuzz.guided $(MINUTES)

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
	$(PIP) --editable '.[bench]'
	@touch $@

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.run $(BENCH) --markdown build/benchmarks.md $(if $(BENCH),,--readme)

$(VENV)/.installed-adapters: $(STAMP)
	$(PIP) --editable '.[openspiel,pettingzoo,vector]'
	@touch $@

# What faces OpenSpiel, PettingZoo and NumPy, with these installed.
adapters: $(VENV)/.installed-adapters
	$(PYTEST) tests/adapters $(TESTS)

$(VENV)/.installed-site: $(STAMP)
	$(PIP) --editable '.[site]'
	@touch $@

site: $(VENV)/.installed-site
	$(SAYSO) site build sentient cyberpunk-tcg gangs-of-night-city --handbook --strict

# The same bytes from the same commit, wherever and whenever it is built. The wheel is made from the source archive.
wheel: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null)
wheel: $(STAMP)
	$(BIN)/python -m build --no-isolation --outdir dist

$(VENV)/.installed-native: $(STAMP)
	$(PIP) --editable '.[native]'
	@touch $@

# `sayso --version` says what runs; SAYSO_NATIVE=0 runs the Python. Whoever changes a compiled source compiles again, or
# runs the Python: what was compiled from another source is not used.
native: $(VENV)/.installed-native
	@command -v "$${CC:-cc}" >/dev/null || { echo "no C compiler ($${CC:-cc}): everything runs as Python"; exit 1; }
	$(BIN)/python hatch_build.py
	$(SAYSO) --version

# --- What else it may be installed with ----------------------------------------------------------------------

# Everything that a test can need: it is skipped where something is missing.
whole: $(VENV)/.installed-site $(VENV)/.installed-bench
	$(PYTEST) $(TESTS)

# pip reads PIP_CONSTRAINT also where it builds a package.
oldest: export PIP_CONSTRAINT = $(CURDIR)/build/oldest.txt
oldest:
	rm -rf .venv-oldest && mkdir -p build
	$(PYTHON) -m tests.hygiene.bounds > build/oldest.txt
	$(MAKE) VENV=.venv-oldest whole

newest:
	rm -rf .venv-newest
	$(MAKE) VENV=.venv-newest whole

locked:
	rm -rf .venv-locked
	$(PYTHON) -m venv .venv-locked
	.venv-locked/bin/python -m pip install --quiet --require-hashes --requirement requirements-dev.lock
	.venv-locked/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch .venv-locked/.installed .venv-locked/.installed-site .venv-locked/.installed-bench
	$(MAKE) VENV=.venv-locked whole

PYTHONS ?= 3.11 3.12 3.13 3.14

# A Python is found by its name, or where pyenv keeps it.
matrix:
	@status=0; for version in $(PYTHONS); do \
	  found=; \
	  for python in python$$version $(HOME)/.pyenv/versions/$$version.*/bin/python; do \
	    "$$python" -c 'import venv' 2>/dev/null && found=$$python; \
	  done; \
	  if [ -z "$$found" ]; then echo "Python $$version: not found on this machine"; continue; fi; \
	  echo "Python $$version: $$found"; \
	  $(MAKE) --no-print-directory VENV=.venv-$$version PYTHON="$$found" test || status=1; \
	done; exit $$status

$(VENV)/.installed-release: $(STAMP)
	$(PIP) --editable '.[release]'
	@touch $@

COMPILE = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
          --no-header --no-annotate --upgrade

lock: $(VENV)/.installed-release
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --all-extras --output-file requirements-dev.lock

# Nothing but what sayso needs to run is in that environment, not even pip.
sbom: $(VENV)/.installed-release
	rm -rf .venv-sbom && mkdir -p build
	$(PYTHON) -m venv --without-pip .venv-sbom
	$(BIN)/python -m pip --python .venv-sbom/bin/python install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/cyclonedx-py environment .venv-sbom --pyproject pyproject.toml --output-reproducible --output-file build/sbom.json

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis toolkit/_native toolkit/.native-*
