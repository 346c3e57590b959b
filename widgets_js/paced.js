/** A seat that plays what goes on by itself, at a pace that can be followed. */

const PACE = 800; // milliseconds between words that are played by themselves

/**
 * Plays whatever goes on by itself, one word at a time.
 * @param {(m: any) => string | null} goesOn the next word, or null where a person is asked
 */
export const guideOf = (goesOn) => (game, table, moved) => {
  let timer = 0;
  const guide = {
    seat: 0,
    paused: false,
    progress: "",
    trouble: "",
    waits: () => !guide.paused && goesOn(table.now()) !== null,
    thinks: () => false,
    offers: () => [], reasons: () => ({}),
    stop: () => clearTimeout(timer),
    attend() {
      guide.stop();
      if (guide.waits()) timer = setTimeout(() => { table.play(goesOn(table.now())); moved(); }, PACE);
    },
  };
  return guide;
};
