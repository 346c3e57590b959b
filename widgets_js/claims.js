/** Sites that a person claims: confirmed first where that is wanted, pending until Python answers. */

/** What a name is known by: "f 7" and "f-7" are F7; the ends of a piece stand in either order. */
const keyOf = (name) => {
  const text = name.trim().toLowerCase().replace(/([a-z])[ -]{1,3}(?=\d)/g, "$1");
  return String(text.split(/[ -]+/).sort());
};
/** The site that a word names; -1 if none. */
const siteNamed = (names, word) => names.findIndex((name) => keyOf(name) === keyOf(word));

/** @param {any} b the parts of a board */
export const claims = ({ board, facts, shown, panel, question, stop, ask, deed, last, point }) => {
  const { sites, svg } = board;
  let chosen = -1; // clicked once, where moves are confirmed
  const mark = (site, on) => {
    sites[site].element.toggleAttribute("data-pending", on);
    shown.pending[on ? "add" : "delete"](site);
  };

  /** Choose a site, so that a second click claims it; -1 takes the choice and any question back. */
  const choose = (site) => {
    sites[chosen]?.element.removeAttribute("data-chosen");
    chosen = -1;
    if (site < 0) return void question.close();
    question.ask(`Play ${facts.names[site]}?`, `Play ${facts.names[site]}`, () => claim(site), "play");
    chosen = site;
    sites[site].element.setAttribute("data-chosen", "");
    stop.focus(site);
  };

  /** Does a word begin with the name of a site, or swap? */
  const isSite = (word) => siteNamed(facts.names, word.split(",")[0]) >= 0 || keyOf(word) === "swap";

  /** Play a word from the position that is looked at, if that is meant; the board may be above the screen by now. */
  const instead = (word, from = shown.looking) => question.waits("here")
    || question.ask(`Play ${word} here instead? The moves after this one are kept as a line.`, "Play here", () => {
      deed(`from ${from} ${word}`);
      svg.scrollIntoView({ block: "nearest" });
    }, "here");

  const claim = (site, isUnclear) => {
    const word = facts.names[site];
    if (site < 0 || last() === word) return; // the second of a double click
    if (shown.trial) ask(`analyse try ${shown.trial} ${word}`);
    else if (shown.now.edit) deed(`set ${word}`);
    else if (shown.looking !== null) instead(word);
    else if (question.waits("play") || shown.now.waits) return;
    else if (!shown.now.to_move || board.owners[site]) ask(word); // the answer says why not, or how to go on
    else if ((isUnclear || panel.confirms() || question.isOpen()) && chosen !== site) choose(site);
    else {
      choose(-1);
      mark(site, true);
      point(-1);
      deed(word);
    }
  };

  /** Play a word that was typed as a click would its site: asked about, where that is. */
  const typed = (word) => {
    const site = siteNamed(facts.names, word);
    if (site >= 0) stop.stop(site); // the focus goes there, not elsewhere, once a question is answered
    if (shown.looking !== null) instead(facts.names[site] ?? word);
    else if (question.isOpen() && site >= 0) claim(site);
    else if (!question.waits()) deed(word);
  };

  return {
    claim, choose, typed, isSite,
    settle: () => [...shown.pending].forEach((site) => mark(site, false)),
  };
};
