/** A simple computer player: a winning claim, else one that stops a win, else the best by random games. */

import { replay, sooner } from "./kernels.js";
import { positionOf } from "./match.js";

const [PATIENCE, SLICE] = [400, 25]; // milliseconds to think, and between looks at the page

const empty = ({ claimable }, owners) => owners.slice(0, claimable).flatMap((owner, site) => (owner ? [] : [site]));

const best = (sites, value) => sites.map((site) => [value(site), site]).reduce((a, b) => (b[0] > a[0] ? b : a))[1];

/** The sites that win at once for who. */
const wins = (game, owners, who) => {
  const sites = empty(game, owners);
  if (game.scored && sites.length > 1) return []; // decided by the last claim
  return sites.filter((site) => {
    const tried = owners.slice();
    game.step(game.net, tried, site, who);
    return (game.winner(game.net, tried) & who) > 0;
  });
};

/** One random game to its end: who wins it, and who owns what then. */
const random = ({ net, step, winner }, { owners: base, to_move }, order) => {
  const owners = base.slice();
  for (let k = order.length - 1; k >= 0; k -= 1) {
    const j = Math.floor(Math.random() * (k + 1));
    [order[k], order[j]] = [order[j], order[k]];
  }
  replay(net, step, base, owners, to_move, order, order.length);
  const won = winner(net, owners);
  return { owners, won: won === 3 ? sooner(net, step, winner, base, owners.slice(), to_move, order) : won };
};

/** What random games say, a slice of time at a time: wins by player, and by site for its owner. */
const sampled = (game, position, goesOn, done) => {
  const order = empty(game, position.owners);
  const won = [0, 0, 0];
  const [had, good] = [0, 1].map(() => new Array(game.claimable).fill(1));
  const end = performance.now() + PATIENCE;
  const slice = () => {
    if (!goesOn()) return;
    const stop = performance.now() + SLICE;
    while (performance.now() < stop) {
      const played = random(game, position, order);
      won[played.won] += 1;
      for (const site of order) {
        if (played.owners[site] !== position.to_move) continue;
        had[site] += 2;
        if (played.won === position.to_move) good[site] += 2;
      }
    }
    if (performance.now() < end) setTimeout(slice, 0);
    else done(won, (site) => good[site] / (had[site] + 1));
  };
  setTimeout(slice, 0);
};

/** How few more sites a player needs from side to side, counted from both through every site. */
const distances = ({ net, neighbours }, owners, who) => {
  const [near, far] = who === 1 ? [1, 2] : [4, 8];
  const cost = (site) => (owners[site] === who ? 0 : owners[site] ? Infinity : 1);
  const from = (side) => {
    const away = owners.map((_, site) => (net.sides[site] & side ? cost(site) : Infinity));
    let ring = away.flatMap((value, site) => (value < Infinity ? [site] : [])).sort((a, b) => away[a] - away[b]);
    while (ring.length) {
      const next = [];
      for (const site of ring) {
        for (const other of neighbours[site]) {
          const value = away[site] + cost(other);
          if (value >= away[other]) continue;
          away[other] = value;
          next.push(other);
        }
      }
      ring = next;
    }
    return away;
  };
  const [a, b] = [from(near), from(far)];
  return owners.map((_, site) => a[site] + b[site] - cost(site));
};

/** On a shortest path of the player's own that is also in the other's way. */
const between = (game, owners, who, sites) => {
  const [mine, theirs] = [distances(game, owners, who), distances(game, owners, 3 - who)];
  const rival = (site) => theirs[game.net.rivals[site] ?? site]; // a claim blocks the site that it excludes
  const at = (value) => (Number.isFinite(value) ? value : 2 * game.claimable);
  return best(sites, (site) => -at(mine[site]) - 1.1 * at(Math.min(theirs[site], rival(site))) - 0.5 * Math.random());
};

/** @param {any} game as match.js makes it */
export const player = (game) => {
  // Where a full board may have no winner, random games seldom have one; distances lead there.
  const drawn = game.draws && game.goal === "SIDES" && !game.misere;
  let thinking = null;

  /** A word for the match, told when it is found; a turn of several claims is chosen one by one. */
  const choose = (m, tell) => {
    const mine = (thinking = {});
    const goesOn = () => thinking === mine;
    const position = positionOf(m);
    const { owners, to_move: who } = position;
    const say = (word) => setTimeout(() => {
      if (!goesOn()) return;
      thinking = null;
      tell(word);
    }, 0);
    const won = wins(game, owners, who);
    if (won.length) return say(game.names[won[0]]);
    const threats = wins(game, owners, 3 - who);
    const sites = threats.length ? threats : empty(game, owners);
    if (drawn && !position.may_swap) return say(game.names[between(game, owners, who, sites)]);
    return sampled(game, position, goesOn, (games, worth) => {
      if (position.may_swap && games[1] > games[2]) return say("swap");
      const opening = m.swap && !owners.some(Boolean); // neither worth taking nor leaving
      return say(game.names[best(sites, opening ? (site) => -Math.abs(worth(site) - 0.5) : worth)]);
    });
  };

  return { choose, stop: () => { thinking = null; }, thinks: () => thinking !== null };
};
