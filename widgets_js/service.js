/** Questions to a worker, made of the page's scripts when one is asked; to the page where there can be none. */

import { html } from "./html.js";
import { inflated } from "./packed.js";

/** The page itself, a slice of time after the other. */
const here = (data, later, tell) => {
  if (!globalThis.nbgamesThinks) document.body.append(html("script", { textContent: later }));
  return globalThis.nbgamesThinks(data, tell);
};

const employed = async (data, source, tell) => {
  const later = await inflated(document.getElementById("nb-later").textContent);
  let last = /** @type {any} */ (null);
  let thinker;
  try {
    const worker = new Worker(URL.createObjectURL(new Blob([source, later], { type: "text/javascript" })));
    worker.postMessage(data);
    worker.onmessage = ({ data: news }) => tell(news);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      thinker = here(data, later, tell);
      thinker.ask(last);
    };
    thinker = { ask: (question) => worker.postMessage(question) };
  } catch {
    thinker = here(data, later, tell);
  }
  return { ask(question) { last = question; thinker.ask(question); } };
};

/**
 * Answers one question after the other, elsewhere; a question ends the one before.
 * @param {any} data
 * @param {string} source the script of the page
 * @param {(news: any) => void} hear what is told of the last question, "done" with its answer, or that it "fails"
 */
export const service = (data, source, hear) => {
  let worker = /** @type {Promise<any> | null} */ (null);
  let number = 0;
  let busy = false;
  const heard = (news) => {
    if (news.number !== number) return; // too late
    if (news.done || news.fails) busy = false;
    hear(news);
  };
  const send = async (question) => {
    number += 1;
    const asked = { number, ...question };
    worker ??= employed({ facts: data.facts, player: data.player }, source, heard);
    const thinker = await worker;
    if (asked.number === number) thinker.ask(asked); // else another was asked meanwhile
  };
  return {
    busy: () => busy,
    /** Ask for a job by its name, about a record. */
    ask(question) {
      busy = true;
      send(question);
    },
    stop() {
      if (busy) send({ job: "" });
      busy = false;
    },
  };
};
