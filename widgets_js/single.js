/** The widget of a board that has its match and its rules with it, for hosts without Python. */

import { render } from "./board.js";
import { flat } from "./camera.js";
import { pathOf } from "./chain.js";
import { SAID } from "./exported.js";
import { data } from "./given.js";
import { html } from "./html.js";
import { gameOf } from "./match.js";
import { modelOf } from "./model.js";
import { unpacked } from "./packed.js";
import { read } from "./record.js";
import * as rules from "./rules.js";

const show = async ({ model, el }) => {
  const { facts, board, record, guide, css } = await unpacked(data);
  const game = gameOf(facts, rules);
  const begun = read(game, model.get("record") ?? record);
  const table = modelOf(game, begun, [], { facts, board, path: pathOf(game, board) }, {
    guide: (name) => guide[name], over: () => ({ legend: SAID }),
  });
  el.append(html("style", { textContent: css }));
  return render({ model: table.model, el }, flat);
};

export default { render: show };
