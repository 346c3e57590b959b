/** The widget of a board as it is drawn. */

import { widget } from "./board.js";
import { flat } from "./camera.js";

export default widget(flat);
