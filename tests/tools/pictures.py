"""The README's pictures, small and with few colours, into notebooks/pictures: `make pictures`.

Each game in light and dark, one of them on a phone, and the sphere; and the four boards side by
side, light or dark as the reader's system is, with which play.ipynb opens.
"""

import io
import json
import re
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import comm
from browser.live import shown
from browser.rig import MOUNT, launch, watch
from PIL import Image
from playing import to_the_end
from playwright.sync_api import sync_playwright
from wire import Wire

import nbgames
from nbgames.web.pages import to_html
from tools import parser

PICTURES = Path(__file__).parents[2] / "notebooks/pictures"
SIZES = {"copolymer": 13, "conhex": 5, "projex": 6, "antipalos": 10}
WON = {"antipalos": "chain", "conhex": "chain", "copolymer": "majority", "projex": "loop"}
SHOWN = {"antipalos": "won", "conhex": "playing", "copolymer": "playing", "projex": "won"}
SMALL = {"copolymer": 9, "conhex": 4, "projex": 5, "antipalos": 6}
WIDE, PHONE = {"width": 900, "height": 800}, {"width": 360, "height": 800}


def games(name):
    """A game between two that look ahead a little: half way, and won."""
    m = nbgames.match(name, SIZES[name], swap=False)
    one = nbgames.opponent(2, nodes=60, seed=0)
    while not m.outcome and len(m.claims) < 400:
        m = m.play(one.choose(m))
    if m.outcome.by != WON[name]:
        m = next(
            g
            for g in (to_the_end(nbgames.match(m.game), k) for k in range(99))
            if g.outcome.by == WON[name]
        )
    return {"playing": m.at(len(m.moves) * 2 // 3), "won": m}


def main():
    parser(__doc__).parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    wire = Wire()
    with (
        patch.object(comm, "create_comm", wire.connect),
        patch.object(comm, "get_comm_manager", lambda: wire.manager),
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name in nbgames.GAMES:
            for state, m in games(name).items():
                for theme in ("light", "dark"):
                    for size, viewport in (("wide", WIDE), ("phone", PHONE)):
                        if state == SHOWN[name] and (size == "wide" or name == "conhex"):
                            file = PICTURES / f"{name}-{theme}-{size}.png"
                            png = picture(browser, wire, m, theme, viewport)
                            file.write_bytes(few_colours(png))
                        if name == "projex" and state == "won" and size == "wide":
                            file = PICTURES / f"sphere-{theme}-wide.png"
                            file.write_bytes(few_colours(sphere(browser, m, theme)))
        browser.close()
    (PICTURES / "games.svg").write_text(side_by_side(), "utf-8")
    total = sum(file.stat().st_size for file in PICTURES.glob("*.png"))
    print(f"{len(list(PICTURES.glob('*.png')))} pictures, {total // 1000} kB, in {PICTURES}")


def picture(browser, wire, m, theme, viewport) -> bytes:
    context, tab = watch(browser, viewport=viewport)

    def mount(js, state, *, css):
        tab.ask(MOUNT, json.dumps([js, css, state, False, None]))
        return tab

    board = shown(mount, wire, m, dark=theme == "dark")
    board.page.wait_for_timeout(100)
    height = board.page.locator(".nb-root").bounding_box()["height"]
    made = board.page.screenshot(
        clip={"x": 0, "y": 0, "width": viewport["width"], "height": min(height + 16, 1100)},
        full_page=True,
    )
    assert tab.errors == []
    board.widget.close()
    context.close()
    return made


def side_by_side() -> str:
    """The four games half way on small boards, in one picture, their names below them."""
    width, parts = 300, []
    look = 'text-anchor="middle" font-family="system-ui, sans-serif" font-size="18" fill="#767676"'
    for k, name in enumerate(sorted(nbgames.GAMES)):
        m = half_way(nbgames.match(name, SMALL[name], swap=False))
        text = m.svg()
        if k:
            text = re.sub("<style>.*?</style>", "", text, flags=re.S)
        place = f'<svg x="{k * (width + 12)}" width="{width}" height="{width}" '
        parts.append(text.replace("<svg ", place, 1))
        middle = k * (width + 12) + width // 2
        parts.append(f'<text x="{middle}" y="{width + 22}" {look}>{m.game.rules.title}</text>')
    whole = 4 * (width + 12) - 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {width + 30}" '
        f'width="{whole}" role="img" aria-label="four boards">{"".join(parts)}</svg>'
    )


def half_way(m):
    """A match between two that look ahead a little."""
    one = nbgames.opponent(2, nodes=60, seed=0)
    for _ in range(m.game.board.claimable // 3):
        m = m if m.outcome else m.play(one.choose(m))
    return m


def sphere(browser, m, theme) -> bytes:
    """The sphere of a page that needs no Python."""
    context, tab = watch(browser, viewport=WIDE, color_scheme=theme)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(to_html(m, sphere=True), "utf-8")
        tab.page.goto(file.as_uri())
        tab.page.wait_for_timeout(500)
        made = tab.page.locator(".nb-globe").screenshot()
    assert tab.errors == []
    context.close()
    return made


def few_colours(png: bytes) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main())
