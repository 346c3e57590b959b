"""A class on a wall: joined by a code, watched by its teacher, under names made for it."""

import re
import stat

import pytest
import sqlalchemy as sa

from mail.conftest import asked, sign_up
from mail.test_operations import keeper
from nbgames.core.errors import Refused
from nbgames.exercises import boards_are_graphs as check
from nbgames.exercises import right, wrong
from nbgames.mail import Server, accounts, admin, joining, persons, schema, walls

CLASS = "Graph theory, Monday"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("NBGAMES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def server(url, monkeypatch):
    monkeypatch.setenv("NBGAMES_URL", url)
    server = Server(url)
    yield server
    server.close()


def begun(server):
    """The code and the key of a class."""
    return server.store.write(lambda tx: walls.begin(tx, CLASS))


def wall(server, key):
    return server.store.read(lambda tx: walls.of_key(tx, key))


def test_who_joins_has_a_name_made_for_it_and_no_account(server):
    code, key = begun(server)
    userid, name = server.join(code.lower())
    assert name == CLASS and re.fullmatch("[a-z]+-[a-z]+[0-9]*", userid)
    assert [s.name for s in wall(server, key).students] == [userid]
    with pytest.raises(Refused, match="do not go together"):
        server.login(userid, "")
    assert server.handle(f"projex challenge -size=4 {userid} {userid}").ok
    assert server.handle(f"projex move 101 {userid} - D2").ok
    assert server.store.read(accounts.check) == []


def test_who_joins_again_on_the_same_computer_is_the_same(server, url, home):
    code, _ = begun(server)
    first = joining.join(code, server=server)
    assert repr(first) == f"You are {first.userid} in {CLASS}."
    later = Server(url)  # as after a restart
    assert joining.join(code.lower(), server=later).userid == first.userid
    assert stat.S_IMODE((home / joining.FILE).stat().st_mode) == 0o600
    (home / joining.FILE).write_text("no json")
    assert joining.join(code, server=later).userid != first.userid
    later.close()


def test_a_code_is_good_for_a_day_and_who_is_in_stays(server):
    code, key = begun(server)
    userid, _ = server.join(code)
    with server.store.engine.begin() as tx:
        tx.execute(sa.update(schema.CLASS).values(closes=1))
    assert wall(server, key).code == ""
    with pytest.raises(Refused, match="its day is over"):
        server.join(code)
    assert server.join(code, server.tokens[userid])[0] == userid
    again, other = begun(server)
    assert again != code and wall(server, key) is None
    assert [s.name for s in wall(server, other).students] == [userid]


@pytest.mark.parametrize("code", ["", "AAAAAA", "'; --", "x" * 1000, "\0"])
def test_a_wrong_code_is_told(server, code):
    begun(server)
    with pytest.raises(Refused):
        server.join(code)


def test_a_class_is_not_endless(server, monkeypatch):
    code, _ = begun(server)
    monkeypatch.setattr(walls, "MOST", 2)
    server.join(code)
    server.join(code)
    with pytest.raises(Refused, match="the most"):
        server.join(code)


def test_a_check_tells_which_exercise_and_whether_it_is_right_and_nothing_else(server):
    code, key = begun(server)
    seat = joining.join(code, server=server)
    assert seat.tell(check.copolymer_cells(...)).words.startswith("Not answered")
    assert wall(server, key).exercises == ()
    for _ in range(3):
        verdict = seat.tell(check.copolymer_cells(lambda size: "a secret answer"))
        assert not verdict and "secret" in verdict.words
    (exercise,) = wall(server, key).exercises
    assert exercise.name == "boards_are_graphs.copolymer_cells"
    assert exercise.failing == ((seat.userid, 3),) and exercise.right == 0
    assert wall(server, key).students[0].stuck == f"{exercise.name}, 3 wrong"
    with server.store.engine.begin() as tx:
        assert "secret" not in str(tx.execute(sa.select(schema.TOLD)).all())
    server.tell(seat.userid, exercise.name, is_right=True)
    assert wall(server, key).exercises[0].right == 1 and not wall(server, key).students[0].stuck


def test_a_verdict_knows_its_exercise_and_is_equal_without():
    assert check.copolymer_cells(1).exercise == "boards_are_graphs.copolymer_cells"
    assert right("x") == right("x") != wrong("x") and right("x").exercise == ""


def test_only_members_tell_and_only_of_exercises(server):
    code, _ = begun(server)
    sign_up(server, "alice")
    with pytest.raises(Refused, match="alice is in no class"):
        server.tell("alice", "tempo.x", is_right=True)
    with pytest.raises(Refused, match="join the class"):
        server.tell("mallory", "tempo.x", is_right=True)
    userid, _ = server.join(code)
    for name in ("", "tempo", "../x.y", "<b>.x", "a.b" * 100):
        with pytest.raises(Refused, match="is called like this"):
            server.tell(userid, name, is_right=True)


def test_boards_stand_on_the_wall_and_who_lets_wait_is_stuck(server):
    code, key = begun(server)
    sign_up(server, "alice", "bob")
    server.handle("projex challenge -size=4 alice bob")
    one, two = (joining.Seat(*server.join(code), server) for _ in range(2))
    assert one.play("projex", two.userid, size=4).match.game.size == 4
    assert two.play("conhex").seats == (two.userid, two.userid)
    assert [(r.kind, r.board) for r in wall(server, key).boards] == [
        ("conhex", 101),
        ("projex", 102),
    ]
    with server.store.engine.begin() as tx:
        tx.execute(sa.update(schema.GAME).values(at=schema.now() - 6 * 60_000))
    stuck = {s.name: s.stuck for s in wall(server, key).students}
    assert stuck == {
        one.userid: "projex 102, to move for 6 min",
        two.userid: "conhex 101, to move for 6 min",
    }
    with pytest.raises(Refused, match="nobody here is called"):
        one.play("projex", "nobody-there")


def test_the_keeper_begins_pairs_and_ends_a_class(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = admin.WORDS["class"](["wall", CLASS, "https://games.example.org/"])
    key = re.search(r"https://games.example.org/wall/(\S+)", told)[1]
    code = re.search(r'join\("(\w+)"\)', told)[1]
    names = [server.join(code)[0] for _ in range(3)]
    assert len(admin.WORDS["class"](["pair", CLASS, "projex"]).splitlines()) == 3
    server.tell(names[0], "tempo.x", is_right=False)
    assert "in a class" in keeper("admin list")
    assert persons.export(server.store, names[0])["exercises"][0]["exercise"] == "tempo.x"
    keeper(f"admin lock {names[1]}")
    with pytest.raises(Refused, match="join the class"):
        server.tell(names[1], "tempo.x", is_right=False)
    assert "its 3 students are removed" in admin.WORDS["class"](["end", CLASS])
    assert wall(server, key) is None and server.store.check() == []
    for table in (schema.CLASS, schema.MEMBER, schema.TOLD):
        assert server.store.read(lambda tx, t=table: tx.execute(sa.select(t)).all()) == []
    with pytest.raises(Refused, match="there is none"):
        admin.WORDS["class"](["end", CLASS])
    with pytest.raises(Refused, match="2 to 60 letters"):
        admin.WORDS["class"](["wall", "x\ny"])


# Over HTTP


def test_each_change_is_on_the_wall_at_the_next_look(web, file_url, capfd):
    """The page looks every second; what it gets then is what the store holds then."""
    here = Server(file_url)
    code, key = begun(here)
    far = Server(web.address)
    seats = [joining.Seat(*far.join(code), far) for _ in range(30)]

    def looked(known=""):
        code, heads, text = asked(web, f"/wall/{key}/now", If_None_Match=known)
        return code, heads["ETag"], text

    code_, tag, text = looked()
    assert code_ == 200 and all(seat.userid in text for seat in seats)
    assert looked(tag)[0] == 304
    for one, two in zip(seats[::2], seats[1::2], strict=True):
        board = one.play("projex", two.userid, size=3).number
        code_, tag, text = looked(tag)
        assert code_ == 200 and f"projex/{board}?n=1" in text
        assert far.handle(f"projex move {board} {one.userid} - B2").ok
        code_, tag, text = looked(tag)
        assert code_ == 200 and f"projex/{board}?n=2" in text
        two.tell(check.copolymer_cells(1))
        code_, tag, text = looked(tag)
        assert code_ == 200 and f"{two.userid} (1)" in text
    status, heads, drawn = asked(web, f"/wall/{key}/projex/101?n=2")
    assert status == 200 and heads["Content-Type"] == "image/svg+xml" and "<svg" in drawn
    said = capfd.readouterr().err
    assert " join " in said and " told " in said
    assert not any(word in said for word in (code, key, *far.tokens.values()))
    here.close()


def test_a_wall_is_seen_by_its_key_alone_and_shows_no_other_board(web, file_url):
    here = sign_up(Server(file_url), "alice", "bob")
    code, key = begun(here)
    here.handle("projex challenge -size=3 alice bob")
    status, heads, text = asked(web, f"/wall/{key}")
    assert status == 200 and code in text and "sha256-" in heads["Content-Security-Policy"]
    for there in (
        "x",
        key[:-1],
        f"{key}/projex/101",
        f"{key}/projex/x",
        "%00/now",
        f"{key}/../now",
    ):
        assert asked(web, f"/wall/{there}")[0] == 404
    assert key not in asked(web, "/")[2] and code not in asked(web, "/")[2]
    here.close()


def test_what_is_told_over_http_is_checked(web, file_url):
    here = Server(file_url)
    code, _ = begun(here)
    far = Server(web.address)
    with pytest.raises(Refused, match="no class here has this code"):
        far.join("WRONG1")
    userid, _ = far.join(code)
    for who, name in ((userid, "<script>.x"), ("mallory", "tempo.x")):
        with pytest.raises(Refused):
            far.tell(who, name, is_right=True)
    assert asked(web, "/told", b'{"result": 1}', Content_Type="application/json")[0] == 400
    here.close()


def test_names_that_a_class_and_its_students_bear_are_escaped(web, file_url):
    here = Server(file_url)
    _, key = here.store.write(lambda tx: walls.begin(tx, "<script>alert(1)</script>"))
    assert "<script>alert" not in asked(web, f"/wall/{key}")[2]
    here.close()
