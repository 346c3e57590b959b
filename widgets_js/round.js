/** The widget of a board as a sphere. */

import { widget } from "./board.js";
import { globe } from "./sphere.js";

export default widget(globe);
