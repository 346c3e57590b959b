/** The puzzle trainer: it asks, answers each turn from what was searched for beforehand, and keeps score. */

import { render } from "./board.js";
import { flat } from "./camera.js";
import { pathOf } from "./chain.js";
import { button, html, listen } from "./html.js";
import { gameOf, matchOf, siteOfName } from "./match.js";
import { modelOf } from "./model.js";
import { next, progressOf } from "./progress.js";
import { further } from "./puzzle.js";
import { because, treeOf } from "./refuted.js";
import * as rules from "./rules.js";
import { schemed } from "./scheme.js";

const PACE = 800; // milliseconds between words that are played by themselves

/** What was packed by Python: JSON, compressed, in base 64. */
export const unpacked = async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text());
};

/** Plays whatever goes on by itself, one word at a time. */
const guideOf = (goesOn) => (game, table, moved) => {
  let timer = 0;
  const guide = {
    seat: 0,
    paused: false,
    waits: () => !guide.paused && goesOn(table.now()) !== null,
    thinks: () => false,
    stop: () => clearTimeout(timer),
    attend() {
      guide.stop();
      if (guide.waits()) timer = setTimeout(() => { table.play(goesOn(table.now())); moved(); }, PACE);
    },
  };
  return guide;
};

/** A puzzle on its board. @param {any} board @param {any} puzzle @param {any} deeds what can be typed besides */
const posedOn = ({ facts, board }, puzzle, deeds) => {
  const game = gameOf(facts, rules[facts.name]);
  const asked = further(matchOf(game, { swap: false }), puzzle.moves);
  const tree = treeOf(asked, puzzle);
  let playsOut = false; // is the answer played to its end?
  let hinted = /** @type {any} */ ({ count: -1 });
  const goesOn = (m) => {
    const now = tree.at(m);
    if (now.kind === "solved" && !playsOut) return null;
    return now.kind === "asked" && playsOut ? tree.right(now.step) : now.next;
  };
  let guide;
  const own = {
    deeds,
    computerAt: (...given) => (guide = guideOf(goesOn)(...given)),
    over: () => (table?.match().claims.length === hinted.count ? hinted.over : {}),
  };
  /** @type {any} */
  let table;
  table = modelOf(game, asked, [], { facts, board, path: pathOf(game, board) }, own);
  const sitesOf = (words) => [...new Set(words.flatMap((word) => word.split(",")).map((name) => siteOfName(game, name)))];
  return {
    table, tree, game, who: asked.positions.at(-1).to_move,
    now: () => tree.at(table.match()),
    stop: () => guide.stop(),
    /** Shade the sites of these words until the next move. */
    shade(words) {
      const heat = Object.fromEntries(sitesOf(words).sort((a, b) => a - b).map((site) => [site, [0.7, ""]]));
      hinted = { count: table.match().claims.length, over: { heat } };
      table.moved();
    },
    back(count) {
      playsOut = false;
      table.go(count);
    },
    playOut(count) {
      playsOut = true;
      hinted = { count: -1 };
      table.go(count);
    },
  };
};

/**
 * @param {any} data boards, puzzles, ratings
 * @param {{ game: string, results: () => [string, number][], keep: (result: [string, number]) => void }} given
 * the game to begin with, "" for all; what is known of the person, and who keeps what comes
 */
export const trainer = ({ boards, posed, ratings }, { game, results, keep }) => {
  const asked = results().map(([name]) => name);
  let hinted = /** @type {any} */ ({}); // what a hint said, after how many claims
  let [puzzle, on, leave] = /** @type {any[]} */ ([null, null, () => {}]);
  let [isRated, gaveUp, hints] = [false, false, 0];

  const part = (tag, name, role = null) => html(tag, { className: `nb-${name}`, role });
  const [you, question, verdict, place] = [part("div", "you"), part("p", "asks"), part("div", "verdict", "status"), part("div", "place")];
  const names = [...new Set(posed.map(({ board }) => boards[board].facts.name))].sort();
  const choice = html("select", { ariaLabel: "puzzles of", onchange: () => pose() },
    ...[["", "all games"], ...names.map((name) => [name, name])].map(([value, textContent]) => html("option", { value, textContent })));
  choice.value = names.includes(game) ? game : "";

  const score = (value) => {
    if (isRated) return false;
    isRated = true;
    keep([puzzle.id, value]);
    return true;
  };

  const SAID = {
    asked: ({ step, word, reply }) => {
      if (hinted.at === on.table.match().claims.length) return ["", hinted.words];
      const answered = `${on.game.players[2 - on.who]} answers ${reply}`;
      if (gaveUp) return ["", step ? `The answer: ${word}. ${answered}.` : "Watch."];
      return step ? ["yes", `${word} is right. ${answered}: find the next move.`] : ["", ""];
    },
    right: ({ word }) => (gaveUp ? ["", `The answer: ${word}.`] : ["yes", `${word} is right.`]),
    away: () => ["", "This leaves the puzzle: Try again goes back to it."],
    wrong: (now) => {
      score(0);
      return ["no", because(now, on.tree.end(), on.who)];
    },
    solved: ({ word }) => {
      score(hints ? 0.5 : 1);
      return gaveUp ? ["", `The answer: ${word}.`] : ["yes", `${word} is right: solved.`];
    },
  };

  const tell = () => {
    const now = on.now();
    const { kind, next: goesOn } = now;
    const [right, words] = SAID[kind](now);
    verdict.dataset.right = right;
    const text = `${{ yes: "✓ ", no: "✗ " }[right] ?? ""}${words}`;
    if (verdict.textContent !== text) verdict.textContent = text;
    press.hint.ariaDisabled = String(kind !== "asked" || hints > 1);
    press.again.ariaDisabled = String(["asked", "right"].includes(kind) && on.table.match().claims.length === now.count);
    press.answer.ariaDisabled = String(kind === "solved" && goesOn === null);
    count();
  };

  /** The rating and what else the results come to. */
  const count = () => {
    const { you: { rating, deviation }, streak, best, found, gained, count: all } = progressOf(ratings, results());
    const change = isRated ? ` (${gained < 0 ? "−" : "+"}${Math.abs(gained)})` : "";
    you.textContent = `Rating ${Math.round(rating)}${change}${deviation > 110 ? ", a guess so far" : ""}` +
      ` · streak ${streak}${best > streak ? `, best ${best}` : ""} · found ${found} of ${all}`;
  };

  const pose = () => {
    const hadFocus = place.contains(place.getRootNode().activeElement);
    const from = posed.filter(({ board }) => [boards[board].facts.name, ""].includes(choice.value));
    puzzle = next(from, progressOf(ratings, results()), asked);
    asked.push(puzzle.id);
    [isRated, gaveUp, hints] = [false, false, 0];
    hinted = {};
    leave();
    on = posedOn(boards[puzzle.board], puzzle, typed);
    on.table.model.on("change:state", tell);
    const [{ stop }, undo] = [on, render({ model: on.table.model, el: place }, flat)];
    leave = () => { stop(); undo(); };
    question.textContent = puzzle.asks;
    root.dataset.puzzle = puzzle.id;
    tell();
    if (hadFocus) place.querySelector('[data-site][tabindex="0"]').focus({ preventScroll: true });
  };

  const hint = () => {
    const { kind, step } = on.now();
    if (kind !== "asked" || hints > 1) return;
    hints += 1;
    const right = on.tree.right(step);
    if (hints > 1) score(0);
    const words = hints > 1 ? `The answer: ${right}.` : "The answer is among what is shaded; hint again tells it.";
    hinted = { at: on.table.match().claims.length, words };
    on.shade(hints > 1 ? [right] : on.tree.candidates(step));
  };
  const again = () => {
    gaveUp = false;
    on.back(on.now().count);
  };
  const answer = () => {
    const now = on.now();
    if (now.kind !== "solved") {
      score(0);
      gaveUp = true;
    }
    on.playOut(now.kind === "solved" ? on.table.match().claims.length : now.count);
  };
  const press = {
    next: button("Next", "Another puzzle (n)", pose),
    hint: button("Hint", "Shade where to look; then the answer (h)", hint),
    again: button("Try again", "Back to the question (t)", again),
    answer: button("Answer", "Watch how it goes (p)", answer),
  };
  const typed = { next: pose, hint, again, answer };
  const KEYS = { n: "next", h: "hint", t: "again", p: "answer" };

  const root = html("section", { className: "nb-root nb-training", ariaLabel: "puzzles" },
    html("div", { className: "nb-tools" }, choice, you), question, verdict,
    html("div", { className: "nb-tools" }, ...Object.values(press)),
    html("p", { className: "nb-keys", textContent: "Keys: n next, h hint, t try again, p the answer. Or type next, hint, again, answer." }),
    place);
  const keydown = (event) => {
    const deed = KEYS[event.key.toLowerCase()];
    const writes = event.target.matches("select, textarea, input:not([type=range], [type=checkbox])");
    if (!deed || writes || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    press[deed].click();
  };
  const off = [listen(root, { keydown }, { capture: true }), schemed(root)];
  pose();
  return {
    root, count,
    stop() {
      leave();
      off.forEach((undo) => undo());
    },
  };
};
