"""What reaches a person who installs: the wheel alone, Binder's files, the README's link."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest
import yaml

from nbgames.core._lazy import MAIL

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A folder with the wheel's content: what pip would lay into site-packages."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    done = subprocess.run(build, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("nbgames-*.whl")
    zipfile.ZipFile(built).extractall(folder / "site")
    return folder / "site"


def told_by(site, code):
    """What this code prints where nothing of the working tree can be imported."""
    start = f"import sys; sys.path.insert(0, {str(site)!r}); sys.dont_write_bytecode = True\n"
    # The environment's folders stay, for the dependencies, but not its link to the working tree.
    start += f"sys.path = [folder for folder in sys.path if folder != {str(ROOT)!r}]\n"
    done = subprocess.run(
        [sys.executable, "-I", "-c", start + code],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=site,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_the_wheel_is_imported_by_itself(wheel):
    assert told_by(wheel, "import nbgames; print(nbgames.__file__)") == str(
        wheel / "nbgames" / "__init__.py"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["py.typed", "static/board.js", "static/board.css"])
def test_the_wheel_holds(wheel, name):
    code = "from importlib.resources import files; print(files('nbgames').joinpath(%r).is_file())"
    assert told_by(wheel, code % name) == "True"


@pytest.mark.slow
def test_the_wheel_holds_every_page_file_of_the_tree(wheel):
    shipped = {file.name: file.read_bytes() for file in (wheel / "nbgames/static").iterdir()}
    assert shipped == {file.name: file.read_bytes() for file in (ROOT / "widgets_js").iterdir()}


def test_the_wheel_holds_nothing_else(wheel):
    """No node project, no bundle's map, no tests, no compiled leftovers."""
    tops = {path.name.split("-")[0] for path in wheel.iterdir()}
    files = {path for path in (wheel / "nbgames").rglob("*") if path.is_file()}
    kinds = {path.suffix for path in files if path.parent.name != "operations"}
    names = {path.name for path in wheel.rglob("*")}
    assert tops == {"nbgames"}
    assert kinds <= {".py", ".pyi", ".typed", ".js", ".css", ".json", ".txt", ".md", ".svg", ".csv"}
    assert not names & {"node_modules", "package.json", "package-lock.json", "__pycache__"}


def test_the_wheel_names_its_licence(wheel):
    (info,) = wheel.glob("nbgames-*.dist-info")
    assert "License-Expression: MIT" in (info / "METADATA").read_text(encoding="utf-8")
    assert {path.name for path in (info / "licenses").iterdir()} == {"LICENSE", "NOTICE"}


def test_the_working_tree_reads_its_page_files_in_place():
    """A copy beside the package would go stale while one works on widgets_js."""
    assert not (ROOT / "nbgames" / "static").exists()


@pytest.mark.skipif(not shutil.which("git"), reason="no git")
def test_no_node_project_is_committed():
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("not a git checkout")
    names = {Path(line).name for line in done.stdout.splitlines()}
    assert not names & {"package.json", "package-lock.json", "node_modules"}


def test_binder_installs_the_package_pinned_as_everywhere():
    lines = (ROOT / "binder/requirements.txt").read_text("utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    # Nothing else there installs the package.
    assert wanted == ["-c ../constraints.txt", ".[tables,fast,mail]"]


def test_the_lab_brings_all_that_playing_by_mail_wants(project):
    """So that `make play` and a hub, which install this extra, know the language of mail."""
    extras = project["optional-dependencies"]

    def brought(extra):
        for line in extras[extra]:
            inner = re.fullmatch(r"nbgames\[(.*)\]", line)
            for other in inner[1].split(",") if inner else ():
                yield from brought(other)
            yield re.match(r"[\w-]+", line)[0].lower()

    wanted = {"argon2-cffi" if name == "argon2" else name for name in MAIL}
    assert wanted <= set(brought("lab"))
    assert (
        ".venv/lab" in re.search(r"^play: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)[1]
    )
    assert "pip install '.[lab]'" in (ROOT / "TEACHING.md").read_text("utf-8")


@pytest.mark.parametrize("group", ["", "lab", "fast", "mail", "postgres", "cluster", "test"])
def test_what_the_package_asks_for_is_pinned(group):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = project["optional-dependencies"][group] if group else project["dependencies"]
    names = {re.match(r"[\w.-]+", line)[0].lower().replace("_", "-") for line in asked}
    lines = (ROOT / "constraints.txt").read_text("utf-8").lower().replace("_", "-")
    assert names - {"nbgames"} <= set(re.findall(r"^([\w.-]+)==", lines, re.MULTILINE))


def test_what_binder_does_last_stops_where_it_fails():
    script = ROOT / "binder/postBuild"
    assert script.stat().st_mode & 0o100
    assert script.read_text("utf-8").startswith("#!/usr/bin/env bash\nset -euo pipefail\n")


def test_binder_runs_a_python_that_the_package_takes():
    assert (ROOT / "binder/runtime.txt").read_text("utf-8").strip() == "python-3.11"  # else 3.10


def test_binder_holds_only_files_that_binder_reads():
    assert {path.name for path in (ROOT / "binder").iterdir()} <= {
        "requirements.txt",
        "runtime.txt",
        "apt.txt",
        "postBuild",
        "jupyter-lite.json",
        "overrides.json",
    }


def test_the_readme_shows_no_picture_of_an_owner_who_is_not_known_yet():
    """Badges of OWNER/nbgames were broken pictures that led nowhere."""
    assert "](https://github.com/OWNER" not in (ROOT / "README.md").read_text("utf-8")
    assert "badge" not in (ROOT / "README.md").read_text("utf-8")


def test_the_link_to_binder_opens_a_notebook_that_exists():
    for file in ("README.md", "TEACHING.md"):
        text = (ROOT / file).read_text("utf-8")
        (path,) = set(re.findall(r"urlpath=lab/tree/([\w./-]+)", text))
        assert json.loads((ROOT / path).read_text("utf-8"))["nbformat"] == 4


@pytest.fixture(scope="module")
def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_whoever_cites_it_cites_this_version(project):
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (cited["title"], cited["version"]) == (project["name"], project["version"])
    assert cited["license"] == project["license"]
    assert f"\n## {cited['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_recipe_of_conda_forge_says_what_pip_is_told(project):
    """Conda's matplotlib-base is pip's matplotlib; its matplotlib brings Qt."""
    recipe = yaml.safe_load((ROOT / ".ci/conda/recipe.yaml").read_text("utf-8"))
    assert recipe["context"]["version"] == project["version"]
    assert f">={recipe['context']['python_min']}" == project["requires-python"]
    python, *run = recipe["requirements"]["run"]
    assert python == "python >=${{ python_min }}"
    asked = [line.replace("matplotlib>", "matplotlib-base>") for line in project["dependencies"]]
    assert [line.replace(" ", "") for line in run] == asked
    (entry,) = recipe["build"]["python"]["entry_points"]
    assert dict([entry.split(" = ")]) == project["scripts"]
    about = recipe["about"]
    assert (about["summary"], about["license"]) == (project["description"], project["license"])
    assert about["license_file"] == project["license-files"]


def test_the_paper_cites_what_its_list_has():
    folder = ROOT / ".github/paper"
    paper, listed = ((folder / f"paper.{kind}").read_text("utf-8") for kind in ("md", "bib"))
    assert {*re.findall(r"\[@(\w+)\]", paper)} == {*re.findall(r"^@\w+\{(\w+),", listed, re.M)}


OWNED = ["README.md", "TEACHING.md", "CITATION.cff", "pyproject.toml", ".ci/conda/recipe.yaml"]


def test_one_command_writes_the_owner_into_every_address(tmp_path):
    for name in (".ci/owner", *OWNED):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        shutil.copy(ROOT / name, tmp_path / name)

    def owners():
        texts = [(tmp_path / name).read_text("utf-8") for name in OWNED]
        return [set(re.findall(r"(?:github\.com|/gh)/([\w-]+)/nbgames\b", t)) for t in texts]

    for name in ("alice-b", "carol"):  # the second time too
        subprocess.run([tmp_path / ".ci/owner", name], check=True)
        assert owners() == [{name}] * len(OWNED)
        assert f"maintainers:\n    - {name}\n" in (tmp_path / OWNED[-1]).read_text("utf-8")
    refused = subprocess.run([tmp_path / ".ci/owner", "a/b"], capture_output=True, text=True)
    assert refused.returncode == 2 and "'a/b' is no owner" in refused.stderr


def test_the_teachers_guide_names_what_there_is():
    text = (ROOT / "TEACHING.md").read_text("utf-8")
    there = {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert there == {name for name in there if f"`{name}`" in text or f"/{name}.ipynb" in text}
    for file in re.findall(r"(?:notebooks|tests)/\w+\.(?:ipynb|py)", text):
        assert (ROOT / file).exists(), file
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"`?\bmake ([a-z-]+)[ `,]", text.partition("## What")[2])) <= {*targets}


def test_the_class_is_as_long_as_the_guide_says():
    """Both tell the same minutes, without a gap, to the ninetieth."""
    book = json.loads((ROOT / "notebooks/one_class.ipynb").read_text("utf-8"))
    sections = re.findall(r"\(minutes (\d+) to (\d+)\)", json.dumps(book["cells"]))
    text = (ROOT / "TEACHING.md").read_text("utf-8")
    assert re.findall(r"^\| (\d+)–(\d+) \|", text, re.MULTILINE) == sections
    ends = [end for _, end in sections]
    assert [begin for begin, _ in sections] == ["0", *ends[:-1]] and ends[-1] == "90"


def test_each_package_that_is_asked_for_has_its_reason(project):
    """The table of CONTRIBUTING names what pyproject.toml asks for, and nothing else."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Why each dependency")[2]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    cells = [row[len(row) - 2] for row in rows if row[0].strip() not in ("needed", "extra", "---")]
    named = {name.strip().lower() for cell in cells for name in cell.split(",")}
    lines = {*project["dependencies"], *chain(*project["optional-dependencies"].values())}
    asked = {re.match(r"[\w-]+(\[\w+\])?", line)[0].lower() for line in lines}
    asked = {re.sub(r"\[.*", "", name) for name in asked - {"nbgames"}} - {"nbgames"}
    assert named - asked <= {"tables", "fast", "mail", "distributed"}
    assert asked - named == set()
