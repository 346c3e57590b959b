/** What a typed word does; as `explained` in nbgames/play/listing.py has it. */

import { filled } from "./listing.js";

/** What a word does that can be typed, and how it is typed here; "" of another word. */
export const explained = (desk, game, deeds, word) => {
  const verb = word.toLowerCase();
  if (!Object.hasOwn(game.does, verb)) return "";
  const here = filled(desk, game, deeds).flatMap(([, has]) => has.filter((one) => one.split(" ")[0] === verb));
  return `${verb} ${game.does[verb]}. ${here[0] ? `Type ${here.join(" or ")}` : "There is nothing for it to do now"}.`;
};
