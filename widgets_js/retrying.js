/** A word tried in place of one that was played: right or wrong, and why; as nbgames/analysis/retrying.py has it. */

import { boardWorths, listed as named, parried, taken } from "./advising.js";
import { judged, listed } from "./judging.js";
import { isOpen, positionOf } from "./match.js";
import { claimsOf, proving, refutation, sitesOf } from "./reviewing.js";
import { wins } from "./tactics.js";
import { cellsOf, resultOf, seenBy, sideAfter, thorough } from "./values.js";
import { wayOf, wayThrough } from "./ways.js";
import * as wording from "./wording.js";

/** That a word is right, and what it leaves. */
const right = (m, { word, who }, left, players) => {
  if (word === "swap") return wording.right_swap();
  const why = m.outcome?.winner === who ? wording.right_at_once()
    : wording.right_since(...players, seenBy(left, who), left.error, cellsOf(m, left));
  return wording.right(word.replace(/,$/, ""), why);
};

/** What a word parries, threatens or takes, and that its player is nearer to a win. */
const more = (before, m, { word, who }, left, [player, other]) => {
  const { game } = m;
  if (m.outcome || word === "swap") return [];
  if (isOpen(m)) return [wording.goes_on(word.replace(/,$/, ""))];
  const sites = game.scored || game.several ? [] : wins(game, positionOf(m).owners, who);
  const race = () => {
    const [mine, theirs] = [wayOf(m, who).claims, wayOf(m, 3 - who).claims];
    return mine < theirs ? wording.race(player, other, mine, theirs) : "";
  };
  return [
    parried(before, word, other, true),
    sites.length ? wording.threatens(player, named(sites.map((site) => game.names[site])))
      : game.canJoin && left.error ? race() : "",
    game.obliges ? taken(before, m, word, other) : "",
  ];
};

/** The chain that has won, or a shortest way through the word, unless the opponent is nearer. */
const ownWay = (before, m, { word, who }, player) => {
  if (word === "swap" || !m.game.canJoin) return ["", [], []];
  if (m.outcome?.chain.length) return [wording.winning_chain(player), m.outcome.chain, []];
  const [mine, theirs] = [wayOf(m, who), wayOf(m, 3 - who)];
  const chain = wayThrough(before, m, who);
  return !chain.length || mine.claims > theirs.claims ? ["", [], []] : [wording.own_way(player), chain, []];
};

/** Does a word look no better than the one `played`, by estimates of both that say something? */
const isNoBetter = ({ who, word }, left, [other, value]) => {
  const [share, before] = [seenBy(left, who), seenBy(value, sideAfter(who, other))];
  const isVague = wording.is_vague(share, left.error) || wording.is_vague(before, value.error);
  return ![other, "swap"].includes(word) && left.error > 0 && value.error > 0 && !isVague && share <= before;
};

/** Why a word that is no mistake may not be what was looked for; "" where nothing says so. */
const doubt = (r, left, played, player) => {
  const claims = r.word.replace(/,$/, "");
  if (r.sure) return wording.doubtful(claims);
  if (r.cells && r.loss && r.after < 0) return wording.loses_by_less(claims, -r.after, -r.before);
  if (!played || !isNoBetter(r, left, played)) return "";
  return wording.no_better(claims, played[0], player, seenBy(left, r.who), left.error);
};

/** Does a word leave more than another, by numbers as they are told, if they say something? */
const leavesMore = (who, left, share) => Math.round(100 * seenBy(left, who)) > Math.round(100 * share)
  && !wording.is_vague(seenBy(left, who), left.error);

/**
 * How the last word of a match does in place of the one `played`, from the last two positions and what is known.
 * Where a review has named it as better, by that, nothing more is proven or searched: the two agree. It may beat the
 * one that it named, `rival`, with what that leaves.
 */
export function* tried(m, proven = null, played = null, nodes = proving(m.game), isNamed = false, rival = null) {
  const line = listed(m);
  const { game } = m;
  const { length } = line.moves;
  const run = { games: thorough(game, length), nodes: isNamed ? 0 : nodes, rows: new Map(), proven, isGlance: isNamed };
  const { known, remarks: [r], moves: [{ left }] } = yield* judged(line, run, length);
  const { who, word } = r;
  /** @type {[string, string]} */
  const players = [game.players[who - 1], game.players[2 - who]];
  const told = { number: r.move, right: false, beats: false, sign: "✗",
    sites: sitesOf(game, word), line: claimsOf(m, r.line), who,
    had: boardWorths(line.at(length - 1), known.get(Math.min(...known.keys()))),
    left: boardWorths(m, m.outcome ? resultOf(m) : known.get(Math.max(...known.keys()))) };
  const compared = ([other, value]) => {
    const side = sideAfter(who, other);
    const names = side === who ? players : players.toReversed();
    return other === word ? ""
      : wording.as_played(other, ...names, seenBy(value, side), value.error, cellsOf(m, value));
  };
  const doubts = isNamed ? "" : doubt(r, left, played, players[0]);
  if (word === "resign") yield { ...told, says: wording.of_word(players[0], r), chain: ["", [], []] };
  else if (wording.mark(r)) yield { ...told, says: wording.wrong(game.players, r), chain: refutation(line, r) };
  else if (doubts) yield { ...told, sign: "~", says: doubts, chain: ["", [], []] };
  else {
    const isLess = r.cells && r.loss > 0 && r.after > 0;
    const side = rival && sideAfter(who, rival[0]);
    const beats = rival !== null && leavesMore(who, left, seenBy(rival[1], side));
    const says = [right(m, r, left, players),
      beats ? wording.even_better(rival[0], game.players[side - 1], seenBy(rival[1], side), !left.error) : "",
      isLess ? wording.wins_by_more(r.before) : "",
      ...more(line.at(length - 1), m, r, left, players),
      played ? compared(played) : ""];
    const chain = ownWay(line.at(length - 1), m, r, players[0]);
    yield { ...told, right: true, beats, sign: "✓", says: says.filter(Boolean).join(" "), chain };
  }
}
