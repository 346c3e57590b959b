/** A simple computer player: it wins at once, stops who would, and else trusts random games. */

import { positionOf } from "./match.js";

const [PATIENCE, SLICE, HEAD] = [400, 25, 4]; // milliseconds to think, and between looks at the page

/**
 * @param {any} game with the translated kernels `sampled` and `winning`
 */
export const player = (game) => {
  let thinking = null;
  const { net, step, winner, claimable } = game;

  const empty = (owners) => owners.slice(0, claimable).flatMap((owner, site) => (owner ? [] : [site]));

  /** The sites that win at once for who. */
  const wins = (owners, who) => {
    const sites = empty(owners);
    if (game.by === "majority" && sites.length > 1) return [];
    const found = game.winning(net, step, winner, owners, who, claimable, sites);
    return sites.filter((site) => found[site]);
  };

  /** What random games say so far, a slice of time at a time, to done(tally, count). */
  const sampled = (position, mine, done) => {
    const tally = new Array(HEAD + 3 * claimable).fill(0);
    const end = performance.now() + PATIENCE;
    let count = 0;
    const slice = () => {
      if (thinking !== mine) return;
      const stop = performance.now() + SLICE;
      while (performance.now() < stop) {
        const some = game.sampled(net, step, winner, position.owners, position.to_move, claimable, Math.floor(Math.random() * 2 ** 31), 4);
        some.forEach((value, k) => { tally[k] += value; });
        count += 4;
      }
      if (performance.now() < end) setTimeout(slice, 0);
      else done(tally, count);
    };
    setTimeout(slice, 0);
  };

  /** What share of the random games whoever is to move wins that gets a site. */
  const worth = (tally, count, who) => (site) => {
    const [first, won, lost] = tally.slice(HEAD + 3 * site, HEAD + 3 * site + 3);
    return who === 1 ? (won + 1) / (first + 2) : (lost + 1) / (count - first + 2);
  };

  /** How few more sites a player needs from shore to shore, counted from both through every site. */
  const distances = (owners, who) => {
    const [near, far] = who === 1 ? [1, 2] : [4, 8];
    const cost = (site) => (owners[site] === who ? 0 : owners[site] ? Infinity : 1);
    const from = (shore) => {
      const away = owners.map((_, site) => (net.shores[site] & shore ? cost(site) : Infinity));
      let ring = away.flatMap((value, site) => (value < Infinity ? [site] : [])).sort((a, b) => away[a] - away[b]);
      while (ring.length) {
        const next = [];
        for (const site of ring) {
          for (const other of game.links[site]) {
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
    const crossing = (site) => theirs[site ^ 1] ?? theirs[site]; // one piece takes both diagonals
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
    if (game.draws && !position.may_swap) return say(game.names[lean(owners, who, sites)]);
    return sampled(position, mine, (tally, count) => {
      if (position.may_swap && tally[1] > tally[2]) return say("swap");
      const value = worth(tally, count, who);
      const opening = m.swap && !owners.some(Boolean); // neither worth taking nor leaving
      return say(game.names[best(sites, opening ? (site) => -Math.abs(value(site) - 0.5) : value)]);
    });
  };

  return { choose, stop: () => { thinking = null; }, thinks: () => thinking !== null };
};
