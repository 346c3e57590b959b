/** Who of those that sit at a board has its notebook open; a board is sent this once its seats have names. */

/** @param {any} b the parts of a board */
const people = (b) => {
  const { awareness } = b;
  awareness?.on("change", b.refresh);
  return {
    /** Who sits where, and whether they are here. */
    told(seats) {
      const here = [...(awareness?.getStates().values() ?? [])].map((state) => state?.user?.display_name);
      return seats.map((seat) => {
        const name = seat.replace(/ \(\w+\)$/, "");
        return seat + (name === b.me ? ", you" : here.includes(name) ? ", here" : "");
      });
    },
    stop: () => awareness?.off("change", b.refresh),
  };
};

export default people;
