/** Positions set up piece by piece; the rules fill the rest. As nbgames/play/editor.py and core/pieces.py have it. */

import { refuse } from "./match.js";

/** The owners of these pieces, those of one player set first and then those of the other, both ways. */
const bothWays = (game, given) =>
  [1, 2].map((earlier) => {
    const made = new Array(game.names.length).fill(0);
    for (const who of [earlier, 3 - earlier]) {
      for (const [site, owner] of given) {
        if (owner !== who || site >= game.claimable) continue;
        if (made[site]) refuse(`no position has these pieces: ${game.names[site]} is not free`);
        game.step(game.net, made, site, who);
      }
    }
    return made;
  });

/** What a person sets up: a site goes from empty to the first player, the second, and back to empty. */
export const turned = (game, given, site) => {
  const next = new Map(given).set(site, ((given.get(site) ?? 0) + 1) % 3);
  if (next.get(site) === 0) next.delete(site);
  const [owners, late] = bothWays(game, next);
  if (site >= game.claimable && owners[site] === late[site]) refuse(`${game.names[site]} follows from the pieces: set those`);
  owners.forEach((owner, k) => {
    if (owner !== late[k]) owners[k] = next.get(k) ?? 0;
    else if (k >= game.claimable) next.delete(k);
  });
  if (game.winner(game.net, owners) === 3) refuse("both players would have won: take pieces away");
  return { given: next, owners };
};

/** The owners of these pieces; what is filled by the rules and hangs on the order is as given. */
export const filled = (game, given) => {
  const [owners, late] = bothWays(game, given);
  for (let site = game.claimable; site < owners.length; site += 1) {
    const said = given.get(site) ?? 0;
    if (owners[site] !== late[site]) {
      if (said !== owners[site] && said !== late[site]) {
        refuse(`${game.names[site]} depends on the order of moves: say whose it is`);
      }
      owners[site] = said;
    } else if (said !== owners[site]) {
      refuse(`${game.names[site]} is ${["nobody", ...game.players][owners[site]]}'s by its pieces: fill it so, or change the pieces`);
    }
  }
  return owners;
};
