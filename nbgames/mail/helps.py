"""Help texts: commands, and the rules of each game. They may name games."""

from __future__ import annotations

from textwrap import fill

from ..games import GAMES
from ..play.match import match
from .grammar import ALSO, GAME, INSTEAD, SERVER, Form
from .manual import MANUAL

HELP = """\
nbgames by mail: a board is played by single lines of text, here or from anywhere else that
reaches the same store.

  help tutorial      how to begin, line by line
  help commands      all that can be typed
  help projex        a game: its rules, its board, its inventor (also {also})
  help passwords     what a password protects, and what it does not
  help sharing       who sees the same boards as you
  help admin         for a keeper (also {keeper})"""

TUTORIAL = """\
How to begin

1. Take a userid and a password. Neither has blanks, quotes or colons, and a password does not
   begin with '-':
       signup alice chocolate
2. Challenge somebody who has signed up, or yourself. Whoever is named first moves first, and the
   board is there at once; nobody has to agree:
       projex challenge -size=6 alice bob
   By mail, or on another machine's server where you are not logged in, end the line with the
   password of the first. The answer names the number of the board; each game counts from 101.
3. Make a move. '-' stands for the password where you are logged in; what you write below the line
   goes to the other player too:
       projex move 101 alice chocolate F6
   'F6#3' says that you mean the third move of the board, so that a line that arrives late or twice
   does no harm. Count a swap as a move.
4. The second player of Projex, ConHex and Antipalos may answer the first move by taking it over:
       projex move 101 bob - swap
   The players exchange seats, no stone moves, and who had opened moves next.
   A letter about a move can be answered with the move alone: 'F6' in its first line, no password.
5. Look at boards, yours and others':
       projex show 101        projex show 101#4       all show alice next
       projex games           projex standings        projex history
6. If it must end early:
       projex resign 101 alice -
   Before both have moved this removes the board. When it is not your turn, the resignation waits
   until it is, and sending it again takes it back.

In a notebook: %load_ext nbgames, then nbgames.login("alice"), and %pbm before the line.
In a shell: nbgames before the line."""

PASSWORDS = """\
What a password protects

It keeps others from moving for you by mistake or for fun. It is kept as an argon2id hash, never
as it is typed. After five wrong ones the next try has to wait, longer each time, at most fifteen
minutes.

It does not protect a board from whoever can write the database. Where a class shares one file,
each of them can change that file, past this program. Damage and careless changes are recognised
when they are read ('nbgames doctor'); a careful forgery is not. The same holds for a database
address with its password in it. Where that matters, let one machine keep the store and others
speak to it: 'nbgames serve'.

A typed password stays where you type it. A shell keeps its history, and other programs see the
words of a running command: write '-' and be asked, or set NBGAMES_PASSWORD. In a notebook the
password is covered in the cell, the history and every output, but it was sent to the kernel as it
was typed: nbgames.login("alice") asks for it in a field that shows dots, and keeps a token, which
ends after thirty days. Do not use a password here that you use elsewhere."""

SHARING = """\
Who sees the same boards

Boards live in a store: a file in your own data folder, unless NBGAMES_URL names another (empty is
as if it were not set). Its file is made when somebody signs up, its folder has to be there. Two
notebooks of one user share that file. A class shares a PostgreSQL database, or one machine runs
'nbgames serve' and all others set NBGAMES_URL to its address.

A container started by Binder shares nothing and keeps nothing: its file is gone when it stops,
and nobody else sees it. To play from there with others, set NBGAMES_URL to the address of a
server, over https.

'nbgames serve' speaks plain HTTP and leaves TLS to a proxy in front of it:
'nbgames serve -name=games.example.org -proxy=127.0.0.1' names the server and
the address that the proxy calls from."""

PLAN = """\
Planning ahead

  projex plan 101 alice -
    F6 A6 B7 C7
    F6 A6 C3 D3
    swap resign

Each line is a sequence of moves from the board as it stands, yours and the other player's in turn.
If F6 is played, A6 is your answer at once; if B7 comes then, C7, if C3, D3. A line ends with a move
of yours, or with your resignation. Whatever is not foreseen waits for you. If it is your move now,
lines begin with it, and you make that first move yourself.

At a board in a notebook one types the same in one line: plan F6 A6 B7 C7; swap resign

Nobody else learns that there is a plan, or what is in it, until it comes true. A new plan takes the
place of the one before; the text none takes it away; without a text you read it, with | after what
came true."""

DOES = {
    "help": "this, or help on a subject",
    "signup": "take a userid; mail addresses get a copy of every move, once confirmed",
    "add": "more mail addresses",
    "verify": "say that a mail address is yours, by the code that was sent there",
    "change password": "another password; all logins end",
    "change address": "other mail addresses",
    "delete": "leave; boards that you still play are forfeited, your words are removed",
    "list": "which games there are, or the boards of some",
    "message": "the text below goes to these players; without any, read what you got",
    "multiple": "each line below is a command, and indented lines are its comment",
    "all show": "the boards of a player in all games: all, active, inactive, next",
    "standings": "ratings of all players (also: ratings)",
    "history": "finished boards, one a line",
    "games": "boards, one a line; of these players; all, active, inactive, next",
    "show": "boards by number, 101#4 after four moves; or those of players",
    "challenge": "start a board; the first moves first; by mail, with that one's password",
    "move": "a move; F6#3 only as move 3 (also: board, mvoe)",
    "queue": "a move to be tried when your turn comes; a new one replaces it",
    "plan": "the text below says what you play if they play this: see 'help plan'",
    "preview": "try moves, one word each, on a copy; 'preview new 2 ...' on an empty board",
    "chat": "the text below is shown at the board and goes to all who follow it",
    "subscribe": "get every move of a board; of all new boards: 'subscribe all userid password'",
    "unsubscribe": "get no more",
    "swap": "answer the first move by taking it over: the players exchange seats",
    "pass": "nobody passes in these games, and the answer says so",
    "propose": "offer a draw, in Antipalos",
    "undo": "ask to take the last move back",
    "accept": "agree to what is offered",
    "reject": "say no, or take your own offer back",
    "resign": "give up; see the tutorial",
}

PAGES = {
    "copolymer": """\
Copolymer, by Mark Steere, 2006

X and O claim cells of a honeycomb, X first. If the cell you claim touches two or more cells of
your opponent, you go on in the same turn; the turn ends with a cell that touches fewer, or with
the last cell. Nobody passes. When the board is full, whoever has more cells wins; the number of
cells is odd, so somebody has. There is no swap.

  copolymer challenge [-small | -medium | -large | -size=N | -cells=A1-6,B1-7,...] userid1 userid2
  copolymer move board userid password B2,A2,C5

N, an odd number from 3 to 25, counts the cells of the longest row: small 9, medium 13, large 19
(as without any). Any other honeycomb with an odd number of cells is told row by row: the letter,
the first and the last number. A turn is one word, with commas where it has several cells. Rows
are lettered from the top without I; numbers count the diagonals that rise to the right. Size 9:""",
    "conhex": """\
ConHex, by Michail Antonow, 2002

Vert and Horz put stones into holes, Vert first. A cell belongs for good to whoever first holds at
least half of its holes: two of three at the edge, three of six, three of five in the middle. One
stone may conquer several cells. A cell is named after the first and the last of its holes, row
by row, such as A1:B3. Vert joins top and bottom by a chain of cells, Horz left and right; nobody
draws. The second player may swap.

  conhex challenge [-noswap] userid1 userid2
  conhex move board userid password F7

Holes are marked +:""",
    "projex": """\
Projex, by Bill Taylor, 1994

X and O claim cells, X first. The board has no edge: whoever leaves it comes back on the opposite
side, and each cell of the rim touches the two cells straight across. You win by closing a loop of
your cells that crosses the edge an odd number of times: such a loop has only one side. Nobody
draws. The second player may swap.

  projex challenge [-size=N] [-noswap] userid1 userid2
  projex move board userid password F6

N is 3 to 11, 6 if you say nothing. Numbers count the rows from the top, letters the diagonals
that fall to the right. Size 6:""",
    "antipalos": """\
Antipalos, by Martin Collier, 1982

V and H lay pieces between points that lie diagonally next to each other, V first. A piece takes
its square: the other diagonal of it is blocked. V joins top and bottom by pieces that meet at
points, H left and right; chains of both may cross at a point. If the board fills up first, nobody
wins, and a draw can be proposed. The second player may swap.

  antipalos challenge [-size=N] [-noswap] userid1 userid2
  antipalos move board userid password b2-c3

N is 3 to 26, 16 if you say nothing: N by N squares. Name both ends of the piece, in either order.
Letters count points from the left, numbers from the bottom. Size 6:""",
}
SIZES = {  # that a challenge may ask for: all where a game is not listed; ConHex takes no size
    "projex": range(3, 12),
    "antipalos": range(3, 27),
    "copolymer": range(3, 26, 2),
    "conhex": range(0),
}
NAMED_SIZES = {"copolymer": {"-small": 9, "-medium": 13, "-large": 19}}
SHOWN_SIZES = {"copolymer": 9, "antipalos": 6}


def subjects() -> list[str]:
    """What there is help on."""
    return ["tutorial", "commands", *sorted(GAMES), "passwords", "sharing", "or a command"]


def about(subject: str) -> str | None:
    """The text on a subject; None if there is none."""
    also, keeper = ", ".join(sorted({*GAMES} - {"projex"})), ", ".join([*MANUAL][1:])
    texts = {**MANUAL, "help": HELP.format(also=also, keeper=keeper)}
    texts |= {"tutorial": TUTORIAL, "passwords": PASSWORDS, "sharing": SHARING, "plan": PLAN}
    if subject in GAMES:
        page = PAGES.get(subject) or f"{GAMES[subject].title}\n\n{fill(GAMES[subject].told, 98)}"
        return f"{page}\n\n{match(subject, SHOWN_SIZES.get(subject)).diagram().rstrip()}"
    if subject == "commands":
        return commands()
    if subject in INSTEAD:
        return f"there is no {subject} here: {INSTEAD[subject]}"
    subject = ALSO.get(subject, subject)
    found = [v for v in (*SERVER, *GAME) if subject in (v, *v.split())]
    return texts.get(subject) or "\n".join(_lines(v) for v in dict.fromkeys(found)) or None


def commands() -> str:
    """Every command, with what it does."""
    parts = ["Of the server", *(_lines(v, SERVER) for v in SERVER)]
    parts += ["", "Of a game: its name comes first", *(_lines(v, GAME) for v in GAME)]
    end = (
        "swap, pass, propose, undo, accept, reject and resign can also stand as the move of 'move'."
        "\nA lone '-' stands for the password of who is logged in."
    )
    return "\n".join([*parts, "", end])


def _lines(verb: str, forms: dict[str, tuple[Form, ...]] | None = None) -> str:
    """The forms of a verb, and below them what it does."""
    tables = [forms] if forms else [t for t in (SERVER, GAME) if verb in t]
    typed = dict.fromkeys(
        f"  {'' if t is SERVER else '... '}{verb} {f}".rstrip() for t in tables for f in t[verb]
    )
    return "\n".join([*typed, f"      {DOES[verb]}"])
