"""Analyse: the review of a match, made and shown on a live board."""

import time

import pytest
from playwright.sync_api import expect

import nbgames
from nbgames import analysis

BLUNDER = nbgames.match("copolymer", 3, swap=False).play("B2", "A1", "C3")


@pytest.fixture
def analysed(show):
    """analysed(match, **options) -> a board whose review is done."""

    def one(match, **options):
        board = show(match, **options)
        board.button("Analyse").click()
        wait(board)
        return board

    return one


def wait(board):
    end = time.monotonic() + 60
    while board.widget.review.get("busy") or board.widget.review.get("share", 0) < 1:
        assert time.monotonic() < end, board.widget.review
        time.sleep(0.1)
        board.push()
    board.push()


def test_a_click_analyses_and_a_click_on_a_mark_shows_what_was_better(analysed):
    board = analysed(BLUNDER)
    mark = board.part("moves").locator("li").first
    expect(mark).to_have_attribute("data-mark", "?? decided")
    expect(board.part("curve")).to_have_attribute("aria-label", "x")
