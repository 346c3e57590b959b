"""What can be typed at a board here and now, and which word a mistyped one was meant to be."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from ..core.rules import Goal, Rules
from .match import Match

IN_EDITOR = "set {site}, clear, begin {player}, leave"  # while a position is being set up
OF_A_GAME = "resign, draw, plan {site} {other}"  # no answers where one move is asked for
# Examples by their kind. Each stands for its first word, too. The page itself changes the view: it
# presses the button of that name.
KINDS = {
    "Play": f"{{site}}, undo, redo, hint, swap, {OF_A_GAME}",
    "Ask": "who, why, last, chains, mine, score, about {site}, neighbours {site}, row {row}",
    "Help": "bar, layer",
    "Go": "new, rematch, again change sides, go 1, from 0 {site}, line 1, stop, think",
    "Review": "analyse, analyse stop, analyse close, analyse try 1 {site}, "
    "worst, learn, next, answer",
    "View": "turn board, zoom in, move before",
    "Note": "mark {site}, comment well played, record, load and a record",
    "Set up": f"edit, {IN_EDITOR}, setup {{player}} {{site}}; {{player}} to move",
    "Read": "rules, keys, help",
}
OTHERS = ("neighbors", "near", "column")  # that no example begins with
EXAMPLES = [each.split()[0] for kind in KINDS.values() for each in kind.split(", ")]
WORDS = tuple(dict.fromkeys([*(word for word in EXAMPLES if word != "{site}"), *OTHERS]))
PLAIN = ("play", "more", "moves", "exit")  # no slips of "plan", "move" and "edit"
# What each of these words does, or shows, as `help undo` tells it.
TOLD = {
    "undo": "takes a move back",
    "redo": "plays again what was taken back",
    "hint": "shows where to look; typed again, the move, then why",
    "swap": "exchanges seats, after the first move",
    "resign": "gives up",
    "draw": "ends the game as a draw",
    "plan": "keeps your answer to a move that may come",
    "who": "tells whose turn it is",
    "why": "tells the reason of a move or a hint",
    "last": "tells the last move",
    "chains": "names all chains",
    "mine": "names the chains of who is to move",
    "score": "counts how many more each player needs",
    "about": "tells whose a place is, or who would win there",
    "neighbours": "names the places that touch a place",
    "row": "names the places of a row and who has them",
    "bar": "shows who stands better",
    "layer": "draws threats and more on the board",
    "new": "begins another game; this one is kept",
    "rematch": "begins another game against the computer",
    "again": "begins another game, with other sides or at another level",
    "go": "goes to the position after so many claims",
    "from": "plays a move in the position after so many claims",
    "line": "goes on with a line that is kept",
    "stop": "stops the computer or the analysis",
    "think": "lets the computer think again",
    "analyse": "shows what each move cost",
    "worst": "goes to the worst move",
    "learn": "asks for a better move",
    "next": "asks about another move",
    "answer": "shows the better move",
    "turn": "shows the board another way round",
    "zoom": "shows the board larger",
    "move": "looks one move back",
    "mark": "draws a ring or an arrow",
    "comment": "writes a comment on the last move",
    "record": "shows the game as text",
    "load": "opens a game from its text",
    "edit": "sets up a position",
    "set": "changes whose a place is",
    "clear": "removes all pieces",
    "begin": "plays on from what is set up",
    "leave": "goes back to the game",
    "setup": "begins a game from a position",
    "rules": "shows how to win and what a move is",
    "keys": "lists the keys",
    "help": "lists what can be typed; with a word, what it does",
}
# On pages without Python.
TOLD_THERE = {
    "delete": "deletes a game of the list My games",
    "restore": "brings a deleted game back",
    "computer": "chooses the side of the computer, or off",
    "level": "chooses how strong the computer is",
    "sphere": "shows the board as a ball",
}
# What nothing can follow.
ALONE = (
    *("undo", "redo", "swap", "resign", "draw", "new", "rematch", "stop", "think", "thinks"),
    "score",
    *("edit", "clear", "leave", "worst", "learn", "next", "answer", "rules", "keys", "record"),
)
# Words that people type, and the example that is nearest to each.
NEAREST = {
    "best": "hint",
    "should": "hint",
    "give": "resign",
    "quit": "resign",
    "back": "undo",
    "exit": "resign",
    "start": "new",
    "restart": "new",
    "again": "rematch",
    "happened": "last",
    "did": "last",
    "type": "help",
    "whose": "who",
    "how": "rules",
}
# What begins so asks, and is no wish to do something.
ASKING = (
    *("what", "how", "when", "where", "which", "whose", "can", "may", "must", "should", "would"),
    *("do", "does", "is", "are", "was"),
)
# What the page has to know of words to read them likewise.
READING = {
    "alone": ALONE,
    "others": OTHERS,
    "plain": PLAIN,
    "nearest": NEAREST,
    "asking": ASKING,
}
CHOOSE = "Choose who plays above the board, or type computer second or level 2."
LATER = "Sides and level can be chosen once a game against the computer is over."
CHANGE = r"^(change sides|easier|harder)\b"
# Questions as patterns; the example that has to be there, if one has; what is answered; else what
# is done as if it were typed, with the place that the pattern ends with.
MISTAKES = r"^(?:what|which|where|show|did)\b.*\b(?:worst|mistakes?|blunders?)\b"
ANSWERS = (
    (MISTAKES, "worst", "", "worst"),
    (MISTAKES, "analyse", "Press Analyse, or type analyse: it shows what each move cost.", ""),
    (MISTAKES, "", "Analyse shows that: against the computer, once the game is over.", ""),
    (r"^(?:hello|hi|hey)\b", "", "Hello. Click a place, or type help for what can be typed.", ""),
    (CHANGE, "again change sides", "", "again {site}"),
    (CHANGE, "computer second", CHOOSE, ""),
    (CHANGE, "", LATER, ""),
    (r"^(can|may|how|do) .*\b(back|undo)\b", "", "Press Undo or the key U, or type undo.", ""),
    (r"^(who|am i)\b.*\b(win|los|ahead|better|lead)", "hint", "", "bar on"),
    (r"^((can|may|must) \w+ )?pass\b", "", "Nobody may pass.", ""),
)
PLACE = r".*?\b([a-z]{1,2}\d[\w:-]*)"
PLACED = (
    (f"^wh.*(?:neigh|near|touch|next){PLACE}", "", "", "neighbours {site}"),
    (rf"^(?:is|was|do|does|can|may|should|would|wh[^y]\w*)\b{PLACE}", "", "", "about {site}"),
)
NEEDED = "^how (?:far|(?:many|long).* (?:need|win|more))", "", "", "layer way"
DANGER = r"^threats?\b|^(?:what|who|is|are|am i)\b.*\b(?:threat|danger)"
THREATS = DANGER, "layer", "", "layer threats"
SCORE = r"^(?:what.* )?score(?: now)?\W*$"
COUNTED = f"^how (?:far|many|long)|{SCORE}", "", "", "score"
# How it is asked what a word means.
TERM = r"^(?:help|\?|explain|define|what(?:'s| is| are| does)?)(?: an?| the)? {}(?: do| mean)?\W*$"
WORD = r"^what does ([a-z]+) do\b", "", "", "help {site}"
CHAINS = {
    Goal.SIDES: "A chain is what one player has joined: {} wins by one from top to bottom, {} by "
    "one from left to right.",
    Goal.LOOP: "A chain is what one player has joined. One that leads back to itself is a loop.",
}


def terms(rules: Rules) -> list[tuple[str, str]]:
    """The words of a game's rules, as patterns, with what each means."""
    found = [*rules.primer.terms]
    if rules.goal in CHAINS:
        found.append(("chains?", CHAINS[rules.goal].format(*rules.players)))
    if rules.goal is Goal.SIDES:
        found.append(("sides?", "The sides of the board are top, bottom, left and right."))
    swap = f"{rules.title} is played without a swap."
    if rules.swap:
        swap = "After the first move the second player may swap: the players exchange seats, and "
        swap += f"{rules.players[1]} moves."
    found.append(("swaps?", swap))
    if not rules.draws:
        found.append(("draws?", f"{rules.title} has no draws: somebody will win."))
    return found


def answers(rules: Rules) -> list[tuple[str, str, str, str]]:
    """The questions that can be asked of a game, as `ANSWERS` has them, about its words too."""
    meant = [(TERM.format(term), "", told, "") for term, told in terms(rules)]
    return [*meant, *questions(rules)]


def questions(rules: Rules) -> list[tuple[str, str, str, str]]:
    """The same but for what the words mean."""
    joins = rules.goal in (Goal.SIDES, Goal.LOOP) and not rules.misere
    score = COUNTED if rules.scored else (SCORE, "", "", "bar on")
    found = [score, *([NEEDED, THREATS] if joins else ()), *ANSWERS, *PLACED]
    if rules.maker:
        found.append(("^who .*(made|inven|design)", "", f"{rules.title} is by {rules.maker}.", ""))
    return [*found, WORD]


def answered(rules: Rules, text: str, lacks: Container[str]) -> tuple[str, str]:
    """What is answered to such a question, and what is done for it; another text is what is done.

    >>> from nbgames.games.projex import PROJEX
    >>> answered(PROJEX, "Who invented this?", ())
    ('Projex is by Bill Taylor, 1994.', '')
    >>> answered(PROJEX, "Is F6 good?", ()), answered(PROJEX, "F6", ())
    (('', 'about f6'), ('', 'F6'))
    """
    for how, needs, said, does in answers(rules):
        found = needs not in lacks and re.search(how, text.lower(), re.ASCII)
        if found:
            return said, does.replace("{site}", found[found.lastindex or 0])
    return "", text


def move_asked(m: Match, text: str) -> str:
    """The move that a text names, by its number or a place; "" if it names none.

    It is a number, or the name of a place where nobody has played.
    """
    board = m.game.board
    for word in map(str, re.findall(r"[\w:-]+", text)):
        if re.fullmatch("[0-9]+", word):
            return word
        if not (is_name(word) and board.spell(word) in board.sites):
            continue
        name = board.names[board.site(word)]
        moves = [n for n, played in enumerate(m.moves, 1) if name in played.split(",")]
        return str(moves[-1]) if moves else name
    return ""


NAMED = re.compile(r"\b[a-z]{1,2}[ -]{0,3}\d|^\S*\d\S*$", re.IGNORECASE)


def is_name(text: str) -> bool:
    """May a text name a site? It has a letter before a number, or is one word with a number."""
    return NAMED.search(text) is not None


def listed(m: Match, lacks: Container[str]) -> str:
    """What can be typed, but for these examples as `KINDS` has them.

    >>> from nbgames.play.match import match
    >>> m = match("projex", 6)
    >>> print(listed(m, {"swap", "draw", "why", "redo", "score"}).partition("Help")[0])
    Play: F1, undo, hint, resign, plan F1 H1
    Ask: who, last, chains, mine, about F1, neighbours F1, row 1
    <BLANKLINE>
    """
    here = _filled(m, lacks).items()
    return "\n".join(f"{kind}: {', '.join(words)}" for kind, words in here if words)


def explained(m: Match, lacks: Container[str], word: str) -> str:
    """What a word does that can be typed, and how it is typed here; "" of another word.

    >>> from nbgames.play.match import match
    >>> explained(match("projex", 6), {"redo"}, "Row")
    'row names the places of a row and who has them. Type row 1.'
    >>> explained(match("projex", 6), {"redo"}, "redo")
    'redo plays again what was taken back. There is nothing for it to do now.'
    """
    verb = word.lower()
    if verb not in TOLD:
        return ""
    here = [each for some in _filled(m, lacks).values() for each in some]
    examples = [each for each in here if each.split()[0] == verb]
    how = f"Type {' or '.join(examples)}" if examples else "There is nothing for it to do now"
    return f"{verb} {TOLD[verb]}. {how}."


def _filled(m: Match, lacks: Container[str]) -> dict[str, list[str]]:
    """The examples by their kind, filled in for the position."""
    board, (site, *others) = m.game.board, places(m)
    given = {
        "site": site,
        "other": others[-1] if others else site,  # the second may be blocked by the first
        "row": min(board.lines, default=""),
        "player": m.game.players[0],
    }
    here = _here(lacks).items()
    return {kind: [word.format(**given) for word in words] for kind, words in here}


def places(m: Match) -> Sequence[str]:
    """The first places that can be claimed, for examples; a full board has its first one."""
    names = m.game.board.names
    return [names[site] for site in m.game.empty(m.position.owners)[:3]] or names[:1]


def _here(lacks: Container[str]) -> dict[str, list[str]]:
    """The examples by their kind, but for these."""
    return {
        kind: [word for word in examples.split(", ") if word not in lacks]
        for kind, examples in KINDS.items()
    }


def meant(text: str, lacks: Container[str] = ()) -> str:
    """What can be typed here and is meant by a text that cannot; "" if that is not known.

    The first word may be one slip away: short words and those that begin otherwise are no slips.
    Of a sentence that names no site one word may be an example, or have one that is nearest; of one
    that asks it is an example that tells something, or else the rules.

    >>> meant("resgin"), meant("Neghbours F6"), meant("F66"), meant("best move")
    ('resign', 'neighbours F6', '', 'hint')
    >>> meant("swap it"), meant("What is a swap?"), meant("what is the last move?")
    ('', 'rules', 'last')
    >>> meant("resgin", {"resign"})
    ''
    """
    typed = re.match(r"[A-Za-z]{3,}(?!\S)", text)
    word = typed[0].lower() if typed else ""
    if word in WORDS:
        return ""
    examples = [example for some in _here(lacks).values() for example in some]
    verbs = [verb for verb in (*(each.split()[0] for each in examples), *OTHERS) if len(verb) > 3]
    for verb in verbs if word and word not in PLAIN else ():
        if verb[0] == word[0] and _is_slip(word, verb):
            return verb if verb in ALONE else verb + text[len(word) :]
    asks = re.split("[^a-z]", text.lower())[0] in ASKING
    if asks:
        examples = [one for one in examples if one not in ALONE]
    words = [] if is_name(text) else re.findall("[a-z]+", text.lower())
    found = (near for each in words if (near := NEAREST.get(each, each)) in examples)
    return next(found, "rules" if asks else "")


def _is_slip(typed: str, word: str) -> bool:
    """Is a letter missing, too much or wrong, or are two exchanged?"""
    pairs = enumerate(zip(typed, word, strict=False))
    start = next((k for k, (a, b) in pairs if a != b), min(len(typed), len(word)))
    x, y = typed[start:], word[start:]
    return y in (x[1:], x[1:2] + x[:1] + x[2:]) or y[1:] in (x, x[1:])
