/** Who of those that sit at a board has its notebook open; a board is sent this once its seats have names. */

const LETTERS = 40; // of a name

/** A name as seats have it: Python cleans it likewise, nbgames/widgets/requests.py (`person`). */
const cleaned = (name) => {
  const line = typeof name === "string" ? name.replace(/[\p{C}\p{Z}]+/gu, " ").trim() : "";
  return [...line].slice(0, LETTERS).join("").trim();
};

/** @param {any} b the parts of a board */
const people = (b) => {
  const { awareness } = b;
  /** Python numbers those whose name another had before them. */
  const named = (user) => b.shown.now.called?.[user?.username] ?? cleaned(user?.display_name);
  const names = () => [...(awareness?.getStates().values() ?? [])].map((state) => named(state?.user));
  let here = names();
  let me = cleaned(b.me?.display_name);
  /** Awareness also tells of each move of a cursor, which changes nothing on a board. */
  const look = () => {
    const [before, was] = [String(here), me];
    [here, me] = [names(), cleaned(b.me?.display_name)];
    if (me !== was) b.ask("thinks"); // which changes nothing, but says who asks
    if (String(here) !== before) b.refresh();
  };
  awareness?.on("change", look);
  return {
    /** Who sits where, and whether they are here. */
    told(seats) {
      const own = named(b.me);
      here = names();
      return seats.map((seat) => {
        const name = seat.replace(/ \(\w+\)$/, "");
        return seat + (name === own ? ", you" : here.includes(name) ? ", here" : "");
      });
    },
    stop: () => awareness?.off("change", look),
  };
};

export default people;
