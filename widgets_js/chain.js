/** A winning chain as lines in pixels; as chain_lines in nbgames/draw/scene.py has it. */

import { read } from "./drawing.js";
import { twisted } from "./match.js";

/** A line through a chain's sites; a loop closes, and leaves over the edge that it crosses. */
export const pathOf = (game, text) => {
  let drawn; // read when something has won: not before the first paint
  const nearestCopy = (site, { x, y }) =>
    drawn.ghosts.filter((ghost) => ghost.site === site)
      .reduce((a, b) => (Math.hypot(b.x - x, b.y - y) < Math.hypot(a.x - x, a.y - y) ? b : a));
  return (chain) => {
    if (!chain.length) return "";
    const { sites } = (drawn ??= read(text));
    if (sites[chain[0]]?.half) return chain.map((site) => sites[site].element.getAttribute("d")).join("");
    const next = game.goal === "LOOP" ? [...chain.slice(1), chain[0]] : chain.slice(1);
    return next.map((site, k) => {
      const [a, b] = [sites[chain[k]], sites[site]];
      const [p, q] = twisted(game, chain[k], site) ? [nearestCopy(site, a), nearestCopy(chain[k], b)] : [b, null];
      return `M${a.x} ${a.y}L${p.x} ${p.y}${q ? `M${b.x} ${b.y}L${q.x} ${q.y}` : ""}`;
    }).join("");
  };
};
