"""Pages that need no Python and no network: a match that replays and plays on, and many of them.

A page holds the board's own modules, the rules as JavaScript (translated from the kernels) and the
match as its text record. Nothing that a person typed gets into it unescaped.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from ..atlas import every_puzzle
from ..core.game import Game
from ..core.rules import Rules
from ..draw.svg import board_svg, plain, svg
from ..games import GAMES
from ..graphs.embedding import globe
from ..graphs.polyhedra import hemi_icosahedron, projective
from ..notation import address
from ..play.listing import TOLD, TOLD_THERE
from ..play.match import SEATS, Match, match
from . import shell
from .about import guide
from .bundle import bundled, scripts, sheet, styled
from .playing import known, modules
from .teaching import TAUGHT, tutorial_html
from .thinking import searching, thinking
from .training import TRAINED, puzzles_html

MINE = '<section id="nb-mine" hidden><h2>My games</h2><ul></ul></section>'
HOME = '<footer><a href="index.html">All games</a></footer>'
INDEX = sheet("index.css")
# In place of what a page of a game, and a page of a puzzle, does not need.
NO_PUZZLE = {"puzzle.js": "export const puzzle = () => null;\n"}
NO_GAMES = {
    "left.js": "export const keeper = () => ({ find: () => null, take() {}, "
    "keep: () => false, asks: () => null, games: () => [null, [], []] });\n"
}
CSS = styled(
    "board.css", "sphere.css", "page.css", "guide.css", "shades.css", "advice.css", "review.css"
)


def to_html(m: Match, *, sphere: bool = False, answer: Iterable[str] = ()) -> str:
    """One file that replays a match and plays on, opened from disk or from any server.

    Two people can play, or one against a computer player of any level. An address made by
    `Match.link` opens its position here. A board with a double cover is shown flat or as a sphere.

    Parameters
    ----------
    m
        A match, shown as it stands; of a puzzle, where its question is.
    sphere
        Show the sphere first.
    answer
        Words that go on from there. The page is a puzzle then: whoever is to move looks for the
        first of them, and they are hidden until that is found or the answer is asked for.

    Raises
    ------
    GameError
        If the answer cannot be played from there.
    """
    words = tuple(answer)
    if not words:
        return _opened(m, _title(m), sphere=sphere)
    m.play(*words)
    who = m.game.players[m.position.to_move - 1]
    posed = {"answer": " ".join(words), "asks": f"{who} is to move. Find the move."}
    return _opened(m, f"{_title(m)}, a puzzle", posed, sphere=sphere)


def _opened(
    m: Match, title: str, posed: Mapping[str, str] | None = None, *, sphere: bool = False
) -> str:
    game = m.game
    about = {**known(game), "help": not posed, "does": {**TOLD, **TOLD_THERE}}
    if game.board.twists:
        about["globe"] = globe(game)
    data = {
        **{"board": board_svg(game.board), "facts": about, "player": thinking(game)},
        **{"record": str(m), "sphere": sphere, "guide": guide(game.rules)},
    }
    if posed:
        data["puzzle"] = posed
    made = {**modules(game), **searching(game), **(NO_GAMES if posed else NO_PUZZLE)}
    script, later = scripts(("page.js", "worker.js"), made)
    return shell.page(title, shell.app(plain(m)), script, shell.packed(data), CSS, later)


def _title(m: Match) -> str:
    name = m.game.title
    return name if m.openers == SEATS else f"{name}: {m.openers[0]} – {m.openers[1]}"


# A folder


def pages(games: Iterable[Game] = ()) -> Iterator[tuple[str, str]]:
    """The name and text of a page for each game and size, and of one that leads to them."""
    hemi = Game(projective(hemi_icosahedron(), "hemi-icosahedron"))
    for name, text in _pages(games, hemi):
        yield name, text.replace("</main>", f"</main>\n{HOME}", 1)
    yield "index.html", _index(hemi)


def _every() -> list[Game]:
    return [Game(rules, size) for rules in GAMES.values() for size in rules.sizes]


def _pages(games: Iterable[Game], hemi: Game) -> Iterator[tuple[str, str]]:
    played = list(games) or _every()
    for game in played:
        yield _file(game), to_html(match(game))
    yield "puzzles.html", puzzles_html(every_puzzle())
    small = {game.rules.name: _file(game) for game in played if game.size == game.rules.small}
    yield "tutorial.html", tutorial_html(small)
    yield _file(hemi), to_html(match(hemi), sphere=True)


def _file(game: Game) -> str:
    return f"{address.tag(game)}.html"


def _index(hemi: Game) -> str:
    """The page that leads to the others: games played in this browser, each game and its sizes."""
    items = []
    for usual in (*(Game(rules, rules.size) for rules in GAMES.values()), hemi):
        rules = usual.rules
        sizes = " · ".join(_size(rules, size) for size in rules.sizes)
        more = [("tutorial", "First moves")] if rules in TAUGHT else []
        more += [("puzzles", "Puzzles")] if rules.name in TRAINED else []
        linked = " · ".join(f'<a href="{page}.html#{rules.name}">{say}</a>' for page, say in more)
        data = b64encode(svg(match(usual)).encode()).decode()
        picture = f'<img alt="" src="data:image/svg+xml;base64,{data}">'
        items.append(
            f'<li><a href="{_file(usual)}">{picture}{usual.title}</a>'
            f"<p>{escape(rules.told)}</p><p>Sizes: {sizes}</p>"
            f"<p>{linked}</p></li>"
        )
    kept = [
        {"place": f"nbgames {address.write(match(game))}", "title": game.title, "href": _file(game)}
        for game in (*_every(), hemi)
    ]
    body = f'{MINE}<ul class="nb-pages">{"".join(items)}</ul>'
    return shell.page("Board games", body, bundled("mine.js"), shell.packed(kept), more=INDEX)


def _size(rules: Rules, size: int) -> str:
    told = " (for beginners)" if size == rules.small != rules.size else ""
    return f'<a href="{rules.name}-{size}.html">{size}</a>{told}'


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages():
        (folder / name).write_text(text, "utf-8")
    print(f"open {folder / 'index.html'}, or put the folder on any static host")
