"""Compiles what a page's Python imports, and lays libraries where they need no unpacking.

A page waited longest for its Python to compile source text and to unpack thousands of files. So
bytecode is made here, by the same Pyodide in Node.js, of the standard library too, which Pyodide
brings as source text. Most libraries go into its zip, from which Python imports them as they lie.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import zipfile
from pathlib import Path

# Tests, and what jedi knows of packages that are not in a page: it completes names by the rest.
ELSEWHERE = "distutils|encodings|lib2to3|msilib|tkinter|wsgiref|xmlrpc"
JEDI = rf"^jedi/third_party/(django-stubs|typeshed/(stubs|stdlib/({ELSEWHERE})))/"
NEEDLESS = re.compile(rf"(^|/)tests/|{JEDI}")
INFO = re.compile(r"^[^/]+\.dist-info/")
LIBRARY = "python_stdlib.zip"
# Unchecked hashes: no source is there to compare with.
COMPILE = """
const { loadPyodide } = await import(process.argv[1] + '/pyodide.mjs');
const python = await loadPyodide({ indexURL: process.argv[1] });
python.FS.mkdir('/code');
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.argv[2] }, '/code');
python.runPython(`
import os
from compileall import compile_dir
from py_compile import PycInvalidationMode
unchecked = {'quiet': 1, 'invalidation_mode': PycInvalidationMode.UNCHECKED_HASH}
for name in os.listdir('/code'):
    if not compile_dir(f'/code/{name}', ddir='', **unchecked):
        raise SystemExit(f'some file of {name} was not compiled')
`);
"""


def compile_all(home: Path, wheels: dict[str, Path]) -> None:
    """Give wheels and standard library their bytecode; libraries lose their source and tests."""
    archives = wheels | {"python": home / LIBRARY}
    with tempfile.TemporaryDirectory() as made:
        for name, path in archives.items():
            with zipfile.ZipFile(path) as archive:
                kept = [path for path in archive.namelist() if not NEEDLESS.search(path)]
                archive.extractall(Path(made) / name, kept)
        node = ["node", "--input-type=module", "-e", COMPILE, home.resolve(), made]
        subprocess.run(node, check=True, stdout=subprocess.DEVNULL)
        for name, path in archives.items():
            folder = Path(made) / name
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for file in sorted(filter(Path.is_file, folder.rglob("*"))):
                    within = str(file.relative_to(folder))
                    if name == "nbgames":  # pages are made of the source of its kernels
                        archive.write(file, within)
                    elif file.suffix != ".py":
                        archive.write(file, sourceless(within))


def shelve(home: Path, wheel: Path) -> None:
    """Lay what a wheel holds into the standard library's zip; the wheel keeps its metadata only."""
    with zipfile.ZipFile(wheel) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(home / LIBRARY, "a", zipfile.ZIP_DEFLATED) as library:
        for name, data in content.items():
            library.writestr(name, data)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            if INFO.match(name):
                archive.writestr(name, data)


def sourceless(name: str) -> str:
    """Where bytecode lies that has no source beside it."""
    return re.sub(r"__pycache__/([^/.]+)[^/]*\.pyc$", r"\1.pyc", name)
