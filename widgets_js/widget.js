/** The widget of a board in a notebook: what a page does besides showing it. */

import { loaded, render } from "./board.js";
import { hear } from "./host.js";

/**
 * The widget of a board under a lens. A page that has the notebook itself keeps the board's picture there: that begins
 * once for a model, on each page that has its kernel.
 */
export const widget = (lens) => ({
  initialize({ model }) {
    const cells = model.widget_manager?.context?.model?.cells;
    if (!cells) return undefined;
    let undo;
    const begin = () => {
      const [code] = model.get("extras").picture ?? [];
      if (!code) return;
      off();
      undo = loaded(code).then((made) => made(model, cells, (place) => render(place, lens)));
    };
    const off = hear(model, { "change:extras": begin });
    begin();
    return async () => {
      off();
      (await undo)?.();
    };
  },
  render: (place) => render(place, lens),
});
