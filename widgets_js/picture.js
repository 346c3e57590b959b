/**
 * Where a page has the notebook itself: keeps a board's picture there, and shows the board where the page has only its
 * text. Jupyter updates an output only on the page on which its cell ran, and trusts it only there.
 */

import { hear } from "./host.js";
import { html } from "./html.js";

/**
 * Keep the picture in whichever cells have it. Inside a shared output it is set, not put in the output's place: then
 * several pages may do that at once, and none has to draw its outputs anew.
 */
const keep = (cells, { name, picture, alt }) => {
  const isKept = (text) => [text].flat().join("").includes(`"${name}-kept"`);
  const kindOf = ({ data = {} }) => Object.keys(data).find((kind) => isKept(data[kind]));
  for (const { outputs, sharedModel } of cells) {
    const shared = sharedModel.ymodel?.get("outputs")?.toArray() ?? [];
    shared.forEach((output, k) => {
      const now = output.toJSON?.() ?? output;
      const kind = kindOf(now);
      if (!kind) return;
      const data = { ...now.data, [kind]: picture };
      if (output.set) output.set("data", data);
      else outputs.set(k, { ...now, data });
    });
  }
  const [src] = picture.match(/data:[^"]+/) ?? [];
  const drawn = document.querySelectorAll(`.${name}-kept`); // what is set inside an output is not drawn anew
  const style = "max-width: 40em; width: 100%";
  if (src) drawn.forEach((old) => old.replaceWith(html("img", { className: old.className, src, alt, style })));
};

/** Where this page shows the text of a board and, below it, its picture. */
const texts = (name) =>
  [...document.querySelectorAll(`.${name}-kept`)]
    .map((picture) => picture.closest(".jp-OutputArea-child")?.previousElementSibling)
    .map((child) => child?.querySelector("[data-mime-type='text/plain']"))
    .filter((text) => text && !text.querySelector(`.${name}`));

/** Show the board in the place of its text, wherever and as long as that is on the page; the answer undoes it. */
const present = (model, render, name) => {
  const css = `.${name} ~ pre, :root:has(.${name}) .${name}-kept { display: none }`;
  let shown = [];
  const end = (which) => {
    const left = shown.filter(([el]) => which(el));
    shown = shown.filter(([el]) => !which(el));
    left.forEach(([el, undo]) => { undo(); el.remove(); });
  };
  const look = () => {
    end((el) => !el.isConnected);
    for (const text of texts(name)) {
      const el = html("div", { className: name }, html("style", { textContent: css }));
      text.prepend(el);
      shown.push([el, render({ model, el })]);
    }
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    watcher.disconnect();
    end(() => true);
  };
};

/**
 * @param {any} model
 * @param {any} cells the notebook's
 * @param {(place: any) => () => void} render shows the board in an element
 * @returns {() => void} undoes it
 */
const picturing = (model, cells, render) => {
  const off = [hear(model, { "msg:custom": (news) => news.picture && keep(cells, news) })];
  const name = model.get("_dom_classes")?.find((one) => /^nb-[0-9a-f]{12}$/.test(one));
  if (name) off.push(present(model, render, name));
  model.send({ picture: "here" });
  return () => off.forEach((undo) => undo());
};

export default picturing;
