/** Sites that a person claims: confirmed first where that is wanted, pending until Python answers. */

/** @param {any} b the parts of a board */
export const claims = ({ board, facts, shown, panel, question, stop, ask, deed, last, point }) => {
  const { sites, svg } = board;
  let chosen = -1; // clicked once, where moves are confirmed
  const name = (site) => facts.names[site];
  const mark = (site, on) => {
    sites[site].element.toggleAttribute("data-pending", on);
    shown.pending[on ? "add" : "delete"](site);
  };

  /** Choose a site, so that a second click claims it; -1 takes the choice and any question back. */
  const choose = (site) => {
    if (chosen >= 0) sites[chosen].element.removeAttribute("data-chosen");
    chosen = -1;
    if (site < 0) return void question.close();
    question.ask(`Play ${name(site)}?`, `Play ${name(site)}`, () => claim(site), true);
    chosen = site;
    sites[site].element.setAttribute("data-chosen", "");
    stop.focus(site);
  };

  const keyOf = (name) => String(name.trim().toLowerCase().split("-").sort()); // the ends of a piece in either order
  /** Does a word begin with the name of a site, or swap? */
  const isSite = (word) => [...facts.names, "swap"].some((name) => keyOf(name) === keyOf(word.split(",")[0]));

  /** Play a word from the position that is looked at, if that is meant; the board may be above the screen by now. */
  const instead = (word, from = shown.looking) =>
    question.ask(`Play ${word} here instead? The moves after this one are kept as a line.`, "Play here", () => {
      deed(`from ${from} ${word}`);
      svg.scrollIntoView({ block: "nearest" });
    }, true);

  const claim = (site, isUnclear) => {
    if (site < 0 || last() === name(site)) return; // the second of a double click
    if (shown.trial) ask(`analyse try ${shown.trial} ${name(site)}`);
    else if (shown.now.edit) deed(`set ${name(site)}`);
    else if (shown.looking !== null) instead(name(site));
    else if (shown.now.waits) return;
    else if (!shown.now.to_move) ask(name(site)); // the answer says how to go on
    else if ((isUnclear || panel.confirms()) && chosen !== site && !board.owners[site]) choose(site);
    else {
      choose(-1);
      mark(site, true);
      point(-1);
      deed(name(site));
    }
  };

  return {
    claim, choose, instead, isSite,
    settle: () => [...shown.pending].forEach((site) => mark(site, false)),
  };
};
