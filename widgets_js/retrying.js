/** A word tried in place of one that was played: right or wrong, and why; as nbgames/analysis/retrying.py has it. */

import { boardWorths, effects } from "./advising.js";
import { isOpening, judged, listed, remarkOn } from "./judging.js";
import { isOpen, positionOf } from "./match.js";
import { claimsOf, proving, refutation } from "./reviewing.js";
import { sitesOf } from "./tactics.js";
import { cellsOf, chosen, resultOf, said, seenBy, sideAfter, thorough } from "./values.js";
import { wayOf, wayThrough } from "./ways.js";
import * as wording from "./wording.js";

/** That a word is right, and what it leaves. */
const right = (m, { word, who }, left, players) => {
  if (word === "swap") return wording.right_swap();
  if (isOpen(m)) return wording.right_so_far(word);
  const why = m.outcome?.winner === who ? wording.right_at_once()
    : wording.right_since(...players, seenBy(left, who), left.error, cellsOf(m, left));
  return wording.right(word, why);
};

/** What a word does, as far as that is not said, and how play goes on. */
const whyOf = (before, m, { word, line, ...r }, left, said, [player, other]) => {
  const isKnown = isOpen(m) || m.outcome || [word, ...line].includes("swap")
    || said.includes(wording.refuted(m.game.players, { word, line, ...r }));
  const says = [...effects(before, m, word), isKnown ? "" : wording.expected(player, other, line)];
  const news = says.filter((one) => one && !said.includes(one));
  return wording.explains(word, news.join(" ") || wording.known_only(!left.error));
};

/** The chain that has won, or a shortest way through the word, unless the opponent is nearer. */
const ownWay = (before, m, { word, who }, player) => {
  if (word === "swap" || !m.game.canJoin) return ["", [], []];
  if (m.outcome?.chain.length) return [wording.winning_chain(player), m.outcome.chain, []];
  const [mine, theirs] = [wayOf(m, who), wayOf(m, 3 - who)];
  const chain = wayThrough(before, m, who);
  return !chain.length || mine.claims > theirs.claims ? ["", [], []] : [wording.own_way(player), chain, []];
};

/** The sign of a word, whether it is right, and why; named by a review it is. */
const verdict = (m, { r, had, left }, [other, value], isNamed, players) => {
  const { word, who } = r;
  if (word === "resign") return ["✗", wording.of_word(players[0], r)];
  if (r.loss && !r.cost && r.after < 0) return ["~", wording.loses_by_less(word, -r.after, -r.before)];
  const isDoubtful = r.sure && left.error && !wording.mark(r) && !isNamed;
  if (isDoubtful && !isOpen(m)) return ["~", wording.doubtful(word)];
  const [best, mine] = [had, left].map((one) => seenBy(one, who));
  const isCompared = other && ![other, "swap"].includes(word) && left.error;
  const before = isCompared ? seenBy(value, sideAfter(who, other)) : -1;
  const isRight = isNamed || (wording.keeps_enough(best, mine, before) && !isDoubtful);
  if (isRight) return ["✓", right(m, r, left, players)];
  if (isOpen(m) && left.error) return ["~", wording.open_yet(word)]; // a better way to go on may be unseen
  const mark = wording.mark_by(word, best, 0, mine);
  const off = wording.lead(wording.doubt(r), 0);
  if (mark && !wording.mark(r)) return ["~", wording.about_as_good(word, players[0], best, mine, off)];
  if (["", "?!"].includes(mark) && isCompared && wording.mark_by("", mine, 0, before)) {
    return ["~", wording.between(word, other, players[0], best, mine)];
  }
  return mark ? ["✗", wording.wrong(m.game.players, r)]
    : ["~", wording.hardly_better(word, other, wording.lead(mine, before))];
};

/**
 * The word, counted from what the position before it is told to be worth. If the best other word, too, was searched, a
 * smaller fall counts, as in a review.
 */
const counted = (line, move, board, given, rival) => {
  const { number, who, left } = move;
  const seen = (value) => seenBy(value, who);
  const had = !isOpening(line, number) ? chosen(line.at(number - 1), board)
    : given && seen(given) > seen(move.had) ? given : move.had;
  const fell = Math.max(0, seen(had) - seen(left));
  return { had, left, r: remarkOn({ ...move, board, had, fell, others: Number(rival?.[1].error > 0), instead: [] }) };
};

/**
 * How the last word of a match does in place of the one `played`, from the last two positions and what is known. It
 * counts from what the position before it is known to be worth, and is searched as long as that was. Where a review
 * has named it as better it is right, and nothing more is proven. It may beat the best other word that the review
 * named, `rival`, with what that leaves.
 */
export function* tried(m, worths = null, played = null, nodes = proving(m.game), isNamed = false, rival = null) {
  const line = listed(m);
  const { game } = m;
  const { length } = line.moves;
  const given = worths?.[length - 1];
  const games = Math.max(thorough(game, length), given?.games ?? 0);
  const run = { games, nodes: isNamed ? 0 : nodes, rows: new Map(), worths, isGlance: true };
  const { known, moves: [move] } = yield* judged(line, run, length);
  const board = known.get(Math.min(...known.keys()));
  const found = counted(line, move, board, given, rival);
  const { r, left } = found;
  const { who, word } = r;
  const playersOf = (side) => /** @type {[string, string]} */ ([game.players[side - 1], game.players[2 - side]]);
  const players = playersOf(who);
  const leftBy = (which, [other, value]) => {
    const side = sideAfter(who, other);
    return other === word ? ""
      : wording.left_by(other, which, ...playersOf(side), seenBy(value, side), value.error, cellsOf(m, value));
  };
  const before = line.at(length - 1);
  const [sign, why] = verdict(m, found, played ?? [], isNamed, players);
  const isRight = sign === "✓";
  const besides = () => [
    r.cells && r.loss > 0 && r.after > 0 && wording.wins_by_more(r.before),
    ...effects(before, m, word, true),
    rival && leftBy("which the review names", rival),
    played && leftBy("as played", played),
  ];
  const says = [given?.error && !board.error && length > 1 && wording.known_since(said(before, board)), why,
    ...(isRight && !isOpen(m) ? besides() : [])];
  const goesOn = isOpen(m) && (isRight || left.error);
  const told = says.filter(Boolean).join(" ");
  yield {
    number: r.move, open: goesOn ? word : "", right: isRight && !isOpen(m), sign, says: told,
    why: whyOf(before, m, r, left, told, players),
    sites: sitesOf(game, word), owners: [...positionOf(m).owners], line: claimsOf(m, r.line), who,
    chain: isRight ? ownWay(before, m, r, players[0]) : sign === "✗" ? refutation(line, r) : ["", [], []],
    had: boardWorths(before, board),
    left: boardWorths(m, m.outcome ? resultOf(m) : known.get(Math.max(...known.keys()))),
  };
}
