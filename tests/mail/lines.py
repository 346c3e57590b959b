"""Lines of the server's language and what the parser makes of them, one below the other.

python tests/mail/lines.py        write data/lines.txt anew, after a wanted change; then read it
"""

from pathlib import Path

from nbgames import GAMES, NotationError
from nbgames.mail.commands import parse, redacted
from nbgames.mail.grammar import ALSO, GAME, INSTEAD, SERVER, SHORT

FILE = Path(__file__).parents[1] / "data" / "lines.txt"

FITTING = {
    **{"board": "101", "userid": "alice", "userid1": "alice", "userid2": "bob", "password": "pw"},
    **{"new": "other", "address...": "a@b.org", "to...": "bob", "selector...": "active"},
    **{"game...": "conhex", "subject...": "commands", "userid...": "bob", "move": "F6"},
    **{"what...": "102#-2", "move...": "swap", "board...": "all", "code": "Zx9"},
}


def fitting(form):
    """Words that fit a form: as few as may be, and as many as it names."""
    fields = [FITTING[field] for field in form.fields]
    last = [FITTING[f"{form.rest}..."]] if form.rest else []
    yield " ".join([*fields, *last * form.least])
    yield " ".join([*fields, *last])


def lines():
    """Every verb with what it wants, less and more; every other word for one; and much else."""
    for start, verbs in (("", SERVER), ("projex ", GAME)):
        for verb, forms in verbs.items():
            for form in forms:
                few, many = fitting(form)
                yield f"{start}{verb} {few}".strip()
                yield f"{start}{verb} {many}".strip()
                yield f"{start}{verb} {few}".rpartition(" ")[0]
                yield f"{start}{verb} {many} more than that".replace("  ", " ")
    for word, verb in ALSO.items():
        start, verbs = ("projex ", GAME) if verb in GAME else ("", SERVER)
        yield f"{start}{word} {next(fitting(verbs[verb][0]))}".strip()
    for word, least in SHORT.items():
        yield f"projex {word[:least]} {next(fitting(GAME[word][0]))}"
        yield f"projex {word[: least - 1]} {next(fitting(GAME[word][0]))}"
    for word in INSTEAD:
        yield f"projex {word} 101 alice pw"
        yield word
    yield from OTHERS


OTHERS = """
projex
PROJEX Show 101
projx show 101
projex shwo 101
projex nothinglikethis 101
projex -1 -2 -3 -4 -5 -6 -7 -8 -9 -10 -11 -12 -13 -14 -15 -16 -17
nothinglikethis 101 alice pw
nothinglikethis
nothinglikethis 101
projex nothinglikethis
move 101
move 101 alice pw F6
subscribe
change
change name alice pw
change adress alice pw a@b.org
all
all games alice
all show
** projex show 101 **
**
projex move 101 alice pw F6#3
projex move 101 alice - F6#3
projex move 101 alice pw F6#
projex move 101 alice pw #3
projex move 101 alice pw F6#0
projex move 101 alice pw F6#12345
projex move 101 alice pw F6#123456
projex move x alice pw F6
projex move 101x alice pw F6
projex move new alice pw F6
projex move 101 alice -pw F6
projex move -101 alice pw F6
projex move 101 alice pw -- F6
projex preview 101 --
projex preview 101 F6 -swap
projex preview new -size=4 F6 swap B2
projex resign alice 12345
delete 1234 12345 x
projex challenge alice bob -size=4
projex challenge -Size=4 alice bob
projex challenge alice bob -size=4 -size=5
projex challenge alice bob -small -total=9 -small
projex challenge alice
projex subscribe alice pw 101 x
projex subscribe alice pw 101 102 x 103
projex subscribe 101 alice pw
projex subscribe alice pw all
projex subscribe alice pw new 101#3
projex show 101#-12 102#x
-size=4 projex challenge alice bob
-x
-x projex
projex show a-word-that-is-longer-than-forty-letters-and-is-cut-in-the-middle
projex show 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
multiple a b c d e f g h i j k l m n o p q r s t
projex games -one two three four five six seven eight nine ten -eleven twelve
projex preview 101 a b c d e f g h -x i j k l m n o -x p
projex preview 101 a b c d e f g h i j -x -x k l m n o p q r s
projex suggest 101 alice pw F6
projex s\x1b[31mhow 101
signup alice pw \u202ebob@b.org
""".strip().split("\n")


def tell(line):
    """What the parser makes of a line: its command, field by field, or what is wrong with it."""
    try:
        c = parse(line, GAMES)
    except NotationError as error:
        return str(error)
    words = [f"{name}: {' '.join(map(str, words))}" for name, words in c.words.items()]
    given = [f"{name}: {word}" for name, word in c.parameters.items()]
    guard = [] if c.guard is None else [f"guard: {c.guard}"]
    return "\n".join([f"{c.verb} of {c.game or 'the server'}", *words, *given, *guard])


def told():
    """All lines, as they are kept in a log, and their answers, as the file has them."""
    return "\n".join(
        f"> {ascii(line)[1:-1]}\n| {ascii(redacted(line, GAMES))[1:-1]}\n{tell(line)}\n"
        for line in dict.fromkeys(lines())
    )


if __name__ == "__main__":
    FILE.write_text(told(), "utf-8")
