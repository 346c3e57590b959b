/** Thinking elsewhere: a worker made of the page's own script, or slices of time where there can be none. */

import { gameOf } from "./match.js";
import { read } from "./record.js";
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
      tell(done ? { number, word: value } : { number, count: value });
      if (!done) port2.postMessage(number);
    } catch (error) { // such as no memory for a tree
      tell({ number, fails: error.message });
    }
  };
  return {
    ask({ number, record, level }) {
      asked = number;
      thoughts = level ? think(game, read(game, record), level) : null;
      if (level) port2.postMessage(number);
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
export const employed = (data, source, tell) => {
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
