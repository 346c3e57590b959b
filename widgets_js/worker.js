/** Thinking elsewhere: a worker made of the page's own script, or slices of time where there can be none. */

import { advice } from "./advising.js";
import { layersOf } from "./layering.js";
import { gameOf } from "./match.js";
import { read } from "./record.js";
import { reviews, tried } from "./reviewing.js";
import * as rules from "./rules.js";
import { think } from "./thinker.js";

/** A game as the computer player wants it: typed rows, levels, networks. */
export const armed = ({ facts, player }) => {
  const typed = (row) => (Array.isArray(row) ? Int32Array.from(row) : row);
  const rowsOf = (named) => Object.fromEntries(Object.entries(named).map(([name, row]) => [name, typed(row)]));
  return {
    ...gameOf(facts, rules), ...player,
    rows: rowsOf(facts.net), flanks: typed(player.flanks), networks: player.networks.map(rowsOf),
  };
};

/** What can be asked, each a generator that pauses: it tells what it knows so far, and answers in the end. */
const JOBS = {
  *advise(game, { record, layer, isWanted }) {
    const m = read(game, record);
    if (layer) yield { layer, ...layersOf(game)[layer](m) };
    if (isWanted) yield* advice(m);
  },
  review: (game, { record }) => reviews(read(game, record)),
  retry: (game, { record }) => tried(read(game, record)),
  think: (game, { record, level }) => think(game, read(game, record), level),
};

/** Thinks where it is made, a slice of time after the other; a question ends the one before. */
const sliced = (data, tell) => {
  const game = armed(data);
  const { port1, port2 } = new MessageChannel(); // a timer would wait four milliseconds
  let thoughts = /** @type {any} */ (null);
  let asked = 0;
  port1.onmessage = ({ data: number }) => {
    if (number !== asked) return;
    try {
      const { value, done } = thoughts.next();
      tell({ number, done, told: value });
      if (!done) port2.postMessage(number);
    } catch (error) { // such as no memory for a tree
      tell({ number, fails: error.message });
    }
  };
  return {
    ask({ number, job, ...question }) {
      asked = number;
      thoughts = job ? JOBS[job](game, question) : null;
      if (job) port2.postMessage(number);
    },
  };
};

/** Answer a page's questions, as its worker: first comes what is known of the game. */
export const serve = () => {
  let thinker;
  globalThis.onmessage = ({ data }) => {
    if (thinker) thinker.ask(data);
    else thinker = sliced(data, (news) => globalThis.postMessage(news));
  };
};

/** A worker made of the page's own script; where there can be none the page thinks by itself. */
const employed = (data, source, tell) => {
  const here = () => sliced(data, tell);
  let last = /** @type {any} */ (null);
  let thinker;
  try {
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    worker.postMessage(data);
    worker.onmessage = ({ data: news }) => tell(news);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      thinker = here();
      thinker.ask(last);
    };
    thinker = { ask: (question) => worker.postMessage(question) };
  } catch {
    thinker = here();
  }
  return { ask(question) { last = question; thinker.ask(question); } };
};

/**
 * Answers one question after the other, elsewhere; a question ends the one before.
 * @param {any} data
 * @param {string} source the script of the page
 * @param {(news: any) => void} hear what is told of the last question, "done" with its answer, or that it "fails"
 */
export const service = (data, source, hear) => {
  let worker = /** @type {any} */ (null);
  let number = 0;
  let busy = false;
  const heard = (news) => {
    if (news.number !== number) return; // too late
    if (news.done || news.fails) busy = false;
    hear(news);
  };
  return {
    busy: () => busy,
    /** Ask for a job by its name, about a record. */
    ask(question) {
      worker ??= employed(data, source, heard);
      number += 1;
      busy = true;
      worker.ask({ number, ...question });
    },
    stop() {
      if (!busy) return;
      number += 1;
      busy = false;
      worker.ask({ number, job: "" });
    },
  };
};
