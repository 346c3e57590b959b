"""Random commands from several users on two connections, against a list; whole games; ratings."""

import contextlib
import random
import re
import shutil
import tempfile
from pathlib import Path

import pytest
from golem import GAMES as REAL
from golem import IDS, sgf
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from hypothesis.strategies import booleans, integers, sampled_from

from mail.conftest import sign_up
from nbgames import GAMES, match, read
from nbgames.mail import Server
from nbgames.mail.ratings import Record, standings

WHO = ("alice", "bob", "carol")


class Model:
    """What a board should be, as lists: words, and who sits where."""

    def __init__(self, kind, size, seats):
        self.kind, self.size, self.openers = kind, size, seats
        self.words, self.offer, self.over = [], None, False
        self.resigning, self.queued = set(), {}

    @property
    def match(self):
        return match(self.kind, self.size, seats=self.openers).play(*self.words)

    def settle(self):
        """Resignations and queued moves whose turn has come."""
        while not self.over and (who := self.match.seat_to_move):
            if who in self.resigning:
                self.words.append("resign")
            elif who in self.queued:
                word = self.queued.pop(who)
                with contextlib.suppress(ValueError):
                    assert not self.match.play(word).is_open
                    self.words, self.offer = [*self.words, word], None
                    continue
                return
            else:
                return
            self.over = True
        self.over = self.over or self.match.outcome is not None


class Mail(RuleBasedStateMachine):
    """Two connections to one file, one of them opened again now and then."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.mkdtemp()
        self.url = f"sqlite:///{self.folder}/m.db"
        self.servers = [sign_up(Server(self.url), *WHO)]
        self.servers.append(Server(self.url))
        self.servers[1].tokens.update(self.servers[0].tokens)
        self.models = {}

    def teardown(self):
        for server in self.servers:
            server.close()
        shutil.rmtree(self.folder)

    def say(self, line):
        return self.servers[len(line) % 2].handle(line)

    @rule(kind=sampled_from(sorted(GAMES)), one=sampled_from(WHO), two=sampled_from(WHO))
    def challenge(self, kind, one, two):
        size = {"conhex": 5, "copolymer": 5}.get(kind, 3)
        option = "" if kind == "conhex" else f"-size={size} "
        reply = self.say(f"{kind} challenge {option}{one} {two}")
        assert reply.ok
        assert reply.board == 101 + sum(k == kind for k, _ in self.models)
        self.models[kind, reply.board] = Model(kind, size, (one, two))

    def chosen(self, which):
        return sorted(self.models)[which % len(self.models)] if self.models else None

    @rule(
        which=integers(0, 9),
        seed=integers(0, 999),
        guarded=booleans(),
        wrong=booleans(),
        queue=booleans(),
    )
    def move(self, which, seed, guarded, wrong, queue):
        if (key := self.chosen(which)) is None:
            return
        model, rng = self.models[key], random.Random(seed)
        now = model.match
        if model.over:
            assert not self.say(f"{key[0]} move {key[1]} alice - A1").ok
            return
        after = now.play(rng.choice(now.legal()))
        while after.is_open:
            after = after.play(rng.choice(after.legal()))
        word, who = after.moves[-1], rng.choice(WHO) if wrong else now.seat_to_move
        verb = "queue" if queue else "move"
        reply = self.say(
            f"{key[0]} {verb} {key[1]} {who} - {word}{f'#{len(after.moves)}' if guarded else ''}"
        )
        if who == now.seat_to_move:
            assert reply.ok, reply.text
            model.queued.pop(who, None)
            model.words, model.offer = [*model.words, word], None
            model.settle()
        elif queue and who in now.seats:
            assert reply.ok
            model.queued[who] = word
        else:
            assert not reply.ok

    @rule(which=integers(0, 9), who=sampled_from(WHO))
    def undo(self, which, who):
        if (key := self.chosen(which)) is None:
            return
        model = self.models[key]
        can = not model.over and who in model.openers and model.words and not model.offer
        assert self.say(f"{key[0]} undo {key[1]} {who} -").ok == bool(can)
        if can:
            model.offer = who
            if len(set(model.openers)) == 1:
                self.take_back(model)

    @rule(which=integers(0, 9), who=sampled_from(WHO), verb=sampled_from(["accept", "reject"]))
    def answer(self, which, who, verb):
        if (key := self.chosen(which)) is None:
            return
        model = self.models[key]
        can = not model.over and model.offer and who in model.openers
        can = can and (verb == "reject" or who != model.offer)
        assert self.say(f"{key[0]} {verb} {key[1]} {who} -").ok == bool(can)
        if can and verb == "accept":
            self.take_back(model)
        elif can:
            model.offer = None

    def take_back(self, model):
        model.words, model.offer = model.words[:-1], None
        model.settle()

    @rule(which=integers(0, 9), who=sampled_from(WHO))
    def resign(self, which, who):
        if (key := self.chosen(which)) is None:
            return
        model = self.models[key]
        can = not model.over and who in model.openers
        assert self.say(f"{key[0]} resign {key[1]} {who} -").ok == can
        if not can:
            return
        if len(model.words) < 2:
            model.over = True
        else:
            model.resigning ^= {who}
            model.settle()

    @rule()
    def reopen(self):
        tokens = self.servers[1].tokens
        self.servers[1].close()
        self.servers[1] = Server(self.url)
        self.servers[1].tokens.update(tokens)

    @invariant()
    def replay_equals_state(self):
        for (kind, number), model in self.models.items():
            for server in self.servers:
                m = server.board(kind, number).match
                assert m.moves == model.match.moves
                assert m.seats == model.match.seats
                assert m.position == model.match.position
                assert read(str(m)).moves == m.moves


Mail.TestCase.settings = settings(
    max_examples=settings.default.max_examples // 2,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
)
TestMail = pytest.mark.slow(Mail.TestCase)


def test_after_all_that_the_file_is_whole(file_url):
    server = sign_up(Server(file_url), *WHO)
    rng = random.Random(5)
    for _ in range(4):
        play_out(server, rng.choice(sorted(GAMES)), *rng.sample(WHO, 2), rng)
    assert server.store.check() == []


def play_out(server, kind, one, two, rng):
    """A random game by mail to its end."""
    option = {"conhex": "", "copolymer": "-size=5 "}.get(kind, "-size=3 ")
    reply = server.handle(f"{kind} challenge {option}{one} {two}")
    while reply.match.outcome is None:
        now = reply.match
        after = now.play(rng.choice(now.legal()))
        while after.is_open:
            after = after.play(rng.choice(after.legal()))
        line = (
            f"{kind} move {reply.board} {now.seat_to_move} - {after.moves[-1]}#{len(after.moves)}"
        )
        reply = server.handle(line)
        assert reply.ok, reply.text
    return reply


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(GAMES))
def test_a_whole_game_by_mail(class_of_two, kind):
    reply = play_out(class_of_two, kind, "alice", "bob", random.Random(7))
    outcome = reply.match.outcome
    winner = reply.match.seats[outcome.winner - 1] if outcome.winner else "TIE"
    assert reply.match.result().partition(" wins")[0] in reply.text
    assert f" {winner} " in class_of_two.handle(f"{kind} history").text
    ratings = class_of_two.handle(f"{kind} standings").text
    assert ("1824" in ratings) == (winner != "TIE")
    assert not class_of_two.handle(f"{kind} undo 101 alice -").ok
    assert class_of_two.handle(f"{kind} show 101").match.moves == reply.match.moves


TRANSCRIPT = (Path(__file__).parent / "conhex.txt").read_text()
SAID = re.compile(r"^>> conhex (?:move|(resign)) (\d+) (\w+) \w+ ?(\S*?)(?:#\d+)?$", re.MULTILINE)


@pytest.mark.parametrize("number", range(102, 107), ids=IDS)
def test_a_real_conhex_game_by_mail(number):
    """What conhex.txt sends is the game that was played; a resignation of ours is said to be."""
    played = read(sgf(REAL[number - 102]))
    sent = [
        (who, end or word)
        for end, board, who, word in SAID.findall(TRANSCRIPT)
        if int(board) == number
    ]
    words = tuple(word for _, word in sent)
    assert words == (played.moves if played.outcome else (*played.moves, "resign"))
    now = match("conhex", seats=("alice", "bob"))
    for who, word in sent:
        assert now.seat_to_move == who
        now = now.play(word)
    head = f"conhex board {number}, size 5: {now.result().partition(' wins')[0]} ("
    shown = TRANSCRIPT.partition(f"\n> conhex show {number}\n")[2].partition("\n> ")[0]
    assert shown.strip().startswith(head)
    picture = "\n".join(f"    {line}".rstrip() for line in now.diagram().splitlines())
    assert picture.rstrip() in shown
    assert ("Shall we end it?" in shown) == (played.outcome is None)


def established(rating, games=20):
    return Record(rating, games)


@pytest.mark.parametrize(
    ("own", "other", "outcome", "after"),
    [
        (Record(), Record(), 1, 1824),  # two newcomers
        (Record(), Record(), -1, 1424),
        (Record(), Record(), 0, 1624),
        (established(1700), established(1700), 1, 1716),
        (established(1700), established(1700), -1, 1684),
        (established(1700), established(1800), 1, 1720),  # 20.48, its fraction dropped
        (established(1800), established(1700), -1, 1780),
        (established(1700), Record(), -1, 1700),  # a newcomer with no games moves nobody
        (established(1700), Record(1700, 10), 1, 1708),  # half as much for ten games
        (Record(1600), established(1800), 1, 2224),
    ],
)
def test_a_rating_after_a_game(own, other, outcome, after):
    assert own.after(other, outcome).rating == after


def test_a_player_is_established_after_twenty_games():
    records = standings([("a", "b", "a")] * 20)
    assert not records["a"].is_provisional and records["a"].won == 20
    assert standings([("a", "b", "a")] * 19)["a"].is_provisional


def test_after_a_swap_the_opener_moves_next_and_the_seats_are_exchanged(class_of_two):
    class_of_two.handle("projex challenge -size=3 alice bob")
    class_of_two.handle("projex move 101 alice - B2")
    reply = class_of_two.handle("projex swap 101 bob -")
    assert reply.match.seats == ("bob", "alice")
    assert reply.match.seat_to_move == "alice" and reply.match.to_move == 2
    assert reply.match.owner("B2") == 1
    assert "bob to move" not in class_of_two.handle("projex games").text


GUARDED = {  # words that are read as one move: as it was sent first, and other ways to write it
    "antipalos": [("C3-B2", "b2-c3", "B2-C3"), ("d4-e5", "E5-D4")],
    "conhex": [("f7", "F7"), ("SWAP", "swap")],
    "copolymer": [("c3", "C3"), ("B2,c2", "b2,C2", "B2,C2")],
    "projex": [("b2", "B2"), ("Swap", "swap", "SWAP")],
}


@pytest.mark.parametrize("kind", sorted(GUARDED))
def test_a_move_sent_again_under_its_number_is_in_already(class_of_two, kind):
    """However it is written: what counts is the move that the board reads."""
    size = {"antipalos": "-size=9 ", "copolymer": "-size=5 ", "projex": "-size=3 "}.get(kind, "")
    class_of_two.handle(f"{kind} challenge {size}alice bob")
    if kind == "copolymer":  # B2 will touch two cells of X
        for who, word in (("alice", "A1"), ("bob", "E5"), ("alice", "A2"), ("bob", "E4")):
            assert class_of_two.handle(f"{kind} move 101 {who} - {word}").ok
    before = len(class_of_two.board(kind, 101).match.moves)
    for number, words in enumerate(GUARDED[kind], before + 1):
        who = class_of_two.board(kind, 101).to_move
        first = class_of_two.handle(f"{kind} move 101 {who} - {words[0]}#{number}")
        assert first.ok and "not done twice" not in first.text, first.text
        for word in words:
            again = class_of_two.handle(f"{kind} move 101 {who} - {word}#{number}")
            assert again.ok and "not done twice" in again.text, again.text
            assert again.match.moves == first.match.moves


OTHERS = ("b2-b4", "zz99", "--", "a1,,a2", ",", "pass", "undo", "\N{SNOWMAN}")  # not that move


@pytest.mark.parametrize("kind", sorted(GUARDED))
def test_another_word_under_a_number_that_is_taken_is_refused(file_url, kind):
    server = sign_up(Server(file_url), "alice", "bob")
    server.handle(f"{kind} challenge alice bob")
    first = server.board(kind, 101).match.legal()[0]
    assert server.handle(f"{kind} move 101 alice - {first}#1").ok
    said = [server.handle(f"{kind} move 101 alice - {word}#1") for word in OTHERS]
    assert not any(reply.ok for reply in said)
    assert server.board(kind, 101).match.moves == (first,)
    server.close()
