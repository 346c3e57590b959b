/** Winning chains: a shortest path between two sides, or a shortest loop; as nbgames/core/chains.py has them. */

const FIRST = 1;

/** The sites that reach the goal of a game, in order; none where it is another than these. */
export const chainOf = (game, owners, who) => {
  if (game.goal === "LOOP") return loopOf(game, owners, who);
  if (game.goal !== "SIDES") return [];
  const [near, far] = who === FIRST ? [1, 2] : [4, 8];
  const mine = (site) => owners[site] === who;
  return shortest(
    game.names.map((_, site) => site).filter((site) => mine(site) && game.net.sides[site] & near),
    (site) => game.neighbours[site].filter(mine), (site) => game.net.sides[site] & far);
};

/** A shortest path from a site on one sheet of the double cover to itself on the other. */
const loopOf = (game, owners, who) => {
  const size = owners.length;
  const near = (node) => {
    const [site, sheet] = [node % size, node >= size];
    const begin = game.net.starts[site];
    return game.neighbours[site]
      .map((other, k) => other + (sheet !== Boolean(game.net.twists[begin + k]) ? size : 0))
      .filter((other) => owners[other % size] === who);
  };
  let best = [];
  for (const site of game.net.rim) {
    if (owners[site] !== who) continue;
    const loop = shortest([site], near, (node) => node === site + size);
    if (loop.length && (!best.length || loop.length < best.length)) best = loop;
  }
  return best.slice(0, -1).map((node) => node % size);
};

/** A path with the fewest nodes from a source to where it has arrived; empty if none is. */
export const shortest = (sources, near, arrived) => {
  const before = new Map(sources.map((source) => [source, -1]));
  const queue = [...before.keys()];
  for (const node of queue) {
    if (arrived(node)) {
      const path = [node];
      while (before.get(path[0]) >= 0) path.unshift(before.get(path[0]));
      return path;
    }
    for (const other of near(node)) {
      if (before.has(other)) continue;
      before.set(other, node);
      queue.push(other);
    }
  }
  return [];
};
