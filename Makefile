# `make score` and `make test` do all their set-up; Python 3.11 or newer is all they need.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OUT ?= out
SHARED ?= $(or $(TILESIGHT_SHARED),../shared)
LABEL_VENV ?= .venv-label
CLUSTER_VENV ?= .venv-cluster
PIP_INSTALL_LABEL := -m pip install --quiet --disable-pip-version-check
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Weights trained without two physical sets, and these sets (see models/training/left_out).
LEFT_OUT_WEIGHTS := --finder models/training/left_out/finder.onnx --reader models/training/left_out/reader.onnx
LEFT_OUT = --data $(SHARED)/data/photos $(LEFT_OUT_WEIGHTS)
TRAVEL_SET := travel_set
CLOSE_UPS := 1_tiles,2_tiles,3_tiles,4_tiles,6_tiles,9_tiles,12_tiles
SET_H := solo_felt_rack,solo_corner_grid,solo_felt_diagonal,solo_wood_flowers

# Python 3.11 puts setuptools into every new environment: 7 MB that nothing here uses (builds fetch their own).
DROP_SETUPTOOLS = -m pip uninstall --quiet --yes --disable-pip-version-check setuptools 2>/dev/null || true

.DEFAULT_GOAL := help
.PHONY: help install dev score test test-fast coverage check format docs evaluate evaluate-left-out evaluate-unseen evaluate-held-out evaluate-close-ups effort bench bench-page constraints examples tile-art images size cards training-env smoke label-env cluster-env interop bench-cluster clean

help: ## Say what there is to make
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "%-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tilesight needs Python 3.11 or newer; name one with: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is incomplete (on Debian: apt install python3-venv)"; exit 1; }
	@$(BIN)/python $(DROP_SETUPTOOLS)

$(VENV)/.runtime: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python $(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python $(PIP_INSTALL) --editable '.[dev]'
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

coverage: $(VENV)/.dev ## Branch coverage of the engine by its unit tests, fail under 100 %
	$(BIN)/python -m pytest --cov=engine --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100 -m 'not slow' \
	    engine tests/unit/engine tests/unit/documentation

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

cards: $(VENV)/.dev ## Measure the shipped models anew and write the figures into their cards
	$(BIN)/python -m models.training.evaluate --data $(SHARED)/data/photos --split test \
	    --title 'rooms and sets trained on' --json models/cards/figures/test.json
	$(MAKE) evaluate-left-out TRAVEL_JSON='--json models/cards/figures/left_out_travel_set.json --plots models/cards/plots/left_out_travel_set' \
	    SET_H_JSON='--json models/cards/figures/left_out_set_h.json' \
	    ROOMS_JSON='--json models/cards/figures/left_out_rooms.json --plots models/cards/plots/left_out_rooms'
	$(MAKE) evaluate-unseen UNSEEN_JSON='--json models/cards/figures/unseen_designs.json --plots models/cards/plots/unseen_designs'
	$(BIN)/python -m models.training.geometry --synthetic $(OUT)/unseen --title 'rendered hands, designs never trained on' \
	    --json models/cards/figures/geometry.json
	$(BIN)/python -m models.training.cards

evaluate-left-out: $(VENV)/.runtime ## Measure weights trained without two physical sets and four rooms on these
	$(BIN)/python -m models.training.evaluate $(LEFT_OUT) --groups $(TRAVEL_SET) --title 'the travel set, never trained on' $(TRAVEL_JSON)
	$(BIN)/python -m models.training.evaluate $(LEFT_OUT) --groups $(SET_H) --title 'set H on felt, never trained on' $(SET_H_JSON)
	$(BIN)/python -m models.training.evaluate $(LEFT_OUT) --split test_rooms --title 'four rooms never trained on' $(ROOMS_JSON)

evaluate-unseen: $(VENV)/.runtime ## Measure the shipped models on rendered hands of designs never trained on (needs the fonts of .ci/run)
	$(BIN)/python -m datasets.synthesis scenes --designs unseen --hands --size 1600 --count 96 --seed 29 --shared $(SHARED) --out $(OUT)/unseen
	$(BIN)/python -m models.training.evaluate --synthetic $(OUT)/unseen --title 'rendered hands, designs never trained on' $(UNSEEN_JSON)

evaluate-held-out: $(VENV)/.runtime ## Measure the shipped models on rendered hands of designs unlike those trained on, by which weights are chosen
	for seed in 31 33; do $(BIN)/python -m datasets.synthesis scenes --designs held-out --hands --size 1600 --count 96 \
	    --seed $$seed --shared $(SHARED) --out $(OUT)/held_out_$$seed || exit 1; done
	$(BIN)/python -m models.training.evaluate --synthetic $(OUT)/held_out_31 $(OUT)/held_out_33 \
	    --title 'rendered hands, designs unlike those trained on' $(HELD_OUT_JSON)

evaluate-close-ups: $(VENV)/.runtime ## Measure weights trained without the travel set on close-ups of a few of its tiles
	$(BIN)/python -m models.training.close_ups --data $(SHARED)/data/photos --groups $(TRAVEL_SET) --out $(OUT)/close_ups
	$(BIN)/python -m models.training.evaluate --data $(OUT)/close_ups $(LEFT_OUT_WEIGHTS) --groups $(CLOSE_UPS) \
	    --title 'close-ups of the travel set, never trained on'

effort: $(VENV)/.runtime ## Estimate what is left to do by hand when these sets are labelled by `tilesight label`
	$(BIN)/python -m models.training.effort $(LEFT_OUT) --groups $(TRAVEL_SET)
	$(BIN)/python -m models.training.effort $(LEFT_OUT) --groups $(SET_H)

bench: $(VENV)/.runtime ## Time a cold read of a 12-megapixel photo, fail over 1.2 s
	$(BIN)/python tests/benchmarks/cold_read.py --limit 1.2

bench-cluster: ## What a photo costs with one Ray worker and with two (needs cluster-env)
	PYTHONPATH=. $(CLUSTER_VENV)/bin/python tests/benchmarks/cluster.py --photos $(SHARED)/data/photos/images

bench-page: $(VENV)/.dev ## Weigh and time the phone page at a phone's speed, fail over 300 kB or 1.5 s (needs chromium)
	$(BIN)/python tests/benchmarks/page.py --limit 1.5 --limit-kb 300

constraints: ## Write constraints.txt anew from the newest versions that install together
	rm -rf $(OUT)/constraints-venv
	$(PYTHON) -m venv $(OUT)/constraints-venv
	$(OUT)/constraints-venv/bin/python -m pip install --quiet --disable-pip-version-check '.[dev,cluster]'
	@rm -rf build
	(head -1 constraints.txt; $(OUT)/constraints-venv/bin/python -m pip freeze --exclude tilesight) > $(OUT)/constraints.txt
	mv $(OUT)/constraints.txt constraints.txt

images: $(VENV)/.runtime ## Make the pictures of the README anew
	@mkdir -p docs/images $(OUT)
	for name in rack discard; do \
	    $(BIN)/tilesight read examples/$$name.jpg --overlay $(OUT)/$$name.png && \
	    $(BIN)/python -c "import PIL.Image as I; p = I.open('$(OUT)/$$name.png'); p.thumbnail((1200, 1200)); p.convert('RGB').save('docs/images/$${name}_overlay.jpg', quality=85)" || exit 1; \
	done

examples: $(VENV)/.runtime ## Render the example photos anew (needs CJK fonts)
	$(BIN)/python -m datasets.synthesis example --out examples

tile-art: $(VENV)/.runtime ## Render the tile pictures and icons of the phone page anew (needs the fonts of .ci/run)
	$(BIN)/python -m datasets.synthesis.page_art --out api/static

size: ## Make a fresh runtime environment, print its size in MB, fail over 430
	rm -rf $(OUT)/size-venv
	@mkdir -p $(OUT)
	$(PYTHON) -m venv $(OUT)/size-venv
	@$(OUT)/size-venv/bin/python $(DROP_SETUPTOOLS)
	$(OUT)/size-venv/bin/python $(PIP_INSTALL) .
	@rm -rf build
	@du -sm $(OUT)/size-venv | awk '{print $$1 " MB"; exit $$1 > 430}'

training-env: ## Make .venv-train with torch, Ultralytics and what the training tools need (6 GB)
	$(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet torch==2.14.1 torchvision==0.29.1
	.venv-train/bin/python -m pip install --quiet cairosvg matplotlib onnx onnxruntime onnxslim pillow-heif pytest rich tqdm 'ultralytics>=8.4,<8.5'

smoke: ## Try the training tools on tiny data, interruptions included (needs training-env)
	.venv-train/bin/python -m pytest tests/smoke tests/unit/training/test_warm_start.py tests/unit/training/test_embedding.py

label-env: ## Make .venv-label with the programs that take our labels: Label Studio, datumaro and others (1.6 GB)
	$(PYTHON) -m venv $(LABEL_VENV)
	$(LABEL_VENV)/bin/python $(PIP_INSTALL_LABEL) label-studio==1.23.2 pycocotools==2.0.11 supervision==0.31.2 \
	    pytest==9.2.0 attrs cachetools defusedxml imagesize json-stream lxml orjson ruamel.yaml shapely
	@# It asks for a pyarrow that Label Studio does not take, and needs none for our formats: the packages above are the others.
	$(LABEL_VENV)/bin/python $(PIP_INSTALL_LABEL) --no-deps datumaro==1.13.12

cluster-env: ## Make .venv-cluster with Tilesight and its extra for Ray (0.9 GB)
	$(PYTHON) -m venv $(CLUSTER_VENV)
	$(CLUSTER_VENV)/bin/python $(PIP_INSTALL) --editable '.[cluster]' pytest

interop: ## Have these programs read our labels, and read theirs; label on Ray (needs label-env, cluster-env)
	$(LABEL_VENV)/bin/python -m pytest tests/interop
	$(CLUSTER_VENV)/bin/python -m pytest tests/interop/test_ray_engine.py

clean: ## Remove everything made here
	rm -rf $(VENV) $(OUT) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage
