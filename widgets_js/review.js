/** A review beside a board: its curve, marks in the list of moves, what is said of the move that is shown. */

import { yours } from "./called.js";
import { plotFor } from "./curve.js";
import { paint } from "./drawing.js";
import { button, CALM, html, listen, seen } from "./html.js";
import { adviceOn } from "./judged.js";
import { isUnderWay, lineOf, trials, trying } from "./mistakes.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 }; // off the board, where they go to sites

/** The marks of a review in the list of moves, which scrolls as far as they push the move that is looked at. */
const listed = ({ lines, scroll }, { words = {}, decided, curve, errors }) => {
  const moves = lines.querySelector(".nb-moves");
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
  lines.scrollTop += here() - before;
  scroll();
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
    why: `no move is tried yet: ${instead}`,
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
const hearing = (b, element, byWord, { attempt, instead, undo, why }, known) => (text, word = text.toLowerCase()) => {
  const waits = isUnderWay(known());
  const lack = lacking(word, b.shown.trial, (known().slips ?? []).length, waits, instead());
  const reason = word === "why" && b.shown.trial && why();
  const tell = () => {
    b.panel.reply.textContent = yours(reason, b.shown);
    b.panel.reveal();
  };
  const act = byWord(word) ?? (word === "undo" ? undo() : null) ?? (reason ? tell : null)
    ?? (word === "why" && b.shown.looking !== null && !b.shown.trial ? () => b.ask(`why ${b.times.at()}`) : null)
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
const foundOf = ({ busy, share, says, words, chains }, at) => {
  const unknown = busy ? "Looking at the game …" : "This position is not analysed yet: press Go on analysing.";
  const known = says?.[at];
  const told = known && `${share === 1 ? "" : "So far: "}${known}`;
  return { says: told || unknown, advice: words?.[at], chain: chains?.[at] };
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

/** Which marks are others, since more is known of the same moves than when a review was whole; "" if none is. */
const changed = (was = {}, now = {}) => {
  const told = Object.keys({ ...was, ...now }).flatMap((n) => {
    const [before, after] = [was, now].map((words) => words[n]?.[0]);
    if (before === after) return [];
    return `move ${n} is ${after ? `now ${after}${before ? `, was ${before}` : ""}` : `no longer ${before}`}`;
  });
  return told.length ? `More is known now: ${told.join("; ")}.` : "";
};

/** What has changed since a review was whole; nothing of another match. */
const newsOf = (b) => {
  let [line, was, since] = ["", /** @type {any} */ ({}), ""];
  return (review) => {
    const now = lineOf(b);
    const isSame = now.startsWith(line) && was.share === 1 && review.share === 1;
    since = isSame ? changed(was.words, review.words) || since : "";
    [line, was] = [now, review];
    return since;
  };
};

const SLOW = ", slow at first: code is compiled, once on this computer";

/** How far a review is; of a whole one what is drawn, or how it was made, or that it found nothing. */
const besideClose = (review, legend, isStart) => {
  const waits = isUnderWay(review) ? ", so Learn waits for the end or for Stop" : "";
  const state = review.compiles && review.busy ? SLOW : `: marks may change${waits}`; // there is no room for both
  if (review.share !== 1) return `${Math.round(100 * review.share)}% done${state}`;
  const [fell] = review.falls ?? [];
  const less = fell ? `move ${fell} may have cost most` : "small losses may add up unseen";
  const none = `No move${review.mine ? " of yours" : ""} is known to be a mistake; ${less}.`;
  return legend || (review.slips?.length || isStart ? review.made ?? "" : none);
};

/** The marked moves, or if there are none the one with which the estimate fell most. */
const worstOf = ({ slips = [], falls = [] }) => (slips.length ? slips : falls.slice(0, 1));
const next = (moves, at) => moves[(moves.indexOf(at) + 1) % moves.length];

/** What the button says that leads to them. */
const worstLabel = ({ slips = [], mine }) =>
  `${mine ? "Your worst" : "Worst"} move${["?", ""][slips.length] ?? "s"}`;

/** An answer, which may be what the review says, as it is told to who asks. */
const answering = ({ shown }) => (words) => (/^The review: /.test(words) ? yours(words, shown) : words);

/** Puts a review below what is answered; its legend below the board, or on a phone, as it is held, below the review. */
const placed = ({ root, tip }, element, parts) => {
  root.querySelector(".nb-news").after(element);
  const phone = matchMedia("(pointer:coarse),(max-width:32rem)");
  new ResizeObserver(() => (phone.matches ? element : tip).after(parts)).observe(element);
};

/** @param {any} b the parts of a board */
const beside = (b) => {
  const { times, panel, ask } = b;
  const said = html("div", { className: "nb-said", role: "status" });
  const visit = visitor(b, said);
  const [advise, plot, since] = [adviceOn(b), plotFor(b), newsOf(b)];
  const learn = trials(b, visit, (at) => foundOf(review, at));
  const { begin, answer, another, sum } = learn;
  const share = html("span", { className: "nb-share" });
  let [review, drawn] = [/** @type {any} */ ({}), { marks: [], legend: "" }];
  const slip = button("", "Go to the move that cost most; from there to the next (w)", () =>
    visit(next(worstOf(review), times.at())));
  const stop = button("Stop", "Stop analysing (q)", () => ask("analyse stop"));
  const more = button("Go on analysing", "Go on with the analysis (g)", () => ask("analyse"));
  const close = button("Close", "Put the review away (c)", () => { b.look(null); ask("analyse close"); });
  const tools = (...parts) => html("div", { className: "nb-tools" }, ...parts);
  const element = html("section", { className: "nb-review", ariaLabel: "review" }, plot.chart, said,
    tools(answer, slip, begin, sum, another), tools(close, stop, more, share)); // Close never stands where Stop was
  placed(panel, element, plot.parts);
  listen(panel.root, { click: clearing(panel, element) }, { capture: true });
  const byKey = { w: [slip], t: [begin], n: [another, begin], p: [answer], c: [close], q: [stop], g: [more] };
  const byWord = pressing({ worst: [slip], learn: [begin], next: [another, begin], answer: [answer] });
  const isSure = () => review.share === 1;
  const tell = (isShown) => {
    const { says, advice, chain, owners } = learn.show(isShown ? review : {}) ?? foundOf(review, times.at());
    const words = yours(review.trouble ? `${review.trouble} ${review.says ? says : ""}` : says, b.shown);
    if (isShown && said.textContent !== words) said.textContent = words;
    if (owners) paint(b.board, owners); // with what the word takes
    said.title = advice ? whole(advice, b.facts.names) : "";
    drawn = isShown ? advise(...uncovered(b, advice, chain)) : advise();
  };
  return {
    rings: () => drawn.marks, told: answering(b),
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
      if (isOther) listed(times, review);
      tell(isShown);
      // Asked for here it comes into view, once no second click can hit what moves.
      const { classList } = panel.root;
      if (isShown && !classList.contains("nb-reviewing") && b.asked === "analyse") setTimeout(seen, CALM, element);
      classList.toggle("nb-reviewing", isShown);
      classList.toggle("nb-unsure", isShown && !isSure());
      const words = besideClose(review, drawn.legend, !times.at());
      share.textContent = `${since(review)} ${words}`.trim();
      if (isSure() && words !== review.made) plot.parts.append(" ", review.made ?? ""); // a legend has its place
      slip.hidden = b.shown.trial > 0 || !worstOf(review).length;
      slip.textContent = worstLabel(review);
      stop.hidden = !review.busy;
      more.hidden = review.busy || review.done;
    },
  };
};

export default beside;
