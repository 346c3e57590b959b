/** The widget of a board as a sphere. */

import { globe } from "./sphere.js";
import { widget } from "./widget.js";

export default widget(globe);
