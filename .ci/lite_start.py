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

let begun;

const started = async options => {
  const python = await pyodide.loadPyodide(options);
  python.runPython("import sys; sys.path.remove(''); sys.path.append('')");
  return python;
};

// Before the kernel asks for it: what is imported then need not be imported later.
export const begin = async options => {
  begun = started(options);
  (await begun).runPython(
    'import piplite.piplite, pyodide_kernel; from nbgames import menu; del menu');
};

export const loadPyodide = async options => {
  if (!begun) return started(options);
  const python = await begun;
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
  if (location.search.includes('.ipynb') && !crossOriginIsolated) {
    let early = new Worker('../static/pyodide/early.mjs', { type: 'module' });
    early.addEventListener('error', () => { early = undefined; });  // the kernel makes its own
    window.Worker = class extends Worker {
      constructor(address, options) {
        if (early && String(address).includes('/comlink.worker.')) {
          const kernel = early;
          early = undefined;
          return kernel;
        }
        super(address, options);
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
