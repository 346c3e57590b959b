/** A simple computer player: it wins at once, stops who would, and else trusts random games. */

import { positionOf } from "./match.js";

const [PATIENCE, SLICE] = [400, 25]; // milliseconds to think, and between looks at the page

/** @param {any} game with the translated kernels `step`, `winner`, `replay` and `sooner` */
export const player = (game) => {
  let thinking = null;
  const { net, step, winner, claimable } = game;
  // Random games of excluding diagonals are hardly ever won; such a game is led by distances.
  const leans = game.draws && game.goal === "SIDES" && !game.misere;

  const empty = (owners) => owners.slice(0, claimable).flatMap((owner, site) => (owner ? [] : [site]));

  /** The sites that win at once for who. */
  const wins = (owners, who) => {
    const sites = empty(owners);
    if (game.scored && sites.length > 1) return []; // decided by the last claim
    return sites.filter((site) => {
      const tried = owners.slice();
      step(net, tried, site, who);
      return (winner(net, tried) & who) > 0;
    });
  };

  /** One random game to its end: who wins it, and who owns what then. */
  const random = ({ owners: base, to_move }, order) => {
    const owners = base.slice();
    for (let k = order.length - 1; k >= 0; k -= 1) {
      const j = Math.floor(Math.random() * (k + 1));
      [order[k], order[j]] = [order[j], order[k]];
    }
    game.replay(net, step, base, owners, to_move, order, order.length);
    const won = winner(net, owners);
    const first = () => game.sooner(net, step, winner, base, owners.slice(), to_move, order);
    return { owners, won: won === 3 ? first() : won };
  };

  /** What random games say, a slice of time at a time: wins by player, and by site for its owner. */
  const sampled = (position, mine, done) => {
    const order = empty(position.owners);
    const wins_ = [0, 0, 0];
    const [had, good] = [0, 1].map(() => new Array(claimable).fill(1));
    const end = performance.now() + PATIENCE;
    const slice = () => {
      if (thinking !== mine) return;
      const stop = performance.now() + SLICE;
      while (performance.now() < stop) {
        const { owners, won } = random(position, order);
        wins_[won] += 1;
        for (const site of order) {
          if (owners[site] !== position.to_move) continue;
          had[site] += 2;
          if (won === position.to_move) good[site] += 2;
        }
      }
      if (performance.now() < end) setTimeout(slice, 0);
      else done(wins_, (site) => good[site] / (had[site] + 1));
    };
    setTimeout(slice, 0);
  };

  /** How few more sites a player needs from side to side, counted from both through every site. */
  const distances = (owners, who) => {
    const [near, far] = who === 1 ? [1, 2] : [4, 8];
    const cost = (site) => (owners[site] === who ? 0 : owners[site] ? Infinity : 1);
    const from = (side) => {
      const away = owners.map((_, site) => (net.sides[site] & side ? cost(site) : Infinity));
      let ring = away.flatMap((value, site) => (value < Infinity ? [site] : [])).sort((a, b) => away[a] - away[b]);
      while (ring.length) {
        const next = [];
        for (const site of ring) {
          for (const other of game.neighbours[site]) {
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

  /** Where random play only draws: on my shortest way, and in the other's. */
  const lean = (owners, who, sites) => {
    const [mine, theirs] = [distances(owners, who), distances(owners, 3 - who)];
    const crossing = (site) => theirs[net.rivals[site] ?? site]; // one piece takes both diagonals
    const at = (value) => (Number.isFinite(value) ? value : 2 * claimable);
    const score = (site) => at(mine[site]) + 1.1 * at(Math.min(theirs[site], crossing(site))) + 0.5 * Math.random();
    return sites.map((site) => [score(site), site]).reduce((a, b) => (b[0] < a[0] ? b : a))[1];
  };

  const best = (sites, value) => sites.map((site) => [value(site), site]).reduce((a, b) => (b[0] > a[0] ? b : a))[1];

  /** A word for the match, told when it is found; a turn of several claims is chosen one by one. */
  const choose = (m, tell) => {
    const mine = (thinking = {});
    const position = positionOf(m);
    const { owners, to_move: who } = position;
    const say = (word) => setTimeout(() => {
      if (thinking !== mine) return;
      thinking = null;
      tell(word);
    }, 0);
    const won = wins(owners, who);
    if (won.length) return say(game.names[won[0]]);
    const threats = wins(owners, 3 - who);
    const sites = threats.length ? threats : empty(owners);
    if (leans && !position.may_swap) return say(game.names[lean(owners, who, sites)]);
    return sampled(position, mine, (games, worth) => {
      if (position.may_swap && games[1] > games[2]) return say("swap");
      const opening = m.swap && !owners.some(Boolean); // neither worth taking nor leaving
      return say(game.names[best(sites, opening ? (site) => -Math.abs(worth(site) - 0.5) : worth)]);
    });
  };

  return { choose, stop: () => { thinking = null; }, thinks: () => thinking !== null };
};
