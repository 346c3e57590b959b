/** Time: the moves so far as a list and a slider. It shows and asks; the game is not its own. */

import { button, html } from "./html.js";

/** Give a box so many children. */
const children = (box, count, made) => {
  while (box.children.length > count) box.lastChild.remove();
  while (box.children.length < count) box.append(made(box.children.length));
};

/** Let the list show the move that is shown; one that was pressed is there, and stays. */
const reveal = (lines) => {
  const { offsetTop: top = 0, offsetHeight: height = 0 } = lines.querySelector("[aria-current]") ?? {};
  const [far, room] = [top - lines.scrollTop, lines.clientHeight - height];
  if (far < 0 || far > room) lines.scrollTop = top - room / 2;
};

/** So that moves of one site stand in columns: how long the last number may be, and a name or "swap", as a style. */
const roomFor = ({ names, claimable }) => `--nb-digits:${String(claimable).length};--nb-name:${
  Math.max(4, ...names.slice(0, claimable).map(({ length }) => length))}`;

/**
 * @param {{ facts: any, look: (count: number) => void, deed: (deed: string) => void }} can
 */
export const timeline = ({ facts, look, deed }) => {
  let ends = [0];
  let [shown, scrolled] = [0, -1];
  let why = {};
  const at = () => ends.findLastIndex((end) => end <= shown);
  const go = (number) => look(ends[Math.min(Math.max(number, 0), ends.length - 1)]);
  const step = (by) => go(at() + by);
  const slider = html("input", {
    type: "range", min: "0", ariaLabel: "move shown", oninput: () => go(Number(slider.value)),
  });
  const bar = html(
    "div",
    { className: "nb-time" },
    button("|◀", "first move", () => look(0)),
    button("◀", "move before", () => step(-1)),
    slider,
    button("▶", "move after", () => step(1)),
    button("▶|", "last move", () => look(ends.at(-1))),
  );
  const moves = html("ol", { className: "nb-moves", ariaLabel: "moves", style: roomFor(facts) });
  const kept = html("div", { className: "nb-kept" });
  const over = html("div");
  const lines = html("div", { className: "nb-lines" }, moves, over, kept);

  // In the next frame, when it is on the page: to measure it at once would lay out many boards again for each.
  const scroll = () => requestAnimationFrame(() => reveal(lines));
  // A host shows it later, and a review gives it another height.
  new ResizeObserver(scroll).observe(lines, { box: "border-box" });

  /** Show a line: its words and their ends, how it ended, claims shown and played, comments, lines kept, reasons. */
  const show = (line, end, [count, played], comments, titles, reasons = {}) => {
    why = reasons;
    ends = [0, ...line.map(({ end }) => end)];
    shown = count;
    slider.max = String(ends.length - 1);
    slider.value = String(at());
    slider.ariaValueText = at() ? `after move ${at()}` : "start";
    children(moves, line.length, (k) =>
      html("li", {}, button("", "", () => go(k + 1)), html("span")));
    line.forEach(({ word }, k) => {
      const [press, said] = moves.children[k].children;
      if (press.textContent !== word) press.textContent = word;
      // Of a turn of several claims all are taken back.
      [press.ariaLabel, press.className] = ends[k] < played ? [null, ""] : [`${word}, taken back`, "nb-taken"];
      press.title = why[k + 1] ?? "look at this move";
      said.textContent = comments[k + 1] ?? "";
      press.ariaCurrent = k + 1 === at() ? "step" : null;
    });
    over.textContent = end;
    if (scrolled !== at()) scroll();
    scrolled = at();
    children(kept, titles.length, (k) => button("", "go on with this line", () => deed(`line ${k + 1}`)));
    titles.forEach((title, k) => { kept.children[k].textContent = `Line ${k + 1}, played before: ${title}`; });
  };

  /** Why the move was played that is looked at, as a sentence. */
  const reason = () => (why[at()] ? ` Why: ${why[at()]}.` : "");

  return { bar, lines, scroll, show, go, step, at, reason, end: () => ends.at(-1), count: () => ends.length - 1 };
};
