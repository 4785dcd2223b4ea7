# What to do with PontoonBot: "make help" lists it.

PYTHON ?= python3
VENV := .venv
BENCH_VENV := .venv-bench
# Many tests wait for servers while others compute: six at a time keep two cores busy.
WORKERS ?= 6
IN_VENV := $(VENV)/bin/python -m
IN_BENCH_VENV := $(BENCH_VENV)/bin/python -m
INSTALL := pip install --quiet --disable-pip-version-check -c constraints.txt --editable
# Modules are compiled once, not by each worker and for each bot that a test starts, whatever the
# environment says.
PYTEST := PYTHONDONTWRITEBYTECODE= $(IN_VENV) pytest
TESTED := $(PYTEST) --dist loadfile --no-loadscope-reorder
# Only what PyPI itself has may get into the lock, whatever pip is told to use on this machine.
LOCK := PIP_CONFIG_FILE=/dev/null PIP_INDEX_URL= PIP_EXTRA_INDEX_URL= PIP_FIND_LINKS= \
    $(IN_VENV) piptools compile --quiet --upgrade --no-reuse-hashes --generate-hashes \
    --constraint constraints.txt --build-deps-for wheel --allow-unsafe --strip-extras \
    --no-header --no-annotate --no-emit-index-url --no-emit-trusted-host --no-emit-find-links
PINNED := setup.cfg pyproject.toml constraints.txt

# An environment is of no use any more if its Python is gone or another one, as after an upgrade of
# the system, if it was made in another folder, which its programs name, or if PYTHON=... names
# another Python. All that is in it is then made anew.
NAMED := $(if $(filter file,$(origin PYTHON)),,$(PYTHON))
WHICH := -c 'import sys; print(sys.version, sys.base_prefix)'
usable = made_in=$$(sed -n 's/^command = .* -m venv \(--[^ ]* \)*//p' $(1)/pyvenv.cfg) \
    && { [ -z "$$made_in" ] || [ "$$made_in" -ef $(1) ]; } && $(1)/bin/python -c 'import pip' \
    $(if $(NAMED),&& [ "$$($(1)/bin/python $(WHICH))" = "$$($(NAMED) $(WHICH))" ])
UNUSABLE := $(foreach each,$(VENV) $(BENCH_VENV),$(shell \
    [ ! -e $(each)/pyvenv.cfg ] || { $(call usable,$(each)); } > /dev/null 2>&1 || echo $(each)))
MADE := pyvenv.cfg tests-compiled $(addprefix installed-to-,run test lint mutate bench)
.PHONY: $(foreach each,$(UNUSABLE),$(addprefix $(each)/,$(MADE)))

.DELETE_ON_ERROR:
.PHONY: help install run test quick lint lock config-docs bench torture soak fuzz mutants

help:
	@echo "make run    start the bot with config.ini"
	@echo "make install   install the command $(VENV)/bin/pontoonbot"
	@echo "make test   run the whole test suite"
	@echo "make quick  run the tests that need neither a server nor much time"
	@echo "make lint   check style and types"
	@echo "make lock   write requirements.txt again, after a change of setup.cfg or constraints.txt"
	@echo "make config-docs   write the shipped config.ini and docs/configuration.md again, after a change of their keys"
	@echo "make torture   kill the bot 200 times while people play, and have its disk fail as often; make soak   play 20,000 rounds"
	@echo "make fuzz   receive two million lines that nobody should send, and try many more examples of what always holds"
	@echo "make mutants   break lines of the program one at a time, and count how many the tests notice; N=400 says how many, IN=pontoon/irc where"
	@echo "make bench  measure speed beside other programs; BENCHMARKS=\"moves wire\" chooses"
	@echo "Each installs what it needs the first time, into $(VENV) or, to measure, $(BENCH_VENV);"
	@echo "PYTHON=... names the Python for it; what is there of another Python is made anew."

install: $(VENV)/installed-to-run

run: $(VENV)/installed-to-run
	@$(VENV)/bin/python PontoonBot.py

test: $(VENV)/installed-to-test | $(VENV)/tests-compiled
	$(TESTED) -n $(WORKERS)

quick: $(VENV)/installed-to-test | $(VENV)/tests-compiled
	$(TESTED) -n 2 -m "not real_server and not slow" \
	    --ignore tests/real_servers --ignore tests/fuzz $(ONLY)

torture: $(VENV)/installed-to-test
ifeq ($(DATABASE),postgresql)
	PONTOON_KILLS=100 $(IN_VENV) pytest -o timeout=2400 tests/real_servers/test_standby.py
else
	PONTOON_KILLS=200 PONTOON_COMPUTER_KILLS=50 PONTOON_COMPUTER_ROUNDS=1000 PONTOON_ODDS_ROUNDS=1000 $(IN_VENV) pytest -o timeout=2400 tests/real_servers/test_torture.py tests/real_servers/test_computers.py tests/odds/test_punter.py tests/odds/test_blackjack.py
endif

soak: $(VENV)/installed-to-test
	PONTOON_ROUNDS=20000 $(IN_VENV) pytest -o timeout=1200 tests/real_servers/test_soak.py

# Ten minutes without kills on one server and, at the same time, with kills on another.
fuzz: $(VENV)/installed-to-test
	PONTOON_FUZZ=1000000 $(IN_VENV) pytest -o timeout=3600 tests/fuzz
	PONTOON_EXAMPLES=500 $(IN_VENV) pytest -n 2 -o timeout=3600 \
	    tests/real_servers/test_hostile_server.py $$(grep -rl "hypothesis import" tests --include="test_*.py")

lint: $(VENV)/installed-to-lint
	$(IN_VENV) ruff check
	$(IN_VENV) ruff format --check
	$(IN_VENV) mypy

lock: $(VENV)/pyvenv.cfg
	$(IN_VENV) pip install --quiet --disable-pip-version-check pip-tools==7.6.2
	$(LOCK) --output-file requirements.txt setup.cfg

config-docs: $(VENV)/installed-to-run
	$(IN_VENV) pontoon.service.config.document > config.ini.new
	mv config.ini.new config.ini
	$(IN_VENV) pontoon.service.config.document --docs > docs/configuration.md

# Each line that is broken takes some seconds, and what all tests run is looked up before.
N ?= 400
IN ?= pontoon
mutants: $(VENV)/installed-to-mutate
	$(IN_VENV) benchmarks.mutants $(N) --in $(IN)

bench: $(BENCH_VENV)/installed-to-bench
	$(IN_BENCH_VENV) benchmarks $(BENCHMARKS)

# A stamp is newer than all that says what to install, so that a second run starts at once. Modules
# are compiled for a bot that runs as a user who may not write here.
$(VENV)/installed-to-run: $(PINNED) | $(VENV)/pyvenv.cfg
	$(IN_VENV) $(INSTALL) .
	$(IN_VENV) compileall -q pontoon
	@touch $@

$(VENV)/installed-to-test: $(PINNED) | $(VENV)/pyvenv.cfg
	$(IN_VENV) $(INSTALL) '.[test]'
	@touch $@

# Workers that begin at once would compile every test each: pytest takes longer for that than to run
# many of them. What is changed later is compiled as it is run.
$(VENV)/tests-compiled: $(VENV)/installed-to-test
	@for half in 'tests/[a-i]*/' 'tests/[j-z]*/'; do \
	    $(PYTEST) --collect-only -qq $$half > $@.log & done; wait
	@mv $@.log $@

$(VENV)/installed-to-lint: $(PINNED) | $(VENV)/pyvenv.cfg
	$(IN_VENV) $(INSTALL) '.[test,lint]'
	@touch $@

$(VENV)/installed-to-mutate: $(PINNED) | $(VENV)/pyvenv.cfg
	$(IN_VENV) $(INSTALL) '.[test,mutants]'
	@touch $@

# In an environment of their own: one of the peers brings a pytest plugin, which "make test" would
# load without being asked.
$(BENCH_VENV)/installed-to-bench: $(PINNED) | $(BENCH_VENV)/pyvenv.cfg
	$(IN_BENCH_VENV) $(INSTALL) '.[test,bench]'
	@touch $@

$(VENV)/pyvenv.cfg $(BENCH_VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "PontoonBot needs Python 3.11 or newer, and $(PYTHON) is not;" \
	        "name one that is: make PYTHON=python3.11" >&2; exit 1; }
	$(if $(filter $(@D),$(UNUSABLE)),rm -rf $(@D))
	$(PYTHON) -m venv $(@D)
