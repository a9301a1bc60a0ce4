# Every chore is one command; CI runs the same. A virtual environment is made in .venv by itself.
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)

.PHONY: demo test lint format proto bench soak clean

demo: .venv/ready            ## an arena, four bots in processes of their own, a table of results
	$(BIN)/kozel-arena demo

test: lint                   ## everything that must pass; FLAGS='--numprocesses auto --dist loadfile' for all cores
	$(BIN)/pytest $(FLAGS)

lint: .venv/ready            ## style, types, who may import whom, the protocol files
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy && $(BIN)/lint-imports --no-cache && $(BIN)/buf lint proto

format: .venv/ready          ## rewrite the code in the house style
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .

proto: .venv/ready           ## regenerate sdk/kozel/v1 from proto/ with the pinned generator
	$(BIN)/python -m tests.tools.generate_proto sdk

bench: .venv/ready           ## speed, each figure beside its reference from the same run
	$(if $(UV),uv sync --quiet --frozen --all-extras --group bench,$(BIN)/pip install --quiet --group bench)
	$(BIN)/python -m tests.bench

soak: .venv/ready            ## a minute of tournaments under SIGKILL and SIGSTOP, each proved; FLAGS='--seconds 900 …'
	$(BIN)/python -m tests.soak $(FLAGS)

.venv/ready: pyproject.toml uv.lock
ifneq ($(UV),)
	uv sync --quiet --frozen --all-extras --compile-bytecode
else
	python3 -m venv .venv && $(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[server]' --group dev
endif
	@touch $@

clean:                       ## forget the environment and every cache
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist artefacts
