/** Positions set up piece by piece; the rules fill the rest. As nbgames/play/editor.py and core/pieces.py have it. */

import { claim_all, decide, forget } from "./kernels.js";
import { refusal, refuse } from "./match.js";

const UNSAID = -1;

/** The owners of these pieces, those of one player set first and then those of the other, both ways. */
const bothWays = (game, given) =>
  [1, 2].map((earlier) => {
    const owners = given.map(() => 0);
    const refused = claim_all(game.net, game.step, given.slice(0, game.claimable), game.claimable, owners, earlier);
    return refused < 0 ? owners : refuse(`no position has these pieces: ${refusal(game, owners, refused)}`);
  });

/** These pieces, and what was said of sites that still depend on the order of moves. */
const put = (game, given) => {
  const [owners, late] = bothWays(game, given);
  forget(owners, late, given, game.claimable);
  if (game.winner(game.net, owners) === 3) refuse("both players would have won: take pieces away");
  return { given, owners };
};

/** A position that is to be changed: what is blocked in it, and filled, follows from its pieces. */
export const asItStands = (game, owners) => put(game, owners.map((owner) => owner % 3));

/** What a person sets up: a site goes from empty to the first player, the second, and back to empty. */
export const turned = (game, given, site) => {
  const next = given.slice();
  next[site] = (next[site] + 1) % 3;
  const [owners, late] = bothWays(game, next);
  if (site >= game.claimable && owners[site] === late[site]) {
    refuse(`${game.names[site]} follows from the pieces: set those`);
  }
  return put(game, next);
};

/** The owners of these pieces; what is filled by the rules and hangs on the order is as given. */
export const filled = (game, given) => {
  const [owners, late] = bothWays(game, given);
  const site = decide(owners, late, given.map((owner) => owner || UNSAID), game.claimable, true);
  if (site < 0) return owners;
  if (owners[site] !== late[site]) {
    refuse(`${game.names[site]} depends on the order of moves: say whose it is`);
  }
  const whose = ["nobody", ...game.players][owners[site]];
  return refuse(`${game.names[site]} is ${whose}'s by its pieces: fill it so, or change the pieces`);
};
