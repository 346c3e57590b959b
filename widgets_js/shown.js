/** What a board shows: the latest state that Python sent, or an earlier position of its line. */

/**
 * @typedef {object} Shown
 * @property {any} now the latest state
 * @property {number | null} looking how many claims are shown while an earlier position is
 * @property {string[]} sat who sits where in the position that is shown, as it stands above the board
 * @property {any} [review] what is known of its moves
 * @property {number} [trial] the move that is tried again
 * @property {boolean} [learnt] whether it was the last one
 * @property {string} [begun] a turn in its place that goes on
 * @property {number[]} [tried] the sites of what was tried in its place
 * @property {any} [worth] what that leaves, as a bar shows it
 * @property {Set<number>} pending the sites that are asked for and not yet answered
 */

/** @param {Shown} shown */
export const claimsShown = ({ now, looking }) => looking ?? now.at;

/**
 * The position in which a click plays, as help is asked about it: after how many claims, "" as the match stands, and
 * the turn that is tried there and goes on.
 * @param {Shown} shown
 */
export const askedAbout = ({ now, looking, begun = "" }) => `${looking ?? (begun && now.at)} ${begun}`.trim();

/** Is this the position to move from, not an earlier one or one that is set up? @param {Shown} shown */
export const isCurrent = ({ now, looking }) => looking === null && !now.edit;

/** The player who may claim a site on this page; 0 for nobody. @param {Shown} shown */
export const mover = ({ now }) => (now.waits ? 0 : now.to_move);

/**
 * Who is to move in the position that is shown: of an earlier one who claimed next, or 0 where that was no claim.
 * @param {Shown} shown
 * @param {any[]} line its claims, after what it begins with
 */
export const moverShown = ({ now, looking }, line) => {
  if (looking === null) return now.to_move;
  const next = line[looking + 1];
  return Array.isArray(next) ? next[1] : 0;
};

/**
 * Would a click on this site ask for something?
 * @param {Shown} shown
 * @param {number[]} owners
 * @param {number} site
 */
export const playable = (shown, owners, site) => {
  if (site < 0) return false;
  if (shown.now.edit) return owners[site] !== 3;
  if (shown.looking !== null) return owners[site] === 0;
  return mover(shown) > 0 && owners[site] === 0 && !shown.pending.has(site);
};

/** Owners after the first count claims of a line: each a list of site, owner, ... or a word. */
export const ownersAfter = (line, count, size) => {
  const owners = new Array(size).fill(0);
  for (const claim of line.slice(0, count)) {
    if (typeof claim === "string") continue;
    for (let k = 0; k < claim.length; k += 2) owners[claim[k]] = claim[k + 1];
  }
  return owners;
};

/** The words of a line's record, each with how many claims there are after it. */
export const wordsOf = (line, joins, names) => {
  const joined = new Set(joins);
  const found = [];
  let open = [];
  line.slice(1).forEach((claim, k) => {
    open.push(typeof claim === "string" ? claim : names[claim[0]]);
    if (joined.has(k + 1)) return;
    found.push({ word: open.join(","), end: k + 1 });
    open = [];
  });
  if (open.length) found.push({ word: `${open.join(",")},`, end: line.length - 1 });
  return found;
};
