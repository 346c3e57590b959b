"""The parser: any line is a command or a NotationError, and never shows a password again."""

import random
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thinned import first_of

from mail import lines
from nbgames import GAMES, NotationError
from nbgames.mail import Server
from nbgames.mail.commands import parse, redacted
from nbgames.mail.grammar import ALSO, GAME, INSTEAD, SERVER, SHORT
from nbgames.mail.words import several

pytestmark = pytest.mark.usefixtures("swept")

WORDS = [
    *GAMES,
    *{word for verb in (*SERVER, *GAME) for word in verb.split()},
    *(*ALSO, *INSTEAD, *SHORT),
    *("alice", "bob", "101", "102#3", "101#-1", "#", "F6", "F6#3", "b2-c3", "B2,A2,C5"),
    *("-", "--", "**", "-size=5", "-small", "--total=9"),
    *("all", "new", "2", "next", "=", "'", "\x1b[31m", "\u202e", "\uff37\uff29\uff24\uff25"),
]


def random_line(rng):
    """Words of the language in any order, now and then with letters of any kind."""
    words = [rng.choice(WORDS) for _ in range(rng.randrange(8))]
    if rng.random() < 0.4:
        words.insert(
            rng.randrange(len(words) + 1),
            "".join(rng.choices(string.printable, k=rng.randrange(12))),
        )
    if rng.random() < 0.2:
        words.append("".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(6))))
    return rng.choice((" ", "  ", "\t")).join(words)


def parsed(line):
    """The text of a command or of an error."""
    try:
        return repr(parse(line, GAMES))
    except NotationError as error:
        return str(error)


@pytest.mark.parametrize("count", first_of([10_000, 100_000]))
def test_lines_are_commands_or_notation_errors_each_within_50_ms(count):
    rng, slowest = random.Random(count), 0.0
    for _ in range(count):
        line = random_line(rng)
        start = time.thread_time()
        parsed(line)
        slowest = max(slowest, time.thread_time() - start)
    assert slowest < 0.05


@pytest.mark.slow
@given(st.text(max_size=300))
def test_any_text_is_a_command_or_a_notation_error(line):
    parsed(line)
    redacted(line, GAMES)


def test_every_kind_of_line_is_answered_as_stored():
    assert lines.told() == lines.FILE.read_text("utf-8")


def test_a_line_has_at_most_4000_letters():
    assert parsed("projex show " + "1" * 3988).startswith("Command")
    assert "a line of 4001 characters is too long: at most 4000" in parsed("x" * 4001)


@pytest.mark.parametrize("line", [None, 42, b"help", ["help"]])
def test_what_is_no_text_is_no_command(line):
    with pytest.raises(NotationError, match="a command is a line of text"):
        parse(line, GAMES)


@pytest.mark.parametrize(
    ("odd", "named"), [("\0", "<0>"), ("\ud800", "<d800>"), ("\udfff", "<dfff>")]
)
def test_a_letter_that_no_text_can_have_is_named(odd, named):
    with pytest.raises(NotationError, match=f"in this one {named} is none"):
        parse(f"message alice {odd} bob", GAMES)


@pytest.mark.parametrize(
    "line", ["a " * 1999, "x" * 4000, "projex move " + "9" * 3900, "-" * 4000, "#" * 4000]
)
def test_a_long_line_takes_no_time(line):
    start = time.thread_time()
    parsed(line)
    assert time.thread_time() - start < 0.05


SECRET_LINES = [
    "signup alice {}",
    "signup alice {} a@b.org",
    "signup {}",
    "change password alice {} other",
    "change password alice other {}",
    "change password alice {}",
    "delete alice {}",
    "add alice {} a@b.org",
    "message alice {} bob",
    "projex move 101 alice {} F6",
    "projex mvoe 101 alice {} F6#3",
    "projex move 101 {} F6",
    "projex move {} 101 alice F6",
    "projex move 101 alice {} F6 more",
    "projex move 101 alice {}",
    "projex move 101 alice -{} F6",
    "projex move 101 alice {} F6 -x",
    "projex queue 101 alice {} F6#",
    "projex chat 101 alice {}",
    "projex subscribe alice {} 101 x",
    "projex subscribe all alice {}",
    "projex resign 101 alice {}",
    "PROJEX MOVE 101 alice {} #",
    "projx move 101 alice {} F6",
    "projex mov 101 alice {} F6",
    "move 101 alice {} F6",
    "projex suggest 101 alice {} F6",
    "sgnup alice {}",
    "projex -x move 101 alice {} F6",
    "change adress alice {} a@b.org",
    "projex undo alice {} 101",
]


@pytest.mark.parametrize("line", SECRET_LINES)
def test_a_password_is_never_shown_again(line):
    given = line.format("Zx9canary")
    assert "Zx9canary" not in parsed(given)
    assert "Zx9canary" not in redacted(given, GAMES)


@pytest.mark.slow
@given(
    st.sampled_from(SECRET_LINES),
    st.text("abcdefgh!?%&/()=+~#*.,;é漢<>", min_size=5, max_size=20),
)
def test_no_password_of_any_kind_is_shown_again(line, tail):
    password = f"Q{tail}Q"
    assert password not in parsed(line.format(password))
    assert password not in redacted(line.format(password), GAMES)


def test_redacting_leaves_the_rest_of_a_line_as_it_was():
    assert (
        redacted("  projex  move 101 alice  pw   F6#3 ", GAMES)
        == "  projex  move 101 alice  ****   F6#3 "
    )
    assert redacted("projex show 101", GAMES) == "projex show 101"
    assert redacted("projex move 101 alice - F6", GAMES) == "projex move 101 alice - F6"


def test_options_may_stand_anywhere():
    one = parse("projex challenge -size=4 alice bob", GAMES)
    two = parse("projex challenge alice bob -size=4", GAMES)
    assert one["userid1"] == two["userid1"] == "alice"
    assert list(one.parameters) == list(two.parameters) == ["-size"]


@pytest.mark.parametrize(
    ("typed", "verb"),
    [
        ("mvoe", "move"),
        ("board", "move"),
        ("qmove", "queue"),
        ("ratings", "standings"),
        ("chall", "challenge"),
        ("prev", "preview"),
        ("sub", "subscribe"),
        ("unsub", "unsubscribe"),
        ("MOVE", "move"),
    ],
)
def test_other_words_for_a_verb(typed, verb):
    words = {"move": "101 a p F6", "queue": "101 a p F6", "challenge": "a b", "preview": "101 F6"}
    rest = words.get(verb, "" if verb == "standings" else "101 a p")
    assert parse(f"projex {typed} {rest}", GAMES).verb == verb


def test_several_commands_have_their_comments_below_them():
    text = "projex show 101\n\n hello\n\n  there\nprojex games\n  one\n  two\n"
    found = [("projex show 101", "hello\n\nthere"), ("projex games", "one\ntwo")]
    assert list(several(text)) == found


def test_a_pointer_stands_under_the_parameter_that_is_meant():
    given = parse("projex challenge alice bob -size=99 -total=3", GAMES)
    line, marks, words = given.pointed("too large", "-size").split("\n")
    assert (line, words) == ("projex challenge alice bob -size=99 -total=3", "too large")
    assert marks == " " * line.index("-size") + "^" * len("-size=99")


@pytest.mark.parametrize(
    "line",
    [
        "list alice Zx9canary",
        "help alice Zx9canary",
        "projex show 101 alice Zx9canary",
        "projex show alice Zx9canary",
        "projex games alice Zx9canary",
        "projex standings alice Zx9canary",
        "projex history Zx9canary",
        "all show bob alice Zx9canary",
        "verify alice Zx9canary",
    ],
)
def test_a_password_is_not_shown_by_a_verb_that_has_none(line):
    server = Server("sqlite://")
    assert "Zx9canary" not in server.handle(line).text
    server.handle("signup alice three-fine-words")
    assert "Zx9canary" not in server.handle(line).text
    server.close()


def test_nobody_of_a_name_is_told_in_words():
    server = Server("sqlite://")
    for line in ("all show nemo", "all show nemo all", "projex games nemo", "projex show nemo"):
        assert "nobody here is called 'nemo'" in server.handle(line).text
    server.close()
