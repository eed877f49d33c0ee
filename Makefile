# Python for the environment; any of 3.11, 3.12 and 3.13: `make test PYTHON=python3.13 VENV=.venv-3.13`.
PYTHON ?= python3
VENV ?= .venv
BENCH_VENV ?= .venv-bench
LIVEKIT_VENV ?= .venv-livekit
PIPECAT_VENV ?= .venv-pipecat

BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
BENCH_INSTALLED := $(BENCH_VENV)/.installed
LIVEKIT_INSTALLED := $(LIVEKIT_VENV)/.installed
PIPECAT_INSTALLED := $(PIPECAT_VENV)/.installed
PIP := -m pip install --quiet --disable-pip-version-check --no-input

.PHONY: help install demo test live check format bench clean

help:
	@echo "make demo    install callproof into $(VENV) and call an agent with seven defects, once with a voice"
	@echo "make test    run the tests"
	@echo "make live    place calls with real speech, to agents in processes of their own"
	@echo "make check   formatting, lint and types, as CI does"
	@echo "make format  put the formatting right"
	@echo "make bench   measure the speed, beside voiceeval-cli on the same calls, and how exact real calls are"
	@echo "make clean   remove the environments and caches"

install: $(INSTALLED)

# Keyed on pyproject.toml alone: the package is installed in place, so that a change of the source needs no new install.
$(INSTALLED): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --editable '.[dev]'
	touch $@

# The peer has dependencies of its own, which must not meet ours.
$(BENCH_INSTALLED): pyproject.toml
	test -x $(BENCH_VENV)/bin/python || $(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/python $(PIP) voiceeval-cli
	touch $@

# An agent under test is a program of its own, in an environment of its own.
$(LIVEKIT_INSTALLED): examples/livekit-agent/requirements.txt
	test -x $(LIVEKIT_VENV)/bin/python || $(PYTHON) -m venv $(LIVEKIT_VENV)
	$(LIVEKIT_VENV)/bin/python $(PIP) --requirement $<
	touch $@

$(PIPECAT_INSTALLED): examples/pipecat-agent/requirements.txt
	test -x $(PIPECAT_VENV)/bin/python || $(PYTHON) -m venv $(PIPECAT_VENV)
	$(PIPECAT_VENV)/bin/python $(PIP) --requirement $<
	touch $@

demo: $(INSTALLED)
	$(BIN)/callproof demo
	$(BIN)/callproof demo --audio

# They start the command line some hundred times, which takes longer where no bytecode is kept; and each process that runs them has to
# find them in the same order.
test: export PYTHONDONTWRITEBYTECODE :=
test: export PYTHONHASHSEED := 0
test: $(INSTALLED)
	$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal

live: $(INSTALLED) $(LIVEKIT_INSTALLED) $(PIPECAT_INSTALLED)
	LIVEKIT_VENV=$(LIVEKIT_VENV) PIPECAT_VENV=$(PIPECAT_VENV) $(BIN)/python -m pytest tests/live --numprocesses=2 --dist=loadscope --durations=25

check: $(INSTALLED)
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/mypy

format: $(INSTALLED)
	$(BIN)/ruff format src tests benchmarks
	$(BIN)/ruff check --fix src tests benchmarks

bench: $(INSTALLED) $(BENCH_INSTALLED)
	$(BIN)/python -m benchmarks.run_speed
	$(BIN)/python benchmarks/check_speed.py --peer $(BENCH_VENV)/bin/python
	$(BIN)/python -m benchmarks.moment_timing
	$(BIN)/python -m benchmarks.live_calls

clean:
	rm -rf $(VENV) $(BENCH_VENV) $(LIVEKIT_VENV) $(PIPECAT_VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
