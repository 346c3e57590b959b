/**
 * Ratings with a deviation, after every result (Glicko: M. E. Glickman, "Parameter estimation in large
 * dynamic paired comparison experiments", Applied Statistics 48, 1999, equations 8 to 11).
 */

const Q = Math.log(10) / 400;
const LEAST = 60; // a deviation gets no smaller: whoever learns is rated anew

const weight = (deviation) => 1 / Math.sqrt(1 + 3 * (Q * deviation / Math.PI) ** 2);

/** The expected score of one against another, 0 to 1. */
export const expected = (one, other) =>
  1 / (1 + 10 ** (-weight(other.deviation) * (one.rating - other.rating) / 400));

/** The rating of one after a score against another: 1 won, 0 lost. */
export const rated = (one, other, score) => {
  const [g, hoped] = [weight(other.deviation), expected(one, other)];
  const precision = 1 / one.deviation ** 2 + (Q * g) ** 2 * hoped * (1 - hoped);
  return {
    rating: one.rating + Q * g * (score - hoped) / precision,
    deviation: Math.max(LEAST, 1 / Math.sqrt(precision)),
  };
};
