/** What the page asks of Python: numbered, sent again with all before it until it is answered. */

import { write } from "./host.js";

const LETTERS = 11500; // in what waits: Python takes no more at once
const LONG = "this is too long for a page: use nbgames.read in a cell";

/**
 * @param {import("@anywidget/types").AnyModel} model
 * @param {{
 *   open: (is: boolean) => void,
 *   answered: (replies: [string, string, any][]) => void,
 *   late: () => void,
 *   gone: (restarted: boolean, deeds: string[]) => void,
 *   by?: { by: string },
 * }} tell
 * @param {number} [patience] milliseconds without an answer until `late` is told
 */
export const requester = (model, tell, patience = 8000) => {
  const view = Math.random().toString(36).slice(2, 12);
  let [first, waiting, askers] = [0, [], []];
  let clock, head, gone; // the last tells that whoever is asked is gone, once that is so
  let cut = false; // whether the connection was, and with it maybe a write

  const watch = () => {
    tell.open(waiting.length > 0);
    clearTimeout(clock);
    if (waiting.length) clock = setTimeout(tell.late, patience);
  };

  const end = (restarted = true) => {
    gone = (deeds) => tell.gone(restarted, deeds);
    gone(waiting.splice(0));
    watch();
  };

  const asked = () => ({ view, first, do: waiting, ...tell.by });
  const send = (request = asked()) => write(model, { request }, cut) || end(false);

  /** Ask for a deed: a site's name, "swap", "undo" and the like; its reply comes with what it was asked from. */
  const ask = (deed, from) => {
    if (gone) return void gone([deed]);
    if (waiting.join("").length + deed.length > LETTERS) return void tell.answered([["refused", LONG, from]]);
    waiting = [...waiting, deed];
    askers.push(from);
    send();
    watch();
  };

  /** Note what Python has answered, and the move that came: some hosts run what depends on it once a page writes. */
  const settle = (come) => {
    const [number, all] = model.get("ack")?.[view] ?? [first - 1, []];
    const news = head !== undefined && head !== come;
    head = come;
    const last = model.get("request");
    if (number >= first) {
      const replies = all.filter(([n]) => n >= first).map(([n, how, words]) => [how, words, askers[n - first]]);
      [waiting, askers] = [waiting, askers].map((all) => all.slice(number + 1 - first));
      first = number + 1;
      watch();
      tell.answered(replies);
    } else if (news && last.head !== head) {
      send({ ...(last.view && last.view !== view ? last : asked()), head });
    }
    // Another view of this model may have written over what was not yet sent.
    if (waiting.length && model.get("request").view !== view) send();
  };

  /** Take note of whether there is a connection: what is not answered when it is back is asked again. */
  const connect = (is) => {
    cut ||= !is;
    if (is && waiting.length) send();
    watch();
  };

  return { ask, settle, end, connect, last: () => waiting.at(-1), stop: () => clearTimeout(clock) };
};
