/** The model of a board that Python has left: it goes on from where the state of its widget ends. */

// In this order they pack smallest: the rules and the kernels, which are translated alike, lie side by side.
import * as rules from "./rules.js";
import { after, gameOf } from "./match.js";
import { read, remarked } from "./record.js";
import { modelOf } from "./model.js";
import { SAID } from "./exported.js";
import { pathOf } from "./chain.js";

/** The match whose claims a board shows. */
const lineOf = (game, model) => {
  const steps = model.get("facts").pages.flatMap((page) => model.get(page)).slice(1);
  const claims = steps.map((step) => (typeof step === "string" ? step : game.names[step[0]]));
  const said = Object.entries(model.get("notes").comments);
  return said.reduce((m, [n, text]) => remarked(m, text, Number(n)),
    read(game, `${model.get("head")}\n\n${claims.join(" ")}`));
};

/** @type {(model: any, data: { facts: any, guide: any }) => any} */
const modelFor = (model, { facts: needed, guide }) => {
  const facts = { ...model.get("facts"), ...needed, help: false };
  const game = gameOf(facts, rules);
  const board = model.get("board");
  const line = lineOf(game, model);
  const { marks = [], legend, ...laid } = model.get("over");
  const over = { ...laid, legend: legend ? `${legend} · ${SAID}` : SAID };
  const table = modelOf(game, line, marks, { facts, board, path: pathOf(game, board) }, {
    guide: (name) => guide[name], over: () => over,
  });
  table.go(model.get("state").at);
  return table.model;
};

export default modelFor;
