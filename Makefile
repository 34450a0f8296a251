# Sealed Orders: what a developer or a player types. Needs Python 3.11+, make and git; everything else goes into .venv.
.PHONY: setup play matrix test test-long lint bench proto maps words screenshots lock clean
.DEFAULT_GOAL := play

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

setup: $(READY)

$(READY): requirements.lock pyproject.toml tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh

# On a display the table opens; without one two computer players play a match whose verdict is printed.
SCREEN := $(or $(DISPLAY),$(WAYLAND_DISPLAY),$(filter Darwin MINGW% MSYS% CYGWIN%,$(shell uname)))

play: setup
	@$(if $(SCREEN),$(BIN)/sealed table,$(BIN)/sealed demo popular-front --bots steady,steady --progress --image board.png --record match.ftr)

matrix: setup
	@$(BIN)/python tools/matrix.py

test: setup lint
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not long"

test-long: setup lint
	@$(BIN)/python -m pytest -q -n 2

lint: setup
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: setup
	@$(BIN)/sealed bench

proto: setup
	@$(BIN)/python tools/generate_stubs.py

maps: setup
	@cd tools && ../$(BIN)/python -m mapgen

words: setup
	@$(BIN)/python tools/compile_words.py

screenshots: setup
	@$(BIN)/python tools/screenshots.py

lock: setup
	@$(BIN)/pip-compile --quiet --all-extras --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host --no-emit-options --no-annotate --output-file requirements.lock pyproject.toml

clean:
	@rm -rf .venv
