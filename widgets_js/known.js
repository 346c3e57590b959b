/** The best that is known of positions, which bar, hints and review tell; as nbgames/widgets/known.py has it. */

const KEPT = 1024; // positions; those that were heard of last

const rounded = (share) => Math.round(1000 * share) / 1000;

/** Above 0 where a value is better known than another: proven, else by more games, else of less error. */
const surer = (a, b) => Number(!a.error) - Number(!b.error) || a.games - b.games || b.error - a.error
  || Number(b.score === null) - Number(a.score === null);

/** The better known of two, of equals the known. */
export const better = (found, known) => (known && surer(found, known) <= 0 ? known : found);

/** The part of a worth that a bar shows. */
export const barOf = ({ chosen, error, says }) => ({ share: rounded(chosen), error: rounded(error), says });

/** The best known worth of each position, by the record that leads there. */
export const knowing = () => {
  const known = new Map();
  const hinted = new Set();
  return {
    best: (key) => known.get(key) ?? null,
    /** Keep what is better known than before; of equals the old one. */
    learn(key, worth) {
      const best = better(worth, known.get(key));
      known.delete(key);
      known.set(key, best);
      if (known.size > KEPT) known.delete(known.keys().next().value);
    },
    /** Remember that a hint has named this word there. */
    hint: (key, word) => hinted.add(`${key} ${word}`),
    wasHinted: (key, word) => hinted.has(`${key} ${word}`),
  };
};
