/** What a board asks, carried out at its table; as nbgames/widgets/desk.py has it. */

import { readMarks, toggled } from "./arrows.js";
import { asItStands, turned } from "./editor.js";
import { answered, isName, listed, mayLose, mayUndo, meant, moveAsked, places } from "./listing.js";
import {
  after, attempt, blocked, isOffBoard, numberOf, played, positionOf, refuse, result, shown, siteOfName, words,
} from "./match.js";
import { lastTurn, planOf, toldPlan } from "./planning.js";
import { playerOf, readAll, remarked, setUp, startText, write } from "./record.js";
import { answer, awaited, label, loaded } from "./sentences.js";

/** The first word, which "?" may follow, and the rest. */
const split = (text) => /^(\?|[^\s?]*)\s*(.*)$/s.exec(text).slice(1);

const PASTE = "paste a record or moves into the box under More";
const SETTING_UP = "a position is being set up: choose who is to move, or Cancel";

/** Stop the computer player, if it thinks or is to. */
const pause = (computer) => {
  if (!computer.thinks() && !computer.waits()) refuse("nothing is under way that could be stopped");
  computer.paused = true;
};

/** Why nobody else can play now. */
const awaiting = ({ paused }) =>
  `it is the computer player's turn: ${paused ? "type think" : "wait"}, or take a move back`;

/** Refuse what is not all that is meant, with an example of what may follow. */
const lacks = (typed, rest) => refuse(`${typed} needs more: type for example ${typed} ${rest}`);

/** Refuse what says nothing alone. */
const complete = (m, verb, isSetUp, again) => {
  const { players: [player] } = m.game;
  const [site] = places(m);
  const rest = /^(about|neighbou?rs|near|set)$/.test(verb) ? site
    : /^(row|column)$/.test(verb) ? label(m.game)
      : verb === "again" ? again && "rematch" : verb === "begin" ? isSetUp && player
        : verb === "setup" && `${player} ${site}; ${player} to move`;
  if (rest) lacks(verb, rest);
};

/** The matches of records, or of a list of moves of the game that is open. */
const given = (line, text) => {
  if (!text) refuse(`the box is empty: ${PASTE}`);
  const { game } = line;
  if (/^(nbgames\b|[a-z]+:|\()/i.test(text)) return readAll(game, text);
  const found = readAll(game, write({ ...after(line, 0), remarks: {} }) + text);
  if (found[0].claims.length) return found;
  const [number] = /\d+[.)]+$/.exec(text) ?? [];
  const wrong = number ? `a move is missing after ${shown(number)}` : `${shown(text)} names no move`;
  return refuse(`${wrong}: write for example 1. ${places(after(line, 0))[0]}`);
};

/** Refuse as it is refused, and say where what can be typed is listed. */
const helped = (act) => attempt(act, (why) => refuse(`${why}; type help for what can be typed here`));

/** The text, if it may name sites. */
const naming = (game, text) => {
  if (isName(text) || game.sites.has(text.toLowerCase())) return text;
  return refuse(`${shown(text)} is no move and no word that this board knows`);
};

/** Go on with what a record or a list of moves has, which is told. */
const loadAt = (table, text) => {
  table.begin(...given(table.line, text));
  return loaded(table.now());
};

/** The word, if it is one of a move that is to be played now; else it is said what it may be. */
const recognized = (m, word, count) => {
  const { game } = m;
  if (!word.includes(",") && !["swap", "resign"].includes(word.toLowerCase())) {
    if (/^(nbgames |\d+[.)])/i.test(word)) refuse(`${PASTE}; type one move`);
    helped(() => siteOfName(game, naming(game, word)));
  }
  if (count) played(m, word); // refused there, too, it is no example
  return count ? refuse(`${shown(word)} is a move: to play it there type from ${count} ${word}`) : word;
};

/** Where nobody but persons plays. */
const nobodyAt = () => ({
  seat: 0, paused: false, progress: "", trouble: "", waits: () => false, thinks: () => false, attend() {},
  offers: () => [], reasons: () => ({}),
});

/** Deeds that are refused, each in these words. */
export const refusing = (verbs, told) =>
  Object.fromEntries(verbs.map((verb) => [verb, Object.assign(() => refuse(told), { refuses: true })]));

// What a board does by itself where it shows a review.
export const OF_REVIEW = ["worst", "learn", "next", "answer"];

const NO_HELP = "there is no help on this board";

/** Where nobody helps. */
const helpless = () => ({
  attend() {}, able: () => ({}), traits: () => ({}), reviews: () => false, judged: () => "", finds: () => "",
  deeds: refusing(["analyse", ...OF_REVIEW, "hint", "bar", "layer", "advise"], NO_HELP), about: () => refuse(NO_HELP),
});

/** Keep conditional moves, or tell those that are kept. */
const plan = ({ editor, table, computer }, text) => {
  if (editor) refuse(SETTING_UP);
  if (text.toLowerCase() === "none") table.planned = null;
  else if (text) {
    if (computer.plays?.(lastTurn(table.now(), text))) {
      refuse("this ends with a move of the computer player: end it with your own");
    }
    table.planned = planOf(table.now(), text);
  }
  return toldPlan(table.planned, table.now());
};

/** The computer player's reason for a move, left out its last; else what a review says. */
const why = ({ table, computer, teacher, editor }, number) => {
  const m = table.now();
  const reasons = computer.reasons(m);
  const all = words(m);
  const own = all.flatMap((_, k) => (computer.plays?.(after(m, all[k - 1]?.[1] ?? 0)) ? [String(k + 1)] : []));
  const which = number || String(Object.keys(reasons).at(-1) ?? own.at(-1) ?? (all.length || ""));
  const move = all[Number(which) - 1]?.[0];
  if (Object.hasOwn(reasons, which)) return `Move ${which}, ${move}: ${reasons[which]}.`;
  const judged = move && teacher.judged(Number(which));
  if (judged) return `The review: ${judged}`;
  if (/\D/.test(which)) return teacher.about(m, which); // a place where nobody has played
  if (!computer.seat && m.outcome) return awaited(m);
  if (!computer.seat) refuse(`no reason is known here${editor ? "" : teacher.finds()}`);
  if (!own.length) refuse("the computer player has not moved yet");
  if (own.includes(which)) refuse(`no reason is kept for move ${which}: a page loaded again forgets them`);
  const last = Object.keys(reasons).at(-1);
  return refuse(move ? `move ${which} was your own: why tells the computer player's reasons`
    : `the computer player has made no such move${last ? `: type for example why ${last}` : ""}`);
};

/** The match that a question is about, and the deed; a board that looks back asks "at 3 last". */
const askedOf = ({ table }, deed) => {
  const [at, count, asked] = /^at(?!\S)\s*(\S*)\s*(.*)/is.exec(deed) ?? [];
  if (!at) return [table.now(), deed];
  const m = after(table.line, table.along(numberOf(count, "at 0 chains")));
  return [m, asked || lacks(`at ${count}`, "chains"), count];
};

/** Begin another game against the computer, as it is offered after one. */
const playAgain = ({ table, computer }, how) => {
  const offered = computer.offers(table.now()).map(([, asks]) => asks);
  if (!offered.length) {
    refuse("a rematch can be had once a game against the computer is over: type new for another game");
  }
  if (!offered.includes(`again ${how}`)) {
    refuse(`${shown(how)} is no way to play again: type ${offered.join(" or ")}`);
  }
  computer.again(how);
  table.start();
};

/** The marks with these drawn and wiped off; without a word none. */
const marked = (game, marks, text) => {
  const [one, other] = game.names;
  if (text) return toggled(marks, readMarks(game, text));
  if (!marks.length) refuse(`nothing is marked: type mark ${one} for a ring, mark ${one}>${other} for an arrow`);
  return [];
};

/** That the game is over, and which buttons go on. */
const over = ({ table, computer, teacher }) => {
  const [[again]] = [...computer.offers(table.now()), ["New game"]];
  const analyse = teacher.able().analyse && !teacher.reviews() ? "Analyse or " : "";
  return `the game is over, ${result(table.now())}: press ${analyse}${again}`;
};

/** Whom the person plays against the computer player from a position on, in words. */
const ownSide = (computer, m) => {
  if (!(computer.seat > 0) || m.outcome) return "";
  const unless = positionOf(m).may_swap && computer.plays(m) ? ", unless the computer swaps" : "";
  return `You play ${m.game.players[2 - computer.side(m)]} from here${unless}.`;
};

/**
 * The computer player takes the other seat, where a person plays for it; whom the person plays then, if that is not the
 * side of now: a swap may lie between, too.
 */
const giveWay = (computer, now, before, word) => {
  const then = played(before, word); // what is refused there is so before anybody changes seats
  const was = computer.side(now);
  if (computer.plays(before)) computer.seat = 3 - computer.seat;
  return computer.side(then) === was ? "" : ownSide(computer, then);
};

/** Go on with a kept line; where the one before is, and whom the person plays. */
const turnAt = ({ table, computer }, number) => {
  const { line } = table;
  if (!table.kept().length) refuse("no line is kept yet");
  table.turnTo(numberOf(number, "line 1") - 1);
  const place = table.kept().indexOf(line) + 1;
  return `${place ? `The line before is line ${place} now.` : ""} ${ownSide(computer, table.now())}`.trim();
};

/** Agree on a draw; the computer player does once it cannot win any more. */
const agreeAt = (desk, { draws }) => {
  if (desk.editor) refuse(SETTING_UP);
  if (draws && mayLose(desk)) refuse("the computer player agrees to a draw only once it cannot win any more: play on");
  desk.table.agree();
};

/** What a board may ask besides a move or a question: its first word, and what is done. */
const deedsAt = (desk, game) => {
  const { table, computer } = desk;
  const begun = () => asItStands(game, positionOf(table.now()).owners);
  const asSetUp = () => desk.editor || refuse("no position is being set up: type edit to set one up");
  const setup = (rest) => {
    const start = setUp(game, rest);
    desk.editor = null;
    table.start(start);
  };
  return {
    undo() {
      if (table.count && !mayUndo(desk)) refuse("there is no move of yours to take back");
      if (isOffBoard(table.now())) table.undo();
      else do { table.undo(); } while (computer.waits() && table.count);
    },
    redo() {
      do { table.redo(); } while (computer.waits() && table.count < table.line.claims.length);
    },
    new: () => table.start(), draw: () => agreeAt(desk, game),
    go: (rest) => table.go(numberOf(rest, "go 0")),
    from(rest) {
      if (desk.editor) refuse(SETTING_UP);
      const [at, word] = split(rest);
      const count = numberOf(at, `from 0 ${places(after(table.line, 0))[0]}`);
      return desk.play(word, count);
    },
    mark: (rest) => { desk.marks = marked(game, desk.marks, rest); },
    line: (rest) => turnAt(desk, rest),
    comment(rest) {
      const [, n, text] = /^(?:(\d{1,4}):)?(.*)/s.exec(rest);
      const most = words(table.line).length;
      if (Number(n) > most) refuse(`there is no move ${n} to comment on: 0 to ${most}`);
      table.line = remarked(table.line, text, Number(n ?? words(table.now()).length));
    },
    load: (rest) => loadAt(table, rest),
    edit: () => { desk.editor = begun(); },
    set(rest) {
      const { given, owners } = desk.editor ?? begun();
      const site = siteOfName(game, rest);
      if (owners[site] === 3) refuse(blocked(game, site));
      desk.editor = turned(game, given, site);
    },
    clear() {
      const none = game.names.map(() => 0);
      desk.editor = asSetUp() && { given: none, owners: none };
    },
    begin(rest) {
      const { owners } = asSetUp();
      setup(startText(game, { owners, to_move: playerOf(game, rest), may_swap: false }));
    },
    leave: () => { desk.editor = asSetUp() && null; },
    again: (rest) => playAgain(desk, rest),
    rematch: () => playAgain(desk, "rematch"),
    ...desk.teacher.deeds,
    setup,
    stop: () => pause(computer),
    think: () => { computer.paused = false; },
    thinks() {}, // a question whose answer is the state: it begins nothing that was stopped
  };
};

/** What is said to a question; null where nothing is asked. */
const saidTo = (desk, game, here, { m, deed, verb, rest, seen }) => {
  if (["help", "?"].includes(verb)) return desk.explained?.(desk, game, here, rest) || listed(desk, game, here);
  if (verb === "about") return desk.teacher.about(m, rest);
  if (verb === "why") return why(desk, moveAsked(desk.table.now(), rest) || seen);
  if (verb === "who" && desk.computer.seat) return desk.computer.who(m);
  return verb === "plan" ? plan(desk, rest.trim()) : answer(m, deed);
};

/**
 * @param {any} game as match.js makes it
 * @param {any} table
 * @param {number[][]} marks what is drawn on the board
 * @param {() => void} moved called when the computer player has moved, or more is known
 * @param {{
 *   computerAt?: Function, teacherAt?: Function, deeds?: any, take?: (text: string) => void, explained?: Function,
 * }} own who else plays, who helps, what else can be asked, what takes a site that is clicked or typed, if no match
 * does, and what tells of a typed word what it does
 */
export const deskOf = (game, table, marks, moved, own) => {
  const computer = (own.computerAt ?? nobodyAt)(game, table, moved);
  const here = { ...own.deeds, ...computer.deeds };
  const teacher = (own.teacherAt ?? helpless)(table, computer, moved, () => Boolean(desk.editor));
  const desk = {
    table, computer, teacher, marks, explained: own.explained,
    editor: /** @type {any} */ (null),
    /** Play a person's word, here, or from an earlier position for whoever is to move there, which is told then. */
    play(word, from = table.count) {
      if (desk.editor) refuse(SETTING_UP);
      if (table.along(from) === table.count) {
        if (table.now().outcome) refuse(over(desk));
        if (computer.waits()) refuse(awaiting(computer));
      }
      if (!word) lacks(`from ${from}`, places(after(table.line, from))[0]);
      const isElsewhere = computer.seat > 0 && from !== table.count;
      const told = isElsewhere ? giveWay(computer, table.now(), after(table.line, from), word) : "";
      table.play(word, from);
      return told;
    },
    /** The records of the match as it stands and of all lines that are kept. */
    records() {
      const { line, lines, count } = table;
      const kept = count < line.claims.length ? [line, ...lines] : lines;
      return [table.now(), ...kept].map(write).join("\n");
    },
    /** Do what a board asks; how it went ("refused", else as in `carry_out` of Python) and in which words. */
    carryOut: (text) => attempt(() => {
      const [m, asked, count] = askedOf(desk, text.trim());
      const [known, deed] = answered(desk, game, here, asked);
      if (known) return ["said", known];
      const [word, rest] = split(deed);
      const verb = word.toLowerCase(); // a phone writes the first letter large
      const placed = Object.hasOwn(here, verb) ? here[verb] : null;
      if (rest && (placed ? !(placed.refuses || placed.example) : game.reading.alone.includes(verb))) {
        if (rest === "?") return desk.carryOut(`help ${verb}`);
        refuse(`${shown(rest)} cannot follow ${verb}: type ${verb} alone`);
      }
      if (verb === "record") return ["record", desk.records()];
      const told = placed?.(rest);
      if (placed) return told ? ["said", told] : ["", ""];
      if (!rest) complete(table.now(), verb, desk.editor, computer.offers(m).length);
      const seen = count && String(words(m).length || ""); // by a board that looks back
      const said = saidTo(desk, game, here, { m, deed, verb, rest, seen });
      if (said !== null) return ["said", said];
      const helps = deed !== asked && /^(bar|layer)$/.test(verb); // with the position that is looked at, and stays so
      if (helps) deeds.advise?.(count || "");
      if (deed !== asked && OF_REVIEW.includes(verb)) return ["shows", deed];
      if (Object.hasOwn(deeds, verb)) return [helps ? "said" : "", deeds[verb](rest) ?? ""];
      const guess = game.sites.has(deed.toLowerCase()) ? "" : meant(desk, game, here, deed);
      if (guess) return ["meant", guess]; // nothing is done
      if (!own.take) return ["", desk.play(recognized(m, deed, count))];
      own.take(helped(() => naming(game, deed)));
      return ["", ""];
    }, (words) => ["refused", words]),
  };
  const deeds = deedsAt(desk, game);
  return desk;
};
