# Every target works alone, from a clean clone, in any order. `make help` lists them.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMPS := $(VENV)/stamps
PIP := $(PY) -m pip --disable-pip-version-check

# Set by CI: 0 makes a failed compilation an error; see setup.py.
DJAMBI_PURE ?=
export DJAMBI_PURE

# Python keeps what it compiled, whatever the environment says: checks start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

KERNEL_SOURCES := $(wildcard $(addprefix src/djambi/kernel/,*.py *.pxd */*.py */*.pxd)) src/djambi/rules/options.py
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null) \
	$(wildcard src/djambi/texts/*/*.json src/djambi/render/*.json)
STATIC := src/djambi/server/static/index.html
PAGE_SOURCES := $(WEB_SOURCES) $(wildcard tools/build_*.py tools/prepare_page.py tools/engine/*) \
	$(shell find src/djambi -name '*.py' -o -name '*.json' -o -name '*.pxd')
PAGE := build/page/index.html
# Without a compiler for browsers the page's tests are skipped, with the reason; in CI nothing is.
PAGE_IF_POSSIBLE := $(if $(or $(CI),$(shell command -v emcc)),$(PAGE))

# What strength is measured against: any former commit, built in an environment of its own.
RIVAL_COMMIT ?= 5e78f7d2
RIVAL := build/rivals/$(RIVAL_COMMIT)

PYTEST := $(PY) -m pytest -q -p no:cacheprovider
# What `make quick` runs: the rules and what they are built on.
RULES_TESTS := $(wildcard tests/geometry tests/rules tests/kernel tests/properties \
	tests/conformance)

# What the interpreted run leaves out: it tests the rules and what is built directly on them.
NOT_PURE := $(addprefix tests/,server online client tui browser page build releases bench docs texts judge protocol views press render career)
# Measuring coverage makes the interpreted kernel four times slower: only the kernel's own tests are measured.
MEASURED := $(RULES_TESTS) tests/endings tests/bots tests/research

# Two browsers beside each other leave little of a small machine: what fails there is run once more, alone, and that counts.
BROWSER_CACHE := build/browser-tests
BROWSER_TESTS := $(PY) -m pytest -q -o cache_dir=$(BROWSER_CACHE) -m "browser and not long" tests/browser tests/page

.DEFAULT_GOAL := help
.PHONY: help play test long quick lint types doctest kernel compiled checked pure web page front browser \
	bench rival docs format wheel image release artefacts clean

help:  ## list the targets
	@awk -F ':.*## *' '/^[a-z]+:.*##/ { printf "  make %-11s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(STAMPS)/play $(STAMPS)/kernel $(STATIC)  ## play in the browser
	@$(PY) -m djambi

# What keeps only one core busy runs beside something else; its output is kept together, where make can do that.
test:  ## run every check
	@$(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) lint types doctest front
	@$(MAKE) --no-print-directory compiled pure browser docs
	@echo "make test: everything passed"

long: $(STAMPS)/dev $(STAMPS)/ray $(STAMPS)/kernel $(STATIC) $(PAGE_IF_POSSIBLE)  ## attack, load and endurance tests: not part of `make test`
	$(PYTEST) -m long --timeout=0 --durations=0 tests

quick: $(STAMPS)/dev $(STAMPS)/kernel  ## check only the rules, in half a minute
	$(PYTEST) -m "not browser and not long and not slow" $(RULES_TESTS)

lint: $(STAMPS)/dev  ## style (ruff) and which room may import which (import-linter)
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(VENV)/bin/lint-imports --no-logo
	$(PY) tools/import_cycles.py

format: $(STAMPS)/dev  ## let ruff fix the style
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

types: $(STAMPS)/dev  ## mypy and pyright, both strict
	$(PY) -m mypy
	$(PY) -m pyright

doctest: $(STAMPS)/dev  ## run the examples in docstrings
	$(PY) tools/pure_copy.py build/pure
	PYTHONPATH=build/pure $(PYTEST) --doctest-modules build/pure/djambi \
		--ignore-glob='*/__main__.py' --ignore-glob='*/migrations/*'

kernel: $(STAMPS)/kernel  ## compile the kernel in place

compiled: $(STAMPS)/dev $(STAMPS)/kernel $(STATIC)  ## pytest on the compiled kernel
	$(PYTEST) -n 2 --dist loadfile -m "not browser and not long" tests

# A copy without compiled modules comes first on the path, so that Python takes the .py files.
INTERPRETED := PYTHONPATH=build/pure DJAMBI_PURE=1 HYPOTHESIS_PROFILE=pure $(PYTEST) -n 2 --dist worksteal \
	-m "not browser and not long and not slow"

pure: $(STAMPS)/dev  ## pytest on the interpreted kernel, with coverage of rules and kernel
	$(PY) tools/pure_copy.py build/pure
	mkdir -p build/coverage
	$(INTERPRETED) --cov --cov-report=term $(MEASURED)
	$(INTERPRETED) $(addprefix --ignore=,$(NOT_PURE) $(MEASURED)) tests

# Fixed arrays have no bounds in C, and sums that overflow no meaning: here, in a copy, the compiler
# adds checks and aborts.
checked: $(STAMPS)/dev  ## pytest on a kernel compiled with checks of array indices and overflows
	$(PY) tools/pure_copy.py build/checked
	DJAMBI_PURE=0 DJAMBI_CFLAGS="-O1 -fno-wrapv -fsanitize=bounds,shift,signed-integer-overflow -fno-sanitize-recover=all" \
		LDFLAGS=-fsanitize=undefined $(PY) setup.py --quiet build_ext --force \
		--build-lib build/checked --build-temp build/checked-temp
	PYTHONPATH=build/checked DJAMBI_PURE=0 $(PYTEST) --capture=sys -m "not browser and not long and not slow" $(RULES_TESTS)

web: $(STATIC)  ## build the browser app

$(STATIC): $(WEB_SOURCES) | $(STAMPS)/venv
	$(PY) tools/build_web.py
	@touch $@

page: $(PAGE)  ## build the game without a server into build/page
	@echo "make page: $(PAGE), for any server of static files"

$(PAGE): $(PAGE_SOURCES) setup.py constraints.txt | $(STAMPS)/dev $(STAMPS)/kernel
	$(PY) tools/build_engine.py
	$(PY) tools/prepare_page.py
	$(PY) tools/build_web.py run types page page-size
	@touch $@

front: $(STAMPS)/dev $(STATIC)  ## lint, types, tests and size of the browser app
	$(PY) tools/build_web.py run types lint check test size

browser: $(STAMPS)/dev $(STAMPS)/kernel $(STATIC) $(PAGE_IF_POSSIBLE)  ## play in a real Chromium
	@rm -rf $(BROWSER_CACHE)
	$(BROWSER_TESTS) -n 2 --dist loadfile || $(BROWSER_TESTS) --last-failed --last-failed-no-failures none

bench: $(STAMPS)/dev $(STAMPS)/kernel  ## measure speed
	$(PY) -m bench

rival: $(RIVAL)/.venv/bin/djambi  ## build the version that strength is measured against (RIVAL_COMMIT=...)
	@echo "make rival: play it as 'engine:nodes=2000 $(RIVAL)/.venv/bin/python -m djambi engine'"

$(RIVAL)/.venv/bin/djambi:
	rm -rf $(RIVAL)
	mkdir -p $(RIVAL)/source
	git archive $(RIVAL_COMMIT) | tar -x -C $(RIVAL)/source
	$(PYTHON) -m venv $(RIVAL)/.venv
	DJAMBI_PURE=0 DJAMBI_WEB=0 $(RIVAL)/.venv/bin/python -m pip --disable-pip-version-check \
		install --quiet $(RIVAL)/source

docs: $(STAMPS)/dev  ## build the documentation site into build/site; with live boards after `make page`
	$(PY) tools/build_docs.py
	@echo "make docs: build/site/index.html"

wheel: $(STAMPS)/venv  ## build sdist and wheel into dist/
	$(PIP) install --quiet build
	DJAMBI_WEB=1 $(PY) -m build

image: wheel  ## build a server's image from the wheel, without a daemon (root, mmdebstrap, buildah)
	$(PY) tools/build_image.py

# What a release consists of; `make release PARTS="sdist wheel"` builds only some of it.
PARTS ?= sdist wheel page docs image

release: $(STAMPS)/release $(STATIC) $(filter page docs,$(PARTS))  ## build sdist, wheels, page, documentation and image into dist/
	$(PY) tools/release.py $(PARTS) sums

artefacts: $(STAMPS)/dev $(STAMPS)/kernel $(STATIC)  ## try every file that `make release` has put into dist/, and build it twice
	$(PYTEST) -m long --timeout=0 tests/build

clean:  ## remove everything that make built
	rm -rf $(VENV) build dist wheelhouse .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis .coverage
	rm -rf src/djambi/server/static web/node_modules src/*.egg-info
	find src/djambi/kernel \( -name '*.so' -o -name '*.pyd' \) -delete
	rm -f src/djambi/kernel/rules/options.pxd
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The environment. Stamps make further runs quick. Installing removes a compiled kernel: it is built again.

$(STAMPS)/venv: pyproject.toml tools/need_python.py
	@$(PYTHON) -c "" 2>/dev/null || { \
		echo "make: there is no '$(PYTHON)'. Install Python 3.11 or newer," \
			"or name one: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@$(PYTHON) tools/need_python.py
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	$(PIP) install --quiet "setuptools>=77" "cython>=3.3,<3.4"
	@touch $@

$(STAMPS)/play: $(STAMPS)/venv setup.py
	DJAMBI_PURE=1 DJAMBI_WEB=0 $(PIP) install --quiet --no-build-isolation -e ".[server,pictures]"
	@rm -f $(STAMPS)/kernel
	@touch $@

$(STAMPS)/dev: $(STAMPS)/venv setup.py constraints.txt
	DJAMBI_PURE=1 DJAMBI_WEB=0 $(PIP) install --quiet --no-build-isolation \
		-c constraints.txt -e ".[server,dev]"
	@rm -f $(STAMPS)/kernel
	@touch $@

$(STAMPS)/ray: $(STAMPS)/dev
	DJAMBI_PURE=1 DJAMBI_WEB=0 $(PIP) install --quiet --no-build-isolation -c constraints.txt -e ".[ray]"
	@rm -f $(STAMPS)/kernel
	@touch $@

$(STAMPS)/release: requirements/release.txt | $(STAMPS)/venv
	$(PIP) install --quiet --require-hashes -r requirements/release.txt
	@touch $@

# Where it could not be compiled, only who asks for it by name wants to try again: a compiler may be there now.
ifeq ($(filter kernel,$(MAKECMDGOALS))$(wildcard src/djambi/kernel/rules/*.so src/djambi/kernel/rules/*.pyd),kernel)
.PHONY: $(STAMPS)/kernel
endif

$(STAMPS)/kernel: $(KERNEL_SOURCES) setup.py | $(STAMPS)/venv
	$(PY) setup.py --quiet build_ext --inplace
	@touch $@
