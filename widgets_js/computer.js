/** The computer player of a page: its seat and its level. */

import { named } from "./line.js";
import { after, played, positionOf, refuse, words } from "./match.js";
import { write } from "./record.js";
import { awaited, ending, happened, says } from "./sentences.js";
import { service } from "./service.js";

const OFTEN = 500; // milliseconds between two looks at how far it is
export const PLAIN = 3; // the level that needs no tree
const STEPS = { harder: 1, easier: -1 }; // of levels

/** Have a lower level think, or none; what is said of it. */
const demoted = (computer, why) => {
  const { level } = computer;
  if (level > PLAIN) {
    computer.level = PLAIN;
    return `level ${level} cannot think here (${why}): level ${PLAIN} plays instead`;
  }
  computer.paused = true;
  computer.trouble = `the computer player failed (${why}): press Go on thinking to try again`;
  return "";
};

/** What a board says of a match, to the person who plays this side: who has won by what, and of a swap. */
const saidTo = (m, person) => {
  const last = m.claims.at(-1);
  if (m.outcome) return `${ending(m, person)} ${last === "resign" ? "" : happened(m)}`.trim();
  if (!last) return `You play ${m.game.players[person - 1]}. ${says(m)}`;
  if (!m.claims.includes("swap")) return says(m);
  const swapped = after(m, m.claims.indexOf("swap") + 1);
  const { owners, to_move } = positionOf(swapped);
  const isOwn = to_move !== person; // then the reply comes at once
  if (words(m).length > words(swapped).length + Number(isOwn)) return says(m);
  const [who, whose] = isOwn ? ["You", "the computer's"] : ["The computer", "your"];
  const taken = `${who} swapped and took ${whose} ${m.game.names[owners.indexOf(1)]}`;
  return `${taken}: you are now ${m.game.players[person - 1]}. ${m === swapped ? awaited(m) : says(m)}`;
};

/** Who plays first and who second, as it stands above the board. */
const seatedAt = (m, side, { label }) => {
  const names = ["You", `Computer, level ${label}`];
  return named(m, side === 2 ? names : names.reverse());
};

/** What is offered after a game against this level: labels, and what they ask. */
const offered = (levels, level) => {
  const near = Object.entries(STEPS).flatMap(([how, by]) => {
    const next = levels[level + by];
    const label = `${how[0].toUpperCase()}${how.slice(1)}`;
    return next ? [[`${label}: ${next.label.split(", ")[1]}`, `again ${how}`]] : [];
  });
  return [["Rematch", "again rematch"], ["Change sides", "again change sides"], ...near];
};

const KEPT = 400; // reasons

/** Why the computer player played its words, by the record up to each. */
const reasons = () => {
  const kept = new Map();
  const each = (m) => words(m).map(([word]) => `${word} `);
  return {
    /** The word of this answer, whose reason is kept. */
    kept(m, { word, why }) {
      kept.set(each(played(m, word)).join(""), why);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value);
      return word;
    },
    /** Those of a line, by the numbers of its words. */
    told(m) {
      let record = "";
      return Object.fromEntries((kept.size ? each(m) : []).flatMap((word, k) => {
        record += word;
        return kept.has(record) ? [[k + 1, kept.get(record)]] : [];
      }));
    },
  };
};

/** What holds from the next game on, once the seat or the level was chosen. */
const later = ({ seat, level }, { players }, chosen) => {
  if (seat) return `You play ${players[2 - seat]} against the computer, level ${level}, from the next game on.`;
  return chosen.level ? `Level ${level} is for a game against the computer.` : "Two people play from the next game on.";
};

/** Choose the seat and the level that the next game is to have. */
const chooseNext = ({ next, seat, level }, how) => {
  next.seat = how === "change sides" ? 3 - seat : seat;
  if (how in STEPS) next.level = level + STEPS[how];
};

/**
 * Choose a seat or a level, and say from when on it holds: a game against the computer keeps its level, and one that is
 * over who played it, whatever of it has been taken back.
 */
const choose = (computer, { outcome, claims, game }, chosen) => {
  computer.paused = false;
  if (outcome) {
    const { seat, level } = computer;
    computer.next = { seat, level, ...computer.next, ...chosen };
    return later(computer.next, game, chosen);
  }
  const { level = computer.level } = { ...computer.next, ...chosen };
  const isAgainst = computer.seat || computer.next.level; // also one whose computer player has left its seat
  const isLater = isAgainst && claims.length && level !== computer.level;
  computer.seat = chosen.seat ?? computer.seat;
  Object.assign(computer, isLater ? { next: { level } } : { next: {}, level });
  return isLater ? `Level ${level} from the next game on.` : "";
};

/** Who plays from now on, and at which level the computer does, once the seat or the level was chosen. */
const held = (computer, what) => {
  const { seat, level, next } = computer;
  if (seat) return `The computer plays ${computer.player()}, at level ${level}.`;
  if (what === "seat") return "No computer plays here: to play against it type computer first or computer second.";
  return `Two people play.${next.level ? "" : ` Level ${level} is for a game against the computer.`}`;
};

/** A deed that sets something to the place of the word that follows, such as the second of these. */
const choosing = (computer, verb, what, known, example = `${verb} ${known[2]}`) => Object.assign((word) => {
  const place = known.indexOf(word.toLowerCase());
  if (place < 0) refuse(`only ${known.flat().join(", ")} can follow: type for example ${example}`);
  const told = computer.choose({ [what]: place });
  const isOnlyLater = told && (what === "level" || computer.next.seat !== undefined);
  return isOnlyLater ? told : `${held(computer, what)} ${told}`.trim();
}, { kind: "Go", example });

/** With what is typed to choose who plays, and the level. */
const withDeeds = (computer, levels) => Object.assign(computer, {
  deeds: {
    computer: choosing(computer, "computer", "seat", ["off", "first", "second"]),
    level: choosing(computer, "level", "level", [, ...levels]),
  },
});

/**
 * The computer player at a table, as deskOf takes it.
 * @param {{ facts: any, player: any }} data
 * @param {string} source the script of the page
 */
export const computerBy = ({ facts, player }, source) => (game, table, moved) => {
  let seen = /** @type {any} */ (null); // what it thinks about
  let here = null; // the position that it has attended to last
  let told = 0;
  let failed = ""; // what is said once the lower level thinks
  const known = reasons();
  const computer = {
    seat: 0, // 1 who opened, 2 the other, 0 nobody
    level: PLAIN,
    next: {}, // the seat and the level of the game after this, where they are others
    paused: false, progress: "", trouble: "",
    reasons: known.told,
    side: (m) => (m.claims.includes("swap") ? 3 - computer.seat : computer.seat),
    plays: (m) => computer.seat > 0 && !m.outcome && positionOf(m).to_move === computer.side(m),
    seated: (m) => seatedAt(m, computer.side(m), player.levels[computer.level]),
    player: () => game.players[computer.side(table.now()) - 1],
    who: (m) => `${computer.seated(m).join(" against ")}. ${awaited(m)}`,
    offers: (m) => (computer.seat && m.outcome ? offered(player.levels, computer.level) : []),
    again: (how) => chooseNext(computer, how),
    choose: (chosen) => choose(computer, table.line, chosen),
    says: (m) => saidTo(m, 3 - computer.side(m)),
    waits: () => computer.plays(table.now()),
    thinks: () => seen !== null,
    /** Think if it is to move, about the position as it is now. */
    attend() {
      const position = positionOf(table.now());
      if (position !== here) [here, computer.paused] = [position, false]; // it was stopped at another
      const isDue = computer.waits() && !computer.paused;
      const now = isDue ? position : null;
      if (seen?.position === now && seen?.level === computer.level) return;
      if (seen) rest();
      if (isDue) begin(now);
    },
  };
  const rest = () => {
    seen = null;
    computer.progress = "";
    thinker.stop();
  };
  const begin = (position) => {
    seen = { position, level: computer.level };
    [computer.trouble, failed] = [failed, ""];
    thinker.ask({ job: "think", record: write(table.now()), level: computer.level });
  };
  const hear = (news) => {
    if (news.done || news.fails) {
      seen = null;
      computer.progress = "";
      if (news.done) table.play(known.kept(table.now(), news.told));
      else failed = demoted(computer, news.fails);
    } else {
      if (performance.now() - told < OFTEN) return;
      told = performance.now();
      computer.progress = `${news.told.toLocaleString("en")} positions`;
    }
    moved();
  };
  const thinker = service({ facts, player }, source, hear);
  return withDeeds(computer, Object.keys(player.levels));
};
