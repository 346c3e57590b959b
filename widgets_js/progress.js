/** What a person's results at puzzles come to: a rating, a streak, and which puzzle is next. */

import { rated } from "./glicko.js";

const START = { rating: 1200, deviation: 150 }; // the first result moves it by 50, not by 130
const RECENT = 30; // puzzles that are not asked again so soon
const NEAR = 6; // of the nearest ratings, one is taken by chance
const FOUND = 200; // how much farther away a puzzle counts that was found before

/**
 * The results in their order, each the name of a puzzle and a score: 1 found, 0.5 with a hint, 0 not.
 * @param {Record<string, [number, number]>} ratings of all puzzles, with their errors
 * @param {[string, number][]} results
 */
export const progressOf = (ratings, results) => {
  const puzzles = new Map(Object.entries(ratings).map(([name, [rating, error]]) =>
    [name, { rating, deviation: Math.min(error, START.deviation) }]));
  const seen = new Map();
  let [you, streak, best, found, gained] = [START, 0, 0, 0, 0];
  for (const [name, score] of results) {
    const puzzle = puzzles.get(name);
    if (!puzzle) continue; // of another release
    const before = you;
    you = rated(before, puzzle, score);
    puzzles.set(name, rated(puzzle, before, 1 - score));
    streak = score === 1 ? streak + 1 : 0;
    best = Math.max(best, streak);
    found += Number(score > 0);
    gained = Math.round(you.rating) - Math.round(before.rating);
    seen.set(name, score);
  }
  return { puzzles, you, streak, best, found, gained, seen, count: results.length };
};

/**
 * The puzzle to ask next: near the person's rating, none that was just asked.
 * @param {any[]} posed to choose from
 * @param {ReturnType<typeof progressOf>} progress
 * @param {string[]} asked the names of puzzles in the order in which they were asked
 */
export const next = (posed, { puzzles, you, seen }, asked) => {
  const recent = new Set(asked.slice(-Math.min(RECENT, Math.floor(posed.length / 2))));
  const far = ({ id }) => Math.abs(puzzles.get(id).rating - you.rating) + (seen.get(id) === 1 ? FOUND : 0);
  const near = posed.filter(({ id }) => !recent.has(id)).sort((a, b) => far(a) - far(b)).slice(0, NEAR);
  return near[Math.floor(Math.random() * near.length)];
};
