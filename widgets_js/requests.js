/** What the page asks of Python: numbered, sent again with all before it until it is answered. */

/**
 * @param {import("@anywidget/types").AnyModel} model
 * @param {{ answered: (replies: [string, string][]) => void, late: (count: number) => void }} tell
 * @param {number} [patience] milliseconds without an answer until `late` is told
 */
export const requester = (model, tell, patience = 8000) => {
  const view = Math.random().toString(36).slice(2, 12);
  let first = 0;
  let waiting = [];
  let clock;

  const watch = () => {
    clearTimeout(clock);
    if (waiting.length) clock = setTimeout(() => tell.late(waiting.length), patience);
  };

  const write = () => {
    model.set("request", { view, first, do: waiting });
    model.save_changes();
  };

  /** Ask for a deed: a site's name, "swap", "undo" and the like. */
  const ask = (deed) => {
    waiting = [...waiting, deed];
    write();
    watch();
  };

  /** Take note of what Python has answered since. */
  const settle = () => {
    const [number, all] = model.get("ack")?.[view] ?? [first - 1, []];
    if (number >= first) {
      const replies = all.filter(([n]) => n >= first).map(([, how, words]) => [how, words]);
      waiting = waiting.slice(number + 1 - first);
      first = number + 1;
      watch();
      tell.answered(replies);
    }
    // Another view of this model may have written over what was not yet sent.
    if (waiting.length && model.get("request").view !== view) write();
  };

  return { ask, settle, count: () => waiting.length, stop: () => clearTimeout(clock) };
};
