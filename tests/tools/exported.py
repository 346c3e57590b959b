"""A notebook as nbconvert's page with the state of its widgets, which has boards and no Python."""

import re
import subprocess
import tempfile
from pathlib import Path

from browser.rig import watch
from playwright.sync_api import expect

from tools.applications import BOOK
from tools.environments import ANYWIDGET, anywidget, given, inside, made

NEEDS = ["nbconvert==7.17.2"]
MANAGER, REQUIRE = "@jupyter-widgets/html-manager@1.0.15", "requirejs@2.3.6"
EXPORT = "nbconvert --to html --execute --ExecutePreprocessor.timeout=60 --HTMLExporter.theme={}"


def in_export(browser, folder: Path) -> str:
    """Each board is drawn, light and dark, and says that nobody answers; nbconvert's version."""
    bin = made(folder, "nbconvert", NEEDS)
    files = {
        ANYWIDGET: anywidget(bin),
        re.compile(r".*/require(\.min)?\.js$"): fetched(folder, REQUIRE) / "require.js",
        re.compile(r".*/html-manager@[^/]*/dist/embed-amd\.js$"): fetched(folder, MANAGER)
        / "dist/embed-amd.js",
    }
    for theme in ("light", "dark"):
        root = Path(tempfile.mkdtemp())
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
                paper = board.locator(".nb-paper").evaluate("p => getComputedStyle(p).fill")
                assert (paper == "rgb(27, 30, 34)") == (theme == "dark"), (theme, paper)
                board.locator('[aria-label$=", empty"]').first.click()
                told = board.get_by_text("an exported page has no Python")
                expect(told).to_be_visible(timeout=30_000)
            assert [e for e in tab.errors if "nb-" in e] == [], tab.errors
        finally:
            context.close()
    return NEEDS[0].partition("==")[2]


def fetched(folder: Path, package: str) -> Path:
    """The folder of a package of npm, which a page would ask a CDN for."""
    home = folder / "npm" / re.sub(r"\W", "", package)
    if not home.exists():
        home.mkdir(parents=True)
        pack = ["npm", "pack", "--silent", package]
        name = subprocess.run(pack, cwd=home, capture_output=True, text=True, check=True).stdout
        subprocess.run(["tar", "xzf", name.split()[-1]], cwd=home, check=True)
    return home / "package"
