/** Time: the moves so far as a list and a slider. It shows and asks; the game is not its own. */

/** An HTML element with these properties and children. */
export const html = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

export const button = (label, title, press) =>
  html("button", { type: "button", textContent: label, title, onclick: press, ariaLabel: title });

/**
 * @param {{ look: (count: number) => void, ask: (deed: string) => void }} can
 */
export const timeline = ({ look, ask }) => {
  let ends = [0];
  let shown = 0;
  const at = () => ends.findLastIndex((end) => end <= shown);
  const step = (by) => look(ends[Math.min(Math.max(at() + by, 0), ends.length - 1)]);
  const slider = html("input", { type: "range", min: "0", ariaLabel: "move shown" });
  slider.oninput = () => look(ends[Number(slider.value)]);
  const bar = html(
    "div",
    { className: "nb-time" },
    button("|◀", "first move", () => look(0)),
    button("◀", "move before", () => step(-1)),
    slider,
    button("▶", "move after", () => step(1)),
    button("▶|", "last move", () => look(ends.at(-1))),
  );
  const moves = html("ol", { className: "nb-moves", ariaLabel: "moves" });
  const kept = html("div", { className: "nb-kept" });

  /** Show a line: where each word ends, what it is called, what was said of it; lines kept. */
  const show = (line, count, comments, lines) => {
    const before = ends.length;
    ends = [0, ...line.map(({ end }) => end)];
    shown = count;
    slider.max = String(ends.length - 1);
    slider.value = String(at());
    slider.setAttribute("aria-valuetext", at() ? `after move ${at()}` : "start");
    while (moves.children.length > line.length) moves.lastChild.remove();
    line.forEach(({ word, end }, k) => {
      const item = moves.children[k] ?? moves.appendChild(html("li", {}, button("", "", null), html("span")));
      const [press, said] = item.children;
      if (press.textContent !== word) press.textContent = press.ariaLabel = press.title = word;
      press.onclick = () => look(end);
      said.textContent = comments[k + 1] ?? "";
      if (k + 1 === at()) press.setAttribute("aria-current", "step");
      else press.removeAttribute("aria-current");
    });
    const current = moves.children[at() - 1];
    if (current && before !== ends.length) {
      moves.scrollTop = current.offsetTop - moves.offsetTop - moves.clientHeight / 2;
    }
    kept.replaceChildren(
      ...lines.map((title, k) => button(`line ${k + 1}: ${title}`, "go on with this line", () => ask(`line ${k}`))),
    );
  };

  return { bar, moves, kept, show, step };
};
