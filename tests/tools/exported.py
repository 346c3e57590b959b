"""Pages with boards that play on without Python: nbconvert's with state of widgets, and MyST's."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

from browser.rig import watch
from playwright.sync_api import expect

import nbgames
from tools.applications import BOOK
from tools.environments import ANYWIDGET, anywidget, given, inside, made, version
from tools.found import Found, play, themed

NEEDS = ["nbconvert==7.17.2"]
MYST = ["@myst-theme/anywidget@1.4.1", "react@18.3.1", "react-dom@18.3.1", "esbuild@0.28.2"]
# What a theme of MyST does with a directive, whose theme itself is fetched from the network.
DIRECTIVE = """
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { ANY_RENDERERS } from "@myst-theme/anywidget";
const node = await (await fetch("node.json")).json();
createRoot(document.body.appendChild(document.createElement("main")))
  .render(createElement(ANY_RENDERERS.anywidget, { node }));
"""
SITE, MATCH = "http://localhost/myst/", nbgames.match("projex", 4)
MANAGER, REQUIRE = "@jupyter-widgets/html-manager@1.0.15", "requirejs@2.3.6"
EXPORT = "nbconvert --to html --execute --ExecutePreprocessor.timeout=60 --HTMLExporter.theme={}"


def in_export(browser, folder: Path, found: Found) -> None:
    """Each board is drawn, light and dark, and played on by two."""
    bin = made(folder, "nbconvert", NEEDS)
    found.version = version(bin, "nbconvert")
    files = {
        ANYWIDGET: anywidget(bin),
        re.compile(r".*/require(\.min)?\.js$"): fetched(folder, REQUIRE) / "require.js",
        re.compile(r".*/html-manager@[^/]*/dist/embed-amd\.js$"): fetched(folder, MANAGER)
        / "dist/embed-amd.js",
    }
    for theme in ("light", "dark"):
        root = Path(tempfile.mkdtemp(dir=folder))
        (root / "book.ipynb").write_text(BOOK)
        command = [bin / "jupyter", *EXPORT.format(theme).split(), "book.ipynb"]
        subprocess.run(command, cwd=root, env=inside(bin.parent), capture_output=True, check=True)
        context, tab = watch(browser)
        for address, file in files.items():
            context.route(address, given(file))
        try:
            tab.page.goto((root / "book.html").as_uri(), wait_until="domcontentloaded")
            expect(tab.page.locator(".nb-root")).to_have_count(2, timeout=60_000)
            for board in tab.page.locator(".nb-root").all():
                expect(board.get_by_text("There is no Python here")).to_be_visible()
                play(tab, board, found, alone=True)
                themed(board, theme, found)
            assert [e for e in tab.errors if "nb-" in e] == [], tab.errors
        finally:
            context.close()


def in_myst(browser, folder: Path, found: Found) -> None:
    """A board of the directive `{anywidget}` is drawn, and played on by two."""
    found.version = MYST[0].rpartition("@")[2]
    home = folder / "myst"
    if not home.exists():
        home.mkdir(parents=True)
        (home / "entry.js").write_text(DIRECTIVE)
        (home / "package.json").write_text("{}")
        subprocess.run(["npm", "install", "--silent", *MYST], cwd=home, check=True)
    bundle = ["esbuild", "entry.js", "--bundle", "--format=esm", "--outfile=page.js"]
    subprocess.run(["npm", "exec", "--", *bundle], cwd=home, capture_output=True, check=True)
    node = {"esm": f"{SITE}board.js", "model": {}}
    page = "<!doctype html><script type=module src=page.js></script>"
    files = {"node.json": json.dumps(node), "board.js": MATCH.to_module(), "page.html": page}
    for name, text in files.items():
        (home / name).write_text(text, "utf-8")
    for theme in ("light", "dark"):
        context, tab = watch(browser)
        for name in ("page.js", *files):
            context.route(SITE + name, given(home / name))
        try:
            tab.page.goto(f"{SITE}page.html")
            tab.ask("theme => document.documentElement.style.colorScheme = theme", theme)
            play(tab, tab.page.locator(".nb-root"), found, alone=True)
            themed(tab.page.locator(".nb-root"), theme, found)
        finally:
            context.close()


def fetched(folder: Path, package: str) -> Path:
    """The folder of a package of npm, which a page would ask a CDN for."""
    home = folder / "npm" / re.sub(r"\W", "", package)
    if not home.exists():
        home.mkdir(parents=True)
        pack = ["npm", "pack", "--silent", package]
        name = subprocess.run(pack, cwd=home, capture_output=True, text=True, check=True).stdout
        subprocess.run(["tar", "xzf", name.split()[-1]], cwd=home, check=True)
    return home / "package"
