/** What is worth knowing of a site that one points at, counted over what Python sent. */

/**
 * @param {any} facts
 * @param {number[]} owners
 * @param {number} site
 * @param {number[]} obliges
 * @param {number[]} [tried] sites that are tried in place of a move
 */
export const hint = (facts, owners, site, obliges, tried) => {
  const name = facts.names[site];
  const whose = (owner) => (owner === 3 ? "blocked" : owner ? facts.players[owner - 1] : "empty");
  const words = [`${name}: ${tried?.includes(site) ? "tried" : whose(owners[site])}`];
  const cells = facts.parts
    .map((holes, k) => ({ holes, cell: facts.claimable + k }))
    .filter(({ holes }) => holes.includes(site));
  for (const { holes, cell } of cells) {
    const named = `cell ${facts.names[cell]}`;
    if (owners[cell]) {
      words.push(`${named} is ${whose(owners[cell])}'s`);
      continue;
    }
    if (!facts.conquers) continue;
    const need = Math.ceil(holes.length / 2);
    const held = [1, 2].map((who) => holes.filter((hole) => owners[hole] === who).length);
    words.push(`${named}: ${facts.players.map((player, k) => `${player} ${held[k]} of ${need}`).join(", ")}`);
  }
  const across = facts.across[site];
  if (across) words.push(`touches ${across.map((other) => facts.names[other]).join(" and ")} across the edge`);
  if (obliges.includes(site)) words.push([facts.again, "whoever claims it goes on"].filter(Boolean).join(": "));
  return words;
};

/** Who owns how many cells, where most cells win; else nothing. */
export const score = (facts, owners) => {
  if (!facts.scored) return "";
  const counts = facts.players.map((player, k) => `${player} ${owners.filter((owner) => owner === k + 1).length}`);
  const most = (owners.length + 1) / 2; // of an even number either half may decide, as the rules say
  return [...counts, ...(most % 1 || facts.misere ? [] : [`${most} of ${owners.length} win`])].join(" · ");
};
