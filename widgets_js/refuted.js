/** A puzzle as a tree: which turns are right, what refutes the others, and how it goes on from each. */

import { isOpen, played, positionOf, result, words } from "./match.js";
import { further, same } from "./puzzle.js";

/** The positions of a match after each of these words. */
const along = (m, line) => {
  let now = m;
  return line.map((word) => positionOf(now = played(now, word)));
};

/** Words of a puzzle, which come as one letter for each site, with its number from 64 on. */
export const spelled = ({ names }) => (text) => text.replace(/[@-\uffff](?=([@-\uffff])?)/g,
  (letter, more) => names[letter.charCodeAt(0) - 64] + (more ? " " : ""));

const split = (text) => text.split(" ").filter(Boolean);

/** What answers each wrong turn of a step, by the position after it: the word, the line, its positions. */
const refutations = (before, text) => text.split(";").flatMap((part) => {
  const [wrong, line] = part.split(">").map(split);
  return wrong.map((word) => {
    const m = played(before, word);
    return { word, line, position: positionOf(m), then: along(m, line), end: further(m, line.join(" ")) };
  });
});

/**
 * @param {any} asked the match at whose end the puzzle asks
 * @param {string} solution the answer to its end
 * @param {string} refuted refutations of each step
 */
export const treeOf = (asked, solution, refuted) => {
  const answer = split(solution);
  const begun = asked.claims.length;
  const chain = along(asked, answer);
  const texts = refuted.split("/");
  const known = texts.map(() => /** @type {any} */ (null));
  const wrong = (step) =>
    (known[step] ??= refutations(further(asked, answer.slice(0, 2 * step).join(" ")), texts[step]));
  const solved = (played) =>
    ({ kind: "solved", played, next: answer[played] ?? null, left: answer.length - played });

  const FOLLOW = {
    asked({ step, count }, position, word) {
      const right = 2 * step + 1;
      if (same(position, chain[right - 1])) {
        const isLast = step + 1 === texts.length;
        return isLast ? { ...solved(right), word } : { kind: "right", step, word, next: answer[right] };
      }
      const found = wrong(step).find((other) => same(other.position, position));
      return found ? { ...found, kind: "wrong", step, count, word, played: 0, next: found.line[0] ?? null } : null;
    },
    right: ({ step, word, next }, position, _, end) => (same(position, chain[2 * step + 1])
      ? { kind: "asked", step: step + 1, count: end, word, reply: next, next: null } : null),
    solved: (now, position) => (now.next !== null && same(position, chain[now.played])
      ? { ...solved(now.played + 1), word: now.word } : null),
    wrong: (now, position) => (now.next !== null && same(position, now.then[now.played])
      ? { ...now, played: now.played + 1, next: now.line[now.played + 1] ?? null } : null),
  };

  /**
   * Where a match stands in the tree: `kind` is "asked", "right", "wrong", "solved", or "away" from it; `next`
   * is how it goes on, `count` after how many claims it was last asked.
   * @returns {any}
   */
  const at = (m) => {
    let now = /** @type {any} */ ({ kind: "asked", step: 0, count: begun, next: null });
    const away = (count = begun) => ({ kind: "away", count, next: null });
    if (m.claims.length < begun || !same(m.positions[begun], positionOf(asked))) return away();
    for (const [word, end] of words(m).filter(([, count]) => count > begun)) {
      if (end === m.claims.length && isOpen(m)) break;
      const then = FOLLOW[now.kind](now, m.positions[end], word, end);
      if (!then || word === "resign") return away(now.count);
      now = { count: now.count, ...then };
    }
    return now;
  };

  /** The sites of the right turn of a step, and with it of the two wrong turns that hold out longest. */
  const right = (step) => answer[2 * step];
  const candidates = (step) => [right(step),
    ...[...wrong(step)].sort((a, b) => b.line.length - a.line.length).slice(0, 2).map(({ word }) => word)];
  return { begun, at, right, candidates, end: () => further(asked, answer.join(" ")) };
};

const cells = (m, who) => positionOf(m).owners.filter((owner) => owner === who).length;

/** The cells of both at the end: "X 10, O 9". */
const score = (m) => m.game.players.map((player, k) => `${player} ${cells(m, k + 1)}`).join(", ");

/** How it ends after the last turn that is asked, and how the words to there can be watched. */
export const outlook = (best, left, press) => {
  const { game, outcome } = best;
  const how = game.scored ? `it ends ${score(best)}` : outcome.winner ? result(best) : "nobody can win any more";
  const see = left === 1 ? "1 move later. To see it" : `${left} moves later. To see them`;
  return left ? `${how}, ${see}, ${press}.` : `${how}.`;
};

/** Why a turn is wrong: what answers it, and how that ends. */
export const because = ({ word, line, end }, best, who) => {
  const { game, outcome } = end;
  const reply = line.length ? `${game.players[2 - who]} answers ${line[0]}` : "";
  const later = line.length > 1 ? ` ${line.length - 1} moves later` : "";
  if (game.scored) {
    const lost = cells(best, who) - cells(end, who);
    const isLost = best.outcome.winner === who && outcome.winner !== who;
    const costs = `${lost} ${lost === 1 ? "cell" : "cells"}${isLost ? " and the game" : ""}`;
    return `${word} loses ${costs}: ${reply ? `${reply}, and ` : ""}it ends ${score(end)}, not ${score(best)}.`;
  }
  if (!outcome.winner) return `${word} only draws: ${reply || "the board is full"}, and nobody can win any more.`;
  if (!reply) return `${word} loses: ${result(end)}.`;
  return `${word} loses: ${reply} and wins ${game.ways[outcome.by]}${later}.`;
};
