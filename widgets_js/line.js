/** A match as the traits of a board: what each claim changed, and how it stands; as nbgames/widgets/line.py has it. */

import { changed } from "./kernels.js";
import {
  after, hasNames, isClosed, isDead, isOffBoard, isOpen, keeping, positionOf, result, seatsOf, words,
} from "./match.js";
import { says } from "./sentences.js";

/** Who owns what, as site, owner, site, owner. */
export const owned = (owners) => owners.flatMap((owner, site) => (owner ? [site, owner] : []));

const siteOf = ({ sites }, claim) => sites.get(claim.toLowerCase());

const steps = new WeakMap(); // by the position after a claim, which many lines have

const step = ({ game, claims, positions }, k) => {
  const [before, then] = positions.slice(k, k + 2);
  if (before.owners === then.owners) return claims[k]; // a swap, or the end
  if (!steps.has(then)) {
    const first = siteOf(game, claims[k]);
    const sites = changed(before.owners, then.owners).filter((site) => site !== first);
    steps.set(then, [first, ...sites].flatMap((site) => [site, then.owners[site]]));
  }
  return steps.get(then);
};

/** The start, and what each claim changed. */
export const stepsOf = (line) => [owned(line.positions[0].owners), ...line.claims.map((_, k) => step(line, k))];

/** After how many claims a word of the record goes on. */
export const joinsOf = (line) => line.claims.map((_, k) => k + 1).filter((count) => !isClosed(line, count));

/** How a line ended off the board; "" of any other, whose last word says it. */
export const endOf = (line) => (isOffBoard(line) ? result(line) : "");

export const titleOf = (line) => {
  const said = words(line).map(([word]) => word);
  const end = endOf(line) && `; ${endOf(line)}`;
  return `${said.length} ${said.length === 1 ? "move" : "moves"}, the last ${said.slice(-3).join(" ")}${end}`;
};

/** The names of persons with those of their players. */
export const named = ({ game }, seats) => seats.map((name, k) => `${name} (${game.players[k]})`);

/** Who sits where, as `seated` tells it; and who does on the `other` side of the line's swap, the last of `until`. */
export const seatedAt = (m, line, seated) => {
  const until = line.claims.indexOf("swap") + 1;
  const isPast = Number(m.claims.length >= until);
  return { who: seated(m), ...(until ? { until, other: seated(after(line, until - isPast)) } : {}) };
};

/** How a match stands on a line: who may do what, in words and as sites. */
export const standing = (m, line, path) => {
  const { to_move, may_swap } = positionOf(m);
  return {
    to_move: m.outcome ? 0 : to_move,
    ...seatedAt(m, line, (now) => (hasNames(m) ? named(now, seatsOf(now)) : [])),
    turn: isOpen(m) ? words(m).at(-1)[0].split(",").filter(Boolean).map((name) => siteOf(m.game, name)) : [],
    obliges: keeping(m),
    swap: !m.outcome && may_swap,
    draw: isDead(m),
    agree: m.game.draws && !m.outcome,
    swapped: m.claims.at(-1) === "swap",
    says: says(m),
    chain: m.outcome ? path(m.outcome.chain) : "",
  };
};
