/** What a board says for as long as there is no Python behind it. */
export const SAID = "There is no Python here: this board is for two people. "
  + "The computer plays in a notebook, and on the page that m.to_html() makes.";
