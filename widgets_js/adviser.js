/** Help on a page while one plays: a hint, a bar, a layer; as nbgames/widgets/adviser.py has it. */

import { barOf } from "./known.js";
import { after, played, positionOf, refuse, shown, words } from "./match.js";
import { write } from "./record.js";
import { service } from "./service.js";

const KEPT = 64; // positions whose advice is kept, since a slider comes back to them
const STAGES = 3; // of a hint: where to look, the move, and why
const SHADE = 0.7; // how strongly a site is shaded that has a note, of 1
const [LOOKING, STILL] = [{ says: "Looking …" }, { says: "Still looking …" }];

const rounded = (value) => Number(value.toPrecision(2));

/** What is laid over a board: notes on sites, which of these are shaded, numbers that shade them, a chain. */
const laid = ({ notes = {}, way = notes, values = {}, chain = [] }, path) => {
  const numbers = Object.values(values);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const shade = (value) => Math.round(1000 * (value - low) / (high - low || 1)) / 1000;
  const shaded = Object.entries(values).map(([site, value]) => [site, [shade(value), rounded(value)]]);
  const noted = Object.entries(notes).map(([site, note]) => [site, [site in way ? SHADE : 0, note]]);
  return { heat: Object.fromEntries([...shaded, ...noted]), path: path(chain), thread: chain, legend: "" };
};

/** What is known of positions, the last ones that were looked at. */
const memory = () => {
  const known = new Map();
  return (key) => {
    const found = known.get(key) ?? { layers: {} };
    known.delete(key);
    known.set(key, found);
    if (known.size > KEPT) known.delete(known.keys().next().value);
    return found;
  };
};

const count = ({ table, at }) => (at === null || at > table.line.claims.length ? table.count : at);
/** The turn that is tried and goes on; "" where the line has another position by now. */
const triedAt = ({ begun: [key, word] }, m) => (word && key === write(m) ? word : "");
const match = (a) => {
  const m = after(a.table.line, count(a));
  const word = triedAt(a, m);
  return word ? played(m, word) : m;
};
/** A position as a board asks for help with it: after how many claims, and a turn that is tried there. */
const placeOf = (a, at) => `${at} ${triedAt(a, after(a.table.line, count(a)))}`.trim();
const isOn = ({ bar, layer, stage }) => bar || layer !== "" || stage > 0;

/** The layer that is seen: none while a hint is, whose shades would be taken for its own. */
const drawnLayer = ({ layer, stage }) => (stage ? "" : layer);

/** Is something better known of the position than what its hints say? */
const isOld = (a, { value }) =>
  Boolean(value) && JSON.stringify(value.worth) !== JSON.stringify(a.known.best(a.of));

/** Is a hint shown? The next is of the same advice, so nothing longer is searched. */
const isTold = (a, known) => a.stage > 0 && known.value?.firm && !isOld(a, known);

/** Is a hint wanted that has not been found? */
const isOpen = (a) => a.stage > 0 && !isTold(a, a.recall(a.of));

/** Find what is wanted of the position that is shown, and not known yet. */
const look = (a) => {
  const key = write(match(a));
  if (a.of && key !== a.of) a.stage = 0; // the hint was about another position
  const known = isOn(a) ? a.recall(key) : {};
  if (!isOn(a)) [a.at, a.of] = [a.of ? null : a.at, ""];
  else if (key !== a.of) [a.of, a.wanted, a.trouble] = [key, "", ""];
  if (isTold(a, known)) {
    known.isDone = true; // what a hint has told stays, also when a layer takes its place
    if (a.stage > 1) a.known.hint(key, known.value.word);
    for (const [word, worth] of known.value.left) a.known.learn(write(played(match(a), word)), worth);
  }
  const isWanted = (a.bar || a.stage > 0) && (!known.isDone || isOld(a, known));
  const layer = a.layer && !known.layers[a.layer] ? a.layer : "";
  const wanted = isWanted || layer ? `${isWanted ? "value" : ""} ${layer}` : "";
  const best = a.known.best(key);
  if (wanted && wanted !== a.wanted) a.worker.ask({ job: "advise", record: key, isWanted, layer, known: best });
  else if (!wanted) a.worker.stop();
  a.wanted = wanted;
};

/** Keep what was found. */
const hearing = (a) => ({ told, done, fails }) => {
  const found = a.recall(a.of);
  if (fails) a.trouble = `the help stopped (${fails}): ask again`;
  else if (done) {
    if (a.wanted.startsWith("value")) found.isDone = true;
    a.wanted = "";
    look(a); // a review may know better meanwhile
  } else if (!told) return;
  else if (told.layer) found.layers[told.layer] = told;
  else {
    found.value = told;
    a.known.learn(a.of, told.worth);
    if (told.twin) a.known.learn(...told.twin); // the board has one value
    look(a);
  }
  a.tell();
};

const changed = (a) => {
  if (a.trouble) [a.trouble, a.wanted] = ["", ""];
  look(a);
};

/** What the bar tells; while a longer search may change an estimate, it says so. */
const toldOf = ({ wanted, trouble }, bar) =>
  ({ ...bar, says: `${bar.error && wanted.startsWith("value") && !trouble ? "So far: " : ""}${bar.says}` });

/** What a page shows of the position; nothing where no help is wanted. */
const pageOf = (a, path) => {
  if (!isOn(a)) return {};
  const { at, bar, stage, names, trouble } = a;
  const layer = drawnLayer(a);
  const found = a.recall(a.of);
  const { value, layers } = found;
  const best = a.known.best(a.of);
  const hint = isTold(a, found) ? value.hints[stage - 1] : a.isAwaited ? STILL : LOOKING;
  const seen = layers[layer] ?? LOOKING;
  return {
    at: placeOf(a, count(a)), follows: at === null ? "" : placeOf(a, at),
    bar: bar ? (best ? toldOf(a, barOf(best)) : LOOKING) : null,
    hint: stage ? `${hint.says} ${(!bar && hint.stands) || ""}`.trim() : "", // the bar tells it too
    layer: layer ? seen.says : "", name: layer, names: layer ? names : [],
    over: laid(stage ? hint : seen, path), trouble,
  };
};

/** The words of a layer's name, in whatever order they are typed: a list of layers names the side first. */
const wordsOf = (name) => name.toLowerCase().split(/\s+/).sort().join(" ");

/** The layer of a name, "" for none; without a name the last one, or none. */
const layerOf = (a, name) => {
  const { table: { line: { game } }, names, last } = a;
  if (name === "off" || (drawnLayer(a) && !name)) return "";
  const mine = `${name} ${game.players[positionOf(match(a)).to_move - 1]}`;
  const found = name ? names.find((one) => [name, mine].map(wordsOf).includes(wordsOf(one))) : last || names[0];
  const what = `there are ${names.join(", ")}: type for example layer ${names[0]}`;
  return found ?? refuse(`${shown(name)} is no layer; ${what}`);
};

/** What can be asked. */
const deedsOf = (a) => ({
  hint(what) {
    const isMissing = isOpen(a); // nothing is skipped that has not been shown
    const stages = { "": isMissing ? a.stage : (a.stage + 1) % (STAGES + 1), why: STAGES, off: 0 };
    if (what !== "off" && match(a).outcome) refuse("there is nothing to hint at: the game is over");
    if (!Object.hasOwn(stages, what)) refuse(`${shown(what)} is no hint: type hint, hint why or hint off`);
    [a.stage, a.isAwaited] = [stages[what], isMissing && !a.trouble];
    changed(a);
  },
  bar(what) {
    if (!["", "on", "off"].includes(what)) {
      refuse(`${shown(what)} is no way to show the bar: type bar, bar on or bar off`);
    }
    a.bar = what === "on" || (!what && !a.bar);
    changed(a);
  },
  layer(name) {
    a.layer = layerOf(a, name.toLowerCase());
    a.last = a.layer || a.last;
    if (a.layer) a.stage = 0;
    changed(a);
  },
  advise(given) {
    const most = a.table.line.claims.length;
    const [at, word = ""] = given.split(" ");
    if (given && !(/^\d{1,9}$/.test(at) && Number(at) <= most)) {
      refuse(`${shown(given)} is no position of this game: give a number up to ${most}`);
    }
    const before = word && after(a.table.line, Number(at));
    a.begun = before ? [write(before), words(played(before, word)).at(-1)[0]] : ["", ""];
    a.at = given ? Number(at) : null;
    changed(a);
  },
});

/**
 * Helps with the position that a page shows, and with no other.
 * @param {any} data
 * @param {string} source the script of the page
 */
export const adviserBy = (data, source) => (table, known, tell) => {
  /** @type {any} */
  const a = {
    table, known, tell, names: data.player.layers, recall: memory(),
    at: null, // after how many claims; null as the match stands
    begun: ["", ""], // a turn that is tried there and goes on, behind the record before it
    bar: false, layer: "", stage: 0,
    isAwaited: false, // whether a hint was asked for again before it was found
    last: "", // the layer that was shown before
    of: "", // the record of the position
    wanted: "", trouble: "",
  };
  a.worker = service(data, source, hearing(a));
  return {
    attend: () => { if (isOn(a)) look(a); },
    page: (path) => pageOf(a, path),
    deeds: deedsOf(a),
  };
};
