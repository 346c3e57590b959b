"""Environments of other notebook programs, and files that their pages would ask the network for."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from browser.rig import NEWS, Lab, stop, wait_for
from playwright.sync_api import Route
from ports import free_port

HERE = Path(__file__).parents[1]
BINDER = "Binder's JupyterLab 4.4.9"
ANYWIDGET = re.compile(r".*/anywidget@[^/]*/dist/index(\.js)?$")  # where some ask a CDN for it


def made(folder: Path, name: str, needs: list[str]) -> Path:
    """The bin folder of an environment with a host and this package in it."""
    home = folder / "".join(letter for letter in name if letter.isalnum())
    if not (home / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        pip = [home / "bin/python", "-m", "pip", "install", "-qq"]
        subprocess.run([*pip, *needs, "ipykernel"], check=True)
        if name == BINDER:  # as it does: from its folder alone, in the repository's
            do = {"cwd": HERE.parent, "check": True}
            subprocess.run([*pip, "-r", "binder/requirements.txt"], **do)
            subprocess.run(["binder/postBuild"], env=inside(home), **do)
        else:
            subprocess.run([*pip, HERE.parent], check=True)
        (home / "ready").touch()
    return home / "bin"


def inside(home: Path) -> dict[str, str]:
    """The variables of a shell in which an environment is active, and nothing of this one."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return kept | {"PATH": f"{home / 'bin'}:{kept['PATH']}", "VIRTUAL_ENV": str(home)}


def begun(command: list[Path | str], own: dict[str, str], root: Path) -> subprocess.Popen:
    with open(root / "server.log", "wb") as log:
        return subprocess.Popen(
            [str(part) for part in command],
            cwd=root, env=inside(Path(command[0]).parent.parent) | own,
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip


def jupyter(bin: Path, command: str, expose: str, folder: Path) -> tuple[Lab, subprocess.Popen]:
    """A server of this environment that reads nothing of the user's and answers."""
    root = Path(tempfile.mkdtemp(dir=folder))
    names = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    own = {f"JUPYTER_{name}": str(root / f"JUPYTER_{name}") for name in names}
    own |= {name: str(root / name) for name in ("IPYTHONDIR", "NBGAMES_HOME")}
    page = root / "JUPYTER_CONFIG_DIR/labconfig/page_config.json"
    page.parent.mkdir(parents=True)
    page.write_text(json.dumps({"disabledExtensions": {NEWS: True}}))
    port = free_port()
    options = [
        "--no-browser", "--allow-root", expose, "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}", "--IdentityProvider.token=t", f"--ServerApp.root_dir={root}",
    ]  # fmt: skip
    server = begun([bin / "jupyter", command, *options], own, root)
    lab = Lab(f"http://127.0.0.1:{port}", "t", root)
    try:
        wait_for(f"{lab.url}/api", server)
    except BaseException:
        stop(server)
        raise
    return lab, server


def version(bin: Path, package: str) -> str:
    ask = f"import importlib.metadata as m; print(m.version({package!r}))"
    return subprocess.run(
        [bin / "python", "-c", ask], capture_output=True, text=True
    ).stdout.strip()


def anywidget(bin: Path) -> Path:
    return bin.parent / "share/jupyter/nbextensions/anywidget/index.js"


def given(file: Path) -> Callable[[Route], None]:
    """Answers a page's request by a file."""
    return lambda route: route.fulfill(path=file)
