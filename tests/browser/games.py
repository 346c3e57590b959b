"""Whole games by seed, small enough to be clicked, and where on a page their sites are."""

from functools import cache
from random import Random

import nbgames
from nbgames.play.match import Match

# The place of a site on the page, for a real mouse: its middle, but of a diagonal a place near one
# end, since two cross in the middle.
PLACE = """([site, view]) => {
  const svg = document.querySelectorAll('.nb-board')[view];
  const shape = svg.querySelector(`[data-site="${site}"]`);
  if (shape.matches('.nb-piece')) {
    const near = shape.getPointAtLength(0.2 * shape.getTotalLength());
    const { x, y } = near.matrixTransform(shape.getScreenCTM());
    return [x, y];
  }
  const { x, y, width, height } = shape.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""

# The owner of every site as the page shows it, areas after what is claimed.
OWNERS = """view => {
  const svg = document.querySelectorAll('.nb-board')[view];
  const owner = shape => Number(shape.dataset.owner ?? 0);
  const claimed = [...svg.querySelectorAll('[data-site]')]
    .sort((a, b) => a.dataset.site - b.dataset.site).map(owner);
  return [...claimed, ...[...svg.querySelector('.nb-areas').children].map(owner)];
}"""


def shows(page, owners, view=0):
    """Wait until the board shows these owners: what else the page says may come before them."""
    page.wait_for_function(
        f"([owners, view]) => ({OWNERS})(view).join() === owners",
        arg=[",".join(map(str, owners)), view],
    )


# Where the board is and all that can be pressed but moves and a review, as text: equal if
# nothing moved.
PLACES = """() => [...document.querySelectorAll('.nb-board, .nb-root :is(button, input, summary)')]
  .filter(e => e.checkVisibility() && !e.closest('.nb-lines, .nb-question, .nb-now, .nb-review'))
  .map(e => { const { x, y, width, height } = e.getBoundingClientRect();
    return [e.ariaLabel ?? e.textContent, x, y, width, height].join(' '); })"""


# What of a review is not seen between the window's top and this height: its board, its curve, the
# move that is looked at, and two rows of moves.
UNSEEN = """height => {
  const list = document.querySelector('.nb-lines').getBoundingClientRect();
  const inside = (part, low) => {
    const { top, bottom } = document.querySelector(part).getBoundingClientRect();
    return top >= -1 && bottom <= low + 1;
  };
  const low = Math.min(list.bottom, height);
  const parts = ['.nb-board', '.nb-plot'].filter((part) => !inside(part, height));
  if (!inside('.nb-moves [aria-current]', low)) parts.push('move');
  const row = parseFloat(getComputedStyle(document.querySelector('.nb-lines')).lineHeight);
  const rows = Math.round(document.querySelector('.nb-moves').offsetHeight / row);
  if (Math.floor((low - list.top) / row) < Math.min(2, rows)) parts.push('rows');
  return parts;
}"""


def seen_whole(page, height):
    """Wait until no part of a review is unseen: its list of moves scrolls in the next frame."""
    page.wait_for_function(f"height => !({UNSEEN})(height).length", arg=height)


@cache
def played(name: str, size: int, wanted: str) -> Match:
    """The first game by seed that ends `by` what is wanted, or has it in a word on the way."""
    for seed in range(10_000):
        m = to_the_end(nbgames.match(name, size), Random(seed))
        if wanted == m.outcome.by or any(wanted in word for word in m.moves):
            return m
    raise LookupError(f"no {name} {size} with {wanted} in 10,000 games")


def to_the_end(m, random):
    while not m.outcome:
        legal = m.legal()
        m = m.play("swap" if "swap" in legal and random.random() < 0.5 else random.choice(legal))
    return m
