/** The model of a board where there is no Python: the same traits, requests and acknowledgements as a widget's. */

import { deskOf } from "./desk.js";
import { endOf, joinsOf, owned, seatedAt, standing, stepsOf, titleOf } from "./line.js";
import { mayUndo } from "./listing.js";
import { tableOf } from "./table.js";

/**
 * The traits that follow from what lies on the table.
 * @type {(desk: any, drawn: any, own: any) => any}
 */
const traitsOf = (desk, { facts, path }, { over, stands }) => {
  const { table, computer, teacher, marks, editor } = desk;
  const { line, count } = table;
  const now = standing(table.now(), line, path);
  const waits = computer.waits();
  return {
    [facts.pages[0]]: stepsOf(line),
    joins: joinsOf(line),
    notes: { comments: line.remarks, lines: table.kept().map(titleOf), end: endOf(line) },
    reasons: computer.reasons(line),
    over: { marks, ...over?.() },
    state: {
      ...now, at: count, begun: table.begun,
      waits, thinks: computer.thinks(), progress: computer.progress, trouble: computer.trouble,
      swap: now.swap && !waits, agree: now.agree && !computer.seat,
      undo: mayUndo(desk), redo: count < line.claims.length,
      ...(computer.seat ? { ...seatedAt(table.now(), line, computer.seated), says: computer.says(table.now()) } : {}),
      edit: editor ? owned(editor.owners) : null, again: computer.offers(table.now()),
      ...(facts.globe ? { loop: table.now().outcome?.chain ?? [] } : {}),
      ...stands?.(),
    },
    ...teacher.traits(path),
  };
};

/** The acknowledgement of a request: replies that the view has not read before, the last eight of them. */
const acknowledged = ([done, before], { first, do: asked }, carryOut) => {
  const replies = asked.flatMap((deed, k) => {
    if (first + k <= done) return [];
    const [how, said] = carryOut(deed);
    return how || said ? [[first + k, how, said]] : [];
  });
  return [first + asked.length - 1, [...before.filter(([n]) => n >= first), ...replies].slice(-8)];
};

/** Who listens to which events. */
const channel = () => {
  let heard = [];
  return {
    on: (name, call) => { heard = [...heard, [name, call]]; },
    off: (name, call) => { heard = heard.filter(([n, c]) => n !== name || c !== call); },
    fire: (event) => heard.filter(([name]) => name === event).forEach(([, call]) => call()),
  };
};

/**
 * @param {any} game as match.js makes it
 * @param {any} opening the match to begin with
 * @param {number[][]} marks what is drawn on its board
 * @param {{ facts: any, board: string, path: (chain: number[]) => string }} drawn
 * @param {{ computerAt?: Function, teacherAt?: Function, deeds?: any, take?: (text: string) => void,
 *   over?: () => any, stands?: () => any, guide?: Function, leaves?: () => boolean, explained?: Function }} own
 * as deskOf takes it; what is laid over all; what else is so of how it stands; what is told of "rules" and "keys"; as
 * tableOf takes it
 */
export const modelOf = (game, opening, marks, drawn, own = {}) => {
  const { facts, board } = drawn;
  const { on, off, fire } = channel();
  /** @type {any} */
  const traits = { facts, board, ack: {}, request: {} };
  const table = tableOf(opening, own.leaves);

  const tell = (changes) => {
    Object.assign(traits, changes);
    Object.keys(changes).forEach((name) => fire(`change:${name}`));
  };
  const moved = () => {
    desk.computer.attend();
    desk.teacher.attend();
    tell(traitsOf(desk, drawn, own));
  };
  const shown = (act) => (count) => { desk.editor = null; act(count); moved(); };
  /** Show what there is to read of a name, once it is there. */
  const read = async (name) => tell({ guide: { ...traits.guide, [name]: await own.guide?.(name) } });
  const deeds = { rules() { read("rules"); }, keys() { read("keys"); }, ...own.deeds };
  const desk = deskOf(game, table, marks, moved, { ...own, deeds });
  const answered = () => {
    const { view, do: asked } = traits.request;
    traits.ack = { ...traits.ack, [view]: acknowledged(traits.ack[view] ?? [-1, []], traits.request, desk.carryOut) };
    if (asked.length) moved();
    tell({ ack: traits.ack });
  };

  moved();
  return {
    model: {
      get: (name) => traits[name],
      set: (name, value) => { traits[name] = value; },
      save_changes: answered,
      on, off,
    },
    match: table.now,
    marks: () => desk.marks,
    who: () => desk.computer,
    records: desk.records,
    /** The line that is played on, then those that are kept. */
    lines: () => [table.line, ...table.lines],
    /** Tell the page what has changed otherwise. */
    moved,
    /** Stand after so many claims; with nothing left of what followed. */
    go: shown(table.go),
    cut: shown(table.cut),
    /** Go on with another match, the marks on it and other lines; the present one is kept. */
    begin(other, strokes, ...lines) {
      table.begin(other, ...lines);
      desk.marks = strokes;
      moved();
    },
  };
};
