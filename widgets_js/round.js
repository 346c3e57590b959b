/** The widget of a board as a sphere. */

import { render } from "./board.js";
import { globe } from "./sphere.js";

export default { render: (place) => render(place, globe) };
