"""The script that `make lite` puts into JupyterLite's pages, which begins Python early."""

import importlib.util
from pathlib import Path

import pytest
from playwright.sync_api import expect
from thinned import first_rows
from tools.first_board import served

SPEC = importlib.util.spec_from_file_location(
    "lite_start", Path(__file__).parents[2] / ".ci/lite_start.py"
)
lite_start = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(lite_start)

WATCHED = """<script>
  const Plain = Worker;
  window.failed = new Promise((done) => {
    window.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener('error', () => setTimeout(done));  // after all that listen
      }
    };
  });
</script>
<head>
"""
ANSWERED = """async (fails) => {
  if (fails) await failed;
  const worker = new Worker('./comlink.worker.1.js');
  return new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.postMessage('');
  });
}"""
ANSWERS = "onmessage = () => postMessage('%s');"


@pytest.mark.parametrize(
    ("early", "who"), [(ANSWERS % "early", "early"), ("throw Error();", "own"), (None, "own")]
)
def test_the_kernel_takes_the_early_worker_unless_that_has_failed(open_tab, tmp_path, early, who):
    for folder in ("lab", "static/pyodide"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "lab/index.html").write_text(lite_start.with_start(WATCHED))
    (tmp_path / "lab/comlink.worker.1.js").write_text(ANSWERS % "own")
    if early:
        (tmp_path / "static/pyodide/early.mjs").write_text(early)
    tab = open_tab()
    with served(tmp_path) as address:
        tab.page.goto(f"{address}/lab/index.html?path=play.ipynb")
        assert tab.ask(ANSWERED, who == "own") == who


PYODIDE = """
let asked = 0;
export const loadPyodide = async () => {
  asked += 1;
  if (asked <= %d) %s;
  return { runPython() {}, setStdout() {}, setStderr() {} };
};
"""
FAILS = "throw Error('no network')"
WAITS = "await fetch('none.wasm').then(() => new Promise(() => {}))"  # as Pyodide does
LOADS = """
import { loadPyodide } from '../../static/pyodide/start.mjs';
const { fetch: plain } = self;
const told = (words) => postMessage(self.fetch === plain ? words : 'fetch is not as it was');
onmessage = () => loadPyodide({}).then(() => told('loaded'), () => told('failed'));
"""


@pytest.mark.parametrize(
    ("failures", "how", "told"),
    first_rows(
        [
            *((0, FAILS, ""), (1, FAILS, ""), (1, WAITS, "")),
            (2, FAILS, "Python could not be loaded (no network). Reload the page to try again."),
            (
                2,
                WAITS,
                "Python could not be loaded (none.wasm: 404). Reload the page to try again.",
            ),
        ]
    ),
)
def test_a_python_that_could_not_begin_is_begun_again(open_tab, tmp_path, failures, how, told):
    """A file was not to be had: the kernel waited for what had failed, and stayed "Unknown"."""
    home, kernel = (tmp_path / name for name in ("static/pyodide", "extensions/kernel"))
    for folder in (home, kernel, tmp_path / "lab"):
        folder.mkdir(parents=True)
    (home / "pyodide.mjs").write_text(PYODIDE % (failures, how))
    (home / "start.mjs").write_text(lite_start.START)
    (home / "early.mjs").write_text(lite_start.WORKER % ("extensions/kernel/worker.js", "{}"))
    (kernel / "worker.js").write_text(LOADS)
    (tmp_path / "lab/index.html").write_text(lite_start.with_start("<head>\n"))
    tab = open_tab()
    with served(tmp_path) as address:
        tab.page.goto(f"{address}/lab/index.html?path=play.ipynb")
        assert tab.ask(ANSWERED, False) == ("failed" if told else "loaded")
        words = tab.page.get_by_role("alert")
        expect(words).to_have_text([told] if told else [])


def test_a_page_without_a_place_for_the_script_is_refused():
    with pytest.raises(ValueError, match="has no '<head>"):
        lite_start.with_start("<html><head lang='en'></head></html>")
