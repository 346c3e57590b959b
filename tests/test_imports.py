"""Imports run downwards over the floors of ARCHITECTURE, and what plays loads nothing heavy."""

import re
import subprocess
import sys

import pytest
from tools import house

import nbgames

HOME = house.HOME
NAMES = sorted(house.MODULES)
FLOORED = [name for name in ("", *NAMES) if house.is_package(name)]

# Doors that open upwards, inside a function: what a match and an answer offer by a short name.
DOORS = {
    ("play", "notation"),  # str(m), m.link(), m.diagram(), Table.read
    ("play", "draw"),  # m.svg()
    ("play", "web"),  # m.to_html()
    ("play", "widgets"),  # m.widget()
    ("draw", "analysis"),  # plots.tempo(m), plots.turns(m)
    ("widgets.board", "widgets.sphere"),  # w.sphere()
}

# Packages and modules that need the standard library alone.
STANDARD = (
    *("core", "games", "play", "notation", "web", "widgets.recipes"),
    *(f"draw.{name}" for name in ("captions", "elements", "looks", "marks", "scene", "svg")),
)
OPTIONAL = {
    ("core._code_cache", "llvmlite"),
    ("core._code_cache", "numba"),
    ("core._jit", "numba"),
    ("core._numpy", "numpy"),
    ("core.frames", "pandas"),
    ("notation.address", "segno"),
}


@pytest.mark.parametrize("name", FLOORED)
def test_every_module_has_a_floor(name):
    assert house.contents(name) == set(house.floors(name)), (
        f"ARCHITECTURE's floors of {name or 'nbgames'} are not what lies there"
    )


@pytest.mark.parametrize("name", NAMES)
def test_imports_run_only_downwards(name):
    up = {(a, b) for a, b, lazy in house.upward(name) if not (lazy and (a, b) in DOORS)}
    assert not up


def test_every_door_is_used():
    assert {(a, b) for name in NAMES for a, b, lazy in house.upward(name) if lazy} == DOORS


def test_the_house_is_small_enough_to_be_seen_at_once():
    assert len(house.contents("")) <= 14  # entries at the top
    assert max(1 + max(house.floors(name).values()) for name in FLOORED) <= 12
    assert len(DOORS) <= 6


def test_functions_are_short_and_take_little():
    plain = [function for function in house.functions() if not function.is_kernel]
    assert not [function for function in plain if function.lines > house.LONGEST]
    assert not [function for function in plain if function.parameters > house.PARAMETERS]


def test_functions_of_the_page_are_short_and_its_lines_too():
    for name, lines in house.scripts().items():
        found = dict(house.page_functions(name, lines))
        assert not [where for where, count in found.items() if count > house.LONGEST]
        assert not [line for line in lines if len(line) > house.WIDE]


def test_the_lines_of_a_function_of_the_page_are_counted():
    code = """/** A loop => none. */
export const sum = (rows) => {
  let all = 0;
  for (const row of rows) {
    row.forEach((one) => { all += one; });
  }

  return {
    read() {
      return all;
    },
  };
};
const half = (a) =>
  a / 2;
"""
    found = [*house.page_functions("a.js", code.splitlines())]
    assert found == [("a.js:2", 12), ("a.js:5", 1), ("a.js:9", 3), ("a.js:14", 2)]


HELD = [  # what moves seldom; lines and longest files move with every change
    "entries at the top",
    "floors",
    "doors upwards",
    f"functions over {house.LONGEST} lines",
    f"functions with over {house.PARAMETERS} parameters",
    f"functions of the page over {house.LONGEST} lines",
]


@pytest.fixture(scope="module")
def counted():
    return house.table()


@pytest.mark.parametrize("row", HELD)
def test_the_architecture_tells_what_make_house_counts(counted, row):
    assert house.kept()[row] == counted[row], "make house ARGS=--keep"


def test_a_function_is_measured_without_its_docstring_and_itself(tmp_path, monkeypatch):
    code = '''class A:
    def answer(self, a, *, b=0):
        """Two
        lines."""
        return a

    @jit
    def kernel(a):
        return a
'''
    (tmp_path / "module.py").write_text(code)
    monkeypatch.setattr(house, "MODULES", {"module": tmp_path / "module.py"})
    assert [*house.functions()] == [
        ("module.A.answer", 2, 2, False),
        ("module.A.kernel", 2, 1, True),
    ]


@pytest.mark.parametrize("name", sorted(house.contents("")))
def test_no_entry_hides_a_public_function(name):
    assert not callable(vars(nbgames).get(name)) and name not in {"match", "game", "read"}


@pytest.mark.parametrize("name", [n for n in NAMES if {n, n.split(".")[0]} & {*STANDARD}])
def test_what_plays_needs_the_standard_library_alone(name):
    foreign = {
        (name, target.split(".")[0])
        for target, _ in house.imports(name)
        if not target.startswith(".") and target.split(".")[0] not in sys.stdlib_module_names
    }
    assert foreign <= OPTIONAL


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith("games.")])
def test_no_game_imports_another_game(name):
    games = {f".games.{game}" for game in nbgames.GAMES} - {f".{name}"}
    assert not games & {target for target, _ in house.imports(name)}


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith("widgets.")])
def test_boards_know_nothing_of_mail(name):
    assert not [target for target, _ in house.imports(name) if target.startswith(".mail")]


def test_the_syntax_of_commands_imports_no_board():
    syntax = ("mail.commands", "mail.grammar", "mail.words")
    known = {target for name in syntax for target, _ in house.imports(name)}
    known = {target for target in known if target.startswith(".")}
    assert known <= {".core.errors", ".mail.grammar", ".mail.words"}


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


def test_a_board_loads_the_analysis_when_it_is_asked_for():
    loaded = python("import nbgames, sys; nbgames.match('projex').widget(); print(*sys.modules)")
    assert not {"numpy", "nbgames.analysis.reviewing", "nbgames.opponents"} & set(loaded.split())


def test_a_command_loads_neither_what_mail_is_read_with_nor_a_web_server():
    loaded = python("import nbgames.mail.admin, sys; print(*sys.modules)").split()
    assert "sqlalchemy" in loaded
    assert not {"dkim", "dns", "smtplib", "PIL", "uvicorn"} & set(loaded)


def test_importing_the_package_loads_the_names_alone():
    """What this takes in milliseconds (DESIGN, "Floors") is measured by `make bench`."""
    loaded = python("import nbgames, sys; print(*sys.modules)").split()
    ours = {name for name in loaded if name.startswith("nbgames")}
    assert ours == {"nbgames", "nbgames.core", "nbgames.core._lazy"}
    assert len(set(loaded) - set(python("import sys; print(*sys.modules)").split())) < 60


# What ARCHITECTURE names

ROOT = house.PAGE.parent
MADE = {"rules.js", "kernels.js", "solver.js"}  # texts that programs of web/ make
NAMED = re.compile(r"`((?:\w+/)*\w+\.(?:py|js))`(?: \(((?:`\w+`(?:, )?)+)\))?")
MENTIONS = sorted(set(NAMED.findall(house.PAGE.read_text("utf-8"))))


@pytest.mark.parametrize(("path", "names"), MENTIONS, ids=lambda text: text.replace("`", ""))
def test_the_files_and_functions_that_architecture_names_are_there(path, names):
    if path in MADE:
        return
    folder = "widgets_js" if path.endswith(".js") else "nbgames"
    begins = path.startswith(("tests/", "nbgames/", "widgets_js/"))
    text = (ROOT / path if begins else ROOT / folder / path).read_text("utf-8")
    for name in re.findall(r"`(\w+)`", names):
        assert re.search(rf"(?:^|\b(?:def|class|const) ){name}\b", text, re.M), name


# __version__ is the installed package's, and test_package's.
@pytest.mark.parametrize("name", sorted(set(nbgames.__all__) - {"__version__"}))
def test_every_public_name_is_there(name):
    assert getattr(nbgames, name) is not None


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"no attribute 'chess'$"):
        _ = nbgames.chess


def test_a_name_of_another_module_is_told_where_it_is():
    with pytest.raises(AttributeError, match=r": it is nbgames\.analysis\.proof_tree$"):
        _ = nbgames.proof_tree
    assert not hasattr(nbgames, "_repr_html_")
