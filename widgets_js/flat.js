/** The widget of a board as it is drawn. */

import { flat } from "./camera.js";
import { widget } from "./widget.js";

export default widget(flat);
