"""Builds the course as a static site, with a Python that runs in the page: `make lite`.

JupyterLite and Pyodide with every package beside them, so that the finished site asks nothing of
any other machine. A package without a wheel for browsers is left out, and named at the end.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Collection
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import PathDistribution
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION
from lite_code import compile_all, shelve
from lite_start import start_early
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).parent.parent
EXTENSION = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"

# What the kernel asks for when it starts, and the package. The kernel installs one after the other
# what has not come with Pyodide.
ROOTS = ("micropip", "piplite", "pyodide-kernel", "ipykernel", "ipython", "comm", "jedi", "nbgames")
# These open files beside their modules, which therefore have to lie in folders.
BY_PATH = {"ipython", "jedi", "parso", "networkx", "nbgames"}
IN_THE_PAGE = {"jupyterlab-widgets"}  # JavaScript alone, which the site holds already
SAYS_SO = (
    r"^import numpy as np$",
    "from nbgames.core._numpy import np  # not to be had here",
)
OWN_COMPUTER = "research.ipynb"  # pandas, numpy, processes and files: nothing for a page
GOES_ON = """\
# The Python in this page has no {}: a cell that needs it says so, and the others go on.
import sys, nbgames
shell = get_ipython()
traceback = shell.showtraceback
def told(*how, **more):
    error = sys.exc_info()[1]
    left_out = isinstance(error, (ImportError, nbgames.Refused))
    print(error) if left_out else traceback(*how, **more)
shell.showtraceback = told"""


@dataclass
class Shelf:
    """Wheels for a Python of one Pyodide, gathered with all that they need."""

    folder: Path
    lock: dict
    pins: dict[str, str]
    wheels: dict[str, Path] = field(default_factory=dict)
    needs: dict[str, list[str]] = field(default_factory=dict)
    left: dict[str, str] = field(default_factory=dict)

    def fetch(self, need: Requirement) -> bool:
        """Is a wheel here, with all that it needs? What nbgames needs may be missing."""
        name = canonicalize_name(need.name)
        if name in self.wheels or name in self.left:
            return name in self.wheels
        wheel = self.found(name) or self.downloaded(name)
        if wheel is None:
            self.left[name] = "no wheel for browsers"
            return False
        self.wheels[name] = wheel
        needs = self.asked(wheel, need.extras)
        there = {canonicalize_name(other.name): self.fetch(other) for other in needs}
        self.needs[name] = sorted(other for other, is_there in there.items() if is_there)
        missing = sorted(other for other, is_there in there.items() if not is_there)
        if missing and name != "nbgames":
            del self.wheels[name]
            self.left[name] = f"needs {', '.join(missing)}"
        return name in self.wheels

    def found(self, name: str) -> Path | None:
        """The newest wheel of this name that lies on the shelf."""
        named = [path for path in self.folder.glob("*.whl") if wheel_name(path) == name]
        return max(named, key=lambda path: parse_wheel_filename(path.name)[1], default=None)

    def downloaded(self, name: str) -> Path | None:
        """The wheel in the version that is pinned, as pip finds it for this Pyodide."""
        version = self.pins.get(name) or self.lock["packages"].get(name, {}).get("version")
        tags = [f"pyemscripten_{self.lock['info']['abi_version']}_wasm32", "any"]
        abis = [f"cp{PYODIDE_PYTHON_VERSION.replace('.', '')}", "abi3", "none"]
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", self.folder]
        pip += ["--only-binary=:all:", "--python-version", PYODIDE_PYTHON_VERSION]
        pip += [f"--platform={tag}" for tag in tags] + [f"--abi={abi}" for abi in abis]
        spec = f"{name}=={version}" if version else name
        if subprocess.run([*pip, spec], stderr=subprocess.DEVNULL).returncode:
            return None
        return self.found(name)

    def asked(self, wheel: Path, extras: set[str]) -> list[Requirement]:
        """What a wheel needs in a browser."""
        here = default_environment() | {
            "python_version": PYODIDE_PYTHON_VERSION,
            "python_full_version": self.lock["info"]["python"],
            "sys_platform": "emscripten",
            "platform_system": "Emscripten",
            "os_name": "posix",
        }
        needs = map(Requirement, distribution(wheel).requires or ())
        return [
            need
            for need in needs
            if canonicalize_name(need.name) not in IN_THE_PAGE
            and (
                not need.marker
                or any(need.marker.evaluate(here | {"extra": extra}) for extra in {"", *extras})
            )
        ]

    def drop_unneeded(self) -> None:
        """Forget what only a package that was left out afterwards had asked for."""
        reached = list(ROOTS)
        for name in reached:  # it grows
            needs = (need for need in self.needs[name] if need in self.wheels)
            reached += [need for need in needs if need not in reached]
        self.wheels = {name: self.wheels[name] for name in reached}

    def pack(self) -> dict[str, dict]:
        """The packages as Pyodide's lock lists them, the libraries laid into its own zip."""
        home = self.folder
        compile_all(home, self.wheels)
        for name, wheel in self.wheels.items():
            if name not in BY_PATH and wheel.name.endswith("-none-any.whl"):
                shelve(home, wheel)
                if name not in ROOTS:
                    wheel.unlink()
        listed = {name: wheel for name, wheel in self.wheels.items() if wheel.exists()}
        return {
            name: entry(wheel, [need for need in self.needs.get(name, ()) if need in listed])
            for name, wheel in listed.items()
        }


def distribution(wheel: Path) -> PathDistribution:
    (info,) = [path for path in zipfile.Path(wheel).iterdir() if path.name.endswith(".dist-info")]
    return PathDistribution(info)


def wheel_name(path: Path) -> str:
    return canonicalize_name(parse_wheel_filename(path.name)[0])


def entry(wheel: Path, needs: list[str]) -> dict:
    """A wheel as Pyodide's lock names it: an import of one of its modules loads it."""
    names = zipfile.ZipFile(wheel).namelist()
    modules = (name for name in names if name.endswith((".py", ".pyc")))
    tops = {name.split("/")[0].partition(".")[0] for name in modules}
    return {
        "name": wheel_name(wheel),
        "version": str(parse_wheel_filename(wheel.name)[1]),
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": needs,
        "unvendored_tests": False,
    }


def pyodide(folder: Path) -> dict:
    """Lay Pyodide's core into a folder; its lock, which names every package that it knows."""
    if not shutil.which("npm"):
        sys.exit("make lite needs npm, which comes with Node.js: Pyodide is a package of npm's")
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as parcel:
        spec = f"pyodide@{PYODIDE_VERSION}"
        subprocess.run(["npm", "pack", "--silent", spec], cwd=parcel, check=True, stdout=sys.stderr)
        (archive,) = Path(parcel).glob("*.tgz")
        with tarfile.open(archive) as parts:
            for name in (*CORE, LOCK):
                (folder / name).write_bytes(parts.extractfile(f"package/{name}").read())
    return json.loads((folder / LOCK).read_text("utf-8"))


def course(folder: Path, left: Collection[str]) -> None:
    """Copies of the notebooks in which a cell that needs what is left out stops no other."""
    ignored = shutil.ignore_patterns(".*", "__pycache__", OWN_COMPUTER)
    shutil.copytree(ROOT / "notebooks", folder, ignore=ignored)
    for path in folder.glob("*.ipynb"):
        book = json.loads(path.read_text("utf-8"))
        for cell in book["cells"]:
            if cell["cell_type"] == "code" and "numpy" in left:
                cell["source"] = re.sub(*SAYS_SO, "".join(cell["source"]), flags=re.MULTILINE)
        if left:
            source = GOES_ON.format(" and no ".join(left))
            told = {"cell_type": "code", "id": "left-out", "outputs": [], "execution_count": None}
            told |= {"source": source, "metadata": {"jupyter": {"source_hidden": True}}}
            book["cells"].insert(1, told)
        path.write_text(json.dumps(book), "utf-8")


def configured(packages: list[str]) -> dict:
    """The site's settings: these packages come with Pyodide."""
    settings = json.loads((ROOT / "binder/jupyter-lite.json").read_text("utf-8"))
    (kernel,) = settings["jupyter-config-data"]["litePluginSettings"].values()
    kernel["loadPyodideOptions"] = {"packages": packages}
    return settings


def pinned() -> dict[str, str]:
    text = (ROOT / "constraints.txt").read_text("utf-8")
    found = re.findall(r"^([\w.-]+)==(\S+)$", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def build(site: Path) -> Shelf:
    """The site in a folder, which is made anew; the shelf that it took its packages from."""
    with tempfile.TemporaryDirectory() as made:
        lite = Path(made)
        home = lite / "static/pyodide"
        lock = pyodide(home)
        wheel = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", home, ROOT]
        subprocess.run(wheel, check=True, stdout=subprocess.DEVNULL)
        for shim in (Path(sys.prefix) / EXTENSION).glob("*.whl"):
            shutil.copy(shim, home)
        shelf = Shelf(home, lock, pinned())
        for root in ROOTS:
            if not shelf.fetch(Requirement(root)):
                sys.exit(f"make lite cannot do without {root}: {shelf.left[root]}")
        shelf.drop_unneeded()
        for wheel in {*home.glob("*.whl")} - {*shelf.wheels.values()}:
            wheel.unlink()
        lock["packages"] = shelf.pack()
        (home / LOCK).write_text(json.dumps(lock))
        (lite / "jupyter-lite.json").write_text(json.dumps(configured([*lock["packages"]])))
        course(lite / "course", shelf.left)
        shutil.rmtree(site, ignore_errors=True)
        command = [Path(sys.prefix) / "bin/jupyter", "lite", "build", "--no-sourcemaps"]
        command += ["--apps=lab", "--apps=notebooks", "--apps=tree", "--no-unused-shared-packages"]
        command += [f"--lite-dir={lite}", f"--contents={lite / 'course'}"]
        done = subprocess.run(
            [*command, f"--output-dir={site.resolve()}"], cwd=lite, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"jupyter lite build: {done.stdout}{done.stderr}")
        start_early(site)
    return shelf


def main() -> None:
    site, start = Path(sys.argv[1]), time.monotonic()
    shelf = build(site)
    sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    print(f"{site}: {sum(sizes) / 1e6:.0f} MB in {len(sizes)} files,", end=" ")
    print(f"{len(shelf.wheels)} packages, built in {time.monotonic() - start:.0f} s")
    for name, why in sorted(shelf.left.items()):
        print(f"left out: {name}, {why}")
    print(f"look at it: {sys.executable} -m http.server -d {site} --bind 127.0.0.1")


if __name__ == "__main__":
    main()
