/** Rings and arrows that a person draws: begun at one site, ended at another or at the same. */

import { arrowed } from "./drawing.js";
import { bright } from "./layers.js";

/** @param {any} b the parts of a board */
export const strokes = ({ board, facts, marks, rings, ask, panel }) => {
  let from = -1;
  let over = -1;
  const name = (site) => facts.names[site];
  const begun = () => (from < 0 ? [] : [[from, over < 0 ? from : over]]);
  const draw = () => bright(board, "arrows", arrowed(board.sites, [...marks(), ...rings(), ...begun()]));
  return {
    draw,
    begun: () => from >= 0,
    /** Begin at this site, or end there; -1 gives it up. */
    at(site) {
      if (from >= 0 && site >= 0) ask(`mark ${name(from)}${site === from ? "" : `>${name(site)}`}`);
      from = from < 0 ? site : -1;
      panel.reply.textContent = from < 0 ? "" : `From ${name(from)} to where? Let go there, or press m.`;
      draw();
    },
    /** The pointer is over this site now. */
    moved(site) {
      over = site;
      if (from >= 0) draw();
    },
  };
};
