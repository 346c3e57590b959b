"""A record whose flags are not what its functions do is refused with an example, at once."""

from dataclasses import replace

import pytest
from foreign import SIX, TWICE

import nbgames
from nbgames.core.conformance import confirm
from nbgames.core.kernels import claim, crossed, looped
from nbgames.core.rules import Effect, Goal
from nbgames.games.antipalos import ANTIPALOS
from nbgames.games.conhex import CONHEX
from nbgames.games.copolymer import COPOLYMER
from nbgames.games.projex import PROJEX


@pytest.mark.parametrize("rules", [*nbgames.GAMES.values(), *SIX], ids=repr)
def test_the_four_games_and_the_six_foreign_ones_are_what_their_records_say(rules):
    confirm(rules)


def unlooped(net, owners):
    won = looped(net, owners)
    return 3 - won if won else 0


def three_touches(net, owners, site, who):
    owners[site] = who
    ends = net.ends[net.starts[site] : net.starts[site + 1]]
    return who if sum(owners[end] == 3 - who for end in ends) >= 3 else 3 - who


def freeing(net, owners, site, who):
    for other in range(len(owners)):
        owners[other] = 0
    owners[site] = who
    return 3 - who


def passing(net, owners, site, who):
    return 3 - who


def fickle(net, owners):
    return 1 if sum(map(bool, owners)) == 3 else 0


def generous(net, owners):
    return 3 if any(owners) else 0


FALSE = {
    "a misère Projex that does not say so": (
        replace(PROJEX, winner=unlooped),
        "its winner does not do what Goal.LOOP says; give it Goal.OTHER",
    ),
    "three touches": (
        replace(COPOLYMER, step=three_touches),
        "where X A1 B1; O A2 and O plays B2, its step does not do what Effect.OBLIGES says",
    ),
    "no touches": (replace(COPOLYMER, step=claim), "not do what Effect.OBLIGES says"),
    "ConHex without conquests": (replace(CONHEX, step=claim), "what Effect.CONQUERS says"),
    "Antipalos without blocks": (replace(ANTIPALOS, step=claim), "what Effect.BLOCKS says"),
    "Antipalos without draws": (replace(ANTIPALOS, draws=False), "give it draws=True"),
    "another goal": (replace(PROJEX, winner=crossed), "what Goal.LOOP says"),
    "a misère goal by a plain winner": (replace(PROJEX, misere=True), "what Goal.LOOP says"),
    "a second claim that is not said": (
        replace(TWICE, several=False),
        "a claim leaves the turn with its player; give it several=True",
    ),
    "a claim that frees sites": (
        replace(PROJEX, step=freeing, effect=Effect.OTHER),
        "a claim has to own its site, free no other",
    ),
    "a claim of nothing": (
        replace(PROJEX, step=passing, effect=Effect.OTHER),
        "a claim has to own its site",
    ),
    "a win that is lost again": (
        replace(PROJEX, winner=fickle, goal=Goal.OTHER, draws=True),
        "a win has to stay",
    ),
    "a win for both": (
        replace(PROJEX, winner=generous, goal=Goal.OTHER),
        "one claim wins for both players",
    ),
}


@pytest.mark.parametrize(("rules", "words"), FALSE.values(), ids=FALSE)
def test_a_false_record_is_refused_when_the_game_is_made(rules, words):
    with pytest.raises(nbgames.Refused, match=f"is not what its record says: .*{words}"):
        nbgames.match(replace(rules, name="variant"))


def test_the_smallest_board_is_looked_at_however_large_it_is():
    large = replace(PROJEX, name="large", misere=True, sizes=range(9, 12), size=9)
    with pytest.raises(nbgames.Refused, match="on a board of 192 sites"):
        nbgames.match(large)


@pytest.mark.parametrize(
    "rules",
    [
        replace(PROJEX, name="avoid", winner=unlooped, misere=True),
        replace(PROJEX, name="avoid", winner=unlooped, goal=Goal.OTHER),
        replace(COPOLYMER, name="three", step=three_touches, effect=Effect.OTHER),
    ],
    ids=["misère", "of an unknown goal", "of an unknown effect"],
)
def test_a_variant_that_says_what_it_is_can_be_played(rules):
    m = nbgames.match(rules)
    assert m.play(m.legal()[0]).claims
