"""Every example in a docstring runs as it stands."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import nbgames

pytestmark = pytest.mark.usefixtures("interpreted")
HOME = Path(nbgames.__file__).parent
SHOWN = [path for path in sorted(HOME.rglob("*.py")) if ">>>" in path.read_text()]


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_the_examples_of(path):
    name = ".".join(("nbgames", *path.relative_to(HOME).with_suffix("").parts))
    try:
        module = import_module(name.removesuffix(".__init__"))
    except ModuleNotFoundError as missing:
        pytest.skip(f"{missing.name} is not here")
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
