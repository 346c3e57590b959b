/** The widget of a board as it is drawn. */

import { attending, render } from "./board.js";
import { flat } from "./camera.js";

const shown = (place) => render(place, flat);

export default { initialize: attending(shown), render: shown };
