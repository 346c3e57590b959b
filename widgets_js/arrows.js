/** What a teacher draws, as words: "F6" is a ring, "F6>A6" an arrow; as nbgames/play/arrows.py has it. */

import { refuse, shown, siteOfName } from "./match.js";

const MOST = 99;

/** The sites of each mark, every mark once; what is no mark is refused in words. */
export const readMarks = (game, text) => {
  const marks = text.split(/\s+/).filter(Boolean).map((word) => {
    const ends = word.split(">").map((name) => siteOfName(game, name));
    return ends.length < 3 && ends[0] !== ends[1] ? ends
      : refuse(`${shown(word)} is no mark: write F6 for a ring, F6>A6 for an arrow`);
  });
  return toggled([], [...new Map(marks.map((mark) => [String(mark), mark])).values()]);
};

/** The words of marks. */
export const writeMarks = (game, marks) =>
  marks.map((mark) => mark.map((site) => game.names[site]).join(">")).join(" ");

/** The marks with these drawn, and those of them that were there wiped off. */
export const toggled = (marks, drawn) => {
  const has = (list, mark) => list.some((other) => String(other) === String(mark));
  const found = [...marks, ...drawn].filter((mark) => has(marks, mark) !== has(drawn, mark));
  if (found.length > MOST) refuse(`${found.length} marks are too many for a board: at most ${MOST}`);
  return found;
};
