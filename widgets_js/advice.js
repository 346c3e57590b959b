/** Help beside a board: a bar of who stands better, a hint told in stages, a layer on the position. */

import { yours } from "./called.js";
import { html } from "./html.js";
import { askedAbout, claimsShown } from "./shown.js";

const PAUSE = 80; // milliseconds that a slider rests before its position is asked about
const LOOKING = "Looking …";
const CLEAR = { share: 0.5, error: 0.5, says: LOOKING };

/** The shares of both players; where their border is not sure it is blurred. */
const barOver = ({ svg }) => {
  const element = html("div", { className: "nb-bar", role: "img" });
  svg.before(html("div", { className: "nb-bars" }, element));
  return (bar) => {
    element.hidden = !bar;
    const { share, error, says } = { ...CLEAR, ...bar };
    const at = (place) => `${Math.round(100 * Math.min(1, Math.max(0, place)))}%`;
    element.style.setProperty("--from", at(share - error));
    element.style.setProperty("--to", at(share + error));
    element.style.setProperty("--at", at(share));
    element.ariaLabel = says;
  };
};

/** "X currents" of "currents X": a narrow list cuts the end off, and both players' would look the same. */
const sideFirst = (name) => name.replace(/^(\S+) (.+)$/, "$2 $1");

/** A list of all layers, in the row of buttons, while one is shown. */
const menuIn = (row, { ask, panel }) => {
  const choose = () => {
    panel.calm(); // what was refused would stand in the place of what the layer says
    ask(`layer ${select.value}`);
  };
  const select = html("select", { ariaLabel: "layer", onchange: choose });
  row.append(select);
  return (names, name) => {
    select.hidden = !name;
    if (select.options.length !== names.length) {
      select.replaceChildren(...names.map((value) => html("option", { value, textContent: sideFirst(value) })));
    }
    select.value = name;
  };
};

/** That one drawing took the place of another on the same position, or was put away; else nothing. */
const changeOf = (was, { at, hint, name }) => {
  if (was.at !== at) return "";
  if (was.hint && !hint) return name ? "The layer takes the hint's place; Hint begins it again."
    : "The hint is put away; Hint begins it again.";
  return was.name && hint && !name ? "The layer comes back when the hint is put away." : "";
};

/**
 * Asks for help with the position that is looked at, whenever that is another one; the answer is whether what is
 * known was asked for here, not by another view of the same board.
 * @param {any} b the parts of a board
 */
const follower = (b) => {
  let timer = 0;
  const follow = () => {
    if (b.followed === undefined || b.followed === askedAbout(b.shown)) return;
    b.followed = askedAbout(b.shown);
    b.ask(`advise ${b.followed}`);
  };
  return (follows) => {
    if (follows === undefined) b.followed = follows;
    else if (b.followed === undefined) b.followed = askedAbout(b.shown); // another view has asked, or a typed word
    clearTimeout(timer);
    timer = setTimeout(follow, PAUSE);
    return follows === b.followed || Boolean(b.requests.last());
  };
};

/** @param {any} b the parts of a board */
const beside = (b) => {
  const { panel, shown, ask } = b;
  const row = panel.root.querySelector(".nb-helps");
  const [, ...presses] = row.children;
  const line = (name) => html("div", { className: `nb-helped ${name}`, role: "status" });
  const [stands, told] = [line("nb-stands"), line("nb-told")];
  panel.root.querySelector(".nb-news").append(stands, told);
  const [draw, choose, follow] = [barOver(b.board), menuIn(row, b), follower(b)];
  let [was, change] = [/** @type {any} */ ({}), ""];
  let away = /** @type {any} */ ({}); // what is shown where another view looks, or where this one did before a reload
  const say = (element, words) => {
    if (element.textContent !== words) element.textContent = words; // it is heard again otherwise
  };

  /** The position that help may be shown of, as it names it; null where none is. */
  const place = () => (shown.now.edit || shown.now.offer ? null : askedAbout(shown) || String(claimsShown(shown)));
  /** A word that is tried and judged is taken back by the next click: help is with the position before it. */
  const isBefore = () => Boolean(!shown.begun && (shown.tried?.length || shown.worth));
  const isKnownOf = (given) => "at" in given && given.at === place();

  return {
    over() {
      const given = b.model.get("advice");
      return isKnownOf(given) ? given.over : {};
    },
    /** Does what is asked for by this word come here from elsewhere, as soon as it follows this view? */
    isAway: (word) => Boolean(away[word]),
    /** Show what Python knows, if it is about the position that is looked at. */
    show(given) {
      const [isKnown, at] = [isKnownOf(given), place()];
      const wanted = /** @type {any} */ ("at" in given && at !== null ? given : {});
      const { bar, hint, layer, name = "", names = [], trouble, follows } = wanted;
      const isHere = follow(follows) || isKnown;
      const now = { at, hint: Boolean(isKnown && hint), name: isHere && name };
      if (Object.keys(now).some((key) => was[key] !== now[key])) change = changeOf(was, now);
      was = now;
      const known = shown.worth ?? (isKnown ? bar : CLEAR); // of a word that is tried what it leaves
      const worth = known && { ...known, says: yours(known.says, shown) };
      draw(isHere && bar && worth);
      choose(names, name);
      const help = hint || layer;
      const words = [trouble, help && (isBefore() ? `Before this try: ${help}` : help)].filter(Boolean).join(" ");
      const says = isKnown || !words ? [words, change].filter(Boolean).join(" ") : LOOKING;
      say(stands, isHere && bar ? worth.says : "");
      say(told, isHere ? yours(says, shown) : "");
      [hint, bar, name].forEach((on, k) => { presses[k].ariaPressed = String(Boolean(isHere && on)); });
      away = isHere ? {} : { bar, layer: name };
    },
  };
};

export default beside;
