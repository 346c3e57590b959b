/** The best that is known of positions, which bar, hints and review tell; as nbgames/widgets/known.py has it. */

const KEPT = 1024; // positions; those that were heard of last

const rounded = (share) => Math.round(1000 * share) / 1000;

/** The better known of two: proven before estimated, then of the smaller error, else the known. */
export const better = (found, known) => {
  if (!known || found.error !== known.error) return !known || found.error < known.error ? found : known;
  return found.score !== null && known.score === null ? found : known;
};

/** The part of a worth that a bar shows. */
export const barOf = ({ share, error, says }) => ({ share: rounded(share), error: rounded(error), says });

/** The best known worth of each position, by the record that leads there. */
export const knowing = () => {
  const known = new Map();
  return {
    best: (key) => known.get(key) ?? null,
    /** Keep what is better known than before; of equals the old one. A former one, by fewer games, is no better. */
    learn(key, worth, former = null) {
      const old = known.get(key);
      const best = old && old === former && old.error ? worth : better(worth, old);
      known.delete(key);
      known.set(key, best);
      if (known.size > KEPT) known.delete(known.keys().next().value);
    },
  };
};
