/** The widget of a board as a sphere. */

import { attending, render } from "./board.js";
import { globe } from "./sphere.js";

const shown = (place) => render(place, globe);

export default { initialize: attending(shown), render: shown };
