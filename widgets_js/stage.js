/** A proof on its board, step by step: what is said of each step, and what is drawn for it. */

import { render } from "./board.js";
import { flat } from "./camera.js";
import { able, button, html } from "./html.js";
import { gameOf, matchOf } from "./match.js";
import { modelOf } from "./model.js";
import { pressedBy } from "./pressed.js";
import * as rules from "./rules.js";
import { schemed } from "./scheme.js";

const PACE = 2500; // milliseconds until the next step, while they go on by themselves

/** What stands around the board. */
const panelOf = (title, last, deeds) => {
  const part = (tag, name, role = null) => html(tag, { className: `nb-${name}`, role });
  const press = {
    b: button("Back", "The step before (b)", deeds.back),
    n: button("Next", "The next step (n)", deeds.next),
    g: button("Play", "Go on by itself, or stop (g)", deeds.play),
  };
  const slider = html("input", {
    type: "range", min: "0", max: String(last), ariaLabel: "step", oninput: () => deeds.to(Number(slider.value)),
  });
  slider.dataset.lmSuppressShortcuts = "true"; // Jupyter's keys
  const [count, says, place] = [part("span", "count"), part("div", "verdict", "status"), part("div", "place")];
  const root = html("section", { className: "nb-root nb-training nb-exercise nb-staged", ariaLabel: title },
    html("p", { className: "nb-asks", textContent: title }),
    html("div", { className: "nb-tools" }, ...Object.values(press), slider, count), says, place,
    html("p", { className: "nb-keys", textContent: "Keys: n next, b back, g go on by itself." }));
  return { root, press, slider, count, says, place, off: pressedBy(root, press) };
};

/** The board of a proof, on which nothing can be claimed. */
const boardOf = ({ facts, board, steps }) => {
  const game = gameOf(facts, rules[facts.name]);
  let now = steps[0];
  const at = ({ owners }) => matchOf(game, { start: { owners, to_move: 1, may_swap: false }, swap: false });
  const table = modelOf(game, at(now), [], { facts, board, path: () => "" }, {
    over: () => ({ marks: now.marks, path: now.path, heat: now.heat }),
    stands: () => ({ to_move: 0, says: now.says, chain: "" }),
    take() {},
  });
  return {
    model: table.model,
    show(step) {
      now = step;
      table.begin(at(now), []);
    },
  };
};

/** @param {any} given a proof: its title, board and steps */
export const stage = (given) => {
  const { title, steps } = given;
  const last = steps.length - 1;
  let at = 0;
  let timer = 0;

  const show = (to) => {
    at = Math.min(Math.max(to, 0), last);
    on.show(steps[at]);
    panel.says.textContent = steps[at].says;
    panel.slider.value = String(at);
    panel.slider.ariaValueText = `step ${at + 1} of ${last + 1}`;
    panel.count.textContent = `${at + 1} of ${last + 1}`;
    able(panel.press.b, at > 0);
    able(panel.press.n, at < last);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    panel.press.g.textContent = "Play";
  };
  const by = (count) => () => { stop(); show(at + count); };
  const deeds = {
    back: by(-1),
    next: by(1),
    to(step) { stop(); show(step); },
    play() {
      if (timer) return void stop();
      if (at === last) show(0);
      panel.press.g.textContent = "Stop";
      timer = setInterval(() => { show(at + 1); if (at === last) stop(); }, PACE);
    },
  };
  const panel = panelOf(title, last, deeds);
  const on = boardOf(given);
  const leave = render({ model: on.model, el: panel.place }, flat);
  const unschemed = schemed(panel.root);
  show(0);
  return { root: panel.root, stop() { stop(); leave(); unschemed(); panel.off(); } };
};
