"""Hypothesis profiles: more examples in make test-all, the same examples every time in CI.

And fixtures: garbage collection stays out of what is timed, games out of the user's folder.
"""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "here", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.register_profile(
    "whole",
    settings.get_profile("here"),
    max_examples=100,
    derandomize=bool(os.environ.get("CI")),
)
settings.register_profile("nightly", settings.get_profile("here"), max_examples=5000)
settings.register_profile(  # a mutant has to fail, not to fail with the smallest example
    "mutants",
    settings.get_profile("ci"),
    max_examples=40,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "here")
)

# nbformat loads jsonschema, which makes 39 parsers of internet addresses for it, in a second.
sys.modules.setdefault("rfc3987_syntax", None)

HERE = Path(__file__).parent
PARTS = ("rest", "analysis", "search", "boards", "pages", "firefox", "jupyter", "mail")
FOLDERS = ("analysis", "browser", "mail")
BROWSED = ("boards", "pages", "firefox", "jupyter")
SEARCHING = {  # the files of tests/analysis that are in "search"
    *("test_dividing", "test_help", "test_known", "test_mcts", "test_prooftrees", "test_review"),
    *("test_second_opinion", "test_solving", "test_solving_foreign", "test_switching"),
    "test_tree_races",
}


def pytest_addoption(parser):
    told = "boards, pages, both in Firefox, or JupyterLab; analysis, search; mail; or the rest"
    parser.addoption("--part", choices=PARTS, help=told)


def pytest_ignore_collect(collection_path, config):
    """A part reads no file of another folder, but where one was named: pytest wants to find it."""
    named = [Path(word.partition("::")[0]).absolute() for word in config.args]
    ways = {HERE, *HERE.parents, *named, *(above for path in named for above in path.parents)}
    if config.getoption("part") is None or collection_path in ways:
        return None
    part = config.getoption("part")
    wanted = "browser" if part in BROWSED else part
    if collection_path.is_dir() and wanted == "search":
        wanted = "analysis"
    return None if wanted == place_of(collection_path) else True


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Tests live until the end: no collection of garbage looks through them, 650,000 objects."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config, items):
    others = [item for item in items if not is_asked(item)]
    items[:] = filter(is_asked, items)
    config.hook.pytest_deselected(items=others)


def is_asked(item):
    """Is it in the part that was asked for, if one was?"""
    part = place_of(item.path)
    return item.config.getoption("part") in (None, browsed(item) if part == "browser" else part)


def browsed(item):
    """The part of a test in a browser."""
    if "lab" in item.fixturenames:
        return "jupyter"
    if item.get_closest_marker("firefox"):
        return "firefox"
    return "boards" if "mount" in item.fixturenames else "pages"


def place_of(path):
    """The part of a file, but "browser" for three of them."""
    first = path.relative_to(HERE).parts[0] if HERE in path.parents else ""
    if first == "analysis" and path.stem in SEARCHING:
        return "search"
    return first if first in FOLDERS else "rest"


@pytest.fixture(scope="session", autouse=True)
def home(pytestconfig, tmp_path_factory):
    """Games that tests play on boards are kept in a folder of theirs.

    Machine code is kept for the other parts and for later: each file's name is a digest of its
    source. test_code_cache.py has empty folders of its own.
    """
    code = pytestconfig.rootpath / ".pytest_cache/code"
    code.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = tmp_path_factory.mktemp("home")
    (folder / "code").symlink_to(code)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NBGAMES_HOME", str(folder))
        yield


@pytest.fixture(scope="module")
def swept():
    """What other tests have left is not collected while those of a module are timed."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def interpreted(monkeypatch):
    """No machine code: what looks at small boards takes longer to compile than to run."""
    monkeypatch.setenv("NBGAMES_JIT", "0")


@pytest.fixture
def uncompiled(request):
    """As `interpreted`, but for long tests, which take longer than to compile."""
    if request.node.get_closest_marker("long") is None:
        request.getfixturevalue("interpreted")
