"""The house stands on floors: imports run downwards, and light things load nothing heavy."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nbgames

HOME = Path(nbgames.__file__).parent

# From the ground up.
PAGE = (Path(__file__).parent.parent / "ARCHITECTURE.md").read_text("utf-8")
LINES = re.search(r"```floors\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
FLOORS = [line.partition("#")[0] for line in reversed(LINES)]
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names.split()}

# Doors that open upwards, inside a function: what a match and its readers offer by a short name.
DOORS = {
    ("matches", "record"),  # str(m)
    ("matches", "widget"),
    ("matches", "page"),
    ("matches", "pictures"),
    ("matches", "address"),
    ("widget", "sphere"),  # w.sphere()
    ("analysis", "plots"),  # result.draw
    ("table", "widget"),
}

LIGHT = {
    name
    for name in FLOOR
    if FLOOR[name] <= FLOOR["record"]
    and name not in ("frames", "graphs", "networks", "canvas", "pictures", "sheet", "charts")
    and not name.startswith("mail.")
}
OPTIONAL = {("_jit", "numba"), ("_numpy", "numpy"), ("address", "segno")}


def modules():
    """Every module's name inside the package and its source; the front door has none."""
    for path in sorted(HOME.rglob("*.py")):
        parts = path.relative_to(HOME).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name:
            yield name, path


NAMES = [name for name, _ in modules()]


def imports(name):
    """What a module imports, as (module, is it inside a function); ours by their names inside."""
    path = dict(modules())[name]
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    found = []

    def walk(node, lazy):
        for child in ast.iter_child_nodes(node):
            found.extend((target, lazy) for target in targets(child, package))
            walk(child, lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))

    walk(ast.parse(path.read_text()), False)
    return found


def targets(node, package):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    if not node.level:
        return [node.module]
    parts = package.split(".") if package else []
    base = [*parts[: len(parts) - node.level + 1], *(node.module or "").split(".")]
    base = [part for part in base if part]
    if node.module and ".".join(base) in NAMES:
        inner = [".".join([*base, alias.name]) for alias in node.names]
        return ["." + name if name in NAMES else "." + ".".join(base) for name in inner]
    return ["." + ".".join([*base, alias.name]) for alias in node.names]


def place(name):
    """The name that a module has on the floors, its own or its package's."""
    while name not in FLOOR and "." in name:
        name = name.rpartition(".")[0]
    return name


@pytest.mark.parametrize("name", NAMES)
def test_every_module_has_a_floor(name):
    assert place(name) in FLOOR, f"{name} is new: say in FLOORS what it stands on"


@pytest.mark.parametrize("name", NAMES)
def test_imports_run_only_downwards(name):
    here = place(name)
    up = {
        (here, place(target[1:]))
        for target, lazy in imports(name)
        if target.startswith(".")
        and place(target[1:]) != here
        and FLOOR[place(target[1:])] >= FLOOR[here]
        and not (lazy and (here, place(target[1:])) in DOORS)
    }
    assert not up


@pytest.mark.parametrize("name", [name for name in NAMES if place(name) in LIGHT])
def test_what_plays_needs_the_standard_library_alone(name):
    foreign = {
        (name, target.split(".")[0])
        for target, _ in imports(name)
        if not target.startswith(".") and target.split(".")[0] not in sys.stdlib_module_names
    }
    assert foreign <= OPTIONAL


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith("games.")])
def test_no_game_imports_another_game(name):
    games = {f".games.{game}" for game in nbgames.GAMES} - {f".{name}"}
    assert not games & {target for target, _ in imports(name)}


@pytest.mark.parametrize("name", [name for name in NAMES if place(name) == "widget"])
def test_the_widget_knows_nothing_of_mail(name):
    assert not [target for target, _ in imports(name) if target.startswith(".mail")]


@pytest.mark.parametrize("name", [name for name in NAMES if name == "mail.commands"])
def test_the_syntax_of_commands_knows_no_board(name):
    known = {target for target, _ in imports(name) if target.startswith(".")}
    assert known <= {".errors"}


def python(code):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HOME.parent
    ).stdout.strip()


HEAVY = [
    "networkx",
    "numpy",
    "numba",
    "traitlets",
    "anywidget",
    "ipywidgets",
    "matplotlib",
    "sqlalchemy",
    "IPython",
]


@pytest.mark.parametrize(
    "code",
    [
        "import nbgames",
        "import nbgames; m = nbgames.match('projex').play('F6'); nbgames.read(str(m)); m.diagram()",
    ],
    ids=["the package", "a match, its record and its picture"],
)
def test_nothing_heavy_is_loaded_by(code):
    assert python(f"{code}; import sys; print(*set(sys.modules) & set({HEAVY}))") == ""


def test_the_package_is_there_in_60_ms():
    code = "import time; t = time.perf_counter(); import nbgames; print(time.perf_counter() - t)"
    assert min(float(python(code)) for _ in range(5)) < 0.06  # DESIGN, "Floors"


# __version__ is the installed package's, and test_package's.
@pytest.mark.parametrize("name", sorted(set(nbgames.__all__) - {"__version__"}))
def test_every_public_name_is_there(name):
    assert getattr(nbgames, name) is not None


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = nbgames.chess
