/** The other end of a board where there is no Python: a table, a computer player, and the same traits. */

import { readMarks, toggled } from "./arrows.js";
import { after, answer, isOpen, matchOf, keeping, played, positionOf, Refusal, refuse, says, seatsOf, shown, siteOfName, words } from "./match.js";
import { player } from "./player.js";
import { readAll, remarked, setUp, turned, write } from "./record.js";

/**
 * What a board's model is in a notebook: it answers the board's requests and tells of changes.
 * @param {any} game as match.js makes it
 * @param {any} opening the match to begin with
 * @param {number[][]} marks what is drawn on its board
 * @param {{ facts: any, board: string, path: (chain: number[]) => string }} drawn
 */
export const alone = (game, opening, marks, { facts, board, path }) => {
  const heard = [];
  const traits = { facts, board, over: { marks }, ack: {}, request: {} };
  let line = opening;
  let count = line.claims.length;
  let lines = [];
  let editing = null; // what is set up so far, while a position is
  let computer = 0; // which seat it has: 1 who opened, 2 the other
  let paused = false;
  const brain = player(game);

  const now = () => after(line, count);
  const side = (m) => (m.claims.includes("swap") ? 3 - computer : computer);
  const plays = (m) => computer > 0 && !m.outcome && positionOf(m).to_move === side(m);
  const waits = () => plays(now());

  // Telling

  const tell = (changes) => {
    Object.assign(traits, changes);
    const fire = (event) => heard.filter(([name]) => name === event).forEach(([, call]) => call());
    Object.keys(changes).forEach((name) => fire(`change:${name}`));
  };

  const state = () => {
    const m = now();
    const { to_move, may_swap, owners } = positionOf(m);
    const turn = isOpen(m) ? words(m).at(-1)[0].split(",").filter(Boolean).map((name) => game.sites.get(name.toLowerCase())) : [];
    return {
      at: count, to_move: m.outcome ? 0 : to_move, waits: waits(), thinks: brain.thinks(), progress: "", trouble: "",
      seats: [...seatsOf(m)], turn, obliges: keeping(m), swap: !m.outcome && !waits() && may_swap,
      undo: count > 0, redo: count < line.claims.length, says: says(m),
      chain: m.outcome ? path(m.outcome.chain) : "", edit: editing ? editing.owners.flatMap((owner, site) => (owner ? [site, owner] : [])) : null,
      ...(facts.globe ? { loop: m.outcome?.chain ?? [] } : {}),
    };
  };

  const step = (k) => {
    const [before, later] = [line.positions[k].owners, line.positions[k + 1].owners];
    const changed = later.flatMap((owner, site) => (owner === before[site] ? [] : [site]));
    if (!changed.length) return line.claims[k];
    const first = game.sites.get(line.claims[k].toLowerCase());
    return [first, ...changed.filter((site) => site !== first)].flatMap((site) => [site, later[site]]);
  };

  const traitsNow = () => {
    const ends = new Set(words(line).flatMap(([word, end]) => (word.endsWith(",") ? [] : [end])));
    const titled = (m) => `${words(m).length} moves: ${words(m).slice(-3).map(([word]) => word).join(" ")}`;
    return {
      [facts.pages[0]]: [
        line.positions[0].owners.flatMap((owner, site) => (owner ? [site, owner] : [])),
        ...line.claims.map((_, k) => step(k)),
      ],
      joins: line.claims.map((_, k) => k + 1).filter((end) => !ends.has(end)),
      notes: { comments: line.remarks, lines: lines.map(titled) },
      state: state(),
    };
  };

  const moved = () => {
    if (brain.thinks()) brain.stop();
    if (waits() && !paused) {
      brain.choose(now(), (word) => { play(word); moved(); });
    }
    tell(traitsNow());
  };

  // The table

  const play = (word, from = count) => {
    const then = played(after(line, from), word);
    if (then.claims.some((claim, k) => claim !== line.claims[k])) {
      if (from < line.claims.length) lines = [...lines, line];
      line = then;
    }
    count = then.claims.length;
  };
  /** A person's word, here or from an earlier position. */
  const typed = (word, from = count) => {
    if (editing) refuse("a position is being set up: say who is to move, or leave it");
    if (plays(after(line, along(from)))) refuse("it is the computer player's turn: wait, or take a move back");
    play(word, from);
  };
  const begin = (other, ...more) => {
    lines = [...lines, ...(line.claims.length ? [line] : []), ...more];
    line = other;
    count = other.claims.length;
  };
  const fresh = (start) => matchOf(game, { seats: line.openers, swap: line.swap, start });
  const number = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : refuse(`${shown(text)} is no number`));
  /** So many claims, if the line has them. */
  const along = (wanted) => {
    const most = line.claims.length;
    return wanted <= most ? wanted : refuse(`there is no move ${wanted}: this line has ${most}`);
  };
  const back = () => {
    if (!count) refuse("there is nothing to take back: no move has been made");
    count -= 1;
    while (waits() && count) count -= 1;
  };

  const asItStands = () => {
    const { owners } = positionOf(now());
    return { given: new Map(owners.flatMap((owner, site) => (owner === 1 || owner === 2 ? [[site, owner]] : []))), owners };
  };

  const deeds = {
    undo: back,
    redo: () => {
      if (count >= line.claims.length) refuse("there is nothing to play again: no move was taken back");
      count += 1;
    },
    new: () => begin(fresh(line.positions[0])),
    go: (rest) => { count = along(number(rest)); },
    mark: (rest) => {
      tell({ over: { marks: rest ? toggled(traits.over.marks, readMarks(game, rest)) : [] } });
    },
    line: (rest) => {
      const chosen = number(rest);
      const other = lines[chosen] ?? refuse(`there is no line ${chosen + 1}: ${lines.length} are kept`);
      lines = lines.filter((_, k) => k !== chosen);
      begin(other);
    },
    comment: (rest) => {
      const [, n, text] = /^(?:(\d{1,4}):)?(.{0,1000})/s.exec(rest);
      const most = words(line).length;
      if (Number(n) > most) refuse(`there is no move ${n} to comment on: 0 to ${most}`);
      line = remarked(line, text, Number(n ?? words(now()).length));
    },
    load: (rest) => begin(...readAll(game, rest)),
    from: (rest) => {
      const [, at, word] = /^(\S*)\s*(.*)$/s.exec(rest);
      typed(word, number(at));
    },
    edit: () => { editing = asItStands(); },
    set: (rest) => {
      const { given, owners } = editing ?? asItStands();
      const site = siteOfName(game, rest);
      if (owners[site] === 3) refuse(`${game.names[site]} is blocked: a piece crosses it`);
      editing = turned(game, given, site);
    },
    clear: () => { editing &&= { given: new Map(), owners: editing.owners.map(() => 0) }; },
    begin: (rest) => {
      const known = game.players.some((player) => player.toLowerCase() === rest.toLowerCase());
      if (!editing || !known) refuse(`nobody can begin as ${shown(rest)}: set a position up, then name a player`);
      const owned = game.players.map((player, k) =>
        [player, ...game.names.filter((_, site) => editing.owners[site] === k + 1)].join(" "));
      deeds.setup(`${owned.join("; ")}; ${rest} to move`);
    },
    leave: () => { editing = null; },
    setup: (rest) => {
      const start = setUp(game, rest);
      editing = null;
      begin(fresh(start));
    },
    stop: () => { paused = true; },
    think: () => { paused = false; },
  };

  const records = () => {
    const kept = count < line.claims.length ? [line, ...lines] : lines;
    return [now(), ...kept].map(write).join("\n");
  };

  /** Do what a board asks; how it went and in which words. */
  const carryOut = (deed) => {
    const [, verb, rest] = /^(\S*)\s*(.*)$/s.exec(deed.trim());
    try {
      if (Object.hasOwn(deeds, verb)) {
        deeds[verb](rest);
        return ["", ""];
      }
      if (verb === "record") return ["record", records()];
      const said = answer(now(), deed);
      if (said !== null) return ["said", said];
      typed(deed);
      return ["", ""];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return ["refused", error.message];
    }
  };

  const answered = () => {
    const { view, first, do: asked } = traits.request;
    const [done, before] = traits.ack[view] ?? [-1, []];
    const replies = asked.flatMap((deed, k) => {
      if (first + k <= done) return [];
      const [how, said] = carryOut(deed);
      return how ? [[first + k, how, said]] : [];
    });
    traits.ack = { ...traits.ack, [view]: [first + asked.length - 1, [...before.filter(([n]) => n >= first), ...replies].slice(-8)] };
    if (asked.length) moved();
    tell({ ack: traits.ack });
  };

  moved();
  return {
    model: {
      get: (name) => traits[name],
      set: (name, value) => { traits[name] = value; },
      save_changes: answered,
      on: (name, call) => heard.push([name, call]),
      off: (name, call) => heard.splice(0, heard.length, ...heard.filter(([n, c]) => n !== name || c !== call)),
    },
    match: now,
    marks: () => traits.over.marks,
    records,
    /** Let the computer play a seat; 0: two people play. */
    seat: (number) => {
      computer = number;
      paused = false;
      moved();
    },
    /** Go on with another match and the marks on it; the present one is kept. */
    begin: (other, drawn) => {
      begin(other);
      tell({ over: { marks: drawn } });
      moved();
    },
  };
};
