/**
 * Puts the picture of a board into its notebook. Jupyter updates an output only on the page on which its cell ran, not
 * on one that was loaded since; where this page has the notebook, it does that itself from now on.
 */

import { hear } from "./host.js";

/** Replace the output with this picture, in whichever cell it is, for Jupyter to sanitize as any other. */
const put = (cells, { name, picture }) => {
  for (const { outputs = { length: 0 } } of cells) {
    for (let k = 0; k < outputs.length; k += 1) {
      const output = outputs.get(k).toJSON();
      const isShown = (text) => [text].flat().join("").includes(`id="${name}"`);
      const [kind] = Object.entries(output.data ?? {}).find(([, text]) => isShown(text)) ?? [];
      if (kind) outputs.set(k, { ...output, data: { ...output.data, [kind]: picture } });
    }
  }
};

/** @param {any} b the parts of a board */
const picturing = ({ model }) => {
  const cells = model.widget_manager?.context?.model?.cells;
  if (!cells) return;
  hear(model, { "msg:custom": (news) => news.picture && put(cells, news) });
  model.send({ picture: "here" });
};

export default picturing;
