"""Five real games of ConHex, and their text as the sites that they were played on write it."""

import json
from pathlib import Path

GAMES = json.loads((Path(__file__).parent / "data" / "conhex_games.json").read_text())
IDS = [game["url_or_id"].removeprefix("https://www.") for game in GAMES]


def sgf(game, *, head="", close=")", before="", after=""):
    """The game as SGF text."""
    site = game["source"].split("(")[1].split(")")[0]
    moves = "".join(f";{'BR'[n % 2]}[{move}]" for n, move in enumerate(game["moves_grid11"]))
    return f"({before};{after}FF[CONHEX]VA[CONHEX]{head}SO[{site}]{moves}{close}"
