/** Currents through a player's possible connections; as nbgames/analysis/currents.py has it. */

import { twisted } from "./match.js";
import { GOALS, needsOf } from "./ways.js";

const LEAST = 1e-6; // a current that is not only what leaks
const LEAK = 1e-9; // to earth, so that a part that nothing reaches has a potential too

const zeros = (count) => Array.from({ length: count }, () => new Float64Array(count));

/** A symmetric matrix as a lower triangle times itself transposed (Cholesky). */
const factored = (matrix) => {
  matrix.forEach((row, i) => {
    for (let j = 0; j <= i; j += 1) {
      let total = row[j];
      for (let k = 0; k < j; k += 1) total -= row[k] * matrix[j][k];
      row[j] = j < i ? total / matrix[j][j] : Math.sqrt(Math.max(total, LEAK));
    }
  });
  return matrix;
};

/** What the triangle takes to these; all are 0 before the first. */
const forward = (triangle, right, first = 0) => {
  for (let i = first; i < right.length; i += 1) {
    for (let k = first; k < i; k += 1) right[i] -= triangle[i][k] * right[k];
    right[i] /= triangle[i][i];
  }
  return right;
};

/** The same of the triangle transposed. */
const backward = (triangle, right) => {
  for (let i = right.length - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < right.length; k += 1) right[i] -= triangle[k][i] * right[k];
    right[i] /= triangle[i][i];
  }
  return right;
};

/**
 * The wires between the sites that a player has or may get, by their places among these: an empty site has 1 ohm for
 * each claim that it needs, half of it on each side; own sites are good wires.
 */
const wiresOf = (game, owners, who) => {
  const needs = needsOf(game, owners, who);
  const sites = [...needs.keys()];
  const conducts = (ohms) => (ohms ? 2 / ohms : game.numbers.WIRE);
  const at = new Map(sites.map((site, k) => [site, k]));
  const wires = sites.flatMap((site, k) => game.neighbours[site].filter((other) => at.get(other) > k).map((other) =>
    ({ ends: [k, at.get(other)], weight: conducts(needs.get(site) + needs.get(other)),
      sign: twisted(game, site, other) ? -1 : 1 })));
  return { sites, wires, ofEnd: (site) => conducts(needs.get(site)) };
};

/** The Laplacian of these wires, where a twisted one joins a site with the other's negative. */
const laplacian = (count, wires) => {
  const matrix = zeros(count);
  for (let k = 0; k < count; k += 1) matrix[k][k] = LEAK;
  for (const { ends: [a, b], weight, sign } of wires) {
    matrix[a][a] += weight;
    matrix[b][b] += weight;
    matrix[a][b] -= sign * weight;
    matrix[b][a] -= sign * weight;
  }
  return matrix;
};

/** Of the current from one side to the other. */
const betweenSides = (game, { sites, wires, ofEnd }, who) => {
  const [near, far] = GOALS[who].map((side) => sites.map((site) => (game.net.sides[site] & side ? ofEnd(site) : 0)));
  const matrix = laplacian(sites.length, wires);
  sites.forEach((_, k) => { matrix[k][k] += near[k] + far[k]; });
  const triangle = factored(matrix);
  const volts = backward(triangle, forward(triangle, Float64Array.from(near)));
  const through = volts.map((volt, k) => near[k] * (1 - volt) + far[k] * volt);
  const whole = volts.reduce((sum, volt, k) => sum + far[k] * volt, 0);
  for (const { ends: [a, b], weight } of wires) {
    const current = weight * Math.abs(volts[a] - volts[b]);
    through[a] += current;
    through[b] += current;
  }
  return whole > LEAST ? [...through].map((current) => current / 2 / whole) : [];
};

/** Of the conductance of the loops through the site that has the most. */
const aroundLoops = ({ sites, wires }, isEmpty) => {
  const triangle = factored(laplacian(sites.length, wires));
  const found = sites.map((site, k) => {
    const column = new Float64Array(sites.length);
    column[k] = 1;
    return isEmpty(site) ? 1 / forward(triangle, column, k).reduce((sum, value) => sum + value * value, 0) / 2 : 0;
  });
  const most = Math.max(...found);
  return most > LEAST ? found.map((value) => value / most) : [];
};

/** The share of the current that each empty site carries for a player; none where no current flows. */
export const shares = (game, owners, who) => {
  const network = wiresOf(game, owners, who);
  const isEmpty = (site) => owners[site] === 0;
  const found = game.goal === "LOOP" ? aroundLoops(network, isEmpty) : betweenSides(game, network, who);
  return network.sites.map((site, k) => [site, found[k]]).filter(([site, share]) => isEmpty(site) && share);
};
