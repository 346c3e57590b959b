/** Sites that a person claims: confirmed first where that is wanted, pending until Python answers. */

import { CHOSEN, flagged, giveWay } from "./layers.js";

/** What a name is known by: "f 7" and "f-7" are F7; the ends of a piece, "a1-b2" or "a1b2", stand in either order. */
const keyOf = (name) => {
  const text = name.trim().toLowerCase().replace(/([a-z])[ -]{1,3}(?=\d)/g, "$1").replace(/(\d)(?=[a-z])/g, "$1-");
  return String(text.split(/[ -]+/).sort());
};

/** Mark these sites as chosen, and no others. */
const chosen = (board, those) => {
  flagged(board.sites, CHOSEN, those);
  giveWay(board);
};

/** Ask whether a word is to be played from the position that is looked at, with its sites marked. */
const asksInstead = ({ board, shown: { looking }, question, deed }, word, sites) => {
  if (question.waits("here")) return;
  question.ask(`Play ${word} here instead? The moves after this one are kept as a line.`, "Play here", () => {
    chosen(board, []);
    deed(`from ${looking} ${word}`);
    board.svg.scrollIntoView({ block: "nearest" }); // it may be above the screen by now
  }, "here");
  chosen(board, sites);
};

/** The turn that is tried: it goes on with a word, or begins anew with one of its own claims. */
const turning = (shown, siteOf) => (word) => {
  const [begun, first] = [shown.begun ?? "", siteOf(word.split(",")[0])];
  return begun.split(",").some((name) => name && siteOf(name) === first) ? word : begun + word;
};

/** @param {any} b the parts of a board */
export const claims = (b) => {
  const { board, facts, shown, panel, question, stop, ask, deed, last, point } = b;
  const { sites } = board;
  const mark = (site, on) => {
    sites[site].element.toggleAttribute("data-pending", on);
    shown.pending[on ? "add" : "delete"](site);
  };

  /** Choose a site, not another near it, so that a second click claims it; -1 takes choice and question back. */
  const choose = (site, other = -1) => {
    chosen(board, []);
    if (site < 0) return void question.close();
    const play = `Play ${facts.names[site]}`;
    question.ask(`${play}${other < 0 ? "" : `, not ${facts.names[other]}`}?`, play, () => claim(site), "play");
    chosen(board, [site]);
    stop.focus(site);
  };

  const siteOf = (word) => facts.names.findIndex((name) => keyOf(name) === keyOf(word));
  /** Does a word begin with the name of a site, or swap? */
  const isSite = (word) => siteOf(word.split(",")[0]) >= 0 || keyOf(word) === "swap";

  /** Play a word from the position that is looked at, if that is meant. */
  const instead = (word) => asksInstead(b, word, word.split(",").map(siteOf).filter((site) => site >= 0));

  const turnWith = turning(shown, siteOf);
  const isChosen = (site) => sites[site].element.hasAttribute(CHOSEN);
  // Of a double click the second one only confirms; else it would be refused, or begin anew a turn that is tried.
  /** Claim a site, or ask before: also where another is about as near to the click. */
  const claim = (site, other = -1, isSecond = false) => {
    const word = facts.names[site];
    if (site < 0 || last() === word || (isSecond && !shown.now.edit && !isChosen(site))) return;
    if (shown.trial) ask(`analyse try ${shown.trial} ${turnWith(word)}`);
    else if (shown.now.edit) deed(`set ${word}`);
    else if (shown.looking !== null) instead(word);
    else if (question.waits("play") || shown.now.waits) return;
    else if (!shown.now.to_move || board.owners[site]) ask(word); // the answer says why not, or how to go on
    else if ((other >= 0 || panel.confirms() || question.isOpen()) && !isChosen(site)) choose(site, other);
    else {
      choose(-1);
      mark(site, true);
      point(-1);
      deed(word);
    }
  };

  /** Play a word that was typed as a click would its site: asked about, where that is. */
  const typed = (word) => {
    const site = siteOf(word);
    if (site >= 0) stop.stop(site); // the focus goes there, not elsewhere, once a question is answered
    if (shown.looking !== null) instead(facts.names[site] ?? word);
    else if (question.isOpen() && site >= 0) claim(site);
    else if (!question.waits()) deed(word);
  };

  return {
    claim, choose, typed, isSite, turnWith,
    settle: () => [...shown.pending].forEach((site) => mark(site, false)),
  };
};
