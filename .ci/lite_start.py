"""Has a page's Python start while JupyterLab's own scripts still load.

JupyterLite makes its kernel's worker only when a notebook is open, and nothing of Python was
fetched before. Here a page whose address names a notebook makes the worker at once, and hands it
to JupyterLite when that asks for one.
"""

from __future__ import annotations

import json
from pathlib import Path

KERNEL = "extensions/@jupyterlite/pyodide-kernel-extension/static"
# What the kernel imports as its Pyodide. Python has the folder of its notebook first in its path,
# where each look is a request to the page, while that is busy: now it is last.
START = """\
import * as pyodide from './pyodide.mjs';

const { fetch: plain } = self;
let begun;

// Pyodide waits for ever for its machine code, if that does not come.
const loaded = options => new Promise((done, fail) => {
  self.fetch = async (...what) => {
    const found = plain(...what);
    const name = String(what[0].url ?? what[0]).split('/').at(-1);
    if (/\\.wasm(\\?|$)/.test(name)) {
      found.then(({ ok, status }) => ok || fail(Error(`${name}: ${status}`)), fail);
    }
    return found;
  };
  pyodide.loadPyodide(options).then(done, fail);
}).finally(() => { self.fetch = plain; });

const started = async options => {
  const python = await loaded(options);
  python.runPython("import sys; sys.path.remove(''); sys.path.append('')");
  return python;
};

// Before the kernel asks for it: what is imported then need not be imported later.
export const begin = async options => {
  begun = started(options);
  (await begun).runPython(
    'import piplite.piplite, pyodide_kernel; from nbgames import menu; del menu');
};

// JupyterLite shows only that its kernel is "Unknown". What nobody catches its page hears of.
const tell = error => {
  setTimeout(() => { throw Error(`Python could not be loaded (${error.message}).`); });
  throw error;
};

export const loadPyodide = async options => {
  // What was missing may have come.
  const python = await (begun ?? started(options)).catch(() => started(options)).catch(tell);
  python.setStdout({ batched: options.stdout });
  python.setStderr({ batched: options.stderr });
  return python;
};
"""
WORKER = """\
import { begin } from './start.mjs';
import '../../%s';  // it listens from now on

begin({ indexURL: new URL('.', import.meta.url).href, ...%s });
"""
HEAD = "<head>\n"
PAGE = """\
<script>
  {
    const tell = ({ message }) => {
      const [told] = /Python could not be loaded .*/.exec(message) ?? [];
      if (!told) return;
      const words = document.createElement('p');
      words.setAttribute('role', 'alert');
      words.style = 'position: fixed; inset: auto 1em 1em; z-index: 9999; padding: 1em';
      words.style.cssText += '; color: #fff; background: #a03a00';
      words.textContent = `${told} Reload the page to try again.`;
      document.body.append(words);
    };
    let early;
    if (location.search.includes('.ipynb') && !crossOriginIsolated) {
      early = new Worker('../static/pyodide/early.mjs', { type: 'module' });
      early.onerror = () => { early = undefined; };  // the kernel makes its own
    }
    window.Worker = class extends Worker {
      constructor(address, options) {
        const isKernel = String(address).includes('/comlink.worker.');
        if (early && isKernel) {
          const kernel = early;
          early = undefined;
          kernel.onerror = tell;
          return kernel;
        }
        super(address, options);
        if (isKernel) this.onerror = tell;
      }
    };
  }
</script>
"""


def start_early(site: Path) -> None:
    """Change a site that JupyterLite has built, so that its Python starts at once."""
    settings = site / "jupyter-lite.json"
    built = json.loads(settings.read_text("utf-8"))
    (kernel,) = built["jupyter-config-data"]["litePluginSettings"].values()
    kernel["pyodideUrl"] = "./static/pyodide/start.mjs"
    settings.write_text(json.dumps(built), "utf-8")
    (worker,) = (site / KERNEL).glob("comlink.worker.*.js")
    options = json.dumps(kernel["loadPyodideOptions"])
    home = site / "static/pyodide"
    (home / "start.mjs").write_text(START, "utf-8")
    (home / "early.mjs").write_text(WORKER % (f"{KERNEL}/{worker.name}", options), "utf-8")
    for app in ("lab", "notebooks"):
        page = site / app / "index.html"
        page.write_text(with_start(page.read_text("utf-8")), "utf-8")


def with_start(page: str) -> str:
    """The page with the script at the start of its head."""
    before, head, after = page.partition(HEAD)
    if not head:
        raise ValueError(f"a page of JupyterLite has no {HEAD!r}: where is its script to stand?")
    return f"{before}{head}{PAGE}{after}"
