/** How an answer is put on a board by clicks and words: each kind of answer is a list of numbers. */

import { refuse, shown, siteOfName } from "./match.js";

const quoted = (words) => `"${words.join(" ")}"`;
const lettered = (k) => String.fromCharCode(65 + (k >> 1));
const sitesOf = (game, text) => text.split(/[\s,;]+/).filter(Boolean).map((name) => siteOfName(game, name));

/** Sites in any order: a click puts one in or takes it out. */
const set = {
  empty: () => [],
  click: (answer, site) => (answer.includes(site) ? answer.filter((other) => other !== site) : [...answer, site]),
  read: (game, text) => [...new Set(sitesOf(game, text))],
  given: (answer, { names }, who) => names.map((_, site) => (answer.includes(site) ? who : 0)),
  judged: (answer) => [...answer].sort((a, b) => a - b),
  write: (answer, { names }) => quoted(answer.map((site) => names[site])),
  told: (answer, { names }) => `${set.judged(answer).map((site) => names[site]).join(", ")} (${answer.length})`,
};

/** Sites in order, which may have owners already: a click on the last takes it out, one on another what follows it. */
const path = {
  ...set,
  click(answer, site) {
    const k = answer.indexOf(site);
    return k < 0 ? [...answer, site] : answer.slice(0, k === answer.length - 1 ? k : k + 1);
  },
  given: (_, { names }) => names.map(() => 0),
  judged: (answer) => answer,
  told: (answer, { names }) => answer.map((site) => names[site]).join(", "),
  texts: (answer) => answer.map((site, k) => [site, String(k + 1)]),
  lines: (answer) => [answer],
};

/** What is clicked one after the other, each two a pair: a click on one of a pair takes both out. */
const pairs = {
  ...set,
  click(answer, site) {
    const k = answer.indexOf(site);
    return k < 0 ? [...answer, site] : answer.filter((_, at) => at >> 1 !== k >> 1);
  },
  judged: (answer) => answer,
  write(answer, { names }) {
    const two = answer.flatMap((site, k) => (k % 2 ? [`("${names[answer[k - 1]]}", "${names[site]}")`] : []));
    return `[${two.join(", ")}]`;
  },
  told: (answer, { names }) => answer.flatMap((site, k) => (k % 2 ? [] : [
    `${lettered(k)} ${names[site]}${k + 1 < answer.length ? ` and ${names[answer[k + 1]]}` : ""}`])).join("; "),
  texts: (answer) => answer.map((site, k) => [site, lettered(k)]),
};

const inThrees = (answer) => span(Math.ceil(answer.length / 3)).map((k) => answer.slice(3 * k, 3 * k + 3));
const inWords = (answer, { names }) => inThrees(answer).map((three) => three.map((site) => names[site]).join(" "));
const span = (count) => Array.from({ length: count }, (_, k) => k);

/** Three corners one after the other: a triangle that is named once more goes. */
const triangles = {
  ...set,
  click(answer, site) {
    const begun = answer.length - (answer.length % 3);
    const corners = answer.slice(begun);
    if (corners.includes(site)) return [...answer.slice(0, begun), ...corners.filter((other) => other !== site)];
    if (corners.length < 2) return [...answer, site];
    const same = (other) => [...other].sort().join() === [...corners, site].sort().join();
    const whole = inThrees(answer.slice(0, begun));
    return whole.some(same) ? whole.filter((other) => !same(other)).flat() : [...answer, site];
  },
  read: sitesOf,
  given: (_, { names }) => names.map(() => 0),
  judged: (answer) => answer,
  write: (answer, game) => `[${inWords(answer, game).map((words) => `"${words}"`).join(", ")}]`,
  told: (answer, game) => inWords(answer, game).join("; "),
  texts: (answer) => answer.slice(answer.length - (answer.length % 3)).map((site) => [site, "•"]),
  lines: inThrees,
};

/** The owner of each site: a click goes from nobody to the first player, the second, and back to nobody. */
const label = {
  empty: ({ names }) => names.map(() => 0),
  click(answer, site, { net: { rivals } }) {
    const next = answer.map((owner, k) => (rivals.length && k === rivals[site] ? 0 : owner));
    next[site] = (next[site] + 1) % 3;
    return next;
  },
  /** "V a1-b2 b2-c3; H a3-b2": the names after a player's are this player's. */
  read(game, text) {
    const answer = label.empty(game);
    let who = 0;
    for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
      const player = game.players.findIndex((name) => name.toLowerCase() === word.toLowerCase()) + 1;
      if (!player && !who) refuse(`${shown(word)} comes before a player: write ${game.players[0]}, then its sites`);
      if (player) who = player;
      else answer[siteOfName(game, word)] = who;
    }
    return answer;
  },
  given: (answer) => answer,
  judged: (answer) => answer,
  write(answer, { names, players }) {
    const sites = players.map((_, k) => names.filter((_, site) => answer[site] === k + 1));
    return `{${players.map((player, k) => `"${player}": ${quoted(sites[k])}`).join(", ")}}`;
  },
  told: (answer, { names, players }) => players.map((player, k) =>
    `${player} ${names.filter((_, site) => answer[site] === k + 1).join(", ") || "nothing"}`).join("; "),
};

export const KINDS = { set, pairs, triangles, path, label };
