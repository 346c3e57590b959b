/** Thinking: in a worker, or in slices of time on the page; what is asked comes as a record. */

import { advice } from "./advising.js";
import { layerOf } from "./layering.js";
import { gameOf } from "./match.js";
import { read } from "./record.js";
import { tried } from "./retrying.js";
import { reviews } from "./reviewing.js";
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
  *advise(game, { record, layer, isWanted, known }) {
    const m = read(game, record);
    if (layer) yield { layer, ...yield* layerOf(m, layer) };
    if (isWanted) yield* advice(m, known);
  },
  review: (game, { record }) => reviews(read(game, record)),
  retry: (game, { record, worths, played, isNamed, rival }) =>
    tried(read(game, record), worths, played, undefined, isNamed, rival),
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
const serve = () => {
  let thinker;
  globalThis.onmessage = ({ data }) => {
    if (thinker) thinker.ask(data);
    else thinker = sliced(data, (news) => globalThis.postMessage(news));
  };
};

// Run by a page that may have no worker, this waits to be called.
if (globalThis.document) globalThis.nbgamesThinks = sliced;
else serve();
