/** A review beside a board: its curve, marks in the list of moves, what was better drawn on the board. */

import { called, whose } from "./called.js";
import { arrowed, copied, make, marked, outlined, paint } from "./drawing.js";
import { able, button, html, listen, seen } from "./html.js";
import { bright, written } from "./layers.js";

const RIM = 4; // pixels that an arrow ends earlier, where a ring is
const LETTERS = 10; // pixels of the screen that they are high at least, as long as they find room
const ENOUGH = 14; // pixels at which they are as large as need be: larger they cover what lies beside them
const [LEAST, MOST] = [0.8, 1.45]; // times their usual size
const STEPS = { ArrowLeft: -1, ArrowRight: 1 }; // off the board, where they go to sites
const CALM = 700; // milliseconds, longer than between the clicks of a double click
const SIDE = 0.02; // of the width of the curve, free at either side
const LONG = 6; // sites of a turn; after one of more the legend does not name it
const [RING, SLIM] = [7, 3]; // the radius of a ring around a site, and around a piece at both its ends

/** A review as one side sees it: the shares of its curve are those of that player. */
const seenBy = (review, side) =>
  (side === 2 ? { ...review, curve: review.curve.map((share) => 1 - share) } : review);

/** What the parts of this side's curve are, of those that it has. */
const partsOf = ({ errors, decided, words, share, swapped }, side) => [
  swapped ? `Before the swap: the chance of the player who ${side === 2 ? "opened" : "then swapped"}.` : "",
  Object.keys(words).length ? (share === 1 ? "Red dots: marked moves." : "Grey dots: moves marked so far.") : "",
  errors.some(Boolean) ? "Grey: how far an estimate may change with ten times the games." : "",
  decided === null ? "" : "Dashed upright line: from there on the result is proven.",
].filter(Boolean).join(" ");

/** The curve of a player's prospects: as wide as its moves, 1 high, stretched to its place. */
const curveOf = (review, name, side) => {
  const { curve, errors, decided, words } = seenBy(review, side);
  const end = Math.max(curve.length - 1, 1);
  const beside = end * SIDE / (1 - 2 * SIDE);
  const viewBox = `${-beside} -.08 ${end + 2 * beside} 1.16`;
  const svg = make("svg", { class: "nb-curve", viewBox, preserveAspectRatio: "none", role: "img" });
  const line = (points) => points.map(([x, y], k) => `${k ? "L" : "M"}${x} ${y}`).join("");
  const high = curve.map((share, n) => [n, 1 - Math.min(1, share + errors[n])]);
  const low = curve.map((share, n) => [n, 1 - Math.max(0, share - errors[n])]);
  const shape = (part, d, owner = 0) =>
    svg.append(make("path", { d, class: `nb-${part}`, "data-owner": owner }));
  const course = curve.map((share, n) => [n, 1 - share]);
  const [left, right] = [-beside, end + beside];
  for (const [rim, owner] of [[-1, 3 - side], [2, side]]) {
    const ends = [[left, course[0][1]], ...course, [right, course.at(-1)[1]]];
    shape("half", `${line([[left, rim], ...ends, [right, rim]])}Z`, owner);
  }
  shape("band", `${line([...high, ...low.reverse()])}Z`);
  shape("even", `M${left} .5H${right}`);
  if (decided !== null) shape("decided", `M${decided} -1V2`);
  shape("course", line(course));
  for (const n of Object.keys(words).map(Number)) shape("slip", `M${n} ${1 - curve[n]}h0`);
  const settled = decided === null ? "" : `, proven from ${decided ? `move ${decided}` : "the start"} to the end`;
  const slips = Object.keys(words).join(", ") || "none";
  svg.setAttribute("aria-label", `${whose(name)} chance to win after each of ${curve.length - 1} moves, ` +
    `at the end ${Math.round(100 * curve.at(-1))}%${settled}; marked moves: ${slips}. ${partsOf(review, side)}`);
  return svg;
};

/** A ring around a site, as a path: around a piece a long one, since another piece has the same middle. */
const ringAround = ({ x, y, half }) => {
  const [dx, dy] = half ?? [0, 0];
  const part = SLIM / Math.hypot(dx, dy);
  const [r, across, down] = half ? [SLIM, -part * dy, part * dx] : [RING, RING, 0];
  const end = (sign) => `a${r} ${r} 0 0 1 ${sign * 2 * across} ${sign * 2 * down}`;
  return `M${x - dx / 2 + across} ${y - dy / 2 + down}${end(-1)}l${dx} ${dy}${end(1)}Z`;
};

/** From what was played to the nearest of these sites, as ends of an arrow; nothing where a turn only went on less. */
const insteadOf = (sites, played, better, rings) => {
  const from = played.findLast((site) => !better.includes(site));
  if (from === undefined || !rings.length) return [];
  const far = (site) => Math.hypot(sites[site].x - sites[from].x, sites[site].y - sites[from].y);
  return [[from, rings.reduce((a, b) => (far(b) < far(a) ? b : a))]];
};

/** An arrow that ends at the ring around its site, not in it; a piece has none. */
const upTo = (a, b) => {
  const back = b.half ? 0 : RIM / Math.hypot(b.x - a.x, b.y - a.y);
  return arrowed([a, { x: b.x + back * (a.x - b.x), y: b.y + back * (a.y - b.y) }], [[0, 1]]);
};

/**
 * What is drawn on the board: an arrow, small rings, of what the review names where a word is tried, numbers of play
 * after these sites were claimed, and `why`.
 */
const legendOf = (arrows, also, numbers, why, { isTrial = false, played = [] } = {}) => {
  const after = played.length && played.length <= LONG ? `after ${played}` : "from here";
  const names = ["Arrow: to the better move.", `Small rings: ${isTrial ? "moves that the review names" : "as good"}.`,
    `Numbers: how play may go on ${after}.`, why];
  return names.filter((_, k) => [arrows, also, numbers, why][k].length).join(" ");
};

/** A site as if who had claimed it: a word that is tried is not played. */
const tried = (board, site, who, mark) => {
  const { element, half } = board.sites[site];
  const group = make("g", { class: "nb-try", "data-mark": mark });
  const marks = make("g", { class: "nb-marks" });
  marks.append(...[marked(board, site, who)].filter(Boolean));
  const rim = half ? [copied(element, { class: "nb-rim" })] : [];
  const ring = make("g", { class: "nb-last" }); // of a right one, as the last move of a game has it; a piece has a rim
  if (mark === "✓" && !half) ring.append(...outlined(board.sites[site]));
  group.append(...rim, copied(element, { class: element.getAttribute("class"), "data-owner": who }), marks, ring);
  return group;
};

/** How many times as large letters and badges are on a board that is shown small; on a large one less than once. */
const largerOn = (scene) => {
  const { a = 1, b = 0 } = scene.getScreenCTM() ?? {};
  const [least, enough] = [LETTERS, ENOUGH].map((pixels) => pixels / 9 / Math.hypot(a, b));
  return Math.min(MOST, Math.max(least, LEAST, Math.min(1, enough)));
};

const CORNERS = [[1, -1], [-1, -1], [1, 1], [-1, 1]];
const CLEAR = 24; // between the middles of a mark and of a label that are far enough apart

/** The mark of a move beside its site, away from labels at these sites; beside a piece between two points. */
const badge = (site, mark, larger, labelled) => {
  const far = site.half ? 9 : 5 + 2 * larger;
  const room = (a) => Math.min(CLEAR, ...labelled.map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  const { x, y } = CORNERS
    .map(([right, down]) => ({ x: site.x + right * far, y: site.y + (site.half ? 0 : down * far) }))
    .reduce((best, place) => (room(place) > room(best) ? place : best));
  return [
    make("circle", { cx: x, cy: y, r: 5.5 * larger, class: "nb-badge", "data-mark": mark }),
    written({ x, y }, mark, { class: "nb-badge" }),
  ];
};

/**
 * What stands on the board after a marked move: its mark, what was better, with an arrow to it, how play goes on, and
 * dotted what shows why: a chain, or single sites.
 * A sphere, whose sites move, is told the rings and arrows to draw; the legend says what is drawn.
 */
const adviceOn = ({ board, facts, view }) => {
  const { svg, scene, sites } = board;
  const layer = make("g", { class: "nb-advice", "aria-hidden": "true" });
  scene.append(layer);
  let larger = 1;
  /** A piece is a line: the text stands beside it, at its right if not at the side away from a site. */
  const text = (site, words, name, away = -1) => {
    const { x, y, half } = sites[site];
    const [dx, dy] = half ?? [0, 0];
    const [across, down] = [Math.abs(dy), -dx * Math.sign(dy)];
    const isLeft = away >= 0 && across * (x - sites[away].x) + down * (y - sites[away].y) < 0;
    const far = Math.hypot(dx, dy) / larger / (isLeft ? -7 : 7) || 1;
    return written({ x: x + across / far, y: y + down / far }, words, { class: `nb-${name}` });
  };
  /** Who claims a site as play goes on, and at which move: "X1", the number largest; smaller in a ring. */
  const reply = ([site, who], k, away, isIn) => {
    const element = text(site, k + 1, `reply${isIn ? " nb-in" : ""}`, away);
    element.prepend(make("tspan", {}));
    element.firstChild.textContent = facts.players[who - 1][0];
    return element;
  };
  return ([mark, played, better, line, , who, also = []] = ["", [], [], []], [chain, why, spots] = ["", "", []]) => {
    svg.classList.toggle("nb-wrong", played.length > 0 && mark.includes("?"));
    larger = largerOn(scene);
    layer.style.setProperty("--nb-larger", String(larger));
    const rings = better.filter((site) => !played.includes(site));
    const trials = "✓✗~".includes(mark || " ") ? played : [];
    const isTrial = trials.length > 0;
    const marks = rings.map((site) => [site]);
    const instead = insteadOf(sites, played, better, rings);
    if (view.repaint) {
      const points = [...also, ...trials].map((site) => [site]);
      const small = isTrial ? also : [];
      return { marks: [...marks, ...instead, ...points], legend: legendOf(instead, small, [], "", { isTrial }) };
    }
    const onLine = line.map(([site]) => site);
    const labelled = [...rings, ...onLine].map((site) => sites[site]);
    const arrows = instead.map(([from, to]) => upTo(sites[from], sites[to])).join("");
    bright({ layer: () => layer }, "", `${arrowed(sites, marks)}${arrows}`);
    const dots = `${chain}${spots.map((site) => ringAround(sites[site])).join("")}`;
    if (dots) layer.prepend(make("path", { d: dots, class: "nb-witness" }));
    layer.append(
      ...also.map((site) => make("path", { d: ringAround(sites[site]), class: "nb-also" })),
      ...trials.map((site) => tried(board, site, who, mark)),
      ...rings.filter((site) => !onLine.includes(site)).map((site) => text(site, "!", "better", instead[0]?.[0])),
      ...played.slice(-1).flatMap((site) => badge(sites[site], mark, larger, labelled)),
      ...line.map((claim, k) => reply(claim, k, rings.includes(claim[0]) ? instead[0]?.[0] : -1,
        [...rings, ...also, ...spots].includes(claim[0]))));
    const names = played.map((site) => facts.names[site]);
    return { marks: [], legend: legendOf(instead, also, line, why, { isTrial, played: names }) };
  };
};

/** Whose share the height of the curve is; a screen reader is told by the curve itself. */
const axisFor = () => {
  const ends = ["", "50%", "0%"].map((textContent) => html("span", { textContent }));
  const element = html("div", { className: "nb-axis", ariaHidden: "true" }, ...ends);
  const show = (name) => {
    ends[0].textContent = `${name} 100%`;
    element.title = `${whose(name)} chance to win`;
  };
  return { element, show };
};

/** The curve in its place: pressing it goes to a position. @param {any} b the parts of a board */
const plotFor = ({ facts, times }) => {
  const element = html("div", { className: "nb-plot", tabIndex: -1 }); // a click brings the keys here
  const here = html("i", { className: "nb-here" });
  const parts = html("div", { className: "nb-parts", ariaHidden: "true" });
  const axis = axisFor();
  let drawn = null;
  let isFinal = false;
  const seek = ({ type, buttons, clientX }) => {
    if (!drawn || (type === "pointermove" && !buttons)) return;
    const { left, width } = element.getBoundingClientRect();
    const share = ((clientX - left) / width - SIDE) / (1 - 2 * SIDE);
    times.go(Math.round((drawn.length - 1) * Math.min(1, Math.max(0, share))));
  };
  listen(element, { pointerdown: seek, pointermove: seek });
  return {
    chart: html("div", { className: "nb-chart" }, axis.element, element),
    parts,
    show(review) {
      const { curve = null, mine = 1 } = review;
      const player = facts.players[mine - 1];
      const name = review.mine ? `You (${player})` : player;
      const isChanged = drawn !== curve || isFinal !== (review.share === 1);
      if (isChanged) element.replaceChildren(...(curve ? [curveOf(review, name, mine), here] : []));
      isFinal = review.share === 1;
      axis.show(name);
      parts.textContent = curve ? partsOf(review, mine) : "";
      drawn = curve;
      const share = Math.min(1, times.at() / Math.max(1, (drawn?.length ?? 1) - 1));
      here.style.left = `${100 * (SIDE + (1 - 2 * SIDE) * share)}%`;
    },
  };
};

/** The marks of a review in the list of moves, which scrolls as far as they push the move that is looked at. */
const listed = (moves, { words = {}, decided, curve, errors }) => {
  const here = () => moves.querySelector("[aria-current]")?.offsetTop ?? 0;
  const before = here();
  [...moves.children].forEach((item, k) => {
    while (item.children.length > 2) item.lastChild.remove();
    const [mark] = words[k + 1] ?? [];
    if (mark) item.append(html("b", { textContent: mark }));
    if (decided !== k + 1) return;
    const isTurn = !errors[k] && curve[k] !== curve[k + 1]; // another result was proven before
    item.append(html("small", { textContent: isTurn ? "decided here" : "proven from here to the end" }));
  });
  moves.parentNode.scrollTop += here() - before;
};

/** Is the review under way, not only a word that is tried? A mark may go, and a trial would break it off. */
const isUnderWay = ({ busy, share, trial: { number, says } = /** @type {any} */ ({}) }) =>
  busy && share < 1 && (!number || says !== undefined);

/** What is asked of a move, and which it is of several. */
const askedOf = ({ slips, words }, number) => {
  const place = slips.length > 1 && slips.includes(number) ? `${slips.indexOf(number) + 1} of ${slips.length}. ` : "";
  return words[number] ? `${place}${words[number][4]}` : "Play what would be better.";
};

/**
 * Tries what is typed in place of a move, if it is to be tried. In a trial a word like a site's is: played, it would
 * end the review.
 */
const trying = (text, { shown, claims }, attempt) => {
  const [, number, word] = /^analyse try (\d+) +(.+)/i.exec(text) ?? [];
  if (word) return () => attempt(Number(number), word);
  const isWord = /^(swap$|[a-z]+\d)/i.test(text) || claims.isSite(text);
  return shown.trial && isWord ? () => attempt(shown.trial, text) : null;
};

/** What was found and answered in place of the moves of a line; another line has its own, a longer one the same. */
const progress = () => {
  const known = new Map();
  let key = "";
  return (line) => {
    if (!known.has(line)) known.set(line, (line.startsWith(key) && known.get(key)) || [new Set(), new Set()]);
    key = line;
    return known.get(key);
  };
};

/** What is said and drawn where a move is tried again: the question, or what became of a word in its place. */
const toldOf = (review, number, isHeard, isLast) => {
  const { trial = {}, busy } = review;
  if (!isHeard) {
    const isBusy = trial.number === number && busy;
    return { says: isBusy ? "Judging …" : askedOf(review, number), advice: undefined };
  }
  const end = review.slips?.length > 1 ? " That was the last one." : " That was the only one.";
  const last = trial.right && isLast ? end : "";
  // A right word is ringed itself; what the review names, it or others as good, has small rings.
  const [, , better = [], , , , also = []] = (trial.right && review.words[number]) || [];
  const others = [...better, ...also].filter((site) => !trial.sites.includes(site));
  const advice = [trial.sign, trial.sites, [], trial.line, "", trial.who, others];
  return { says: `${trial.says}${last}`, advice, chain: trial.chain, owners: trial.owners };
};

/** What is to be found, first what was not answered. */
const leftOf = (slips, found, answered) => {
  const open = slips.filter((n) => !found.has(n));
  const rest = open.filter((n) => !answered.has(n));
  return rest.length ? rest : open;
};

/** Forget what was found and answered; what was said of the last word, which is an answer no more. */
const forgotten = (known, { trial }) => {
  for (const numbers of known) numbers.clear();
  return trial.says;
};

/** What the button that begins to learn is called. */
const offerOf = (left, answered, slips = []) => {
  if (slips[0] && left.every((n) => answered.has(n))) return "Learn again";
  return left.length < slips.length ? `Next to learn: ${left.length} left` : "Learn from mistakes";
};

/**
 * Positions before the worst moves, to be tried again until a good one is found.
 * @param {any} b the parts of a board
 * @param {(number: number) => void} visit goes to a position
 */
const trials = ({ ask, last, times, shown, refresh, panel, model, facts }, visit, done = progress()) => {
  let [found, answered] = done("");
  let other = 0; // the number of a move that is tried again by a typed word, marked or not
  let over; // what was said of the last word before all are learned again
  let told; // the number of the one that was answered last
  let asked = 0; // the number of one that was typed, until its word is accepted: one that is refused changes nothing
  let review = /** @type {any} */ ({});
  const left = () => leftOf(review.slips ?? [], found, answered);
  const pose = (number) => {
    shown.trial = number ?? 0;
    if (!number) return void refresh();
    told = -1;
    visit(number - 1);
  };
  const next = () => pose(left()[(left().indexOf(shown.trial) + 1) % left().length]);
  const begin = button("Learn from mistakes", "Try the worst moves again (t)", () => {
    if (!left().length) over = forgotten([found, answered], review);
    next();
  });
  const another = button("Next", "Try another one (n)", next);
  const answer = button("Answer", "Show what was better (p)", () => {
    told = shown.trial;
    answered.add(told);
    pose(0);
    visit(told);
  });
  return {
    begin, answer, another,
    attempt: (number, word) => ask(`analyse try ${asked = number} ${word}`),
    instead: () => (!found.has(shown.trial) ? "play a better move, or type answer"
      : `this one is found${left().length ? ": next goes on" : ", and was the last"}`),
    /** What is said instead of the review, and drawn; nothing where nobody tries. @returns {any} */
    show(given) {
      const { trial = {} } = given;
      if (!last()) asked = 0; // refused: an answer comes before it is taken off what waits
      if (trial.number === asked && (!("says" in trial) || trial.says !== review.trial?.says)) {
        // Once this is drawn, since to ask draws again.
        if (asked !== shown.trial) queueMicrotask(() => pose(other = trial.number));
        asked = 0;
      }
      review = given;
      if (!trial.says) over = undefined;
      const isHeard = shown.trial > 0 && trial.number === shown.trial && trial.says !== over;
      const isThere = times.at() === shown.trial - 1;
      const isAsked = review.words && (isHeard || shown.trial === other || review.words[shown.trial]);
      if (isThere && review.words && !isAsked) panel.refused(`Move ${shown.trial} is no longer marked: more is known.`);
      const waits = isUnderWay(review);
      if (!isThere || !isAsked || waits) shown.trial = 0;
      [shown.tried, shown.worth] = isHeard && shown.trial ? [trial.sites, trial.bar] : [[]];
      if (review.words) [found, answered] = done(String(facts.pages.flatMap((page) => model.get(page) ?? [])));
      if (isHeard && trial.right) found.add(trial.number);
      begin.hidden = shown.trial > 0 || !review.slips?.length || waits;
      begin.textContent = offerOf(left(), answered, review.slips);
      answer.hidden = !shown.trial && times.at() !== told; // told or found it keeps its place: a second click is safe
      able(answer, shown.trial && !found.has(shown.trial));
      another.hidden = !shown.trial || !left().some((number) => number !== shown.trial);
      return shown.trial ? toldOf(review, shown.trial, isHeard, !left().length) : null;
    },
  };
};

/** What was played and what was better, claim by claim: the sentence leaves out some of many. */
const whole = ([, ...turns], names) => turns.slice(0, 2).filter(({ length }) => length)
  .map((turn) => turn.map((site) => names[site]).join(",")).join(" → ");

/** What presses the first button of a name that is shown, such as Learn once nothing is asked; else nothing. */
const pressing = (buttons) => (name) => {
  const shown = buttons[name]?.find((one) => one.checkVisibility() && one.ariaDisabled !== "true");
  return shown ? () => shown.click() : null;
};

/** Why there is nothing to do now for a word of a review that is shown; "" for other words. */
const lacking = (word, trial, slips, waits, instead) => {
  const learning = {
    answer: instead,
    worst: `you are learning: ${instead}`, learn: `you are learning already: ${instead}`,
    undo: `undo would take back the game: ${instead}`,
    redo: `redo would play the game on: ${instead}`,
    next: `no other move is left to learn: ${instead}`,
  };
  const wait = "Learn waits for the review: marks may change (analyse stop ends it)";
  if (waits && /^(learn|next|answer|analyse try.*)$/.test(word)) return wait;
  const none = slips ? "no move is left to learn" : "no move is marked to learn from";
  const looking = {
    worst: "no move is marked", learn: none, next: none, answer: slips ? "type learn first" : none,
  };
  return (trial ? learning : looking)[word] ?? "";
};

/** Does at once what is typed, if it is for the review; was it? A word that does nothing now is refused. */
const hearing = (b, element, byWord, { attempt, instead }, known) => (text, word = text.toLowerCase()) => {
  const waits = isUnderWay(known());
  const lack = lacking(word, b.shown.trial, (known().slips ?? []).length, waits, instead());
  const act = byWord(word)
    ?? (word === "why" && b.shown.looking !== null ? () => b.ask(`why ${b.times.at()}`) : null)
    ?? (element.checkVisibility() ? (!waits && trying(text, b, attempt))
      || (lack && (() => b.panel.refused(lack, b.from))) : null);
  if (act) {
    b.panel.reply.textContent = ""; // it would lie over what is told now
    act();
  }
  return Boolean(act);
};

/** What is drawn of a move: only its mark where help, which would be on the same sites, is laid over the board. */
const uncovered = (b, advice, chain) => {
  const { heat = {}, path } = b.advice?.over() ?? {};
  if (!advice || !(path || Object.keys(heat).length)) return [advice, chain];
  const [mark, played, , , , who] = advice;
  return [[mark, played, [], [], "", who]];
};

/** What a review has found of a position: what it says, and what is drawn. */
const foundOf = ({ busy, says, words, chains }, at, isSure) => {
  const unknown = busy ? "Looking at the game …" : "This position is not analysed yet: press Go on analysing.";
  const known = says?.[at];
  return { says: known ? `${isSure ? "" : "So far: "}${known}` : unknown, advice: words?.[at], chain: chains?.[at] };
};

/** Goes to a position; where what is said stands below the board, both are brought onto the screen. */
const visitor = ({ times, board: { svg } }, said) => (number) => {
  times.go(number);
  const [above, below] = [svg, said].map((part) => part.getBoundingClientRect());
  const isCut = above.top < 0 || below.bottom > innerHeight;
  if (isCut && below.top >= above.bottom) svg.scrollIntoView();
};

/** A click off the field for words takes away what lies over the review, but not while text is selected. */
const clearing = ({ reply }, element) => ({ target }) => {
  if (!element.hidden && !target.closest("form") && !String(getSelection())) reply.textContent = "";
};

/** How far a review is; of a whole one what is drawn, or how it was made, or that it found nothing. */
const besideClose = (review, legend, isStart) => {
  const waits = isUnderWay(review) ? ", so Learn waits" : "";
  if (review.share !== 1) return `${Math.round(100 * review.share)}% done: marks may change${waits}`;
  const none = `No move${review.mine ? " of yours" : ""} is known to be a mistake; small losses may add up unseen.`;
  return legend || (review.slips?.length || isStart ? review.made ?? "" : none);
};

/** Puts a review below what is answered; its legend below the board, or on a phone below the review. */
const placed = ({ root, tip }, element, parts) => {
  root.querySelector(".nb-news").after(element);
  (matchMedia("(pointer:coarse),(max-width:32rem)").matches ? element : tip).after(parts);
};

/** @param {any} b the parts of a board */
const beside = (b) => {
  const { times, panel, ask } = b;
  const lines = panel.root.querySelector(".nb-lines");
  const said = html("div", { className: "nb-said", role: "status" });
  const visit = visitor(b, said);
  const [advise, plot, learn] = [adviceOn(b), plotFor(b), trials(b, visit)];
  const { begin, answer, another } = learn;
  const share = html("span", { className: "nb-share" });
  let [review, drawn] = [/** @type {any} */ ({}), { marks: [], legend: "" }];
  const slips = () => review.slips ?? [];
  const slip = button("", "Go to the move that cost most; from there to the next (w)", () =>
    visit(slips()[(slips().indexOf(times.at()) + 1) % slips().length]));
  const stop = button("Stop", "Stop analysing (q)", () => ask("analyse stop"));
  const more = button("Go on analysing", "Go on with the analysis (g)", () => ask("analyse"));
  const close = button("Close", "Put the review away (c)", () => { b.look(null); ask("analyse close"); });
  const tools = (...parts) => html("div", { className: "nb-tools" }, ...parts);
  const element = html("section", { className: "nb-review", ariaLabel: "review" }, plot.chart, said,
    tools(answer, slip, begin, another), tools(close, stop, more, share)); // Close never stands where Stop was
  placed(panel, element, plot.parts);
  listen(panel.root, { click: clearing(panel, element) }, { capture: true });
  const byKey = { w: [slip], t: [begin], n: [another, begin], p: [answer], c: [close], q: [stop], g: [more] };
  const byWord = pressing({ worst: [slip], learn: [begin], next: [another, begin], answer: [answer] });
  const isSure = () => review.share === 1;
  const tell = (isShown) => {
    const { says, advice, chain, owners } = learn.show(isShown ? review : {}) ?? foundOf(review, times.at(), isSure());
    const words = called(review.trouble ? `${review.trouble} ${review.says ? says : ""}` : says, b.shown);
    if (isShown && said.textContent !== words) said.textContent = words;
    if (owners) paint(b.board, owners); // with what the word takes
    said.title = advice ? whole(advice, b.facts.names) : "";
    drawn = isShown ? advise(...uncovered(b, advice, chain)) : advise();
  };
  return {
    rings: () => drawn.marks,
    /** What a key does to the review, if anything. */
    key: (name) => (name in STEPS && !element.hidden ? () => times.step(STEPS[name]) : pressing(byKey)(name)),
    typed: hearing(b, element, byWord, learn, () => review),
    /** Show a review, or none, as it is about the position that is looked at. */
    show(given, isSetUp) {
      const isOther = given.words !== review.words;
      review = given;
      const isShown = "share" in review && !isSetUp;
      element.hidden = !isShown;
      plot.show(isShown ? review : {});
      if (isOther) listed(lines.querySelector(".nb-moves"), review);
      tell(isShown);
      // Asked for here it comes into view, once no second click can hit what moves.
      const { classList } = panel.root;
      if (isShown && !classList.contains("nb-reviewing") && b.asked === "analyse") setTimeout(seen, CALM, element);
      classList.toggle("nb-reviewing", isShown);
      classList.toggle("nb-unsure", isShown && !isSure());
      const words = share.textContent = besideClose(review, drawn.legend, !times.at());
      if (isSure() && words !== review.made) plot.parts.append(" ", review.made ?? ""); // a legend has its place
      slip.hidden = b.shown.trial > 0 || !slips().length;
      slip.textContent = `${review.mine ? "Your worst" : "Worst"} move${slips().length > 1 ? "s" : ""}`;
      stop.hidden = !review.busy;
      more.hidden = review.busy || review.done;
    },
  };
};

export default beside;
