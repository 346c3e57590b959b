# All the set-up there is. `make play` opens the boards in JupyterLab, `make test` runs the tests, the browser's too.
SHELL := bash
bin := .venv/bin
tool := PYTHONPATH=tests $(bin)/python -m tools
pip := $(bin)/python -m pip install -qq -c constraints.txt

.PHONY: house play test test-fast test-all engines demo lite site course docs hosts pictures notebooks bench arena soak loaded versions cover mutate check lint types gates clean

# make play PORT=8899 BROWSER=none: a server at that port and no window. Root is allowed, for containers.
play: .venv/lab .venv/code | my_notebooks
	$(bin)/jupyter lab --ServerApp.root_dir=my_notebooks --LabApp.default_url=/lab/tree/play.ipynb \
	  --ServerApp.ip=127.0.0.1 --allow-root \
	  $(if $(PORT),--ServerApp.port=$(PORT) --ServerApp.port_retries=0) $(if $(filter none,$(BROWSER)),--no-browser)

# A copy, since JupyterLab saves by itself: git never sees what is played and written there. Untrusted, its boards would be
# pictures after each reload.
my_notebooks: | .venv/lab
	cp -R notebooks my_notebooks
	@$(bin)/jupyter trust my_notebooks/*.ipynb >/dev/null || true

# Each capability once: what shows the same on more sizes or counts is marked long.
test: .venv/test
	@.ci/postgres install >/dev/null || [ "$$CI" != true ]
	@.ci/proxies install >/dev/null || [ "$$CI" != true ]
	@chromium=$$(.ci/browser chromium install) && firefox=$$(.ci/browser firefox install) && \
	  CHROMIUM="$$chromium" FIREFOX="$$firefox" $(bin)/python .ci/parts.py $(ARGS)

# Without a browser, PostgreSQL, a compiler and what takes half a second: while one works.
test-fast: .venv/test
	NBGAMES_JIT=0 $(bin)/python -m pytest -m "not long and not slow" -k "not postgres" --ignore tests/browser $(ARGS)

# All sizes, counts and combinations, and other environments. The last -m is the one that counts.
test-all:
	@.ci/browser webkit install >/dev/null || true
	HYPOTHESIS_PROFILE=whole $(MAKE) test ARGS='-m "not (long and again)" $(ARGS)'

# Every browser test in Firefox, also on all sizes, counts and combinations.
engines:
	$(MAKE) test ARGS='-m firefox $(ARGS)'

# make demo DEMO=/some/folder: pages for disk and any static host, which need no Python.
demo: .venv/lab
	$(bin)/python -m nbgames.web.pages $(or $(DEMO),demo)
	$(bin)/python -m nbgames.exercises.pages $(or $(DEMO),demo)

# A static site of the course with a Python that runs in the page; pip's and npm's packages, no others.
lite: .venv/lite/made
	.venv/lite/bin/python .ci/lite.py $(or $(LITE),lite)

# The course and the reference as a book, its boards alive, opened from disk or put on any static host. With
# `make lite LITE=site/lite` before, its pages lead to JupyterLite too. SOLUTIONS=none leaves the solutions out.
site: .venv/site/made
	PYTHONPATH=tests:$(CURDIR) .venv/site/bin/python .ci/site.py $(or $(SITE),site) $(SOLUTIONS)

# make course COURSE=/some/folder: the notebooks as students get them, without solutions and outputs;
# FORMAT=otter or FORMAT=nbgrader makes assignments for these tools of them, FORMAT=slides and
# FORMAT=worksheets pages to show and to print.
course: .venv/test
	$(bin)/python .ci/course.py $(or $(COURSE),course) $(FORMAT)

# docs/index.html: every public name, and an index of definitions, from the docstrings.
docs: .venv/docs
	$(bin)/python .ci/docs.py docs

# The board in other programs, which writes the README's table: JupyterLab 4.4, Notebook 7, nbclassic, marimo, Voilà,
# Panel, Shiny and Solara, and exported by nbconvert and MyST. ARGS="panel shiny" visits two.
hosts: .venv/test
	@browser=$$(.ci/browser chromium install) && CHROMIUM="$$browser" $(tool).hosts $(ARGS)

# Entries, floors, doors, long files and functions; ARGS=--keep puts the table into ARCHITECTURE.md.
house: .venv/test
	$(tool).house $(ARGS)

# notebooks/pictures, which the README shows from.
pictures: .venv/test
	@browser=$$(.ci/browser chromium install) && CHROMIUM="$$browser" $(tool).pictures

# The course, run anew: ARGS="cuts tempo" runs two. The tests compare what it says.
notebooks: .venv/test
	$(tool).course_run $(ARGS)

# How fast things are, also as bench.json and bench_play.json; random games beside open_spiel, if pip can get it.
bench: .venv/test
	$(tool).bench --json bench.json
	$(tool).bench_graphs
	peer=$$(.ci/peer) || true; $(tool).bench_play $${peer:+--peer "$$peer"} \
	  --json bench_play.json --against tests/data/bench_play.json
	$(tool).bench_page
	$(tool).bench_mail

# Computer players meet: two hours, in pieces (Ctrl-C keeps what is done); the README's tables.
arena: .venv/test
	$(tool).arena $(ARGS)

# Does anything grow, is anything lost or late? About eighty minutes; ARGS="boards page --factor 0.1" for less.
# ARGS=students: 300 students for ten minutes through nginx.
soak: .venv/test
	@.ci/postgres install >/dev/null || [ "$$CI" != true ]
	@.ci/proxies install >/dev/null || [ "$$CI" != true ]
	@browser=$$(.ci/browser chromium install) && CHROMIUM="$$browser" $(tool).soak $(ARGS)

# Does `make test` pass every time beside eight busy processes? Most of an hour a run; ARGS=3 makes three.
loaded: .venv/test
	$(tool).loaded_runs $(ARGS)

# The quick tests against the wheel, in fresh environments: ARGS="lowest", ARGS="newest python3.13".
versions:
	.ci/versions $(or $(ARGS),pinned)

# Which branches of rules, kernels, parity, store and parser the tests take: 95 % at least. Some minutes.
cover: .venv/test
	NBGAMES_JIT=0 $(bin)/python -m coverage run -m pytest -q -m "not long and not browser" tests
	$(bin)/python -m coverage report

# Five hundred small changes in the same files, each to be noticed by a test: an hour, in pieces.
mutate: .venv/test
	@.ci/postgres install >/dev/null || [ "$$CI" != true ]
	$(tool).mutate $(ARGS)

# All that needs no running: style, types, what a wheel holds and tells, the workflow.
check: lint types gates

lint: .venv/dev
	$(bin)/ruff check
	$(bin)/ruff format --check
	$(bin)/python .ci/docstrings.py
	$(bin)/codespell

# The page's types stand in JSDoc; TypeScript's compiler, which reads them, comes by npm.
tsc := npm exec --yes --package=typescript@7.0.2 -- tsc
types: .venv/dev
	$(bin)/mypy
	$(bin)/pyright nbgames/__init__.pyi nbgames/*/__init__.pyi  # the public names
	$(tsc) --noEmit --allowJs --checkJs --strict false --target esnext --module esnext \
	  --moduleResolution bundler --lib esnext,dom,dom.iterable .ci/page.d.ts widgets_js/*.js

gates: .venv/dev
	rm -rf dist
	$(bin)/python -m build -q
	$(bin)/check-wheel-contents dist/*.whl
	$(bin)/twine check --strict dist/*
	@# The authors are reached by the project's page: no address to write to.
	$(bin)/pyroma --min 10 --skip-tests AuthorEmail .
	$(bin)/validate-pyproject pyproject.toml
	$(bin)/sp-repo-review .
	$(bin)/zizmor --quiet --offline .github

clean:
	rm -rf .venv build dist demo lite site docs course .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# A stamp for each extra that is installed, so that the second `make` installs nothing.
.venv/lab .venv/test .venv/dev .venv/docs: pyproject.toml constraints.txt | .venv/made
	@echo "installing nbgames[$(@F)] into .venv: about a minute, once"
	$(pip) -e '.[$(@F)]'
	@# Lab's news prompt asks the network and covers a corner of the first board.
	@$(bin)/jupyter labextension disable @jupyterlab/apputils-extension:announcements 2>/dev/null || true
	@touch $@

# Machine code of computer players and solvers, so that nobody waits for it at a board.
.venv/code: .venv/lab
	@echo "compiling the computer players: about a minute, once"
	@$(bin)/python -m nbgames.opponents.precompile
	@touch $@

# Environments of their own: what builds the sites would be loaded by `make play` too.
.venv/lite/made .venv/site/made: pyproject.toml constraints.txt | .venv/made
	@echo "installing what builds the $(notdir $(@D)): a minute, once"
	.ci/venv $(@D)
	$(@D)/bin/python -m pip install -qq -c constraints.txt '.[$(notdir $(@D))]'
	@touch $@

.venv/made:
	.ci/venv .venv
	@touch $@
