/** The widget of a board as it is drawn. */

import { render } from "./board.js";
import { flat } from "./camera.js";

export default { render: (place) => render(place, flat) };
