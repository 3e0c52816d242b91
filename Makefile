# `make score` and `make test` do all their set-up; Python 3.11 or newer is all they need.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OUT ?= out
SHARED ?= ../shared

.DEFAULT_GOAL := help
.PHONY: help install dev score test test-fast check format docs evaluate bench examples size training-env clean

help: ## Say what there is to make
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "%-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tilesight needs Python 3.11 or newer; name one with: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.runtime

install: $(VENV)/.runtime ## Make .venv with what running needs (no torch)

dev: $(VENV)/.dev ## Make .venv with the development tools too

score: $(VENV)/.runtime ## Read the example photos: hand, score, best discard, overlay picture
	@mkdir -p $(OUT)
	$(BIN)/tilesight read examples/rack.jpg --overlay $(OUT)/rack_overlay.png
	$(BIN)/tilesight score examples/rack.jpg --rules riichi
	$(BIN)/tilesight advise examples/discard.jpg --rules riichi
	@echo "The overlay picture is $(OUT)/rack_overlay.png"

test: $(VENV)/.dev ## Run all tests
	$(BIN)/python -m pytest

test-fast: $(VENV)/.dev ## Run the tests that take no more than seconds
	$(BIN)/python -m pytest -m 'not slow'

check: $(VENV)/.dev ## Lint, format check, types, import contracts, model hashes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m models.registry --check

format: $(VENV)/.dev ## Format and mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.dev ## Write docs/openapi.json and the tables of docs/rules anew
	$(BIN)/python -m api.openapi docs/openapi.json
	$(BIN)/python -m engine.rules.documentation docs/rules/*.md

evaluate: $(VENV)/.runtime ## Measure the shipped models on the photos kept out of training
	$(BIN)/python -m models.training.evaluate --data $(SHARED)/data/photos --split test
	$(BIN)/python -m models.training.evaluate --data $(SHARED)/data/photos --split test_rooms

bench: $(VENV)/.runtime ## Time a cold read of a 12-megapixel photo
	$(BIN)/python tests/benchmarks/cold_read.py

examples: $(VENV)/.runtime ## Render the example photos anew (needs CJK fonts)
	$(BIN)/python -m datasets.synthesis example --out examples

size: ## Make a fresh runtime environment and print its size in MB
	rm -rf $(OUT)/size-venv
	@mkdir -p $(OUT)
	$(PYTHON) -m venv $(OUT)/size-venv
	$(OUT)/size-venv/bin/python -m pip install --quiet --disable-pip-version-check .
	@du -sm $(OUT)/size-venv

training-env: ## Make .venv-train with torch and Ultralytics (6 GB)
	$(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet torch==2.14.1 torchvision==0.29.1
	.venv-train/bin/python -m pip install --quiet 'ultralytics>=8.4,<8.5' onnx onnxruntime onnxslim tqdm matplotlib cairosvg fonttools pillow-heif rich

clean: ## Remove everything made here
	rm -rf $(VENV) $(OUT) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
